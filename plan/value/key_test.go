package value

import (
	"math/big"
	"testing"
)

// A number fits a precision where its text has no more digits.
func TestFitsCountsDigits(t *testing.T) {
	for p := 1; p <= MaxPrecision; p++ {
		limit := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(p)), nil)
		two := new(big.Int).Lsh(big.NewInt(1), uint(limit.BitLen()-1))
		for _, base := range []*big.Int{limit, two, new(big.Int).Rsh(two, 1), big.NewInt(0)} {
			for d := int64(-1); d <= 1; d++ {
				n := new(big.Int).Add(base, big.NewInt(d))
				want := len(new(big.Int).Abs(n).String()) <= p
				for _, n := range []*big.Int{n, new(big.Int).Neg(n)} {
					if got := DecimalType(p, 0).Fits(n); got != want {
						t.Errorf("%s fits %d digits: %v", n, p, got)
					}
				}
			}
		}
	}
}
