package optimizer

import (
	"math"
	"testing"
)

func usage(t *testing.T, steps ...Step) *Usage {
	t.Helper()
	u, err := NewUsage(steps)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// TestWeightedDemand follows a query of 1 s at 100 bytes, 3 s at 20 and 1 s at 40.
func TestWeightedDemand(t *testing.T) {
	u := usage(t, Step{1, 100}, Step{3, 20}, Step{1, 40})
	for i, want := range []struct{ weighted, peak int64 }{{40, 100}, {25, 40}, {40, 40}, {0, 0}} {
		if w, p := u.Weighted(), u.Peak(); w != want.weighted || p != want.peak {
			t.Errorf("step %d: weighted %d, peak %d; want %+v", i, w, p, want)
		}
		if more := u.Next(); more != (i < 2) {
			t.Errorf("step %d: more is %v", i, more)
		}
	}
}

func TestGate(t *testing.T) {
	for name, c := range map[string]struct {
		policy   Policy
		admitted int // of five equal queries with a weighted demand of 40 and a peak of 100, in 200 bytes
		later    int // more, when all that run are at their second step with 25
	}{
		"FIX-1": {Fix(1), 1, 0}, "FIX-3": {Fix(3), 3, 0}, "Peak": {Peak{}, 2, 1}, "Weight": {Weight{}, 5, 0},
	} {
		g := NewGate(c.policy, 200)
		for range 5 {
			g.Arrive(usage(t, Step{1, 100}, Step{3, 20}, Step{1, 40}))
		}
		in := g.Admit()
		if len(in) != c.admitted || len(g.Admit()) != 0 {
			t.Errorf("%s: %d admitted, want %d", name, len(in), c.admitted)
		}
		for _, u := range in {
			u.Next()
		}
		if n := len(g.Admit()); n != c.later {
			t.Errorf("%s: %d admitted later, want %d", name, n, c.later)
		}
	}
}

// TestGateStarvesNobody: a query larger than the memory runs alone, in its turn.
func TestGateStarvesNobody(t *testing.T) {
	g := NewGate(Weight{}, 100)
	small, huge, last := usage(t, Step{1, 10}), usage(t, Step{1, 1000}), usage(t, Step{1, 10})
	for _, u := range []*Usage{small, huge, last} {
		g.Arrive(u)
	}
	for i, want := range []*Usage{small, huge, last} {
		in := g.Admit()
		if len(in) != 1 || in[0] != want {
			t.Fatalf("turn %d: %v", i, in)
		}
		g.Leave(want)
	}
	g.Arrive(small)
	g.Leave(small)
	if len(g.Admit()) != 0 {
		t.Error("a query that left is admitted")
	}
}

func TestNewUsageRefuses(t *testing.T) {
	for _, s := range []Step{{-1, 0}, {0, -1}, {math.NaN(), 1}} {
		if _, err := NewUsage([]Step{s}); err == nil {
			t.Errorf("%+v is accepted", s)
		}
	}
}
