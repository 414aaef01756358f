package numbering

import "math/bits"

// A hash of words is the two halves of a product of 128 bits, folded, and its upper bits
// folded into the lower ones: each depends on all bits of a word, also of one whose low
// bits are all zero, as those of most doubles are, and keys at equal distances do not lead
// to places at equal distances. The first two are digits of pi, the last is 2^64 over the
// golden ratio.
const (
	hashFirst  uint64 = 0x243f6a8885a308d3
	hashSecond uint64 = 0x13198a2e03707345
	hashThird  uint64 = 0x9e3779b97f4a7c15
)

func folded64(a, b uint64) uint64 {
	high, low := bits.Mul64(a, b)
	h := high ^ low
	return h ^ h>>29
}

// Hash fills hashes with those of rows' words. Two words are one product.
func Hash(words [][]uint64, hashes []uint64) {
	first := words[0][:len(hashes)]
	if len(words) == 1 {
		for i, k := range first {
			hashes[i] = folded64(k^hashFirst, hashThird)
		}
		return
	}
	second := words[1][:len(hashes)]
	for i, k := range first {
		hashes[i] = folded64(k^hashFirst, second[i]^hashSecond)
	}
	for _, word := range words[2:] {
		for i, k := range word[:len(hashes)] {
			hashes[i] = folded64(k^hashes[i], hashThird)
		}
	}
}
