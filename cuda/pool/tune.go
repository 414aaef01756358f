package pool

import (
	"fmt"

	"gsdms/optimizer"
)

// Tuned is what is known of a kernel alone on the device.
type Tuned struct {
	Best    optimizer.Launch // the fastest of all that were tried
	Seconds float64          // with that
	Tried   int
	Samples []optimizer.Sample // of launches of the fewest blocks for their warps
}

// Of launches that are tried: every pair that a multiprocessor holds.
var (
	triedWarps  = [...]int{1, 2, 3, 4, 6, 8, 12, 16, 24, 32}
	triedBlocks = [...]int{1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 32}
	triedAll    = [...]int{1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 28, 32, 40, 48, 56, 64}
)

// Tune measures every kind alone.
func (b *Bench) Tune() ([]Tuned, error) {
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
	for _, w := range triedWarps {
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
		}
	}
	return b.sample(k, t)
}

// sample measures the launches that the optimizer chooses for so many warps.
func (b *Bench) sample(k int, t *Tuned) error {
	for _, n := range triedAll {
		d := b.demand(k)
		d.Threads = n * b.limits.WarpSize
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
	return took.Seconds(), err
}

// demand is what a kind asks, with the registers as compiled.
func (b *Bench) demand(k int) optimizer.Demand {
	return b.kinds[k].demand(b.functions[k].Registers(), b.size)
}

// holds reports whether a multiprocessor holds so many blocks of so many warps of a kind.
func (b *Bench) holds(k, blocks, warps int) bool {
	d := b.demand(k)
	threads := warps * b.limits.WarpSize
	if d.Block > 0 && threads > d.Block {
		return false
	}
	o, err := b.limits.Occupancy(optimizer.Config{Threads: threads, Registers: d.Registers, Shared: d.Shared})
	return err == nil && blocks <= o.Blocks
}

// Pace is what the deciders know of a device and its pool.
type Pace struct {
	limits  optimizer.Device // with the bandwidth that a kind reached
	demands []optimizer.Demand
	tuned   []Tuned
	memory  []float64 // by kind: the share of the bandwidth that it needs alone
	model   *optimizer.Calibrated
}

// Learn makes of measurements what the deciders need. A kernel that does not move what the
// memory can is taken to use all instructions while it runs alone, and the more of the
// bandwidth it needs the fewer.
func (b *Bench) Learn(tuned []Tuned) (*Pace, error) {
	p := &Pace{limits: b.limits, tuned: tuned, memory: make([]float64, len(tuned))}
	samples := map[string][]optimizer.Sample{}
	p.limits.Bandwidth = 1
	for k, t := range tuned {
		p.demands = append(p.demands, b.demand(k))
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
