package simd

import (
	"encoding/binary"
	"math/bits"
	"runtime"
)

// Plain returns the kernels in plain Go: what the others are tested against, and what
// runs where there is no AVX2.
func Plain() *Kernels {
	return &Kernels{
		Name:  "go",
		Range: [4]func([]uint64, []byte, Bounds){range8, range16, range32, range64},
		Ranges: [4]func(*[4][]uint64, []byte, *[4]Bounds){
			fourTimes(range8), fourTimes(range16), fourTimes(range32), fourTimes(range64)},
		Member: [4]func([]uint64, []byte, []uint64, int){member8, member16, member32, member64}, MemberRefine: 4,
		And: and, AndNot: andNot, Or: or, Count: count, Flatten: flatten, Touch: touch,
	}
}

func fourTimes(one func([]uint64, []byte, Bounds)) func(*[4][]uint64, []byte, *[4]Bounds) {
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

// The test x-lo <= hi-lo on unsigned numbers has no branch. Numbers of 8 and 16 bits
// are tested 8 and 4 at a time in one register: 0.4 and 0.8 ns a row, one by one 5 and 7.

// In a register of lanes, high is the highest bit of every lane. Subtracting with the
// highest bits set in the one number and cleared in the other keeps borrows inside of
// the lanes; exclusive or puts the highest bits right afterwards. y <= span is decided
// by the highest bits where they differ and by the borrow of the others where not.
// Multiplying by gather brings one bit of every lane together at the top.

func range8(dst []uint64, src []byte, in Bounds) {
	const each = 0x0101010101010101
	const high, gather = 0x80 * each, 0x0102040810204080
	lo, span := in.Lo*each, (in.Hi-in.Lo)*each
	lowLo, notLo, highSpan := lo&^high, ^lo, span|high
	for w := range dst {
		part := src[w*64 : min(w*64+64, len(src))]
		var word uint64
		i := 0
		for ; i+8 <= len(part); i += 8 {
			x := binary.LittleEndian.Uint64(part[i:])
			y := ((x | high) - lowLo) ^ ((x ^ notLo) & high)
			ok := ((span &^ y) | (^(span ^ y) & (highSpan - (y &^ high)))) & high
			word |= ok >> 7 * gather >> 56 << (i & 63)
		}
		for ; i < len(part); i++ {
			word |= truth(part[i]-uint8(in.Lo) <= uint8(in.Hi-in.Lo)) << (i & 63)
		}
		dst[w] = word
	}
}

func range16(dst []uint64, src []byte, in Bounds) {
	const each = 0x0001000100010001
	const high, gather = 0x8000 * each, 1<<60 | 1<<45 | 1<<30 | 1<<15
	lo, span := in.Lo*each, (in.Hi-in.Lo)*each
	lowLo, notLo, highSpan := lo&^high, ^lo, span|high
	for w := range dst {
		part := src[w*128 : min(w*128+128, len(src))]
		var word uint64
		i := 0
		for ; 2*i+8 <= len(part); i += 4 {
			x := binary.LittleEndian.Uint64(part[2*i:])
			y := ((x | high) - lowLo) ^ ((x ^ notLo) & high)
			ok := ((span &^ y) | (^(span ^ y) & (highSpan - (y &^ high)))) & high
			word |= ok >> 15 * gather >> 60 << (i & 63)
		}
		for ; 2*i < len(part); i++ {
			x := binary.LittleEndian.Uint16(part[2*i:])
			word |= truth(x-uint16(in.Lo) <= uint16(in.Hi-in.Lo)) << (i & 63)
		}
		dst[w] = word
	}
}

func range32(dst []uint64, src []byte, in Bounds) {
	lo, span := uint32(in.Lo), uint32(in.Hi-in.Lo)
	test := func(b []byte) uint64 { return truth(binary.LittleEndian.Uint32(b)-lo <= span) }
	for w := range dst {
		part := src[w*256 : min(w*256+256, len(src))]
		var word uint64
		i := 0
		for ; 4*i+16 <= len(part); i += 4 {
			p := part[4*i : 4*i+16]
			word |= (test(p) | test(p[4:])<<1 | test(p[8:])<<2 | test(p[12:])<<3) << (i & 63)
		}
		for ; 4*i < len(part); i++ {
			word |= test(part[4*i:]) << (i & 63)
		}
		dst[w] = word
	}
}

func range64(dst []uint64, src []byte, in Bounds) {
	lo, span := in.Lo, in.Hi-in.Lo
	test := func(b []byte) uint64 { return truth(binary.LittleEndian.Uint64(b)-lo <= span) }
	for w := range dst {
		part := src[w*512 : min(w*512+512, len(src))]
		var word uint64
		i := 0
		for ; 8*i+32 <= len(part); i += 4 {
			p := part[8*i : 8*i+32]
			word |= (test(p) | test(p[8:])<<1 | test(p[16:])<<2 | test(p[24:])<<3) << (i & 63)
		}
		for ; 8*i < len(part); i++ {
			word |= test(part[8*i:]) << (i & 63)
		}
		dst[w] = word
	}
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

// flatten first lists the words that are not 0, without a branch, and then writes three
// positions of each unconditionally: most words of a selective bitmap have no more, and
// no branch is missed. What is written behind the last position is overwritten by the
// next word.
func flatten(sel []uint16, words []uint64) int {
	var list [64]uint8
	n := 0
	for w := 0; w < len(words); w += len(list) {
		part := words[w:min(w+len(list), len(words))]
		full := 0
		for i, word := range part {
			list[full&63] = uint8(i)
			full += int((word | -word) >> 63)
		}
		for _, i := range list[:full] {
			n += positions(sel[n:n+FlattenSlack], part[i], uint16(w*64+int(i)*64))
		}
	}
	return n
}

// positions writes base plus the positions of the ones of a word, and up to three more.
func positions(out []uint16, word uint64, base uint16) int {
	ones := bits.OnesCount64(word)
	for k := 0; k < 3; k++ {
		out[k] = base + uint16(bits.TrailingZeros64(word))
		word &= word - 1
	}
	for k := 3; k < ones; k++ {
		out[k] = base + uint16(bits.TrailingZeros64(word))
		word &= word - 1
	}
	return ones
}

func touch(src []byte) {
	var sum byte
	for i := 0; i < len(src); i += cacheLine {
		sum += src[i]
	}
	runtime.KeepAlive(sum) // or the reads would be dropped
}

// cacheLine is bytes.
const cacheLine = 64
