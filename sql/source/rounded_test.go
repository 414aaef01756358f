package source

import (
	"math"
	"math/rand/v2"
	"testing"

	"gsdms/plan"
	"gsdms/plan/value"
)

// Numbers that lose digits behind the point are those that a value by itself becomes, and where a column
// does not hold one, that is said of it.
func TestRoundedNumbersAreThoseOfValues(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 8))
	refused := 0
	for range 3000 {
		of := plan.Type{Kind: plan.Decimal, Precision: 18, Scale: 1 + r.IntN(18)}
		to := plan.Type{Kind: plan.Decimal, Precision: 1 + r.IntN(18)}
		to.Scale = r.IntN(min(to.Precision, of.Scale))
		if r.IntN(4) == 0 {
			to.Min, to.Max = 0, value.Pow10(to.Precision)-1
		}
		digits := of.Scale - to.Scale
		numbers, nulls := make([]int64, 9), make([]bool, 9)
		for i := range numbers {
			numbers[i] = r.Int64N(value.Pow10(1+r.IntN(18))) - r.Int64N(value.Pow10(1+r.IntN(18)))
			if r.IntN(3) == 0 { // a half, or next to one
				numbers[i] = numbers[i]/value.Pow10(digits)*value.Pow10(digits) + value.Pow10(digits)/2 - int64(r.IntN(3)) + 1
			}
			nulls[i] = r.IntN(9) == 0
		}
		numbers[0] = []int64{math.MaxInt64, math.MinInt64, 0, numbers[0], numbers[0], numbers[0]}[r.IntN(6)]
		want, fits := make([]int64, len(numbers)), true
		for i, n := range numbers {
			if nulls[i] {
				continue
			}
			v, err := converted(value.OfDecimal(n, of.Scale), to)
			if err == nil {
				want[i], _ = value.Small(v.Dec)
			}
			fits = fits && err == nil
		}
		got, ok := rounded(numbers, nulls, digits, to)
		if ok != fits {
			t.Fatalf("%d of %s as %s: fits is %t, want %t", numbers, of, to, ok, fits)
		}
		for i := range got {
			if got[i] != want[i] {
				t.Fatalf("%d of %s as %s is %d, want %d", numbers[i], of, to, got[i], want[i])
			}
		}
		if !ok {
			refused++
		}
	}
	if refused < 300 || refused > 2700 {
		t.Errorf("%d of 3000 were refused", refused)
	}
}
