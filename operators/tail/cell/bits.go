package cell

import (
	"math"
	"math/big"
	"math/bits"
)

// FloatBits are in the order of doubles; there is one zero.
func FloatBits(f float64) uint64 {
	b := math.Float64bits(f + 0)
	if b>>63 != 0 {
		return ^b
	}
	return b | 1<<63
}

// WideWord is 64 bits of a number in two's complement, word 0 the lowest.
func WideWord(n *big.Int, word int) uint64 {
	if n.Sign() >= 0 {
		return magnitudeWord(n, word)
	}
	borrow := true // -n is the complement of n - 1
	for i := range word {
		borrow = borrow && magnitudeWord(n, i) == 0
	}
	if m := magnitudeWord(n, word); borrow {
		return -m
	}
	return ^magnitudeWord(n, word)
}

// magnitudeWord is 64 bits of |n|.
func magnitudeWord(n *big.Int, word int) (w uint64) {
	const size = bits.UintSize
	for i, b := range n.Bits() {
		if at := i * size; at/64 == word {
			w |= uint64(b) << (at % 64)
		}
	}
	return w
}
