package plan

import (
	"cmp"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// drawDouble makes a double of any bits that is a number, of which many lie at the ends.
func drawDouble(t *rapid.T) float64 {
	f := math.Float64frombits(rapid.Uint64().Draw(t, "bits"))
	ends := []float64{0, 1, -1, math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64, -math.SmallestNonzeroFloat64, math.Inf(1), math.Inf(-1)}
	if math.IsNaN(f) || rapid.Bool().Draw(t, "end") {
		return rapid.SampledFrom(ends).Draw(t, "double")
	}
	return f
}

// Ranks are in the order of doubles and give them back, and no number has the code of NULL.
func TestRanks(t *testing.T) {
	form := RankStorage(true)
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawDouble(t)+0, drawDouble(t)+0
		if got, want := cmp.Compare(RankOf(a), RankOf(b)), cmp.Compare(a, b); got != want {
			t.Errorf("%v and %v: %d, want %d", a, b, got, want)
		}
		if got, want := cmp.Compare(form.Store(RankOf(a)), form.Store(RankOf(b))), cmp.Compare(a, b); got != want {
			t.Errorf("stored %v and %v: %d, want %d", a, b, got, want)
		}
		if n, null := form.Load(form.Store(RankOf(a))); null || OfRank(n) != a {
			t.Errorf("%v comes back as %v, NULL %t", a, OfRank(n), null)
		}
	})
	if RankOf(math.Copysign(0, -1)) != RankOf(0)-1 {
		t.Error("the zeros do not lie beside each other")
	}
}
