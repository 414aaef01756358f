package exact

import "math/big"

// WideVariance is the variance of n numbers of a scale with this sum and sum of squares.
func WideVariance(sum, squares *big.Int, count, by int64, digits int) float64 {
	n := big.NewInt(count)
	over := new(big.Int).Mul(n, squares)
	over.Sub(over, new(big.Int).Mul(sum, sum))
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(2*digits)), nil)
	out, _ := new(big.Rat).SetFrac(over, n.Mul(n, scale.Mul(scale, big.NewInt(by)))).Float64()
	return out
}
