package optimizer

import (
	"fmt"
	"slices"
	"strings"
)

// Objective is what a wave is good at.
type Objective int

const (
	// Concurrency is the papers' objective: the demanded threads resident, in the fewest
	// batches.
	Concurrency Objective = iota
	// Makespan is the least predicted time of the wave. The threads of a demand are then
	// no minimum; they are its share of the work, where nothing better is known.
	Makespan
)

func (o Objective) String() string {
	switch o {
	case Concurrency:
		return "concurrency"
	case Makespan:
		return "makespan"
	}
	return fmt.Sprintf("objective %d", int(o))
}

// UnmarshalText reads an objective's name.
func (o *Objective) UnmarshalText(text []byte) error {
	for _, known := range []Objective{Concurrency, Makespan} {
		if strings.EqualFold(string(text), known.String()) {
			*o = known
			return nil
		}
	}
	return fmt.Errorf("an objective is %v or %v, not %q", Concurrency, Makespan, text)
}

// Options of a Solver. The zero value is what Solve does.
type Options struct {
	Objective  Objective
	Model      Model       // for Makespan; nil: Roofline, or Shares where bytes and instructions are unknown
	Gap        float64     // seconds between two batches, for Makespan
	Calibrator *Calibrator // corrects the device's rates and the demands' work by what launches took; nil: nothing does
}

// Solver decides waves for one device and remembers them. One goroutine owns it.
type Solver struct {
	device  Device
	limits  limits // of the device
	options Options
	memo    map[uint64]*Wave
	last    *Wave // the wave given last, which is asked for again chunk after chunk
}

// remembered is how many waves a Solver keeps before it forgets all of them.
const remembered = 1024

// NewSolver returns a Solver for d.
func NewSolver(d Device, o Options) (*Solver, error) {
	l, err := newLimits(d)
	if err != nil {
		return nil, err
	}
	if o.Objective != Concurrency && o.Objective != Makespan {
		return nil, fmt.Errorf("optimizer: there is no %v", o.Objective)
	}
	if !(o.Gap >= 0) {
		return nil, fmt.Errorf("optimizer: a gap of %g s between batches", o.Gap)
	}
	return &Solver{device: d, limits: l, options: o, memo: map[uint64]*Wave{}}, nil
}

// Solve decides the wave for the demands, or returns the one decided for equal demands
// in the same order, unless that is Stale, with what is predicted of it now. It keeps a
// copy of the demands; the wave is shared between calls and must not be changed.
func (s *Solver) Solve(demands []Demand) (Wave, error) {
	if s.last != nil && equal(s.last.Demands, demands) && !s.Stale(*s.last) {
		return s.renewed(*s.last), nil
	}
	h := hash(demands)
	if w := s.memo[h]; w != nil && equal(w.Demands, demands) && !s.Stale(*w) {
		s.last = w
		return s.renewed(*w), nil
	}
	w, err := s.decide(cloned(demands))
	if err != nil {
		return Wave{}, err
	}
	if len(s.memo) == remembered {
		clear(s.memo)
	}
	s.memo[h], s.last = &w, &w
	return w, nil
}

func (s *Solver) decide(demands []Demand) (Wave, error) {
	l, corrected := s.believed(demands)
	m := s.options.Model
	switch {
	case m != nil:
	case known(&l.Device, corrected):
		m = Roofline{}
	default:
		m = Shares{}
	}
	w, err := s.by(l.Device, corrected, m)
	if err != nil {
		return Wave{}, err
	}
	w.Device, w.Demands = s.device, demands
	if m != (Shares{}) {
		w.Ends = ends(l, corrected, w.Batches, m)
	}
	if len(w.Batches) > 1 {
		w.Follows = follow(&s.limits, &w)
	}
	return w, nil
}

// by decides a wave under a model.
func (s *Solver) by(d Device, demands []Demand, m Model) (Wave, error) {
	if s.options.Objective == Concurrency {
		return Solve(d, demands)
	}
	return solveMakespan(d, demands, m, s.options.Gap)
}

// believed is the device and the demands as far as launches have corrected them.
func (s *Solver) believed(demands []Demand) (limits, []Demand) {
	if c := s.options.Calibrator; c != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		return c.corrected(demands)
	}
	return s.limits, demands
}

// Observe learns from launches of a wave over one chunk, if there is a Calibrator, and
// reports whether the wave is Stale.
func (s *Solver) Observe(w Wave, took []Took) bool {
	if s.options.Calibrator != nil {
		s.options.Calibrator.Observe(w, took)
	}
	return s.Stale(w)
}

// Stale reports whether the wave was decided by predictions of which one, at least, is
// now off by more than a quarter. Only then is it worth deciding anew: a wave that was
// remembered stays until then, however much has been learned.
func (s *Solver) Stale(w Wave) bool {
	if s.options.Calibrator == nil || s.options.Objective != Makespan || w.Ends == nil {
		return false
	}
	for k, now := range s.predict(w) {
		if now > patience*w.Ends[k] || now*patience < w.Ends[k] {
			return true
		}
	}
	return false
}

// renewed is a remembered wave with what is predicted of it now.
func (s *Solver) renewed(w Wave) Wave {
	if s.options.Calibrator != nil && w.Ends != nil {
		w.Ends = s.predict(w)
	}
	return w
}

// predict gives the Ends of a wave by what is known now.
func (s *Solver) predict(w Wave) []float64 {
	l, corrected := s.believed(w.Demands)
	var m Model = Roofline{}
	if s.options.Model != nil {
		m = s.options.Model
	}
	return ends(l, corrected, w.Batches, m)
}

func cloned(demands []Demand) []Demand {
	out := slices.Clone(demands)
	for i := range out {
		out[i].After = slices.Clone(out[i].After)
	}
	return out
}

func equal(a, b []Demand) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		x, y := &a[i], &b[i]
		if x.Threads != y.Threads || x.Registers != y.Registers || x.Shared != y.Shared || x.Block != y.Block || x.Bytes != y.Bytes ||
			x.Instrs != y.Instrs || x.Rows != y.Rows || x.Shape != y.Shape || x.Name != y.Name || !slices.Equal(x.After, y.After) {
			return false
		}
	}
	return true
}

// hash mixes the numbers of all demands, with three products each, of which two do not
// wait for anything. Names are left to equal.
func hash(demands []Demand) uint64 {
	h := uint64(len(demands))
	for i := range demands {
		d := &demands[i]
		v := uint64(d.Threads) + uint64(d.Registers)<<20 + uint64(d.Shared)<<32 + uint64(d.Bytes)*0xd6e8feb86659fd93 + uint64(d.Instrs)*0xff51afd7ed558ccd
		for _, a := range d.After {
			v = v*31 + uint64(a) + 1
		}
		h = (h ^ v) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	return h
}
