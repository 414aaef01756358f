package groups

import (
	"context"
	"math"
	"sync"

	"gsdms/operators/cpu/budget"
	"gsdms/operators/cpu/machine"
	"gsdms/operators/exact"
	"gsdms/operators/large"
	"gsdms/operators/simd"
	"gsdms/operators/spill"
	"gsdms/plan"
)

// Host is what runs of groups use of the backend.
type Host struct {
	Threads int
	Groups  int  // keys of a worker's table of groups, and what else of them is kept together; 0: what the caches hold
	Spill   bool // write what waits to files at once, and not only where memory is short
	Spare   *budget.Spare
	Kernels *simd.Kernels

	// spread does tasks 0 to n-1 by the workers, in that order of beginning, each with a
	// folder, and waits for them. It gives the error of the first task that has one; those
	// after an error are not begun.
	Spread func(ctx context.Context, n int, do func(f *Folder, i int) error) error
}

// Run is the groups of one run of a program.
type Run struct {
	host   *Host
	of     *Groups
	budget *budget.Budget
	sunk   []*Sunk    // by worker, nil where it has not met the run
	adding sync.Mutex // of sums of distinct values

	whole    *whole      // dense groups of which workers have windows
	gathered *gathered   // groups that are not dense
	pairs    []*gathered // by distinct fold: the pairs of group and value
	common   [][]uint64  // by distinct fold: the bits that the workers have in common
	rows     *plan.Rows  // the result, once it has been collected

	Space   *spill.Space // nil: nothing is written
	Spilled *spill.Rows  // the result, where memory has no room for it
}

// NewRun makes a run of groups whose memory counts in a budget.
func NewRun(h *Host, of *Groups, b *budget.Budget) *Run {
	return &Run{host: h, of: of, budget: b, sunk: make([]*Sunk, h.Threads)}
}

// Worker gives what a worker has, made at first use.
func (r *Run) Worker(id int) *Sunk {
	if r.sunk[id] == nil {
		r.sunk[id] = NewSunk(r)
	}
	return r.sunk[id]
}

// Close gives back what the workers have, and the files.
func (r *Run) Close() {
	for _, s := range r.sunk {
		if s != nil {
			s.Release()
		}
	}
	if r.whole != nil {
		r.host.Spare.Put(r.whole.words)
	}
	if r.gathered != nil {
		r.gathered.closeFile()
	}
	r.Spilled.Release()
	r.sunk, r.whole = nil, nil
	r.gathered, r.pairs, r.common, r.rows, r.Spilled = nil, nil, nil, nil, nil
}

// Sunk is what one worker has of the groups of one run.
type Sunk struct {
	dense     *accumulators
	at        span // of the run's groups: what dense has, if there are windows
	opened    bool // it may have something
	gathers   *gatherer
	distincts []distincts
}

// NewSunk makes what one more worker has of a run, besides those that it knows.
func NewSunk(r *Run) *Sunk {
	g := r.of
	s := &Sunk{distincts: make([]distincts, len(g.distincts))}
	if g.hashed != nil {
		s.gathers = newGatherer(r.gathered)
	} else {
		s.dense = newAccumulators(r, g)
		s.dense.words = r.host.Spare.Get(g.DenseWords())
	}
	for i := range g.distincts {
		if d := &g.distincts[i]; d.pairs != nil {
			s.distincts[i].pairs = newGatherer(r.pairs[i])
		} else {
			s.distincts[i].bits = d.bitmap(r.common[i])
		}
	}
	return s
}

// accumulators is the words of groups by number.
type accumulators struct {
	run    *Run
	groups *Groups
	words  []int64
	exact  []aside[exact.Sum] // by fold: exact sums, numbered by a word of the group
	few    *simd.FewSums      // nil: not needed yet
	far    []aside[exact.Far] // by fold: what is outside of the window of moments, likewise
}

func newAccumulators(r *Run, g *Groups) *accumulators {
	n := len(g.folds)
	return &accumulators{run: r, groups: g, exact: make([]aside[exact.Sum], n), far: make([]aside[exact.Far], n)}
}

// Reserve charges what all workers have of the groups when the run is opened, and makes
// what they have in common.
func (r *Run) Reserve() error {
	g := r.of
	words := float64(r.of.DenseWords()) * float64(r.host.Threads)
	for _, d := range g.distincts {
		if d.common {
			words += float64(d.words)
		} else {
			words += float64(d.words) * float64(r.host.Threads)
		}
	}
	if g.window != nil {
		words += float64(g.size) * float64(g.width)
	}
	if err := r.budget.Charge(int64(min(8*words, math.MaxInt64/2))); err != nil {
		return err
	}
	if g.window != nil {
		r.whole = newWhole(r)
	}
	if g.hashed != nil {
		r.gathered = newGathered(g.hashed, r)
	}
	r.pairs, r.common = make([]*gathered, len(g.distincts)), make([][]uint64, len(g.distincts))
	for i, d := range g.distincts {
		switch {
		case d.pairs != nil:
			r.pairs[i] = newGathered(d.pairs, r)
		case d.common:
			r.common[i] = make([]uint64, d.words)
		}
	}
	return nil
}

// grow makes room for the words of n groups.
func (a *accumulators) grow(n int) error {
	need := n * a.groups.width
	if need <= len(a.words) {
		return nil
	}
	grown := max(2*len(a.words), 64*a.groups.width, need)
	if err := a.run.budget.Charge(int64(8 * (grown - len(a.words)))); err != nil {
		return err
	}
	a.words = append(large.Around(make([]int64, 0, grown)), a.words...)[:grown]
	return nil
}

// Absorb adds the dense groups of another.
func (s *Sunk) Absorb(from *Sunk) error { return s.dense.absorb(from.dense, 0, s.dense.groups.size, 0) }

// Empty takes everything out of dense groups.
func (s *Sunk) Empty() {
	clear(s.dense.words)
	s.dense.emptyAside()
}

// touchBytes is how much of a worker's groups is worth having at hand before their rows come:
// what a cache of several cores has room for.
const touchBytes = 8 << 20

// Touch has the groups that rows of any order will lead to come into the cache, line by line,
// which takes less than having each row wait for its own.
func (s *Sunk) Touch() {
	if s.dense == nil {
		return
	}
	g := s.dense.groups
	if g.window == nil {
		s.touch(machine.Bytes(s.dense.words))
	}
	for i, d := range s.distincts {
		if !g.distincts[i].common {
			s.touch(machine.Bytes(d.bits))
		}
	}
}

func (s *Sunk) touch(words []byte) {
	if len(words) <= touchBytes {
		s.dense.run.host.Kernels.Touch(words)
	}
}

// Release gives the memory to later runs.
func (s *Sunk) Release() {
	if s.dense != nil {
		s.dense.run.host.Spare.Put(s.dense.words)
		s.dense.words = nil
	}
}
