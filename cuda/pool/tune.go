package pool

import (
	"fmt"
	"math"

	"gsdms/optimizer"
)

// Tuned is what is known of a kernel alone on the device.
type Tuned struct {
	Best    optimizer.Launch // the fastest of all that were tried
	Seconds float64          // with that, without what a plan of nothing takes
	Tried   int
	Block   int                // warps of a block, at most, with which it is nearly as fast
	Samples []optimizer.Sample // of launches of the fewest such blocks for their warps
}

// nearly is how much slower larger blocks may be: a multiprocessor holds only so many.
const nearly = 1.03

// Of launches that are tried: every pair that a multiprocessor holds.
var (
	triedWarps  = [...]int{1, 2, 3, 4, 6, 8, 12, 16, 24, 32}
	triedBlocks = [...]int{1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 32}
	triedAll    = [...]int{1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 28, 32, 40, 48, 56, 64}
)

// Tune measures every kind alone.
func (b *Bench) Tune() ([]Tuned, error) {
	if err := b.lay(nil); err != nil {
		return nil, err
	}
	nothing, err := b.time(plan{})
	if err != nil {
		return nil, err
	}
	b.empty = nothing.Seconds()
	out := make([]Tuned, len(b.kinds))
	for k := range b.kinds {
		if err := b.lay([]int{k}); err != nil {
			return nil, err
		}
		if err := b.tune(k, &out[k]); err != nil {
			return nil, fmt.Errorf("pool: tune %s: %w", b.kinds[k].Name, err)
		}
	}
	return out, nil
}

func (b *Bench) tune(k int, t *Tuned) error {
	fastest := make([]float64, len(triedWarps)) // by warps of a block
	for at, w := range triedWarps {
		for _, n := range triedBlocks {
			if !b.holds(k, n, w) {
				break
			}
			l := optimizer.Launch{Blocks: n, Warps: w}
			s, err := b.alone(l)
			if err != nil {
				return err
			}
			if t.Tried++; t.Seconds == 0 || s < t.Seconds {
				t.Best, t.Seconds = l, s
			}
			if fastest[at] == 0 || s < fastest[at] {
				fastest[at] = s
			}
		}
	}
	for at, s := range fastest {
		if s > 0 && s <= nearly*t.Seconds {
			t.Block = triedWarps[at]
		}
	}
	return b.sample(k, t)
}

// sample measures the launches that the optimizer chooses for so many warps.
func (b *Bench) sample(k int, t *Tuned) error {
	for _, n := range triedAll {
		d := b.demand(k)
		d.Threads, d.Block = n*b.limits.WarpSize, t.Block*b.limits.WarpSize
		w, err := optimizer.Solve(b.limits, []optimizer.Demand{d})
		if err != nil {
			break // and more warps fit even less
		}
		s, err := b.alone(w.Batches[0].Launches[0])
		if err != nil {
			return err
		}
		t.Samples = append(t.Samples, optimizer.Sample{Warps: n, Seconds: s})
	}
	return nil
}

func (b *Bench) alone(l optimizer.Launch) (float64, error) {
	took, err := b.time(plan{stages: [][][]optimizer.Launch{{{l}}}})
	return max(took.Seconds()-b.empty, 1e-7), err
}

// demand is what a kind asks, with the registers as compiled.
func (b *Bench) demand(k int) optimizer.Demand {
	return b.kinds[k].demand(b.functions[k].Registers(), b.size)
}

// blockWarps is the most warps that a block of a kind may have.
func (b *Bench) blockWarps(k int) int {
	threads := b.limits.BlockThreads
	if n := b.kinds[k].threads; n > 0 {
		threads = min(threads, n)
	}
	return threads / b.limits.WarpSize
}

// holds reports whether a multiprocessor holds so many blocks of so many warps of a kind.
func (b *Bench) holds(k, blocks, warps int) bool {
	d := b.demand(k)
	if warps > b.blockWarps(k) {
		return false
	}
	threads := warps * b.limits.WarpSize
	o, err := b.limits.Occupancy(optimizer.Config{Threads: threads, Registers: d.Registers, Shared: d.Shared})
	return err == nil && blocks <= o.Blocks
}

// Pace is what the deciders know of a device and its pool.
type Pace struct {
	limits  optimizer.Device // with the bandwidth that a kind reached
	demands []optimizer.Demand
	tuned   []Tuned
	memory  []float64 // by kind: the share of the bandwidth that it needs alone
	blocks  []int     // by kind: the most warps that a block may have
	roles   int       // blocks of a multiprocessor in a launch of roles
	model   *optimizer.Calibrated
}

// Learn makes of measurements what the deciders need. A kernel that does not move what the
// memory can is taken to use all instructions while it runs alone, and the more of the
// bandwidth it needs the fewer.
func (b *Bench) Learn(tuned []Tuned) (*Pace, error) {
	p := &Pace{limits: b.limits, tuned: tuned, memory: make([]float64, len(tuned)), roles: roleBlocks[len(roleBlocks)-1]}
	samples := map[string][]optimizer.Sample{}
	p.limits.Bandwidth = 1
	for k, t := range tuned {
		p.demands = append(p.demands, b.demand(k))
		p.blocks = append(p.blocks, b.blockWarps(k))
		p.demands[k].Block = t.Block * b.limits.WarpSize
		p.limits.Bandwidth = max(p.limits.Bandwidth, float64(p.demands[k].Bytes)/t.Seconds)
		samples[p.demands[k].Name] = t.Samples
	}
	mean := 0.0
	for _, t := range tuned {
		mean += t.Seconds / float64(len(tuned))
	}
	for k, t := range tuned {
		d := &p.demands[k]
		p.memory[k] = float64(d.Bytes) / t.Seconds / p.limits.Bandwidth
		d.Instrs = int64((1 - 0.8*p.memory[k]) * t.Seconds * p.limits.IssueRate)
		d.Threads = p.limits.WarpSize * p.warps(k, t.Seconds/mean*warpsEach)
	}
	var err error
	p.model, err = optimizer.NewCalibrated(samples, optimizer.Roofline{})
	return p, err
}

// warpsEach is the warps that a kernel demands on average.
const warpsEach = 10

// warps is the nearest number of warps of a kind that a multiprocessor holds.
func (p *Pace) warps(k int, near float64) int {
	s := p.tuned[k].Samples
	return max(1, min(int(near+0.5), s[len(s)-1].Warps))
}

// TuneRoles measures a launch of roles of every kind once with each number of blocks, and has
// the deciders take the fastest.
func (b *Bench) TuneRoles(p *Pace) error {
	draw := make([]int, len(b.kinds))
	for i := range draw {
		draw[i] = i
	}
	if err := b.lay(draw); err != nil {
		return err
	}
	best, least := p.roles, math.Inf(1)
	for _, p.roles = range roleBlocks {
		made, err := spread(p, nil, draw)
		if err != nil {
			return err
		}
		took, err := b.time(made)
		if err != nil {
			return fmt.Errorf("pool: tune roles of %d blocks: %w", p.roles, err)
		}
		if s := took.Seconds(); s < least {
			best, least = p.roles, s
		}
	}
	p.roles = best
	return nil
}
