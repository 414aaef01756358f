package sim

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gsdms/optimizer"
)

// workshop is kernels on a device whose rates, and whose kernels' instructions, are not
// what the optimizer was told.
type workshop struct {
	r            *rand.Rand
	device, told optimizer.Device
	real, asked  []optimizer.Demand
	calibrator   *optimizer.Calibrator
}

// newWorkshop tells rates that are wrong by factors, and instructions that are wrong by up
// to the factor vague. Half of the kernels read, the other half compute, and a
// multiprocessor holds few of them.
func newWorkshop(t *testing.T, seed uint64, kernels int, bandwidth, issue, vague float64) *workshop {
	s := &workshop{r: rand.New(rand.NewPCG(seed, 1)), device: optimizer.TeslaK40()}
	s.told = s.device
	s.told.Bandwidth *= bandwidth
	s.told.IssueRate *= issue
	for i := range kernels {
		seconds := 1e-3 * math.Exp(s.r.NormFloat64()/2)
		bytes, instrs := seconds, seconds*s.r.Float64()/2
		if i%2 == 1 {
			bytes, instrs = instrs, bytes
		}
		d := optimizer.Demand{
			Name: fmt.Sprint(i), Registers: 24 + s.r.IntN(24), Shared: 4096 + s.r.IntN(16384), Threads: 1024, Rows: 1e6,
			Bytes: int64(bytes * s.device.Bandwidth), Instrs: int64(instrs * s.device.IssueRate),
		}
		s.real = append(s.real, d)
		d.Instrs = int64(float64(d.Instrs) * math.Pow(vague, 2*s.r.Float64()-1))
		s.asked = append(s.asked, d)
	}
	var err error
	if s.calibrator, err = optimizer.NewCalibrator(s.told); err != nil {
		t.Fatal(err)
	}
	return s
}

// solver is one that learns from the workshop's calibrator.
func (s *workshop) solver(t *testing.T) *optimizer.Solver {
	t.Helper()
	v, err := optimizer.NewSolver(s.told, optimizer.Options{Objective: optimizer.Makespan, Calibrator: s.calibrator})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// run runs a wave of the asked demands as it really goes: how long each kernel takes, from
// its first block to its last, and the wave.
func (s *workshop) run(t *testing.T, w optimizer.Wave, of ...int) (took []optimizer.Took, end float64) {
	t.Helper()
	w.Device, w.Demands = s.device, pick(s.real, of)
	line, err := Wave(w, 0)
	if err != nil {
		t.Fatal(err)
	}
	begin, ends := make([]float64, len(line.Streams)), make([]float64, len(line.Streams))
	for i := range begin {
		begin[i] = math.Inf(1)
	}
	for _, sp := range line.Spans {
		begin[sp.Stream], ends[sp.Stream] = min(begin[sp.Stream], sp.Start), max(ends[sp.Stream], sp.End)
	}
	stream := 0
	for _, b := range w.Batches {
		for _, l := range b.Launches {
			took = append(took, optimizer.Took{Kernel: l.Kernel, Rows: 1e6, Seconds: ends[stream] - begin[stream]})
			stream++
		}
	}
	return took, line.End()
}

// measured is times as a clock shows them: a tenth off, one in ten far too long.
func (s *workshop) measured(took []optimizer.Took) []optimizer.Took {
	out := slices.Clone(took)
	for i := range out {
		out[i].Seconds *= math.Exp(0.1 * s.r.NormFloat64())
		if s.r.IntN(10) == 0 {
			out[i].Seconds *= 6
		}
	}
	return out
}

// pick is the demands of some kernels; of none: all.
func pick(all []optimizer.Demand, of []int) []optimizer.Demand {
	if len(of) == 0 {
		return all
	}
	var out []optimizer.Demand
	for _, i := range of {
		out = append(out, all[i])
	}
	return out
}

func solve(t *testing.T, v *optimizer.Solver, demands []optimizer.Demand) optimizer.Wave {
	t.Helper()
	w, err := v.Solve(demands)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// wrong is factors on the rates of a device.
var wrong = [][2]float64{{4, 4}, {0.25, 0.25}, {4, 0.25}, {0.25, 4}, {1, 1}}

// TestPredictionsConverge: after nine noisy runs of each kernel alone, the predictions
// are within 15 % of what the kernels really take, alone and, where the rates are what
// was learned of others, for kernels never seen.
func TestPredictionsConverge(t *testing.T) {
	for _, f := range wrong {
		s := newWorkshop(t, 1, 24, f[0], f[1], 3)
		v := s.solver(t)
		for range 9 {
			for i := range 16 {
				w := solve(t, v, s.asked[i:i+1])
				took, _ := s.run(t, w, i)
				v.Observe(w, s.measured(took))
			}
		}
		for i := range 16 {
			w := solve(t, s.solver(t), s.asked[i:i+1])
			took, _ := s.run(t, w, i)
			if q := w.Ends[0] / took[0].Seconds; q < 1/1.15 || q > 1.15 {
				t.Errorf("rates told x %v: kernel %d is predicted to take %.2f of its time", f, i, q)
			}
		}
	}
}

// TestRatesConverge: kernels of which nothing was seen, but of which the work is known,
// are predicted by the rates that others showed.
func TestRatesConverge(t *testing.T) {
	for _, f := range wrong {
		s := newWorkshop(t, 2, 24, f[0], f[1], 1)
		v := s.solver(t)
		for range 9 {
			for i := range 16 {
				w := solve(t, v, s.asked[i:i+1])
				took, _ := s.run(t, w, i)
				v.Observe(w, s.measured(took))
			}
		}
		for i := 16; i < 24; i++ {
			w := solve(t, s.solver(t), s.asked[i:i+1])
			took, _ := s.run(t, w, i)
			if q := w.Ends[0] / took[0].Seconds; q < 1/1.15 || q > 1.15 {
				t.Errorf("rates told x %v: kernel %d is predicted to take %.2f of its time", f, i, q)
			}
		}
	}
}

// TestCalibratedWavesAreShorter: waves of all kernels, run and observed twenty times,
// end within 5 % of those that are decided with everything known, and before those of the
// first numbers where these are wrong.
func TestCalibratedWavesAreShorter(t *testing.T) {
	for _, f := range wrong {
		var first, last, known float64
		for seed := range uint64(8) {
			s := newWorkshop(t, 10+seed, 16, f[0], f[1], 4)
			v := s.solver(t)
			for i := range 20 {
				w := solve(t, v, s.asked)
				took, end := s.run(t, w)
				if i == 0 {
					first += end
				}
				v.Observe(w, s.measured(took))
			}
			_, end := s.run(t, solve(t, v, s.asked))
			last += end
			s.told, s.calibrator = s.device, nil
			_, end = s.run(t, solve(t, s.solver(t), s.real))
			known += end
		}
		t.Logf("rates told x %v: first %.3f, last %.3f of the wave decided with everything known", f, first/known, last/known)
		if last > 1.05*known || last > first {
			t.Errorf("rates told x %v: %.3f before, %.3f after; with everything known 1", f, first/known, last/known)
		}
	}
}

// TestWavesAreRarelyDecidedAnew: in 200 noisy chunks the wave changes while the model is
// wrong, and then in few of them.
func TestWavesAreRarelyDecidedAnew(t *testing.T) {
	for _, f := range wrong {
		s := newWorkshop(t, 5, 12, f[0], f[1], 4)
		v := s.solver(t)
		anew := 0
		for range 200 {
			w := solve(t, v, s.asked)
			took, _ := s.run(t, w)
			if v.Observe(w, s.measured(took)) {
				anew++
			}
		}
		if anew == 0 || anew > 20 {
			t.Errorf("rates told x %v: decided anew %d times", f, anew)
		}
	}
}

// TestCalibrationIsDeterministic: the same observations give the same waves.
func TestCalibrationIsDeterministic(t *testing.T) {
	var waves [2]string
	for i := range waves {
		s := newWorkshop(t, 7, 40, 4, 0.25, 4)
		v := s.solver(t)
		for range 12 {
			w := solve(t, v, s.asked)
			took, _ := s.run(t, w)
			v.Observe(w, s.measured(took))
			waves[i] += fmt.Sprint(w, w.Ends)
		}
	}
	if waves[0] != waves[1] {
		t.Error("the waves differ")
	}
}
