package cpu

import (
	"math"
	"testing"
	"time"

	"gsdms/operators"
	"gsdms/plan"
)

// The pace is what the program is expected to take until four vectors have told, and then the
// least of these for a row, of the rows that the zone maps leave.
func TestPaceIsLearned(t *testing.T) {
	_, table := counting(1000)
	b, err := New(Options{Threads: 1})
	check(t, err)
	defer b.Close()
	opened, err := b.Open(t.Context(), over(table, "counts", countRows()), 0)
	check(t, err)
	defer opened.Close()
	r := opened.(*run)
	first, _ := r.Pace(1000)
	for _, took := range []time.Duration{90, 400, 8000} {
		r.pace.note(took*time.Microsecond, 100)
		if now, _ := r.Pace(1000); now != first {
			t.Errorf("after %d us it is %v, expected were %v", took, now, first)
		}
	}
	r.pace.note(200*time.Microsecond, 200)
	r.pace.note(time.Nanosecond, 200) // it is known by now
	for rows, want := range map[int]float64{100: 90e-6, 1000: 900e-6, 1 << 20: 900e-6} {
		if got, bounded := r.Pace(rows); math.Abs(got-want) > 1e-9 || !bounded {
			t.Errorf("%d rows: %v s, bounded: %v, want %v", rows, got, bounded, want)
		}
	}
}

// Vectors that are worked on tell.
func TestPaceIsMeasured(t *testing.T) {
	m, table := counting(pacedVectors * plan.SegmentRows)
	runs := runTogether(t, Options{Threads: 2, Families: FamiliesNever}, m, 0, over(table, "a", countRows()), over(table, "b", countRows()))
	for _, r := range runs {
		if _, known := r.(*run).pace.measured(); !known {
			t.Errorf("%s: nothing is known", r.Program().Name)
		}
	}
}

// No bound holds for a row that may have many partners, all of which are looked at.
func TestBounded(t *testing.T) {
	_, table := counting(10)
	side := columnTable(3, 5, 5, 7)
	for _, c := range []struct {
		kind         plan.JoinKind
		unique, cond bool
		want         bool
	}{
		{plan.InnerJoin, true, false, true}, {plan.LeftJoin, true, true, true}, {plan.SemiJoin, false, false, true}, {plan.MarkJoin, false, false, true},
		{plan.InnerJoin, false, false, false}, {plan.LeftJoin, false, false, false}, {plan.SemiJoin, false, true, false},
	} {
		p := joining(table, side, c.kind, countRows())
		p.Indexes[0].Unique = c.unique
		if probe := p.Body[len(p.Body)-1].(operators.Probe); c.cond {
			probe.Cond = 0
			p.Body[len(p.Body)-1] = probe
		}
		if got := p.Bounded(); got != c.want {
			t.Errorf("%+v: bounded is %v", c, got)
		}
	}
}
