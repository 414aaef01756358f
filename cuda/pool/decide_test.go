package pool

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"gsdms/optimizer"
	"gsdms/optimizer/sim"
)

// known is a bench of H200's limits that measures nothing: kernels have the registers of the
// papers, and take the time of the simulator.
func known(t testing.TB, kinds []Kind) (*Bench, *Pace) {
	t.Helper()
	b := &Bench{limits: optimizer.H200(), size: Full(), kinds: kinds}
	for _, k := range kinds {
		b.functions = append(b.functions, registers(k.Registers))
	}
	p, err := b.Learn(b.imagined(t))
	if err != nil {
		t.Fatal(err)
	}
	return b, p
}

// imagined is what Tune would find: a roofline of bytes and 0.1 ms of arithmetic for what
// moves none.
func (b *Bench) imagined(t testing.TB) []Tuned {
	t.Helper()
	card := optimizer.H200()
	out := make([]Tuned, len(b.kinds))
	for k := range b.kinds {
		d := b.demand(k)
		if d.Bytes == 0 {
			d.Instrs = 2_000_000_000
		}
		for w := 1; w <= b.limits.Warps; w++ {
			d.Threads = w * b.limits.WarpSize
			made, err := optimizer.Solve(b.limits, []optimizer.Demand{d})
			if err != nil {
				break
			}
			s := optimizer.Roofline{}.Time(&card, &d, w)
			out[k].Block = b.blockWarps(k)
			out[k].Best, out[k].Seconds = made.Batches[0].Launches[0], s
			out[k].Samples = append(out[k].Samples, optimizer.Sample{Warps: w, Seconds: s})
		}
	}
	return out
}

// registers is a function of so many.
type registers int

func (r registers) Registers() int { return int(r) }
func (registers) Shared() int      { return 0 }
func (registers) Threads() int     { return 1024 }

// Every decider has every kernel run once, in launches that a multiprocessor holds; a stage
// of those that say so holds all its rows at once.
func TestPlansAreWhole(t *testing.T) {
	for _, kinds := range [][]Kind{Thirteen(), Synthetic()} {
		b, p := known(t, kinds)
		for _, d := range Papers() {
			r := rand.New(rand.NewPCG(7, uint64(d.Kernels)))
			draw := d.draw(r, len(kinds))
			for _, way := range deciders {
				made, err := way.decide(p, r, draw)
				if err != nil {
					t.Fatalf("%s of %s: %v", way.name, d.Name(), err)
				}
				checkPlan(t, b, p, way.name, draw, made)
			}
		}
	}
}

func checkPlan(t *testing.T, b *Bench, p *Pace, name string, draw []int, made plan) {
	t.Helper()
	m, err := optimizer.NewMultiprocessor(p.limits)
	if err != nil {
		t.Fatal(err)
	}
	seen := slices.Clone(made.order)
	for _, stage := range made.stages {
		var sum optimizer.Load
		for _, row := range stage {
			for _, l := range row {
				seen = append(seen, l.Kernel)
				if !b.holds(draw[l.Kernel], l.Blocks, l.Warps) {
					t.Errorf("%s: %d x %d of %s", name, l.Blocks, l.Warps, b.kinds[draw[l.Kernel]].Name)
				}
			}
			sum = sum.Plus(p.most(m, draw, row))
		}
		if !sum.Within(m.Room()) && !strings.Contains(name, "streams") {
			t.Errorf("%s: a stage takes %+v of a multiprocessor", name, sum)
		}
	}
	slices.Sort(seen)
	for i := range draw {
		if len(seen) != len(draw) || seen[i] != i {
			t.Fatalf("%s runs kernels %v of %d", name, seen, len(draw))
		}
	}
	if made.order != nil && (made.back < 1 || made.back > made.blocks || len(made.starts) != made.blocks*p.limits.MPs || int(slices.Max(made.starts)) >= len(draw)) {
		t.Errorf("%s: %d of %d blocks go forth, %d starts up to %d", name, made.back, made.blocks, len(made.starts), slices.Max(made.starts))
	}
}

// On a simulated device, waves by measured times are no slower than one after another.
func TestWavesBeatOneAfterAnother(t *testing.T) {
	_, p := known(t, Thirteen())
	r := rand.New(rand.NewPCG(3, 3))
	for range 5 {
		draw := Draws{Kernels: 16, Fixed: true}.draw(r, 13)
		var ends [2]float64
		for i, decide := range []func(*Pace, *rand.Rand, []int) (plan, error){sequential, waves} {
			made, err := decide(p, r, draw)
			if err != nil {
				t.Fatal(err)
			}
			ends[i] = simulated(t, p, draw, made)
		}
		if ends[1] > ends[0] {
			t.Errorf("waves take %g s, one after another %g s", ends[1], ends[0])
		}
	}
}

// simulated is the end of a plan in the simulator.
func simulated(t *testing.T, p *Pace, draw []int, made plan) float64 {
	t.Helper()
	groups := make([][]sim.Stream, len(made.stages))
	for i, stage := range made.stages {
		for _, row := range stage {
			var s sim.Stream
			for _, l := range row {
				s = append(s, sim.Launched(p.limits, p.demands[draw[l.Kernel]], l))
			}
			groups[i] = append(groups[i], s)
		}
	}
	line, err := sim.Sequence(p.limits, sim.Contended{}, batchGap, groups...)
	if err != nil {
		t.Fatal(err)
	}
	return line.End()
}

// What a decider plans for the imagined device runs on one made of a processor, with right
// answers, and is told.
func TestDecidersAgree(t *testing.T) {
	b := newBench(t, Thirteen(), 13)
	p, err := b.Learn(b.imagined(t))
	if err != nil {
		t.Fatal(err)
	}
	result, err := b.Run(t.Context(), p, Draws{Kernels: 13, Fixed: true, Draws: 1}, 1, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	b.PrintKinds(&out, p)
	result.Print(&out)
	if err := b.Pairs(t.Context(), p, &out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"matrix product", "ours: roles, spread over it", "both levels", "1 of 1 draws", "times of the longer"} {
		if !strings.Contains(strings.ToLower(out.String()), want) {
			t.Errorf("nothing is printed of %q in\n%s", want, out.String())
		}
	}
}

// A kernel that gives a wrong answer is named.
func TestAWrongAnswerIsFound(t *testing.T) {
	b := newBench(t, Thirteen()[:1], 1)
	b.answers[0]++
	if err := b.lay([]int{0}); err != nil {
		t.Fatal(err)
	}
	if _, err := b.alone(optimizer.Launch{Blocks: 1, Warps: 1}); err == nil || !strings.Contains(err.Error(), "kernel 1, atomic, gives") {
		t.Errorf("error %v", err)
	}
}

// Over counts draws.
func TestOver(t *testing.T) {
	r := Result{Seconds: [][]float64{{4, 6, 1}, {2, 2, 2}}}
	if mean, worst, wins := r.Over(1, 0); mean != (2+3+0.5)/3 || worst != 0.5 || wins < 0.66 || wins > 0.67 {
		t.Errorf("mean %g, worst %g, wins %g", mean, worst, wins)
	}
}
