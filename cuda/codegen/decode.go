package codegen

import (
	"math"
	"math/big"

	"gsdms/operators"
)

// IsFloat reports whether an aggregate's result is a double.
func IsFloat(f operators.FoldFunc) bool {
	return f == operators.SumFloat || f == operators.MinFloat || f == operators.MaxFloat
}

// Decode makes the result of an aggregate, a number or the bits of a double, of the words
// into which a group's rows were folded. Sum128, whose result has more bits, and
// CountDistinct, which has no words, are not for it.
func Decode(f operators.FoldFunc, words []uint64) int64 {
	const sign = 1 << 63
	switch f {
	case operators.MinInt:
		return int64(^words[0] ^ sign)
	case operators.MaxInt:
		return int64(words[0] ^ sign)
	case operators.MinFloat:
		return orderedBits(int64(^words[0] ^ sign))
	case operators.MaxFloat:
		return orderedBits(int64(words[0] ^ sign))
	case operators.SumFloat:
		return int64(math.Float64bits(exactSum(words)))
	default:
		return int64(words[0])
	}
}

// Plain reports whether the only word of an aggregate is its result.
func Plain(f operators.FoldFunc) bool {
	return f == operators.CountRows || f == operators.CountValues || f == operators.Sum64 || f == operators.CountDistinct
}

// orderedBits is the inverse of the kernels' float_order.
func orderedBits(n int64) int64 {
	if n < 0 {
		return int64(^(uint64(n) ^ 1<<63))
	}
	return n
}

// exactSum rounds a superaccumulator once, to the nearest double: limb k counts units of
// 2^(32 k - 1074).
func exactSum(limbs []uint64) float64 {
	sum, limb := new(big.Int), new(big.Int)
	for k := len(limbs) - 1; k >= 0; k-- {
		sum.Lsh(sum, 32)
		sum.Add(sum, limb.SetInt64(int64(limbs[k])))
	}
	if sum.Sign() == 0 {
		return 0
	}
	exact := new(big.Float).SetInt(sum)
	f, _ := exact.SetMantExp(exact, -1074).Float64()
	return f
}
