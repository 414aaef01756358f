package optimizer

import (
	"fmt"
	"math"
	"testing"
)

// alone is a solver with a calibrator, and the wave of one reading kernel: 44 GB, and so
// 10 ms on an H200.
func alone(t testing.TB, o Objective) (*Solver, Wave) {
	t.Helper()
	c, err := NewCalibrator(H200())
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewSolver(H200(), Options{Objective: o, Calibrator: c})
	if err != nil {
		t.Fatal(err)
	}
	return s, waveFor(t, s, reader("reads"))
}

func reader(name string) Demand {
	return Demand{Name: name, Threads: 1024, Registers: 32, Bytes: 44e9, Instrs: 1e9, Rows: 1e6}
}

func waveFor(t testing.TB, s *Solver, demands ...Demand) Wave {
	t.Helper()
	w, err := s.Solve(demands)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// seconds is one launch of kernel 0.
func seconds(t float64) []Took { return []Took{{Seconds: t}} }

func expect(t *testing.T, s *Solver, what string, want float64, demands ...Demand) {
	t.Helper()
	fresh, err := NewSolver(s.device, s.options)
	if err != nil {
		t.Fatal(err)
	}
	if got := waveFor(t, fresh, demands...).Ends[0]; math.Abs(got/want-1) > 1e-6 {
		t.Errorf("%s: %g s are predicted, want %g", what, got, want)
	}
}

// TestObserveOneKernel follows a kernel that reads, which shows the bandwidth, so that
// others are expected to be as slow.
func TestObserveOneKernel(t *testing.T) {
	for _, o := range []Objective{Concurrency, Makespan} {
		s, w := alone(t, o)
		expect(t, s, "told", 0.01, reader("reads"))
		if s.Observe(w, seconds(0.011)) {
			t.Error("a tenth more makes the wave stale")
		}
		expect(t, s, "once 11 ms", 0.011, reader("reads"))
		expect(t, s, "another kernel", 0.011, reader("reads too"))
		s.Observe(w, []Took{{Rows: 5e5, Seconds: 0.0055}})
		expect(t, s, "half the rows in half the time", 0.011, reader("reads"))
		s.Observe(w, seconds(0.3))
		expect(t, s, "one out of line", 0.011, reader("reads"))
		for range 4 {
			s.Observe(w, seconds(0.02))
		}
		if stale := s.Observe(w, seconds(0.02)); stale != (o == Makespan) {
			t.Errorf("%v: twice as long: stale %v", o, stale)
		}
		expect(t, s, "20 ms from now on", 0.02, reader("reads"))
		if now := waveFor(t, s, reader("reads")); o == Makespan && math.Abs(now.Ends[0]/0.02-1) > 1e-6 || s.Stale(now) {
			t.Errorf("%v: decided anew, %g s are predicted", o, now.Ends[0])
		}
	}
}

// TestObserveLearnsNothing of what is too short, unknown, or beside something unknown.
func TestObserveLearnsNothing(t *testing.T) {
	s, w := alone(t, Makespan)
	two := waveFor(t, s, reader("reads"), reader("more"))
	for name, see := range map[string]func() bool{
		"short":                 func() bool { return s.Observe(w, seconds(1e-6)) },
		"unknown":               func() bool { return s.Observe(w, seconds(0)) },
		"infinite":              func() bool { return s.Observe(w, seconds(math.Inf(1))) },
		"no number":             func() bool { return s.Observe(w, seconds(math.NaN())) },
		"one of two, both last": func() bool { return len(two.Batches) == 1 && s.Observe(two, []Took{{Kernel: 1, Seconds: 5}}) },
	} {
		if see() {
			t.Errorf("%s: the wave is stale", name)
		}
		expect(t, s, name, 0.01, reader("reads"))
	}
}

// TestObserveBesideOthers: two kernels that read and share a batch take twice the time
// that each takes alone, which is then what is expected of one.
func TestObserveBesideOthers(t *testing.T) {
	s, _ := alone(t, Makespan)
	two := waveFor(t, s, reader("reads"), reader("more"))
	if len(two.Batches) != 1 {
		t.Fatalf("%v", two)
	}
	s.Observe(two, []Took{{Kernel: 0, Seconds: 0.04}, {Kernel: 1, Seconds: 0.04}})
	expect(t, s, "alone", 0.02, reader("reads"))
	expect(t, s, "beside another", 0.04, reader("more"), reader("reads"))
}

// TestCalibratorForgets: it keeps so many shapes and no more, and the newest ones.
func TestCalibratorForgets(t *testing.T) {
	s, _ := alone(t, Concurrency)
	for i := range 2 * mostShapes {
		d := reader(fmt.Sprint(i))
		s.Observe(waveFor(t, s, d), seconds(0.02*float64(1+i%2)))
	}
	c := s.options.Calibrator
	if len(c.shapes) != mostShapes || c.shapes[shapeKey{name: "0"}] != nil || c.shapes[shapeKey{name: fmt.Sprint(2*mostShapes - 1)}] == nil {
		t.Errorf("%d shapes", len(c.shapes))
	}
}

// TestShapesAreCorrectedTogether: kernels of one shape read by the same factor.
func TestShapesAreCorrectedTogether(t *testing.T) {
	s, _ := alone(t, Concurrency)
	slow, fast, like := reader("a"), reader("b"), reader("c")
	slow.Shape, like.Shape, like.Bytes = 7, 7, 22e9
	for range 3 {
		s.Observe(waveFor(t, s, fast), seconds(0.01))
		s.Observe(waveFor(t, s, slow), seconds(0.03))
	}
	like.Instrs /= 2
	expect(t, s, "half of the slow one", 0.015, like)
	for range 9 {
		s.Observe(waveFor(t, s, like), seconds(0.02))
	}
	expect(t, s, "what was seen of the half itself", 0.02, like)
	expect(t, s, "the slow one, as it was seen", 0.03, slow)
}
