package optimizer

import (
	"errors"
	"math/rand/v2"
	"testing"
)

// randomDevice is small enough for brute force and has every limit and unit.
func randomDevice(r *rand.Rand) Device {
	warps := 4 + r.IntN(11)
	return Device{
		Name: "random", MPs: 1 + r.IntN(4), Warps: warps, Blocks: 2 + r.IntN(8), WarpSize: 4,
		BlockThreads: 4 * (1 + r.IntN(warps)), Registers: 256 + r.IntN(1024), ThreadRegs: 32,
		Shared: 100 + r.IntN(1000), BlockShared: 50 + r.IntN(300),
		RegisterUnit: 1 << r.IntN(6), WarpUnit: 1 + r.IntN(4), SharedUnit: 1 + r.IntN(40), ReservedShared: r.IntN(10),
	}
}

func randomDemands(r *rand.Rand, d Device, n int) []Demand {
	demands := make([]Demand, n)
	for i := range demands {
		demands[i] = Demand{
			Name:    string(rune('a' + i)),
			Threads: r.IntN(1 + 2*d.Warps*d.WarpSize/(n+1)), Registers: r.IntN(33), Shared: r.IntN(1 + d.BlockShared/2),
		}
	}
	return demands
}

// bruteAssign tries all (b_i, w_i) and returns the least shared memory, or -1. It
// counts resources by the definitions, one at a time.
func bruteAssign(d Device, demands []Demand, warps, blocks, registers, shared int) int {
	if len(demands) == 0 {
		return 0
	}
	k, best := demands[0], -1
	if k.Registers > d.ThreadRegs || k.Shared > d.BlockShared {
		return -1
	}
	perBlock := k.Shared + d.ReservedShared
	for perBlock%d.SharedUnit != 0 {
		perBlock++
	}
	perWarp := k.Registers * d.WarpSize
	for perWarp%d.RegisterUnit != 0 {
		perWarp++
	}
	for b := 1; b <= blocks && b*perBlock <= shared; b++ {
		for w := 1; w*b <= warps && w*d.WarpSize <= d.BlockThreads; w++ {
			if b*w*d.WarpSize < k.Threads {
				continue
			}
			units := (b*w + d.WarpUnit - 1) / d.WarpUnit
			if units*d.WarpUnit*perWarp > registers {
				continue
			}
			rest := bruteAssign(d, demands[1:], warps-b*w, blocks-b, registers-units*d.WarpUnit*perWarp, shared-b*perBlock)
			if rest >= 0 && (best < 0 || rest+b*perBlock < best) {
				best = rest + b*perBlock
			}
		}
	}
	return best
}

func TestAssignMeetsBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	feasible := 0
	const instances = 20000
	for i := range instances {
		d := randomDevice(r)
		demands := randomDemands(r, d, 1+r.IntN(5))
		want := bruteAssign(d, demands, d.Warps, d.Blocks, d.Registers, d.Shared)
		got := assigned(t, d, demands)
		if got != want {
			t.Fatalf("instance %d: shared memory %d, brute force %d\n%+v\n%+v", i, got, want, d, demands)
		}
		if want >= 0 {
			feasible++
		}
	}
	if feasible < instances/5 || feasible > instances*4/5 {
		t.Errorf("%d of %d instances are feasible: too one-sided to mean much", feasible, instances)
	}
}

// assigned is the shared memory of stage two, or -1 if it finds no launches.
func assigned(t *testing.T, d Device, demands []Demand) int {
	t.Helper()
	p, err := newProblem(d, demands)
	var limit *LimitError
	if errors.As(err, &limit) {
		return -1
	}
	if err != nil {
		t.Fatal(err)
	}
	members := make([]int, len(demands))
	for i := range members {
		members[i] = i
	}
	launches := p.assign(members)
	if launches == nil {
		return -1
	}
	w := Wave{Device: d, Demands: demands, Batches: []Batch{{launches}}}
	if err := w.Check(); err != nil {
		t.Fatalf("%v\n%v", err, w)
	}
	shared := 0
	for _, l := range launches {
		shared += w.load(&p.limits, l).Shared
	}
	return shared
}
