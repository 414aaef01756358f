package simd

import (
	"math/bits"
	"runtime"
)

// Plain returns the kernels in plain Go, for where there is no AVX2.
func Plain() *Kernels {
	return &Kernels{
		Name:  "go",
		Range: [4]func([]uint64, []byte, Bounds){range8, range16, range32, range64}, RangeRefine: [4]int{16, 10, 6, 4},
		Member: [4]func([]uint64, []byte, []uint64, int){member8, member16, member32, member64}, MemberRefine: 4,
		And: and, AndNot: andNot, Or: or, Count: count, Flatten: flatten, Touch: touch,
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
