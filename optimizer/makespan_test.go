package optimizer

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"
)

// timedDemands are random demands with work.
func timedDemands(r *rand.Rand, d Device, n int) []Demand {
	demands := randomDemands(r, d, n)
	for i := range demands {
		demands[i].Bytes, demands[i].Instrs = 1+r.Int64N(1000), r.Int64N(1000)
	}
	return demands
}

// bruteDivide tries all warps and blocks of a batch and returns the least time, or
// infinity.
func bruteDivide(d Device, demands []Demand) float64 {
	floor, bytes, instrs := 0.0, 0.0, 0.0
	for _, k := range demands {
		bytes, instrs = bytes+float64(k.Bytes), instrs+float64(k.Instrs)
	}
	floor = max(bytes/d.Bandwidth, instrs/d.IssueRate)
	best := math.Inf(1)
	with := append([]Demand(nil), demands...)
	var try func(k int, t float64)
	try = func(k int, t float64) {
		if t >= best {
			return
		}
		if k == len(with) {
			if bruteAssign(d, with, d.Warps, d.Blocks, d.Registers, d.Shared) >= 0 {
				best = t
			}
			return
		}
		for w := 1; w <= d.Warps; w++ {
			with[k].Threads = w * d.WarpSize
			memory := float64(demands[k].Bytes) / (d.Bandwidth * min(1, float64(w)/float64(d.MemoryWarps)))
			issue := float64(demands[k].Instrs) / (d.IssueRate * min(1, float64(w)/float64(d.IssueWarps)))
			try(k+1, max(t, memory, issue))
		}
	}
	try(0, floor)
	return best
}

// timedDevice is a random device with rates.
func timedDevice(r *rand.Rand) Device {
	d := randomDevice(r)
	d.Bandwidth, d.IssueRate = 100, 100
	d.MemoryWarps, d.IssueWarps = 1+r.IntN(d.Warps), 1+r.IntN(d.Warps)
	return d
}

// TestDivideMeetsBruteForce: the division of one batch is the best there is.
func TestDivideMeetsBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	feasible := 0
	for i := range 1000 {
		d := timedDevice(r)
		demands := timedDemands(r, d, 1+r.IntN(3))
		want := bruteDivide(d, demands)
		got := divided1(t, d, demands)
		if math.Abs(got-want) > 1e-9*want {
			t.Fatalf("instance %d: %g, brute force %g\n%+v\n%+v", i, got, want, d, demands)
		}
		if !math.IsInf(want, 1) {
			feasible++
		}
	}
	if feasible < 300 {
		t.Errorf("only %d instances are feasible", feasible)
	}
}

// divided1 is the time of all demands in one batch, or infinity.
func divided1(t *testing.T, d Device, demands []Demand) float64 {
	t.Helper()
	one := append([]Demand(nil), demands...)
	all := make([]int, len(one))
	for i := range one {
		one[i].Threads, all[i] = 1, i
	}
	p, err := newProblem(d, one)
	if err != nil {
		return math.Inf(1)
	}
	s := &schedule{problem: p}
	s.prepare(demands, Roofline{})
	v, ok := s.divide(all)
	if !ok {
		return math.Inf(1)
	}
	return v
}

// bruteWave tries all ordered batches of up to four kernels.
func bruteWave(d Device, demands []Demand, gap float64) float64 {
	n := len(demands)
	cost := make([]float64, 1<<n)
	for set := 1; set < 1<<n; set++ {
		var in []Demand
		for i := range demands {
			if set&(1<<i) != 0 {
				in = append(in, demands[i])
			}
		}
		cost[set] = bruteDivide(d, in)
	}
	best := make([]float64, 1<<n)
	for set := 1; set < 1<<n; set++ {
		best[set] = math.Inf(1)
		for sub := set; sub > 0; sub = (sub - 1) & set {
			if mayFollow(demands, set&^sub, sub) {
				best[set] = min(best[set], best[set&^sub]+cost[sub]+gap)
			}
		}
	}
	return best[1<<n-1] - gap
}

// mayFollow says whether batch sub may run right after the kernels of done.
func mayFollow(demands []Demand, done, sub int) bool {
	for i, k := range demands {
		for _, a := range k.After {
			if sub&(1<<i) != 0 && done&(1<<a) == 0 {
				return false
			}
		}
	}
	return true
}

// unshared is the time of a wave in which the slowest kernel or the sum of all bytes or
// instructions decides every batch, which is what bruteDivide minimises.
func unshared(w Wave, gap float64) float64 {
	d, end := w.Device, -gap
	for _, b := range w.Batches {
		slowest, bytes, instrs := 0.0, 0.0, 0.0
		for _, l := range b.Launches {
			k, n := w.Demands[l.Kernel], float64(l.Blocks*l.Warps)
			bytes, instrs = bytes+float64(k.Bytes), instrs+float64(k.Instrs)
			slowest = max(slowest, float64(k.Bytes)/d.Bandwidth/min(1, n/float64(d.MemoryWarps)), float64(k.Instrs)/d.IssueRate/min(1, n/float64(d.IssueWarps)))
		}
		end += gap + max(slowest, bytes/d.Bandwidth, instrs/d.IssueRate)
	}
	return end
}

// TestMakespanIsNearBruteForce: the prediction is never better than possible, and the
// choice of batches, which is a search, is on average within one percent.
func TestMakespanIsNearBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 24))
	solved, excess, worst := 0, 0.0, 0.0
	for i := range 200 {
		d := timedDevice(r)
		demands := timedDemands(r, d, 2+r.IntN(3))
		if i%3 == 0 {
			demands[len(demands)-1].After = []int{0}
		}
		s, err := NewSolver(d, Options{Objective: Makespan, Gap: 0.1})
		if err != nil {
			t.Fatal(err)
		}
		w, err := s.Solve(demands)
		var limit *LimitError
		if errors.As(err, &limit) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Check(); err != nil {
			t.Fatalf("%v\n%v", err, w)
		}
		want := bruteWave(d, demands, 0.1)
		got := unshared(w, 0.1)
		if w.Seconds < got*(1-1e-9) || got < want*(1-1e-9) {
			t.Fatalf("predicts %g, without sharing %g, brute force %g\n%v", w.Seconds, got, want, w)
		}
		solved++
		excess += got/want - 1
		worst = max(worst, got/want-1)
	}
	t.Logf("%d instances, %.3f %% above the optimum, %.1f %% at worst", solved, 100*excess/float64(solved), 100*worst)
	if solved < 50 || excess/float64(solved) > 0.01 {
		t.Errorf("%d instances, %.3f %% above the optimum on average", solved, 100*excess/float64(solved))
	}
}

// TestSharesDivideTheWarps: without bytes and instructions, threads are work, and warps
// go by work.
func TestSharesDivideTheWarps(t *testing.T) {
	s, err := NewSolver(GTX680(), Options{Objective: Makespan})
	if err != nil {
		t.Fatal(err)
	}
	w, err := s.Solve([]Demand{{Name: "large", Threads: 6000}, {Name: "small", Threads: 2000}})
	if err != nil {
		t.Fatal(err)
	}
	warps := map[int]int{}
	for _, l := range w.Batches[0].Launches {
		warps[l.Kernel] = l.Blocks * l.Warps
	}
	if len(w.Batches) != 1 || warps[0] != 48 || warps[1] != 16 {
		t.Errorf("48 and 16 of 64 warps expected:\n%v", w)
	}
}

func TestMakespanInALargeWave(t *testing.T) {
	r := rand.New(rand.NewPCG(25, 26))
	for i := range 100 {
		demands := draw(r, kinds13(r), 1+r.IntN(65))
		for k := range demands {
			demands[k].Registers = min(demands[k].Registers, 63)
			demands[k].Bytes, demands[k].Instrs = r.Int64N(1e8), 1+r.Int64N(1e9)
			if k > 0 && i%4 == 0 && r.IntN(4) == 0 {
				demands[k].After = []int{r.IntN(k)}
			}
		}
		s, err := NewSolver(GTX680(), Options{Objective: Makespan, Gap: 5e-6})
		if err != nil {
			t.Fatal(err)
		}
		w, err := s.Solve(demands)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Check(); err != nil || len(w.Batches) < w.Bound {
			t.Fatalf("%v\n%v", err, w)
		}
	}
}

func TestSolverRemembers(t *testing.T) {
	s, err := NewSolver(H200(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	demands := oneBatch(32)
	demands[5].After = []int{1, 2}
	first, err := s.Solve(demands)
	if err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(100, func() { _, _ = s.Solve(demands) }); n != 0 {
		t.Errorf("a hit allocates %v times", n)
	}
	if again, _ := s.Solve(demands); &again.Batches[0] != &first.Batches[0] {
		t.Error("equal demands are decided twice")
	}
	for name, change := range map[string]func(*Demand){
		"name":      func(d *Demand) { d.Name = "another" },
		"threads":   func(d *Demand) { d.Threads++ },
		"registers": func(d *Demand) { d.Registers++ },
		"shared":    func(d *Demand) { d.Shared++ },
		"after":     func(d *Demand) { d.After[1] = 3 },
		"bytes":     func(d *Demand) { d.Bytes++ },
		"instrs":    func(d *Demand) { d.Instrs++ },
	} {
		changed := cloned(demands)
		change(&changed[5])
		w, err := s.Solve(changed)
		if err != nil {
			t.Fatal(err)
		}
		if !equal(w.Demands, changed) {
			t.Errorf("%s changes and the wave does not", name)
		}
	}
}

// TestSolverKeepsItsOwnDemands: the caller may reuse its slice.
func TestSolverKeepsItsOwnDemands(t *testing.T) {
	s, err := NewSolver(H200(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	demands := []Demand{{Name: "a", Threads: 32}, {Name: "b", Threads: 32, After: []int{0}}}
	w, err := s.Solve(demands)
	if err != nil {
		t.Fatal(err)
	}
	demands[0].Threads, demands[1].After[0] = 5000, 1
	if err := w.Check(); err != nil {
		t.Error(err)
	}
}

func TestSolverForgets(t *testing.T) {
	s, err := NewSolver(CPU("cpu", 2, 1<<20), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 * remembered {
		if _, err := s.Solve([]Demand{{Name: "k", Shared: i}}); err != nil {
			t.Fatal(err)
		}
	}
	if len(s.memo) > remembered {
		t.Errorf("%d waves are kept", len(s.memo))
	}
}

func TestNewSolverRefuses(t *testing.T) {
	for _, o := range []Options{{Objective: 2}, {Gap: -1}, {Gap: math.NaN()}} {
		if _, err := NewSolver(H200(), o); err == nil {
			t.Errorf("%+v is accepted", o)
		}
	}
	if _, err := NewSolver(Device{}, Options{}); err == nil {
		t.Error("a device without multiprocessors is accepted")
	}
}

// TestFitFindsTheQuadratic: samples of a quadratic give it back, and noise moves it
// little.
func TestFitFindsTheQuadratic(t *testing.T) {
	want := Quadratic{0.01, -1.5, 80}
	var exact, noisy []Sample
	r := rand.New(rand.NewPCG(27, 28))
	for n := 1; n <= 40; n++ {
		v := want.A*float64(n*n) + want.B*float64(n) + want.C
		exact, noisy = append(exact, Sample{n, v}), append(noisy, Sample{n, v * (1 + 0.02*r.NormFloat64())})
	}
	for name, s := range map[string][]Sample{"exact": exact, "noisy": noisy} {
		q, err := Fit(s)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range []float64{1, 10, 40} {
			if e := math.Abs(q.At(n)/want.At(n) - 1); e > 1e-9 && name == "exact" || e > 0.03 {
				t.Errorf("%s: f(%g) = %g, want %g", name, n, q.At(n), want.At(n))
			}
		}
	}
	for _, bad := range [][]Sample{nil, exact[:2], {{1, 1}, {1, 2}, {2, 3}}, {{0, 1}, {1, 1}, {2, 1}}, {{1, 0}, {2, 1}, {3, 1}}, {{1, math.NaN()}, {2, 1}, {3, 1}}} {
		if q, err := Fit(bad); err == nil {
			t.Errorf("%v gives %v", bad, q)
		}
	}
}

// TestDivideByQuadratics is worked out by hand: 10 - N and 20 - 2N are equal at
// (N, N') = (4, 7) for 11 warps, at 6 s; with a square, 25 - 10 N + N^2 = (5-N)^2 and
// 16 - 8 N + N^2 = (4-N)^2 are equal at (2.5, 1.5), at 6.25 s.
func TestDivideByQuadratics(t *testing.T) {
	for _, c := range []struct {
		models []Quadratic
		n      float64
		want   [2]float64
		time   float64
	}{
		{[]Quadratic{{0, -1, 10}, {0, -2, 20}}, 11, [2]float64{4, 7}, 6},
		{[]Quadratic{{1, -10, 25}, {1, -8, 16}}, 4, [2]float64{2.5, 1.5}, 6.25},
	} {
		got, v, ok := Divide(c.models, c.n)
		if !ok || math.Abs(v-c.time) > 1e-6 || math.Abs(got[0]-c.want[0]) > 1e-6 || math.Abs(got[1]-c.want[1]) > 1e-6 {
			t.Errorf("%v: %v at %g, %v; want %v at %g", c.models, got, v, ok, c.want, c.time)
		}
	}
	if _, _, ok := Divide([]Quadratic{{0, -1, 10}, {0, -1, 100}}, 5); ok {
		t.Error("10 - N and 100 - N are never equal with 5 warps")
	}
}

// TestCalibrated: the pieces follow a curve that falls like 1/N and is flat from 16
// warps on within two percent, four at the bend, also between the samples, and names without samples go to
// the other model.
func TestCalibrated(t *testing.T) {
	curve := func(n int) float64 { return 1 / float64(min(n, 16)) }
	var samples []Sample
	for _, n := range []int{64, 48, 32, 24, 20, 16, 12, 10, 8, 6, 5, 4, 3, 2, 1} {
		samples = append(samples, Sample{n, 1.01 * curve(n)}, Sample{n, 0.99 * curve(n)})
	}
	c, err := NewCalibrated(map[string][]Sample{"k": samples}, Shares{})
	if err != nil {
		t.Fatal(err)
	}
	d := GTX680()
	for n := 1; n <= 70; n++ {
		if e := c.Time(&d, &Demand{Name: "k"}, n)/curve(n) - 1; math.Abs(e) > 0.04 || n < 16 && math.Abs(e) > 0.02 {
			t.Errorf("%d warps take %.1f %% more", n, 100*e)
		}
	}
	if v := c.Time(&d, &Demand{Name: "other", Threads: 64}, 2); v != 1 {
		t.Errorf("a name without samples takes %g, want 1", v)
	}
	if _, err := NewCalibrated(map[string][]Sample{"k": samples[:2]}, Shares{}); err == nil {
		t.Error("two samples are enough")
	}
}
