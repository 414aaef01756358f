package simd

import (
	"encoding/binary"
	"math/bits"
)

// Plain returns the kernels in plain Go: what the others are tested against, and what
// runs where there is no AVX2.
func Plain() *Kernels {
	return &Kernels{
		Name:  "go",
		Range: [4]func([]uint64, []byte, Bounds) int{range8, range16, range32, range64},
		Ranges: [4]func(*[4][]uint64, []byte, *[4]Bounds){
			fourTimes(range8), fourTimes(range16), fourTimes(range32), fourTimes(range64)},
		And: and, AndNot: andNot, Or: or, Count: count, Flatten: flatten,
	}
}

func fourTimes(one func([]uint64, []byte, Bounds) int) func(*[4][]uint64, []byte, *[4]Bounds) {
	return func(dst *[4][]uint64, src []byte, in *[4]Bounds) {
		for k := range dst {
			one(dst[k], src, in[k])
		}
	}
}

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// The tests x-lo <= hi-lo on unsigned numbers have no branch.

func range8(dst []uint64, src []byte, in Bounds) int {
	lo, span := uint8(in.Lo), uint8(in.Hi-in.Lo)
	ones := 0
	for w := range dst {
		part := src[w*64 : min(w*64+64, len(src))]
		var word uint64
		for i, x := range part {
			word |= truth(x-lo <= span) << i
		}
		dst[w] = word
		ones += bits.OnesCount64(word)
	}
	return ones
}

func range16(dst []uint64, src []byte, in Bounds) int {
	lo, span := uint16(in.Lo), uint16(in.Hi-in.Lo)
	ones := 0
	for w := range dst {
		part := src[w*128 : min(w*128+128, len(src))]
		var word uint64
		for i := 0; len(part) >= 2; i++ {
			word |= truth(binary.LittleEndian.Uint16(part)-lo <= span) << i
			part = part[2:]
		}
		dst[w] = word
		ones += bits.OnesCount64(word)
	}
	return ones
}

func range32(dst []uint64, src []byte, in Bounds) int {
	lo, span := uint32(in.Lo), uint32(in.Hi-in.Lo)
	ones := 0
	for w := range dst {
		part := src[w*256 : min(w*256+256, len(src))]
		var word uint64
		for i := 0; len(part) >= 4; i++ {
			word |= truth(binary.LittleEndian.Uint32(part)-lo <= span) << i
			part = part[4:]
		}
		dst[w] = word
		ones += bits.OnesCount64(word)
	}
	return ones
}

func range64(dst []uint64, src []byte, in Bounds) int {
	lo, span := in.Lo, in.Hi-in.Lo
	ones := 0
	for w := range dst {
		part := src[w*512 : min(w*512+512, len(src))]
		var word uint64
		for i := 0; len(part) >= 8; i++ {
			word |= truth(binary.LittleEndian.Uint64(part)-lo <= span) << i
			part = part[8:]
		}
		dst[w] = word
		ones += bits.OnesCount64(word)
	}
	return ones
}

func and(dst, a, b []uint64) int {
	a, b = a[:len(dst)], b[:len(dst)]
	ones := 0
	for i := range dst {
		w := a[i] & b[i]
		dst[i] = w
		ones += bits.OnesCount64(w)
	}
	return ones
}

func andNot(dst, a, b []uint64) int {
	a, b = a[:len(dst)], b[:len(dst)]
	ones := 0
	for i := range dst {
		w := a[i] &^ b[i]
		dst[i] = w
		ones += bits.OnesCount64(w)
	}
	return ones
}

func or(dst, a, b []uint64) {
	a, b = a[:len(dst)], b[:len(dst)]
	for i := range dst {
		dst[i] = a[i] | b[i]
	}
}

func count(a []uint64) int {
	ones := 0
	for _, w := range a {
		ones += bits.OnesCount64(w)
	}
	return ones
}

// flatten writes three positions of every word that is not 0 unconditionally: most
// words of a selective bitmap have no more, and then no branch is missed. The
// positions behind the last one are overwritten by the next word.
func flatten(sel []uint16, words []uint64) int {
	n := 0
	for i, w := range words {
		if w == 0 {
			continue
		}
		ones := bits.OnesCount64(w)
		base := uint16(i * 64)
		out := sel[n : n+max(3, ones)]
		for k := 0; k < 3; k++ {
			out[k] = base + uint16(bits.TrailingZeros64(w))
			w &= w - 1
		}
		for k := 3; k < ones; k++ {
			out[k] = base + uint16(bits.TrailingZeros64(w))
			w &= w - 1
		}
		n += ones
	}
	return n
}
