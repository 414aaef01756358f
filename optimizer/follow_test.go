package optimizer

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// someDemands are kernels of random sizes, some behind others.
func someDemands(r *rand.Rand) []Demand {
	out := make([]Demand, 2+r.IntN(24))
	for i := range out {
		out[i] = Demand{
			Name: fmt.Sprint("k", i), Threads: 32 * (1 + r.IntN(48)), Registers: 8 * (1 + r.IntN(8)), Shared: r.IntN(3) * r.IntN(100_000),
			Bytes: r.Int64N(1e9), Instrs: r.Int64N(1e10),
		}
		for range r.IntN(2) * r.IntN(3) {
			if i > 0 {
				out[i].After = append(out[i].After, r.IntN(i))
			}
		}
	}
	return out
}

// Whatever kernels take, those that run at the same time by Follows fit a multiprocessor, and
// none begins later than it would if batches waited for each other.
func TestFollowsFitAndAreNoLater(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	sooner := 0
	for range 400 {
		d := H200()
		s, err := NewSolver(d, Options{Objective: Objective(r.IntN(2))})
		if err != nil {
			t.Fatal(err)
		}
		w, err := s.Solve(someDemands(r))
		if err != nil || len(w.Batches) < 2 {
			continue
		}
		took := make([]float64, len(w.Demands))
		for i := range took {
			took[i] = r.ExpFloat64()
		}
		begins, ends := make([]float64, len(took)), make([]float64, len(took))
		barrier := 0.0
		for _, b := range w.Batches {
			next := barrier
			for _, l := range b.Launches {
				for _, f := range w.Follows[l.Kernel] {
					begins[l.Kernel] = max(begins[l.Kernel], ends[f])
				}
				for _, a := range w.Demands[l.Kernel].After {
					if begins[l.Kernel] < ends[a] {
						t.Fatalf("kernel %d begins before %d, which it comes after, has ended\n%v", l.Kernel+1, a+1, w)
					}
				}
				if begins[l.Kernel] > barrier*(1+1e-9) {
					t.Fatalf("kernel %d begins at %g, behind a barrier at %g\n%v", l.Kernel+1, begins[l.Kernel], barrier, w)
				}
				if begins[l.Kernel] < barrier {
					sooner++
				}
				ends[l.Kernel] = begins[l.Kernel] + took[l.Kernel]
				next = max(next, ends[l.Kernel])
			}
			barrier = next
		}
		runTogether(t, &w, begins, ends)
	}
	if sooner < 500 {
		t.Errorf("only %d kernels begin sooner than behind a barrier", sooner)
	}
}

// runTogether looks at what runs whenever a kernel begins.
func runTogether(t *testing.T, w *Wave, begins, ends []float64) {
	t.Helper()
	m, err := NewMultiprocessor(w.Device)
	if err != nil {
		t.Fatal(err)
	}
	for at := range begins {
		var sum Load
		for _, b := range w.Batches {
			for _, l := range b.Launches {
				if k := l.Kernel; begins[k] <= begins[at] && begins[at] < ends[k] {
					sum = sum.Plus(m.Take(l.Blocks, l.Warps, w.Demands[k].Registers, w.Demands[k].Shared))
				}
			}
		}
		if !sum.Within(m.Room()) {
			t.Fatalf("%v run when kernel %d begins\n%v", sum, at+1, w)
		}
	}
}
