package pool

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"
)

// Draws is one experiment: so many draws of so many kernels.
type Draws struct {
	Kernels int
	Fixed   bool // the kinds in turn, so that every draw has the same kernels; else any
	Draws   int
}

// Papers are the draws of Li et al. 2019, and those of 8 kernels, for the time to decide.
func Papers() []Draws {
	return []Draws{{8, false, 100}, {16, true, 400}, {16, false, 1000}, {31, true, 400}, {31, false, 1000}, {39, false, 200}, {52, false, 200}, {65, false, 200}}
}

// Name says what is drawn.
func (d Draws) Name() string {
	set := "random"
	if d.Fixed {
		set = "fixed"
	}
	return fmt.Sprintf("%d kernels, %s set", d.Kernels, set)
}

// Result is the seconds of the draws that were run, by decider and draw, and what deciding
// took the host.
type Result struct {
	Draws   Draws
	Seconds [][]float64
	Decided []time.Duration // by decider, the mean
}

// draw takes kernels of so many kinds, in random order.
func (d Draws) draw(r *rand.Rand, kinds int) []int {
	out := make([]int, d.Kernels)
	for i := range out {
		out[i] = i % kinds
		if !d.Fixed {
			out[i] = r.IntN(kinds)
		}
	}
	r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// Run runs draws until they are done or the time is over, at least one.
func (b *Bench) Run(ctx context.Context, p *Pace, d Draws, seed uint64, until time.Time) (Result, error) {
	r := rand.New(rand.NewPCG(seed, uint64(d.Kernels)))
	out := Result{Draws: d, Seconds: make([][]float64, len(deciders)), Decided: make([]time.Duration, len(deciders))}
	done := 0
	for ; done < d.Draws && (done == 0 || time.Now().Before(until)); done++ {
		if err := ctx.Err(); err != nil {
			return out, err
		}
		if err := b.compare(p, r, d.draw(r, len(b.kinds)), &out); err != nil {
			return out, fmt.Errorf("%s, draw %d: %w", d.Name(), done+1, err)
		}
	}
	for i := range out.Decided {
		out.Decided[i] /= time.Duration(done)
	}
	return out, nil
}

// compare runs a draw by every decider.
func (b *Bench) compare(p *Pace, r *rand.Rand, draw []int, out *Result) error {
	if err := b.lay(draw); err != nil {
		return err
	}
	for i, way := range deciders {
		began := time.Now()
		made, err := way.decide(p, r, draw)
		out.Decided[i] += time.Since(began)
		if err != nil {
			return fmt.Errorf("decide %s: %w", way.name, err)
		}
		took, err := b.time(made)
		if err != nil {
			return fmt.Errorf("%s: %w", way.name, err)
		}
		out.Seconds[i] = append(out.Seconds[i], took.Seconds())
	}
	return nil
}

// Over is how many times as fast decider w is as decider base: the mean of all draws, the
// worst, and the share of draws in which w is faster.
func (r Result) Over(w, base int) (mean, worst, wins float64) {
	n := float64(len(r.Seconds[w]))
	for i, t := range r.Seconds[w] {
		times := r.Seconds[base][i] / t
		mean += times / n
		if i == 0 || times < worst {
			worst = times
		}
		if times > 1 {
			wins += 1 / n
		}
	}
	return mean, worst, wins
}

// mean is the mean time of a decider.
func (r Result) mean(w int) float64 {
	sum := 0.0
	for _, t := range r.Seconds[w] {
		sum += t
	}
	return sum / float64(len(r.Seconds[w]))
}
