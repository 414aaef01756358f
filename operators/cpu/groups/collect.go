package groups

import (
	"context"
	"sync"

	"gsdms/operators/cpu/column"
	"gsdms/operators/cpu/keys"
	"gsdms/plan"
)

// outcome is the groups of a run, merged: what Collect writes columns from.
type outcome struct {
	run     *Run
	len     int
	parts   []func() walker
	words   int                                       // of a key that a walker gives; 0: the number of the group says it
	scratch int64                                     // bytes that are charged until the columns are written
	key     func(k int, f *Folder, to *column.Column) // writes key k of what a walker gave
}

// Collect merges what the workers have and gives the groups that saw a row, in key
// order.
func (r *Run) Collect(ctx context.Context) (*plan.Rows, error) {
	if r.rows != nil {
		return r.rows, nil
	}
	over, err := r.overfull(ctx)
	if err != nil {
		return nil, err
	}
	if over {
		return nil, r.spillGroups(ctx)
	}
	merge := r.denseResult
	if r.of.hashed != nil {
		merge = r.gatheredResult
	}
	out, err := merge(ctx)
	if err != nil {
		return nil, err
	}
	rows, err := out.rows(ctx)
	if err != nil {
		return nil, err
	}
	r.rows = rows
	r.gathered, r.pairs, r.common = nil, nil, nil
	for _, s := range r.sunk {
		if s != nil {
			s.gathers, s.distincts = nil, nil
		}
	}
	return rows, nil
}

// gatheredResult is the groups that were gathered.
func (r *Run) gatheredResult(ctx context.Context) (*outcome, error) {
	g := r.of
	if r.gathered.choosesEarly() {
		return r.outcomeBy(&r.gathered.packing).chosenEarly(ctx, r.gathered)
	}
	all, err := r.gathered.finish(ctx, r.gatherers())
	if err != nil {
		return nil, err
	}
	for i := range g.distincts {
		if err := r.countPairs(ctx, i, g.distincts[i].countIntoOwners(all)); err != nil {
			return nil, err
		}
	}
	return r.outcomeOf(ctx, all, g.spec.AnyOrder)
}

// gatherers is the workers' parts of the gathering.
func (r *Run) gatherers() (all []*gatherer) {
	for _, s := range r.sunk {
		if s != nil {
			all = append(all, s.gathers)
		}
	}
	return all
}

// outcomeOf is folded groups in the order of their keys, or as they lie.
func (r *Run) outcomeOf(ctx context.Context, all *folded, anyOrder bool) (*outcome, error) {
	out, offset := r.outcomeBy(&all.packing), 0
	out.len = all.len
	for i := range all.parts {
		p, from := &all.parts[i], offset
		offset += p.len()
		out.parts = append(out.parts, func() walker { return p.walk(from) })
	}
	first, err := out.chosen(ctx)
	if err != nil || first != out || anyOrder || all.ranked() {
		return first, err
	}
	out.parts = nil
	s, err := all.sorted(ctx)
	if err != nil {
		return nil, err
	}
	out.scratch = s.charged
	for b := range s.buckets {
		out.parts = append(out.parts, func() walker { return s.walk(b) })
	}
	return out, nil
}

// outcomeBy is an outcome whose groups have packed keys.
func (r *Run) outcomeBy(p *keys.Packing) *outcome {
	key := func(k int, f *Folder, to *column.Column) {
		p.Unpack(k, f.keys, f.at, keys.Column{Ints: to.Ints, Floats: to.Floats, Nulls: to.Nulls, SetNull: to.SetNull})
	}
	return &outcome{run: r, words: p.Words, key: key}
}

// countPairs counts the pairs of a distinct fold.
func (r *Run) countPairs(ctx context.Context, i int, count pairCounter) error {
	var workers []*gatherer
	for _, s := range r.sunk {
		if s != nil {
			workers = append(workers, s.distincts[i].pairs)
		}
	}
	return r.pairs[i].each(ctx, workers, count)
}

// denseResult merges the workers' dense groups.
func (r *Run) denseResult(ctx context.Context) (*outcome, error) {
	g := r.of
	all, seen, err := r.merged(ctx)
	if err != nil {
		return nil, err
	}
	for i := range g.distincts {
		if err := r.countDistinct(ctx, i, all); err != nil {
			return nil, err
		}
	}
	out := &outcome{run: r}
	out.key = func(k int, f *Folder, to *column.Column) { g.denseKey(k, f, to) }
	atOnce := r.denseAtOnce()
	for i, n := range seen {
		lo, from := i*atOnce, out.len
		out.parts = append(out.parts, func() walker { return &denseWalker{acc: all, number: lo, end: min(g.size, lo+atOnce), at: from} })
		out.len += n
	}
	return out.chosen(ctx)
}

// denseAtOnce is how many dense groups are merged, or written, in one piece: some pieces for
// each worker.
func (r *Run) denseAtOnce() int {
	const most, pieces = 1 << 16, 4
	n := max(walkAtOnce, min(most, r.of.size/(pieces*r.host.Threads)))
	if r.whole != nil {
		n = (n + wholeBlock - 1) / wholeBlock * wholeBlock
	}
	return n
}

// seen counts the groups from lo to hi that saw a row.
func (a *accumulators) seen(lo, hi int) (n int) {
	if a.groups.shared {
		return 1
	}
	for g := lo; g < hi; g++ {
		if a.words[g*a.groups.width] != 0 {
			n++
		}
	}
	return n
}

// countDistinct counts the bits or pairs of a distinct fold into dense groups.
func (r *Run) countDistinct(ctx context.Context, i int, all *accumulators) error {
	d := &r.of.distincts[i]
	if d.pairs != nil {
		return r.countPairs(ctx, i, d.countInto(all))
	}
	var bits [][]uint64
	for _, s := range r.sunk {
		if s != nil && (!d.common || bits == nil) {
			bits = append(bits, s.distincts[i].bits)
		}
	}
	const atOnce = 1 << 16
	return r.host.Spread(ctx, (d.words+atOnce-1)/atOnce, func(_ *Folder, i int) error {
		d.countBits(all, bits, i*atOnce, min(d.words, (i+1)*atOnce))
		return nil
	})
}

// merged leaves all dense groups in one worker's accumulators, or those of the run, and says how
// many of each denseAtOnce saw a row.
func (r *Run) merged(ctx context.Context) (all *accumulators, seen []int, err error) {
	var others []*accumulators
	for _, s := range r.sunk {
		switch {
		case s == nil:
		case all == nil:
			all = s.dense
		default:
			others = append(others, s.dense)
		}
	}
	switch {
	case r.whole != nil:
		all, others = r.whole.accumulators, nil
	case all == nil:
		all = r.Worker(0).dense
	}
	size, atOnce := r.of.size, r.denseAtOnce()
	seen = make([]int, (size+atOnce-1)/atOnce)
	var aside sync.Mutex // what groups have aside is in one list
	err = r.host.Spread(ctx, len(seen), func(_ *Folder, i int) error {
		lo, hi := i*atOnce, min(size, (i+1)*atOnce)
		r.whole.ready(lo, hi)
		for _, from := range others {
			if err := all.absorbBeside(from, lo, hi, &aside); err != nil {
				return err
			}
		}
		seen[i] = all.seen(lo, hi)
		return nil
	})
	return all, seen, err
}

// denseKey writes key k of dense groups.
func (g *Groups) denseKey(k int, f *Folder, to *column.Column) {
	key, spec := &g.keys[k], &g.spec.Keys[k]
	for i, group := range f.groups {
		n := int64(group/key.stride) % int64(max(1, spec.Size))
		switch {
		case !spec.Nullable:
			to.Ints[f.at[i]] = n + spec.Lo
		case n == 0:
			to.SetNull(f.at[i])
		default:
			to.Ints[f.at[i]] = n - 1 + spec.Lo
		}
	}
}

// rows writes the columns.
func (o *outcome) rows(ctx context.Context) (*plan.Rows, error) {
	g := o.run.of
	columns := make([]*column.Column, len(g.keys)+len(g.folds))
	for i := range columns {
		var err error
		if i < len(g.keys) {
			columns[i], err = column.New(o.run.budget, o.len, g.spec.Keys[i].Float, g.nullableKey(i), false)
		} else {
			columns[i], err = g.folds[i-len(g.keys)].column(o.run, o.len)
		}
		if err != nil {
			return nil, err
		}
	}
	err := o.run.host.Spread(ctx, len(o.parts), func(f *Folder, i int) error { return o.write(f, o.parts[i](), columns) })
	if err != nil {
		return nil, err
	}
	o.run.budget.Used.Add(-o.scratch)
	rows := &plan.Rows{Len: o.len}
	for i, c := range columns {
		if i < len(g.keys) {
			key := &g.spec.Keys[i]
			rows.Columns = append(rows.Columns, key.Shown(c.Vector(key.Type, key.Dict)))
		} else {
			spec := &g.folds[i-len(g.keys)].spec
			rows.Columns = append(rows.Columns, c.Vector(spec.Type, spec.Dict))
		}
	}
	return rows, nil
}

// write writes a part of every column.
func (o *outcome) write(f *Folder, walk walker, columns []*column.Column) error {
	for walk.next(f) {
		for slot := range columns {
			if err := o.writeSlot(f, slot, columns[slot]); err != nil {
				return err
			}
		}
	}
	return nil
}

// writeSlot writes a key or fold of what a walker gave.
func (o *outcome) writeSlot(f *Folder, slot int, to *column.Column) error {
	err := o.writeOrder(f, slot, to)
	if g := o.run.of; slot < len(g.keys) {
		to.Replace(f.at, g.spec.Keys[slot].Values)
	}
	return err
}

// writeOrder is writeSlot where the order counts alone: of a key that is a place among values, which
// ascend with their places, it writes the place.
func (o *outcome) writeOrder(f *Folder, slot int, to *column.Column) error {
	g := o.run.of
	if slot < len(g.keys) {
		o.key(slot, f, to)
		return nil
	}
	return g.folds[slot-len(g.keys)].write(f.Acc, f.groups, f.at, to)
}

// nullableKey reports whether a key can be NULL.
func (g *Groups) nullableKey(k int) bool { return g.spec.Keys[k].Nullable || g.keys[k].Null }
