package cpu

import (
	"fmt"
	"math"

	"gsdms/operators"
	"gsdms/operators/exact"
)

// groups is a lowered operators.Groups. The accumulators of a group are width words
// side by side: word 0 counts its rows, then come those of the folds. All begin as 0.
type groups struct {
	spec   *operators.Groups
	dense  bool
	size   int // dense: number of groups
	keys   []groupKey
	folds  []fold
	width  int
	tuple  int  // hashed: words of a key tuple
	nulls  bool // hashed: the last word of a tuple says which keys are NULL
	count  int  // the sink's counter
	shared bool // no keys: one group

	sources []keySource // dense: the parts of a group's number
	base    uint32      // dense: the part that is the same in every row
	counted bool        // a fold counts the rows, too
}

// groupKey is one key of a group.
type groupKey struct {
	value
	lo     int64 // dense: number of the first value
	stride uint32
	float  bool
}

// maxGroups bounds dense groups: their numbers have 32 bits.
const maxGroups = 1 << 31

// sink makes the last step.
func (l *lowering) sink() error {
	switch s := l.p.Sink.(type) {
	case *operators.Groups:
		return l.groups(s)
	case *operators.Emit:
		return l.rows(s)
	}
	return fmt.Errorf("unknown sink %T", l.p.Sink)
}

// sinkNeeds marks what the sink reads.
func (l *lowering) sinkNeeds() {
	switch s := l.p.Sink.(type) {
	case *operators.Groups:
		for _, k := range s.Keys {
			if _, ok := l.fusedKey(k); !ok || !s.Dense {
				l.mark(k.Reg)
			}
		}
		for _, f := range s.Aggs {
			if _, ok := l.fusedSum(f); !ok && f.Arg >= 0 {
				l.mark(f.Arg)
			}
		}
	case *operators.Emit:
		for _, c := range s.Out {
			l.mark(c.Reg)
		}
	}
}

func (l *lowering) groups(spec *operators.Groups) error {
	g := &groups{spec: spec, dense: spec.Dense || len(spec.Keys) == 0, size: max(1, spec.Size), width: 1}
	if g.shared = len(spec.Keys) == 0; g.shared {
		g.size = 1
	}
	if g.size > maxGroups {
		return fmt.Errorf("%d dense groups: at most %d", g.size, maxGroups)
	}
	if err := l.keys(g); err != nil {
		return err
	}
	for i, f := range spec.Aggs {
		lowered, err := l.fold(f, g)
		if err != nil {
			return fmt.Errorf("aggregate %d: %w", i, err)
		}
		lowered.index = i
		lowered.counts = lowered.fused && !g.counted && !g.shared
		g.counted = g.counted || lowered.counts
		g.folds = append(g.folds, lowered)
	}
	g.count = l.counted("groups")
	l.code.groups = g
	l.add(&groupsStep{g})
	return nil
}

func (l *lowering) keys(g *groups) error {
	stride := 1
	g.keys = make([]groupKey, len(g.spec.Keys))
	for i := len(g.keys) - 1; i >= 0; i-- {
		spec := g.spec.Keys[i]
		g.keys[i] = groupKey{lo: spec.Lo, stride: uint32(stride), float: spec.Float}
		stride *= max(1, spec.Size)
		if err := l.key(g, &g.keys[i], spec); err != nil {
			return fmt.Errorf("key %d: %w", i, err)
		}
		g.nulls = g.nulls || g.keys[i].null
	}
	g.tuple = len(g.keys)
	if g.nulls {
		g.tuple++
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
	v, err := l.at(spec.Reg)
	k.value = v
	g.sources = append(g.sources, &registerKey{groupKey: *k, first: first})
	return err
}

// groupsStep folds rows into the accumulators of the worker.
type groupsStep struct{ *groups }

func (g groupsStep) run(m *machine, n int, _ []step) (int, error) {
	a := m.state.groups
	m.state.counts[g.count] += int64(n)
	numbers := m.group[:n]
	switch {
	case g.shared:
		clear(numbers)
	case g.dense:
		g.denseNumbers(m, numbers)
	default:
		if err := a.hashedNumbers(m, numbers); err != nil {
			return 0, err
		}
	}
	switch {
	case g.shared:
		a.words[0] += int64(n)
	case !g.counted:
		for _, number := range numbers {
			a.words[int(number)*g.width]++
		}
	}
	for i := range g.folds {
		f := &g.folds[i]
		if err := f.add(f, a, m, numbers); err != nil {
			return 0, err
		}
	}
	return 0, nil
}

// denseNumbers computes the numbers of the groups from the keys.
func (g *groups) denseNumbers(m *machine, numbers []uint32) {
	for i := range numbers {
		numbers[i] = g.base
	}
	for _, k := range g.sources {
		k.add(m, numbers)
	}
}

// hashedNumbers finds the groups of the keys, and makes those that are new.
func (a *accumulators) hashedNumbers(m *machine, numbers []uint32) error {
	g := a.groups
	tuples, hashes := m.tuples(g, len(numbers))
	for i, hash := range hashes {
		tuple := tuples[i*g.tuple : i*g.tuple+g.tuple]
		n := a.table.hit(tuple, hash)
		if n < 0 {
			var err error
			if n, err = a.number(tuple, hash); err != nil {
				return err
			}
		}
		numbers[i] = uint32(n)
	}
	return nil
}

// number finds a group, or makes it.
func (a *accumulators) number(tuple []int64, hash uint64) (int, error) {
	n, fresh, err := a.table.number(tuple, hash)
	if err == nil && fresh {
		err = a.grow(n + 1)
	}
	return n, err
}

// tuples puts the keys of the rows together, key by key, with their hashes: 0 for NULL,
// and behind the keys the bits that say which are.
func (m *machine) tuples(g *groups, rows int) (tuples []int64, hashes []uint64) {
	if need := rows * g.tuple; len(m.words) < need {
		m.words = make([]int64, need)
	}
	tuples, hashes = m.words[:rows*g.tuple], m.hashes[:rows]
	for k := range g.keys {
		m.keyWords(&g.keys[k], tuples[k:], g.tuple, rows)
	}
	if g.nulls {
		m.nullWords(g, tuples[len(g.keys):], rows)
	}
	for i := range hashes {
		h := operators.HashStart
		for _, n := range tuples[i*g.tuple : i*g.tuple+g.tuple] {
			h = operators.HashKey(h, n)
		}
		hashes[i] = h
	}
	return tuples, hashes
}

// keyWords writes a key's word of every tuple.
func (m *machine) keyWords(k *groupKey, to []int64, stride, rows int) {
	s := &m.slots[k.slot]
	switch {
	case k.float:
		for i, f := range s.floats[:rows] {
			to[i*stride] = operators.FloatKey(f)
		}
	default:
		for i, n := range s.ints[:rows] {
			to[i*stride] = n
		}
	}
	if k.null {
		for i, null := range s.null[:rows] {
			to[i*stride] &= int64(null) - 1
		}
	}
}

// nullWords writes the word of every tuple that says which of its keys are NULL.
func (m *machine) nullWords(g *groups, to []int64, rows int) {
	for i := range rows {
		to[i*g.tuple] = 0
	}
	for k := range g.keys {
		if !g.keys[k].null {
			continue
		}
		for i, null := range m.slots[g.keys[k].slot].null[:rows] {
			to[i*g.tuple] |= int64(null) << k
		}
	}
}

// accumulators is what one worker has of the groups of one run.
type accumulators struct {
	run      *run
	groups   *groups
	words    []int64
	table    *tuples        // hashed: the keys of the groups, by number
	exact    [][]*exact.Sum // by fold: exact sums, numbered by a word of the group
	distinct []*tuples      // by fold: the (group, value) pairs seen
}

func newAccumulators(r *run) *accumulators {
	g := r.code.groups
	a := &accumulators{run: r, groups: g, exact: make([][]*exact.Sum, len(g.folds)), distinct: make([]*tuples, len(g.folds))}
	if g.dense {
		a.words = r.backend.spare.get(g.size * g.width)
	} else {
		a.table = newTuples(g.tuple, &r.budget)
	}
	for i := range g.folds {
		if g.folds[i].spec.Func == operators.CountDistinct {
			a.distinct[i] = newTuples(2, &r.budget)
		}
	}
	return a
}

// reserve charges the dense accumulators of all workers when the run is opened.
func (r *run) reserve() error {
	bytes := float64(r.code.groupWords()) * 8 * float64(r.backend.options.Threads)
	return r.budget.charge(int64(min(bytes, math.MaxInt64/2)))
}

// grow makes room for the words of n groups.
func (a *accumulators) grow(n int) error {
	need := n * a.groups.width
	if need <= len(a.words) {
		return nil
	}
	grown := max(2*len(a.words), 64*a.groups.width)
	if err := a.run.budget.charge(int64(8 * (grown - len(a.words)))); err != nil {
		return err
	}
	a.words = append(make([]int64, 0, grown), a.words...)[:grown]
	return nil
}

// release gives the memory to later runs.
func (a *accumulators) release() {
	a.run.backend.spare.put(a.words)
	a.words = nil
}
