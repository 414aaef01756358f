package cpu

import (
	"fmt"
	"math"
	"slices"

	"gsdms/operators"
	"gsdms/operators/cpu/machine"
	"gsdms/operators/exact"
)

// groups is a lowered operators.Groups. The accumulators of a group are width words
// side by side: word 0 counts its rows, then come those of the folds. All begin as 0.
// Dense groups are in an array of each worker, others are gathered (gathering.go).
type groups struct {
	spec   *operators.Groups
	dense  bool
	size   int // dense: number of groups
	keys   []groupKey
	folds  []fold
	width  int
	rows   bool       // word 0 counts the rows; where no key is dense, only if a fold asks for it
	hashed *gathering // not dense: how the rows of a key come together
	count  int        // the sink's counter
	shared bool       // no keys: one group

	distincts []distinct

	sources []keySource // dense: the parts of a group's number
	base    uint32      // dense: the part that is the same in every row
	counted bool        // a fold counts the rows, too
}

// groupKey is one key of a group.
type groupKey struct {
	machine.Value
	lo     int64 // dense: number of the first value
	stride uint32
	packed packedKey
}

// maxGroups bounds dense groups: their numbers have 32 bits.
const maxGroups = 1 << 31

// sink makes the last step.
func (l *lowering) sink() error {
	switch s := l.Program.Sink.(type) {
	case *operators.Groups:
		return l.groups(s)
	case *operators.Emit:
		return l.rows(s)
	}
	return fmt.Errorf("unknown sink %T", l.Program.Sink)
}

// sinkNeeds marks what the sink reads.
func (l *lowering) sinkNeeds() {
	switch s := l.Program.Sink.(type) {
	case *operators.Groups:
		dense := l.isDense(s)
		for _, k := range s.Keys {
			if _, ok := l.fusedKey(k); !ok || !dense {
				l.Mark(k.Reg)
			}
		}
		for _, f := range s.Aggs {
			if f.Arg >= 0 && (!dense || !l.readsItself(f)) {
				l.Mark(f.Arg)
			}
			l.Mark(f.More...)
		}
	case *operators.Emit:
		for _, c := range s.Out {
			l.Mark(c.Reg)
		}
	}
}

// An array of groups for each worker is set up, merged and read whole, so it must be
// small, or not large for the rows that come.
const (
	denseWords       = 1 << 16
	denseWordsPerRow = 4
)

// isDense reports whether each worker has an array of all groups.
func (l *lowering) isDense(s *operators.Groups) bool {
	words, most := s.Size*(1+len(s.Aggs)), denseWords
	if l.options.Groups > 0 {
		most = l.options.Groups
	}
	return len(s.Keys) == 0 || s.Dense && words*l.options.Threads <= max(most*l.options.Threads, denseWordsPerRow*l.Program.Table.Rows)
}

func (l *lowering) groups(spec *operators.Groups) error {
	g := &groups{spec: spec, dense: l.isDense(spec), size: max(1, spec.Size), rows: true}
	if g.shared = len(spec.Keys) == 0; g.shared {
		g.size = 1
	}
	if g.dense && g.size > maxGroups {
		return fmt.Errorf("%d dense groups: at most %d", g.size, maxGroups)
	}
	if err := l.keys(g); err != nil {
		return err
	}
	if !g.dense {
		g.hashed = &gathering{}
		g.rows = slices.ContainsFunc(spec.Aggs, func(f operators.Fold) bool {
			return f.Func == operators.CountRows || f.Func == operators.CountValues || isVariance(f.Func)
		})
	}
	if g.rows {
		g.width = 1
	}
	for i, f := range spec.Aggs {
		lowered, err := l.fold(f, g)
		if err != nil {
			return fmt.Errorf("aggregate %d: %w", i, err)
		}
		lowered.index = i
		lowered.counts = lowered.counts && !g.counted && !g.shared
		g.counted = g.counted || lowered.counts
		g.folds = append(g.folds, lowered)
	}
	if err := l.gathers(g); err != nil {
		return err
	}
	g.count = l.Counted("groups")
	l.code.groups = g
	l.Add(&groupsStep{g})
	return nil
}

// gathers settles how the groups and the distinct values of folds are gathered.
func (l *lowering) gathers(g *groups) error {
	if g.hashed != nil {
		var p packing
		for _, k := range g.keys {
			p.add(k.packed)
		}
		late, args := latened(g.folds)
		g.hashed = l.gathering(p, g, late, args)
	}
	return l.distincts(g)
}

// latened gives the folds over the columns of blocks, and what these are.
func latened(folds []fold) (late []fold, args []machine.Value) {
	for _, f := range folds {
		if f.spec.Func.Distinct() {
			continue
		}
		if f.spec.Func != operators.CountRows && (f.spec.Func != operators.CountValues || f.arg.Null) {
			at := slices.Index(args, f.arg)
			if at < 0 {
				at = len(args)
				args = append(args, f.arg)
			}
			f.arg.Slot = at
		}
		late = append(late, f)
	}
	return late, args
}

func (l *lowering) keys(g *groups) error {
	stride := 1
	g.keys = make([]groupKey, len(g.spec.Keys))
	for i := len(g.keys) - 1; i >= 0; i-- {
		spec := g.spec.Keys[i]
		g.keys[i] = groupKey{lo: spec.Lo, stride: uint32(stride)}
		stride *= max(1, spec.Size)
		if err := l.key(g, &g.keys[i], spec); err != nil {
			return fmt.Errorf("key %d: %w", i, err)
		}
	}
	return nil
}

// key finds out how the sink reads a key: from a register, or itself.
func (l *lowering) key(g *groups, k *groupKey, spec operators.Key) error {
	first := spec.Lo
	if spec.Nullable {
		first--
	}
	if fused, ok := l.fusedKey(spec); ok && g.dense {
		g.base += uint32(fused.bias-first) * k.stride
		g.sources = append(g.sources, l.keySource(fused, k.stride))
		return nil
	}
	v, err := l.At(spec.Reg)
	k.Value = v
	lo, hi := l.keyBounds(spec)
	k.packed = packedKey{Value: v, float: spec.Float, lo: lo, hi: hi}
	g.sources = append(g.sources, &registerKey{groupKey: *k, first: first})
	return err
}

// groupsStep folds rows into the accumulators of the worker.
type groupsStep struct{ *groups }

func (g groupsStep) Run(m *machine.Machine, n int, _ []machine.Step) (int, error) {
	a := m.State.Sink.(*sunk)
	m.State.Counts[g.count] += int64(n)
	numbers := m.Group[:n]
	switch {
	case g.hashed != nil:
		if err := a.gathers.add(m, g.hashed.packing.pack(m, n), n); err != nil {
			return 0, err
		}
	case g.shared:
		clear(numbers)
	default:
		g.denseNumbers(m, numbers)
	}
	if g.hashed == nil {
		if err := g.fold(g.folds, a.dense, m, numbers); err != nil {
			return 0, err
		}
	}
	for i := range g.distincts {
		if err := g.distincts[i].add(&a.distincts[i], m, numbers); err != nil {
			return 0, err
		}
	}
	return 0, nil
}

// fold folds rows into the groups that numbers say.
func (g *groups) fold(folds []fold, a *accumulators, m *machine.Machine, numbers []uint32) error {
	switch {
	case g.shared:
		a.words[0] += int64(len(numbers))
	case g.rows && !g.counted:
		for _, number := range numbers {
			a.words[int(number)*g.width]++
		}
	}
	for i := range folds {
		f := &folds[i]
		if err := f.add(f, a, m, numbers); err != nil {
			return err
		}
	}
	return nil
}

// denseNumbers computes the numbers of the groups from the keys.
func (g *groups) denseNumbers(m *machine.Machine, numbers []uint32) {
	for i := range numbers {
		numbers[i] = g.base
	}
	for _, k := range g.sources {
		k.add(m, numbers)
	}
}

// sunk is what one worker has of the groups of one run.
type sunk struct {
	dense     *accumulators
	gathers   *gatherer
	distincts []distincts
}

func newSunk(r *run) *sunk {
	g := r.code.groups
	s := &sunk{distincts: make([]distincts, len(g.distincts))}
	if g.hashed != nil {
		s.gathers = newGatherer(r.gathered)
	} else {
		s.dense = newAccumulators(r, g)
		s.dense.words = r.backend.spare.get(g.size * g.width)
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
	run    *run
	groups *groups
	words  []int64
	exact  []aside[exact.Sum] // by fold: exact sums, numbered by a word of the group
	far    []aside[exact.Far] // by fold: what is outside of the window of moments, likewise
}

func newAccumulators(r *run, g *groups) *accumulators {
	n := len(g.folds)
	return &accumulators{run: r, groups: g, exact: make([]aside[exact.Sum], n), far: make([]aside[exact.Far], n)}
}

// reserve charges what all workers have of the groups when the run is opened, and makes
// what they have in common.
func (r *run) reserve() error {
	g := r.code.groups
	if g == nil {
		return nil
	}
	words := float64(r.code.groupWords()) * float64(r.backend.options.Threads)
	for _, d := range g.distincts {
		if d.common {
			words += float64(d.words)
		} else {
			words += float64(d.words) * float64(r.backend.options.Threads)
		}
	}
	if err := r.budget.charge(int64(min(8*words, math.MaxInt64/2))); err != nil {
		return err
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
	if err := a.run.budget.charge(int64(8 * (grown - len(a.words)))); err != nil {
		return err
	}
	a.words = append(make([]int64, 0, grown), a.words...)[:grown]
	return nil
}

// release gives the memory to later runs.
func (s *sunk) release() {
	if s.dense != nil {
		s.dense.run.backend.spare.put(s.dense.words)
		s.dense.words = nil
	}
}
