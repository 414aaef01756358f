package sim

import (
	"math"
	"math/rand/v2"
	"testing"

	"gsdms/optimizer"
)

// policies are those that [W14] compares.
var policies = map[string]optimizer.Policy{
	"FIX-1": optimizer.Fix(1), "FIX-2": optimizer.Fix(2), "FIX-3": optimizer.Fix(3), "Peak": optimizer.Peak{}, "Weight": optimizer.Weight{},
}

// arrivals100 is 100 Poisson arrivals, four per second as in [W14], of queries that
// need much memory for a short time and little for long.
func arrivals100(seed uint64) []Arrival {
	r := rand.New(rand.NewPCG(seed, 1))
	return Poisson(r, 4, 100, func() []optimizer.Step {
		gib := func(x float64) int64 { return int64(x * (0.5 + r.Float64()) * (1 << 30)) }
		return []optimizer.Step{{Seconds: 0.03, Memory: gib(5)}, {Seconds: 0.4 * r.Float64(), Memory: gib(0.5)}, {Seconds: 0.1, Memory: gib(1)}}
	})
}

// TestOpenByHand: two queries of 2 s and a device that one fills to 0.75.
func TestOpenByHand(t *testing.T) {
	q := []optimizer.Step{{Seconds: 1, Memory: 60}, {Seconds: 1, Memory: 40}}
	at := []Arrival{{0, q}, {0.5, q}}
	for name, c := range map[string]struct {
		policy optimizer.Policy
		memory int64
		ends   [2]float64
	}{
		"one at a time": {optimizer.Fix(1), 100, [2]float64{2, 4}},
		// Alone to 0.5, then both at 2/3: the first steps on at 1.25, ends at 2.75 with the
		// second having done 1.5; alone again.
		"both": {optimizer.Fix(2), 1000, [2]float64{2.75, 3.25}},
		// As above, but at 2/3 x 100/120 until 0.5 more is done at 1.4; then 40 + 60 fit, and
		// at 2/3 the second steps on at 2.15, the first ends at 2.9.
		"both, swapping": {optimizer.Fix(2), 100, [2]float64{2.9, 3.4}},
		// 60 + 60 do not fit; 40 + 60 do, at 1. Both at 2/3: the first ends at 2.5 when the
		// second has done 1.
		"peak": {optimizer.Peak{}, 100, [2]float64{2.5, 3.5}},
	} {
		res, err := Open(System{Memory: c.memory, Share: 0.75}, c.policy, at)
		if err != nil {
			t.Fatal(err)
		}
		for i, s := range res.Served {
			if math.Abs(s.Ended-c.ends[i]) > 1e-9 {
				t.Errorf("%s: query %d ends at %g, want %g", name, i, s.Ended, c.ends[i])
			}
		}
	}
}

// TestPoliciesInAnOpenSystem: every query is served in its turn, the policies keep
// their promises, and by response time Weight is before Peak, and Peak before FIX-1.
func TestPoliciesInAnOpenSystem(t *testing.T) {
	s := System{Memory: 8 << 30, Share: 0.3}
	mean := map[string]float64{}
	for seed := range uint64(20) {
		for name, p := range policies {
			res, err := Open(s, p, arrivals100(seed))
			if err != nil {
				t.Fatal(err)
			}
			mean[name] += res.Mean() / 20
			checkServed(t, name, res)
			if fix, ok := p.(optimizer.Fix); ok && res.MostRunning > int(fix) {
				t.Errorf("%s: %d run", name, res.MostRunning)
			}
			if name == "Peak" && res.MostMemory > s.Memory {
				t.Errorf("Peak: %d bytes in use", res.MostMemory)
			}
		}
	}
	t.Logf("mean response times: %v", mean)
	if !(mean["Weight"] < mean["Peak"] && mean["Peak"] < mean["FIX-1"]) {
		t.Errorf("mean response times: %v", mean)
	}
}

func checkServed(t *testing.T, name string, res Result) {
	t.Helper()
	if len(res.Served) != 100 {
		t.Errorf("%s: %d of 100 served", name, len(res.Served))
	}
	last := 0.0
	for i, q := range res.Served {
		if q.Started < q.Arrived || q.Ended <= q.Started || q.Started < last {
			t.Errorf("%s: query %d: %+v, and the one before started at %g", name, i, q, last)
		}
		last = q.Started
	}
}

func TestOpenRefuses(t *testing.T) {
	for _, steps := range [][]optimizer.Step{nil, {{Seconds: -1}}} {
		if _, err := Open(System{Memory: 1, Share: 1}, optimizer.Peak{}, []Arrival{{0, steps}}); err == nil {
			t.Errorf("%v runs", steps)
		}
	}
}
