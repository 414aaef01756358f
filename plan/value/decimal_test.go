package value

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/cockroachdb/apd/v3"
)

// Decimals of 64 bits are written and rounded as apd does it.
func TestSmallDecimals(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 6))
	numbers := []int64{0, 1, -1, 5, -5, 49, 50, -50, math.MaxInt64, math.MinInt64}
	for range 2000 {
		n := r.Int64() >> r.IntN(63)
		numbers = append(numbers, n-r.Int64()>>r.IntN(63))
	}
	c := apd.BaseContext.WithPrecision(60)
	c.Rounding = apd.RoundHalfUp
	for _, n := range numbers {
		scale, to := r.IntN(MaxScale+1), r.IntN(19)
		d := apd.New(n, int32(-scale))
		if got, want := string(AppendDecimal([]byte("x"), n, scale)), "x"+d.Text('f'); got != want {
			t.Fatalf("%d / 10^%d: %s, want %s", n, scale, got, want)
		}
		var want apd.Decimal
		if _, err := c.Quantize(&want, d, int32(-to)); err != nil {
			t.Fatal(err)
		}
		if got := Rescale(d, to); got.Cmp(&want) != 0 || got.Exponent != want.Exponent {
			t.Fatalf("%s with %d digits: %s, want %s", d.Text('f'), to, got.Text('f'), want.Text('f'))
		}
	}
}
