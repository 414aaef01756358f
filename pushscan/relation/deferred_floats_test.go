package relation

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"gsdms/plan"
)

// Doubles are within bounds where each that is not NULL is; within those of no doubles none is.
func TestBoundsHaveDoubles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.SampledFrom([]float64{-7.5, -1, math.Copysign(0, -1), 0, 0.5, 2, 1e300})
		floats := rapid.SliceOfN(number, 0, 9).Draw(t, "floats")
		var nulls []bool
		if rapid.Bool().Draw(t, "nullable") {
			nulls = rapid.SliceOfN(rapid.Bool(), len(floats), len(floats)).Draw(t, "nulls")
		}
		low, high := number.Draw(t, "low")+0, number.Draw(t, "high")+0
		b := bounds{lo: plan.RankOf(low), hi: plan.RankOf(high)}
		want := true
		for i, f := range floats {
			want = want && (nulls != nil && nulls[i] || low <= high && low <= f && f <= high)
		}
		if got := b.haveAll(floats, nulls); got != want {
			t.Errorf("%v, NULL %v, from %v to %v: %t, want %t", floats, nulls, low, high, got, want)
		}
	})
}

// The zones of doubles are those of the parts: of parts of which nothing is said any doubles.
func TestZonesOfDoubles(t *testing.T) {
	f := &fakeParts{rows: []int64{segmentRows, segmentRows}}
	table := deferred(t, f)
	form := plan.RankStorage(true)
	for s := range table.Segments() {
		first := float64(s*segmentRows) / 4
		lo, hi := table.Data.Zone(1, s)
		if want := form.Store(plan.RankOf(first + float64(segmentRows-1)/4)); lo != 0 || hi != want {
			t.Errorf("segment %d: from %d to %d, want to %d", s, lo, hi, want)
		}
	}
	table = deferred(t, &fakeParts{rows: []int64{10}, unbounded: true})
	if lo, hi := table.Data.Zone(1, 0); lo != 0 || hi != form.Store(plan.RankOf(math.Inf(1))) {
		t.Errorf("of unknown doubles from %d to %d", lo, hi)
	}
}
