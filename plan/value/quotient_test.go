package value

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/cockroachdb/apd/v3"
)

// A quotient whose last digits are dropped is that of whole numbers of any size.
func TestTruncDecimals(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 15))
	digits := func() int64 {
		switch r.IntN(6) {
		case 0:
			return []int64{math.MinInt64, math.MaxInt64, math.MinInt64 + 1, -1, 1, 10}[r.IntN(6)]
		case 1:
			return int64(r.Uint64()) | 1
		}
		return (r.Int64N(1<<r.IntN(40)) + 1) * (1 - 2*int64(r.IntN(2)))
	}
	ten := func(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }
	for range 20000 {
		a, b, sa, sb, scale := digits(), digits(), r.IntN(12), r.IntN(12), r.IntN(14)
		got, err := TruncDecimals(apd.New(a, int32(-sa)), apd.New(b, int32(-sb)), scale)
		if err != nil {
			t.Fatal(err)
		}
		x := new(big.Int).Mul(big.NewInt(a), ten(scale+sb))
		want := x.Quo(x, new(big.Int).Mul(big.NewInt(b), ten(sa)))
		if n := Signed(got); n.MathBigInt().Cmp(want) != 0 || ScaleOf(got) != scale || got.Negative && got.Coeff.Sign() == 0 {
			t.Fatalf("%de-%d / %de-%d to %d digits is %s, want %s of these", a, sa, b, sb, scale, got, want)
		}
	}
}
