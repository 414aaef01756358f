package pool

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"gsdms/optimizer"
)

// decider makes a plan for a draw, of which kinds are told.
type decider struct {
	name   string
	decide func(p *Pace, r *rand.Rand, draw []int) (plan, error)
}

// deciders, the first of which is what speed-ups are over. The last five are ours.
var deciders = []decider{
	{"one after another, tuned", sequential},
	{"random parameters", randomBatches},
	{"kernel level only", kernelLevel},
	{"both levels", bothLevels},
	{"plain streams", streams},
	{"ours: both levels, no barriers", bothLevelsFlow},
	{"ours: waves", waves},
	{"ours: waves, no barriers", wavesFlow},
	{"ours: roles, from both ends", bothEnds},
	{"ours: roles, spread", spread},
}

// firstOurs is the first decider that is ours.
const firstOurs = 5

func (p *Pace) best(draw []int, i int) optimizer.Launch {
	l := p.tuned[draw[i]].Best
	l.Kernel = i
	return l
}

// sequential runs every kernel by itself with the launch that is fastest for it.
func sequential(p *Pace, _ *rand.Rand, draw []int) (plan, error) {
	row := make([]optimizer.Launch, len(draw))
	for i := range draw {
		row[i] = p.best(draw, i)
	}
	return plan{stages: [][][]optimizer.Launch{{row}}}, nil
}

// streams runs all kernels at once, each with that launch, and leaves the rest to the device.
func streams(p *Pace, _ *rand.Rand, draw []int) (plan, error) {
	rows := make([][]optimizer.Launch, len(draw))
	for i := range draw {
		rows[i] = []optimizer.Launch{p.best(draw, i)}
	}
	return plan{stages: [][][]optimizer.Launch{rows}}, nil
}

// randomBatches takes the kernels as they come with random blocks and warps, and closes a
// batch where the next does not fit.
func randomBatches(p *Pace, r *rand.Rand, draw []int) (plan, error) {
	m, err := optimizer.NewMultiprocessor(p.limits)
	if err != nil {
		return plan{}, err
	}
	out := plan{stages: [][][]optimizer.Launch{nil}}
	var sum optimizer.Load
	for i, k := range draw {
		l := p.anyLaunch(r, k)
		l.Kernel = i
		t := m.Take(l.Blocks, l.Warps, p.demands[k].Registers, p.demands[k].Shared)
		if sum = sum.Plus(t); !sum.Within(m.Room()) {
			out.stages, sum = append(out.stages, nil), t
		}
		last := &out.stages[len(out.stages)-1]
		*last = append(*last, []optimizer.Launch{l})
	}
	return out, nil
}

// anyLaunch draws the warps of a block and then the blocks, among those that a
// multiprocessor holds of the kind alone.
func (p *Pace) anyLaunch(r *rand.Rand, k int) optimizer.Launch {
	d := &p.demands[k]
	for {
		w := 1 + r.IntN(p.blocks[k])
		o, err := p.limits.Occupancy(optimizer.Config{Threads: w * p.limits.WarpSize, Registers: d.Registers, Shared: d.Shared})
		if err == nil && o.Blocks > 0 {
			return optimizer.Launch{Blocks: 1 + r.IntN(o.Blocks), Warps: w}
		}
	}
}

func (p *Pace) demandsOf(draw []int) []optimizer.Demand {
	out := make([]optimizer.Demand, len(draw))
	for i, k := range draw {
		out[i] = p.demands[k]
	}
	return out
}

// kernelLevel takes the kernels as they come and closes a batch where the knapsack finds no
// launches any more.
func kernelLevel(p *Pace, _ *rand.Rand, draw []int) (plan, error) {
	demands := p.demandsOf(draw)
	var out plan
	for first := 0; first < len(demands); {
		var batch optimizer.Batch
		last := first
		for ; last < len(demands); last++ {
			w, err := optimizer.Solve(p.limits, demands[first:last+1])
			if err != nil {
				return plan{}, err
			}
			if len(w.Batches) > 1 {
				break
			}
			batch = w.Batches[0]
		}
		out.stages = append(out.stages, sideBySide(batch, first))
		first = last
	}
	return out, nil
}

// sideBySide is a stage of a batch, whose kernels are counted from first.
func sideBySide(b optimizer.Batch, first int) [][]optimizer.Launch {
	stage := make([][]optimizer.Launch, len(b.Launches))
	for i, l := range b.Launches {
		l.Kernel += first
		stage[i] = []optimizer.Launch{l}
	}
	return stage
}

// bothLevels is the papers' objective: knapsack and column generation.
func bothLevels(p *Pace, _ *rand.Rand, draw []int) (plan, error) {
	w, err := p.solved(draw, optimizer.Options{})
	return inBatches(w), err
}

// bothLevelsFlow is the same, but a kernel begins when those have ended whose place it takes.
func bothLevelsFlow(p *Pace, _ *rand.Rand, draw []int) (plan, error) {
	w, err := p.solved(draw, optimizer.Options{})
	return flowing(w), err
}

// batchGap is what lies between two batches, seconds.
const batchGap = 5e-6

// byTimes is the makespan by the measured times.
func (p *Pace) byTimes() optimizer.Options {
	return optimizer.Options{Objective: optimizer.Makespan, Model: p.model, Gap: batchGap}
}

// waves is the makespan by the measured times.
func waves(p *Pace, _ *rand.Rand, draw []int) (plan, error) {
	w, err := p.solved(draw, p.byTimes())
	return inBatches(w), err
}

// wavesFlow is the same without barriers.
func wavesFlow(p *Pace, _ *rand.Rand, draw []int) (plan, error) {
	w, err := p.solved(draw, p.byTimes())
	return flowing(w), err
}

func (p *Pace) solved(draw []int, o optimizer.Options) (optimizer.Wave, error) {
	s, err := optimizer.NewSolver(p.limits, o)
	if err != nil {
		return optimizer.Wave{}, err
	}
	return s.Solve(p.demandsOf(draw))
}

// inBatches is a wave, batch by batch.
func inBatches(w optimizer.Wave) (out plan) {
	for _, b := range w.Batches {
		out.stages = append(out.stages, sideBySide(b, 0))
	}
	return out
}

// flowing is a wave whose kernels wait for those that they follow.
func flowing(w optimizer.Wave) plan {
	out := inBatches(w)
	if len(out.stages) > 1 {
		out.follows = w.Follows
	}
	return out
}

// byMemory is the kernels of a draw, those first that need most of the bandwidth; the longer
// first of equals.
func (p *Pace) byMemory(draw []int) []int {
	order := make([]int, len(draw))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(p.memory[draw[b]], p.memory[draw[a]]), cmp.Compare(p.tuned[draw[b]].Seconds, p.tuned[draw[a]].Seconds))
	})
	return order
}

// took is the time of a kind alone with so many resident warps.
func (p *Pace) took(k, warps int) float64 {
	return p.model.Time(&p.limits, &p.demands[k], max(1, warps))
}

// bothEnds is one launch: the blocks of a multiprocessor divide between those that begin with
// what needs the memory and those that begin with what does not, until they meet.
func bothEnds(p *Pace, _ *rand.Rand, draw []int) (plan, error) {
	out := plan{order: p.byMemory(draw), blocks: p.roles}
	least := math.Inf(1)
	each := roleThreads / p.limits.WarpSize
	for f := 1; f < out.blocks; f++ {
		if t := p.meet(draw, out.order, f*each, (out.blocks-f)*each); t < least {
			out.back, least = f, t
		}
	}
	out.starts = make([]uint32, out.blocks*p.limits.MPs)
	for i := out.back * p.limits.MPs; i < len(out.starts); i++ {
		out.starts[i] = uint32(len(draw) - 1)
	}
	return out, nil
}

// spread is one launch whose blocks begin all over the order, as many at a kernel as its share
// of the work is: those of one multiprocessor far apart, with what needs the memory and with
// what does not.
func spread(p *Pace, _ *rand.Rand, draw []int) (plan, error) {
	out := plan{order: p.byMemory(draw), blocks: p.roles, back: p.roles}
	all := p.alone(draw)
	done, k := p.tuned[draw[out.order[0]]].Seconds, 0 // of kernels up to k
	n := out.blocks * p.limits.MPs
	for i := range n {
		for at := (float64(i) + 0.5) / float64(n) * all; at > done && k+1 < len(draw); k++ {
			done += p.tuned[draw[out.order[k+1]]].Seconds
		}
		out.starts = append(out.starts, uint32(k))
	}
	return out, nil
}

// meet predicts the time until the warps that begin at the front and those that begin at the
// back have done all. Where both work on the same kernel they do it together.
func (p *Pace) meet(draw, order []int, front, back int) float64 {
	i, j, at := 0, len(order)-1, 0.0
	left, right := 1.0, 1.0 // shares of kernels i and j that are to be done
	for i < j {
		a, b := left*p.took(draw[order[i]], front), right*p.took(draw[order[j]], back)
		step := min(a, b)
		at += step
		if left -= left * step / a; a <= b {
			i, left = i+1, 1
		}
		if right -= right * step / b; b <= a {
			j, right = j-1, 1
		}
	}
	if i == j {
		at += min(left, right) * p.took(draw[order[i]], front+back)
	}
	return at
}
