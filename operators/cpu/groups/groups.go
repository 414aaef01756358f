package groups

import (
	"fmt"
	"slices"

	"gsdms/operators"
	"gsdms/operators/cpu/keys"
	"gsdms/operators/cpu/machine"
)

// Groups is a lowered operators.Groups. The accumulators of a group are width words
// side by side: word 0 counts its rows, then come those of the folds. All begin as 0.
// Dense groups are in an array of each worker, others are gathered (gathering.go).
type Groups struct {
	spec   *operators.Groups
	dense  bool
	size   int     // dense: number of groups
	window *window // dense: which of them a worker has; nil: all
	keys   []groupKey
	folds  []fold
	width  int
	merges []wordMerge // by word of a group: how it is merged; nil: a fold merges its own
	adds   bool        // all of them are added
	rows   bool        // word 0 counts the rows; where no key is dense, only if a fold asks for it
	hashed *gathering  // not dense: how the rows of a key come together
	count  int         // the sink's counter
	shared bool        // no keys: one group

	distincts []distinct

	sources []keySource // dense: the parts of a group's number
	base    uint32      // dense: the part that is the same in every row
	counted bool        // a fold counts the rows, too

	alone bool // of a part of a program: all rows go to one of its groups
	first int  // alone: that group's first word
}

// groupKey is one key of a group.
type groupKey struct {
	machine.Value
	lo     int64 // dense: number of the first value
	stride uint32
	packed keys.Key
}

// maxGroups bounds dense groups: their numbers have 32 bits.
const maxGroups = 1 << 31

// Lowering is the state of making the step of a sink of groups.
type Lowering struct {
	*machine.Lowering
	host    *Host
	window  *window // of the sink
	settled bool    // it has been looked for
}

// NewLowering makes one that goes on with the steps of the body.
func NewLowering(body *machine.Lowering, h *Host) *Lowering {
	return &Lowering{Lowering: body, host: h}
}

// Needs marks what the sink reads.
func (l *Lowering) Needs(s *operators.Groups) {
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
}

// An array of groups for each worker is set up, merged and read whole, so it must be
// small, or not large for the rows that come.
const (
	denseWords       = 1 << 16
	denseWordsPerRow = 4
)

// isDense reports whether groups are in arrays: each worker has one of all of them, or of those
// in its window.
func (l *Lowering) isDense(s *operators.Groups) bool {
	switch {
	case len(s.Keys) == 0:
		return true
	case !s.Dense:
		return false
	}
	words := s.Size * (1 + len(s.Aggs)) * l.host.Threads
	return words <= max(l.denseWords()*l.host.Threads, int(denseWordsPerRow*l.Program.Estimate().Sink)) || l.windows(s) != nil
}

// denseWords is how many words of groups each worker may have whatever comes.
func (l *Lowering) denseWords() int {
	if l.host.Groups > 0 {
		return l.host.Groups
	}
	return denseWords
}

// Lower makes the last step, and what it folds rows into.
func (l *Lowering) Lower(spec *operators.Groups) (*Groups, error) {
	g := &Groups{spec: spec, dense: l.isDense(spec), size: max(1, spec.Size), rows: true}
	if g.shared = len(spec.Keys) == 0; g.shared {
		g.size = 1
	}
	if g.dense && g.size > maxGroups {
		return nil, fmt.Errorf("%d dense groups: at most %d", g.size, maxGroups)
	}
	if err := l.keys(g); err != nil {
		return nil, err
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
			return nil, fmt.Errorf("aggregate %d: %w", i, err)
		}
		lowered.index = i
		lowered.counts = lowered.counts && !g.counted && !g.shared
		g.counted = g.counted || lowered.counts
		g.folds = append(g.folds, lowered)
	}
	g.merges = g.wordMerges()
	g.adds = g.merges != nil && !slices.ContainsFunc(g.merges, func(by wordMerge) bool { return by != byAdding })
	if g.dense {
		g.window = l.windows(spec)
	}
	if err := l.gathers(g); err != nil {
		return nil, err
	}
	g.count = l.Counted("groups")
	l.Add(&groupsStep{g})
	return g, nil
}

// gathers settles how the groups and the distinct values of folds are gathered.
func (l *Lowering) gathers(g *Groups) error {
	if g.hashed != nil {
		var p keys.Packing
		for _, k := range g.keys {
			p.Add(k.packed)
		}
		late, args := latened(g.folds)
		g.hashed = l.gathering(p, g, late, args)
	}
	return l.distincts(g)
}

// latened gives the folds over the columns of blocks, and what these are.
func latened(folds []fold) (late []fold, args []machine.Value) {
	column := func(v machine.Value) int {
		at := slices.Index(args, v)
		if at < 0 {
			at = len(args)
			args = append(args, v)
		}
		return at
	}
	for _, f := range folds {
		if f.spec.Func.Distinct() {
			continue
		}
		if f.spec.Func != operators.CountRows && (f.spec.Func != operators.CountValues || f.arg.Null) {
			f.arg.Slot = column(f.arg)
		}
		if isPair(f.spec.Func) {
			f.low.Slot = column(f.low)
		}
		late = append(late, f)
	}
	return late, args
}

func (l *Lowering) keys(g *Groups) error {
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
func (l *Lowering) key(g *Groups, k *groupKey, spec operators.Key) error {
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
	k.packed = keys.Key{Value: v, Float: spec.Float, Lo: lo, Hi: hi}
	g.sources = append(g.sources, &registerKey{groupKey: *k, first: first})
	return err
}

// groupsStep folds rows into the accumulators of the worker.
type groupsStep struct{ *Groups }

func (g groupsStep) Run(m *machine.Machine, n int, _ []machine.Step) (int, error) {
	a := m.State.Sink.(*Sunk)
	m.State.Counts[g.count] += int64(n)
	numbers := m.Group[:n]
	switch {
	case g.hashed != nil:
		if err := a.gathers.add(m, g.hashed.packing.Pack(m, n), n); err != nil {
			return 0, err
		}
	case g.shared:
		clear(numbers)
	default:
		g.denseNumbers(m, numbers, g.base-uint32(a.at.first))
	}
	if g.alone {
		return 0, g.foldAlone(a.dense, m, numbers)
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
func (g *Groups) fold(folds []fold, a *accumulators, m *machine.Machine, numbers []uint32) error {
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

// denseNumbers computes the numbers of the groups from the keys and what is the same in every
// row.
func (g *Groups) denseNumbers(m *machine.Machine, numbers []uint32, base uint32) {
	machine.Fill(numbers, base)
	for _, k := range g.sources {
		k.add(m, numbers)
	}
}

// DenseWords is the size of a worker's accumulators; none where groups are gathered.
func (g *Groups) DenseWords() int {
	if !g.dense {
		return 0
	}
	if g.window != nil {
		return g.window.most * g.width
	}
	return g.size * g.width
}

// RandomWords is how many words of a worker rows of any order lead to: in a window they come in
// about the order of the groups.
func (g *Groups) RandomWords() (words int) {
	if g.window == nil {
		words = g.DenseWords()
	}
	if g.hashed != nil {
		words += g.hashed.randomWords()
	}
	for _, d := range g.distincts {
		words += d.words
		if d.pairs != nil {
			words += d.pairs.randomWords()
		}
	}
	return words
}

// Addable reports whether what workers have of the groups, of so many words at most, can be
// added to others at any time.
func (g *Groups) Addable(most int) bool {
	return g.dense && g.window == nil && g.size*g.width <= most && len(g.distincts) == 0
}
