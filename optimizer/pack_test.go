package optimizer

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize/convex/lp"
)

// bruteBatches assigns kernels to batches in all ways and returns the fewest batches.
// fits decides a batch; it is asked once per set.
func bruteBatches(demands []Demand, fits func(set int) bool) int {
	n := len(demands)
	known := make([]int8, 1<<n)
	feasible := func(set int) bool {
		if known[set] == 0 {
			known[set] = -1
			if fits(set) {
				known[set] = 1
			}
		}
		return known[set] > 0
	}
	best := n + 1
	var place func(k int, batches []int)
	place = func(k int, batches []int) {
		if len(batches) >= best {
			return
		}
		if k == n {
			best = len(batches)
			return
		}
		for i := range batches {
			if set := batches[i] | 1<<k; feasible(set) {
				batches[i] = set
				place(k+1, batches)
				batches[i] &^= 1 << k
			}
		}
		if feasible(1 << k) {
			place(k+1, append(batches[:len(batches):len(batches)], 1<<k))
		}
	}
	place(0, nil)
	return best
}

func fitsTogether(d Device, demands []Demand) func(int) bool {
	return func(set int) bool {
		var in []Demand
		for i := range demands {
			if set&(1<<i) != 0 {
				in = append(in, demands[i])
			}
		}
		return bruteAssign(d, in, d.Warps, d.Blocks, d.Registers, d.Shared) >= 0
	}
}

func TestPackMeetsExhaustiveSearch(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var seen [10]int
	for i := range 5000 {
		d := randomDevice(r)
		demands := randomDemands(r, d, 1+r.IntN(9))
		for j := range demands {
			if j > 0 && r.IntN(3) == 0 {
				demands[j] = demands[r.IntN(j)]
			}
		}
		fits := fitsTogether(d, demands)
		want := bruteBatches(demands, fits)
		w, err := Solve(d, demands)
		if err != nil {
			if want <= len(demands) {
				t.Fatalf("instance %d: %v, but %d batches do", i, err, want)
			}
			continue
		}
		if err := w.Check(); err != nil {
			t.Fatalf("instance %d: %v\n%v", i, err, w)
		}
		if len(w.Batches) != want || w.Bound > want {
			t.Fatalf("instance %d: %d batches, bound %d; exhaustive search %d\n%v", i, len(w.Batches), w.Bound, want, w)
		}
		seen[want]++
	}
	t.Log("instances by number of batches:", seen)
}

// kinds13 is a pool as in [L19]: 13 kinds of kernels, for one device.
func kinds13(r *rand.Rand) []Demand {
	kinds := make([]Demand, 13)
	for i := range kinds {
		kinds[i] = Demand{
			Name: fmt.Sprintf("k%d", i), Threads: 32 * (1 + r.IntN(32)), Registers: 8 + r.IntN(57), Shared: 256 * r.IntN(97),
		}
	}
	return kinds
}

// draw takes n kernels of the kinds, with a name each.
func draw(r *rand.Rand, kinds []Demand, n int) []Demand {
	demands := make([]Demand, n)
	for i := range demands {
		demands[i] = kinds[r.IntN(len(kinds))]
		demands[i].Name = fmt.Sprintf("%s.%d", demands[i].Name, i)
	}
	return demands
}

func TestPackIsAtMostOneAboveTheLinearProgramme(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	d := GTX680()
	d.ThreadRegs = 64
	for n, gaps := range map[int]*[3]int{39: {}, 52: {}, 65: {}} {
		for range 60 {
			demands := draw(r, kinds13(r), n)
			w, err := Solve(d, demands)
			if err != nil {
				t.Fatal(err)
			}
			if err := w.Check(); err != nil {
				t.Fatal(err)
			}
			lp, err := Fractional(d, demands)
			if err != nil {
				t.Fatal(err)
			}
			gap := len(w.Batches) - roundUpBatches(lp)
			if gap < 0 || gap > 1 || w.Bound > roundUpBatches(lp) {
				t.Fatalf("%d batches, bound %d, linear programme %.4f\n%v", len(w.Batches), w.Bound, lp, w)
			}
			gaps[gap]++
		}
		t.Logf("%d kernels: %d draws at the bound, %d one above", n, gaps[0], gaps[1])
	}
}

// enumerate lists all patterns that fit, by trying all counts.
func enumerate(d Device, kinds []Demand, copies []int) [][]float64 {
	var out [][]float64
	counts := make([]float64, len(kinds))
	var in []Demand
	var try func(k int)
	try = func(k int) {
		if bruteAssign(d, in, d.Warps, d.Blocks, d.Registers, d.Shared) < 0 {
			return
		}
		if k == len(kinds) {
			if len(in) > 0 {
				out = append(out, slices.Clone(counts))
			}
			return
		}
		had := len(in)
		for c := 0; c <= copies[k]; c++ {
			counts[k] = float64(c)
			try(k + 1)
			in = append(in, kinds[k])
		}
		counts[k], in = 0, in[:had]
	}
	try(0)
	return out
}

// TestFractionalMeetsASimplexOverAllPatterns gives the same linear programme, with
// every pattern there is, to another simplex.
func TestFractionalMeetsASimplexOverAllPatterns(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for i := range 300 {
		d := randomDevice(r)
		kinds := randomDemands(r, d, 2+r.IntN(2))
		copies := make([]int, len(kinds))
		var demands []Demand
		for k := range kinds {
			copies[k] = 1 + r.IntN(4)
			for range copies[k] {
				demands = append(demands, kinds[k])
			}
		}
		got, err := Fractional(d, demands)
		var limit *LimitError
		if errors.As(err, &limit) {
			continue
		}
		if want := simplex(t, enumerate(d, kinds, copies), copies); math.Abs(got-want) > 1e-6 {
			t.Fatalf("instance %d: %v, all patterns %v\n%+v\n%+v", i, got, want, d, demands)
		}
	}
}

// simplex minimises the patterns used, subject to pattern counts - surplus = copies.
func simplex(t *testing.T, patterns [][]float64, copies []int) float64 {
	t.Helper()
	n := len(copies)
	a := mat.NewDense(n, len(patterns)+n, nil)
	cost, rhs := make([]float64, len(patterns)+n), make([]float64, n)
	for i := range n {
		rhs[i] = float64(copies[i])
		a.Set(i, len(patterns)+i, -1)
		for j, p := range patterns {
			a.Set(i, j, p[i])
			cost[j] = 1
		}
	}
	v, _, err := lp.Simplex(cost, a, rhs, 1e-10, nil)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// bruteOrdered tries all batch numbers for all kernels.
func bruteOrdered(demands []Demand, fits func(int) bool, batches int) bool {
	at, sets := make([]int, len(demands)), make([]int, batches)
	var place func(k int) bool
	place = func(k int) bool {
		if k == len(demands) {
			return true
		}
		for b := range sets {
			at[k] = b
			if set := sets[b] | 1<<k; keepsAfter(demands[:k+1], at) && fits(set) {
				sets[b] = set
				if place(k + 1) {
					return true
				}
				sets[b] &^= 1 << k
			}
		}
		return false
	}
	return place(0)
}

func keepsAfter(demands []Demand, at []int) bool {
	for k, d := range demands {
		for _, a := range d.After {
			if a < len(demands) && at[a] >= at[k] {
				return false
			}
		}
	}
	return true
}

func TestAfterMeetsBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for i := range 1500 {
		d := randomDevice(r)
		demands := randomDemands(r, d, 2+r.IntN(6))
		name := r.Perm(len(demands)) // After points both ways
		for a := range demands {
			for b := range a {
				if r.IntN(4) == 0 {
					demands[name[a]].After = append(demands[name[a]].After, name[b])
				}
			}
		}
		w, err := Solve(d, demands)
		var limit *LimitError
		if errors.As(err, &limit) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Check(); err != nil {
			t.Fatalf("instance %d: %v\n%v", i, err, w)
		}
		fits := fitsTogether(d, demands)
		if n := len(w.Batches); w.Bound > n || n > 1 && bruteOrdered(demands, fits, n-1) {
			t.Fatalf("instance %d: %d batches, but fewer do\n%v", i, n, w)
		}
	}
}

func TestAfterInALargeWave(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	d := GTX680()
	d.ThreadRegs = 64
	for range 200 {
		demands := draw(r, kinds13(r), 11+r.IntN(55))
		for k := 1; k < len(demands); k++ {
			if r.IntN(3) == 0 {
				demands[k].After = []int{r.IntN(k)}
			}
		}
		w, err := Solve(d, demands)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Check(); err != nil || len(w.Batches) < w.Bound {
			t.Fatalf("%v\n%v", err, w)
		}
	}
}
