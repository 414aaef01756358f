package simd

import (
	"math/bits"
	"runtime"
)

// Plain returns the kernels in plain Go, for where there is no AVX2.
func Plain() *Kernels {
	return &Kernels{
		Name:  "go",
		Range: [4]func([]uint64, []byte, Bounds){range8, range16, range32, range64}, RangeRefine: [4]int{12, 8, 5, 4},
		Member: [4]func([]uint64, []byte, []uint64, int){member8, member16, member32, member64}, MemberRefine: 4,
		Codes: [3]func([]byte, []byte, *CodeTable){codes8, codes16, codes32}, Masks: masks,
		Cost: Cost{
			Range: [4]float64{0.12, 0.2, 0.36, 0.48}, Member: 1.2, Logic: 0.02,
			Codes: [3]float64{0.26, 0.26, 0.7}, Masks: 3.3, Column: 0.45,
		},
		Folds: plainFolds(),
		And:   and, AndNot: andNot, Or: or, Count: count, Flatten: flatten, Touch: touch,
		Pack: pack, Unpack: unpack, Bits: plainBits, Products: products,
		Scaled: [3]func([]uint32, []byte, uint32){plainScaled8, plainScaled16, plainScaled32},
		Truths: plainTruths(), AddFixed: plainAddFixed, AddPresent: plainAddPresent, Split: plainSplit, OneZero: plainOneZero, Within: plainWithin,
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

// inOrder is the numbers of the words of a block. It never changes.
var inOrder = func() (list [64]uint8) {
	for i := range list {
		list[i] = uint8(i)
	}
	return list
}()

// flatten writes four positions of a word at a time, whether it has so many or not: most
// branches on the number of ones are foreseen then. What is written behind the last
// position is overwritten by the next word. Where there are fewer ones than words, by the
// room in sel, the words that are not 0 are listed first, without a branch.
func flatten(sel []uint16, words []uint64) int {
	var own [64]uint8
	list := &inOrder
	sparse := len(sel)-FlattenSlack < len(words)
	if sparse {
		list = &own
	}
	n := 0
	for w := 0; w < len(words); w += len(list) {
		part := words[w:min(w+len(list), len(words))]
		full := len(part)
		if sparse {
			full = notZero(list, part)
		}
		for _, i := range list[:full] {
			word := part[i]
			out, base, ones := (*[FlattenSlack]uint16)(sel[n:]), uint16(w*64+int(i)*64), bits.OnesCount64(word)
			word = four((*[4]uint16)(out[:]), word, base)
			for k := 4; k < ones; k += 4 {
				word = four((*[4]uint16)(out[k:]), word, base)
			}
			n += ones
		}
	}
	return n
}

// notZero lists the words that are not 0.
func notZero(list *[64]uint8, words []uint64) int {
	full := 0
	for i, word := range words {
		list[full&63] = uint8(i)
		full += int((word | -word) >> 63)
	}
	return full
}

// four writes base plus the positions of the lowest four ones, and returns the others.
func four(out *[4]uint16, word uint64, base uint16) uint64 {
	out[0] = base + uint16(bits.TrailingZeros64(word))
	word &= word - 1
	out[1] = base + uint16(bits.TrailingZeros64(word))
	word &= word - 1
	out[2] = base + uint16(bits.TrailingZeros64(word))
	word &= word - 1
	out[3] = base + uint16(bits.TrailingZeros64(word))
	return word & (word - 1)
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
