package cpu

import (
	"math/bits"

	"gsdms/operators/cpu/machine"
	"gsdms/operators/simd"
)

// bitmaps is the filters' results for the vector at hand, each computed at first use.
type bitmaps struct {
	kernels *simd.Kernels
	filters *filters
	words   int      // of one bitmap
	store   []uint64 // one bitmap per atom, then one per clause
	ready   []bool   // per atom, then per clause
	ones    []int    // per clause; valid when ready
	mask    []uint64
	unused  []uint64 // takes what a pack of fewer than four ranges has no place for
	dst     [4][]uint64
	in      [4]simd.Bounds
}

// reset makes room for another vector of n rows.
func (b *bitmaps) reset(f *filters, n int) {
	b.filters, b.words = f, (n+63)/64
	entries := len(f.atoms) + len(f.clauses)
	if need := entries * b.words; cap(b.store) < need {
		b.store = make([]uint64, need)
	}
	b.store = b.store[:cap(b.store)]
	if cap(b.ready) < entries {
		b.ready = make([]bool, entries)
		b.ones = make([]int, entries)
	}
	b.ready = b.ready[:entries]
	clear(b.ready)
	if len(b.mask) < b.words {
		b.mask = make([]uint64, b.words)
		b.unused = make([]uint64, b.words)
	}
}

func (b *bitmaps) entry(i int) []uint64 { return b.store[i*b.words : (i+1)*b.words] }

// known reports whether the clause costs nothing any more.
func (b *bitmaps) known(c int) bool { return b.ready[len(b.filters.atoms)+c] }

// clause gives the rows that pass a clause, and how many they are.
func (b *bitmaps) clause(c int, v *machine.Vector) ([]uint64, int) {
	clause, at := &b.filters.clauses[c], len(b.filters.atoms)+c
	if len(clause.atoms) == 1 {
		a := clause.atoms[0]
		if !b.ready[at] {
			b.ones[at] = b.kernels.Count(b.atom(a, v))
			b.ready[at] = true
		}
		return b.entry(a), b.ones[at]
	}
	out := b.entry(at)
	if !b.ready[at] {
		clear(out)
		for _, a := range clause.atoms {
			b.kernels.Or(out, out, b.atom(a, v))
		}
		b.ones[at] = b.kernels.Count(out)
		b.ready[at] = true
	}
	return out, b.ones[at]
}

func (b *bitmaps) atom(a int, v *machine.Vector) []uint64 {
	out := b.entry(a)
	if b.ready[a] {
		return out
	}
	if n := b.filters.packOf[a]; n >= 0 {
		b.ranges(a, &b.filters.packs[n], v)
		return out
	}
	m := v.Column(b.filters.atoms[a].ordinal)
	set := b.filters.atoms[a].set
	b.kernels.Member[bits.TrailingZeros(uint(m.Width))](out, m.Data, set.Bits, set.Len)
	b.ready[a] = true
	return out
}

// ranges evaluates an atom of a pack, and the others of it where that is one pass.
func (b *bitmaps) ranges(a int, p *pack, v *machine.Vector) {
	data := v.Column(p.ordinal).Data
	if p.n == 1 || b.kernels.Ranges[p.log] == nil {
		b.kernels.Range[p.log](b.entry(a), data, b.filters.atoms[a].in)
		b.ready[a] = true
		return
	}
	b.in = p.in
	for i := range b.dst {
		if i < p.n {
			b.dst[i] = b.entry(p.atoms[i])
		} else {
			b.dst[i], b.in[i] = b.unused[:b.words], p.in[0]
		}
	}
	b.kernels.Ranges[p.log](&b.dst, data, &b.in)
	for _, a := range p.atoms[:p.n] {
		b.ready[a] = true
	}
}

// positions gives the rows of a bitmap, or all rows.
func (w *worker) positions(mask []uint64, left, rows int) []uint16 {
	switch left {
	case 0:
		return nil
	case rows:
		return w.everyRow(rows)
	}
	return w.flatten(mask, left)
}

// passing gives the rows that pass all clauses of run i: the positions of few of them,
// ascending, or a bitmap of so many, which is nil where all pass. passed counts the rows that
// left each clause; those that a squad decides together count the rows that pass them all.
func (w *worker) passing(k *kernel, i int, passed []int64, v *machine.Vector) (mask []uint64, left int, few []uint16) {
	clauses := k.clauses[i]
	if mask, ok := w.firstRows(k, i, v); ok {
		return w.narrowed(mask, w.bitmaps.kernels.Count(mask), clauses, passed, v)
	}
	if mask := w.squads.seated(k, &k.seats[i], v); mask != nil {
		return w.narrowed(mask, w.bitmaps.kernels.Count(mask), k.seats[i].clauses, passed, v)
	}
	if len(clauses) == 0 {
		return nil, v.Rows, nil
	}
	mask, left = w.bitmaps.clause(clauses[0], v)
	passed[0] += int64(left)
	return w.narrowed(mask, left, clauses[1:], passed[1:], v)
}

// firstRows gives the rows that do not lie behind the bound of a run's top, before its
// filters; false where that is not known of a column or a formula.
func (w *worker) firstRows(k *kernel, i int, v *machine.Vector) (mask []uint64, ok bool) {
	t := k.runs[i].top
	s, ok := k.ordered(i)
	if !ok {
		return nil, false
	}
	in, ok := t.wanted(s)
	if !ok {
		return nil, false
	}
	words := (v.Rows + 63) / 64
	if len(w.first) < words {
		w.first = make([]uint64, words)
	}
	var data []byte
	if n := k.formulaOf[i]; n >= 0 {
		data = w.numbers(k, n, v)
	} else {
		data = v.Column(t.spec.Column).Data
	}
	w.bitmaps.kernels.Range[bits.TrailingZeros(uint(s.Width))](w.first[:words], data, in)
	return w.first[:words], true
}

// narrowed goes on with the rows in mask, left of them: through the clauses but for those
// of number -1, which the mask contains. The bitmap that it gives holds until the next run.
func (w *worker) narrowed(mask []uint64, left int, clauses []int, passed []int64, v *machine.Vector) ([]uint64, int, []uint16) {
	b := &w.bitmaps
	for i, c := range clauses {
		if left == 0 {
			return nil, 0, nil
		}
		if c < 0 {
			passed[i] += int64(left)
			continue
		}
		if !b.known(c) && left*w.rowByRow(&b.filters.clauses[c], v) < v.Rows {
			few := w.refined(w.flatten(mask, left), clauses[i:], passed[i:], v)
			return nil, 0, few
		}
		next, _ := b.clause(c, v)
		left = b.kernels.And(b.mask[:b.words], mask, next)
		mask = b.mask[:b.words]
		passed[i] += int64(left)
	}
	return mask, left, nil
}

// rowByRow says from which share of survivors on a clause is tested row by row: one row
// in so many.
func (w *worker) rowByRow(c *clause, v *machine.Vector) int {
	k := w.bitmaps.kernels
	switch {
	case c.column < 0:
		return maxVector + 1
	case w.options.Refine > 0:
		return w.options.Refine
	case c.set != nil:
		return k.MemberRefine
	}
	log := bits.TrailingZeros(uint(v.Columns[c.column].Width))
	if k.Ranges[log] == nil {
		return max(1, k.RangeRefine[log]/len(c.in))
	}
	return k.RangeRefine[log]
}

func (w *worker) flatten(mask []uint64, ones int) []uint16 {
	n := w.bitmaps.kernels.Flatten(w.selection[:ones+simd.FlattenSlack], mask)
	return w.selection[:n]
}

// everyBit is a bitmap of all rows.
func (w *worker) everyBit(rows int) []uint64 {
	words := (rows + 63) / 64
	if len(w.every) < words {
		w.every = make([]uint64, words)
	}
	ones(w.every[:words], rows)
	return w.every[:words]
}

func (w *worker) everyRow(rows int) []uint16 {
	for len(w.all) < rows {
		w.all = append(w.all, uint16(len(w.all)))
	}
	return w.all[:rows]
}

// refined tests the positions of a selection against the clauses, in place.
func (w *worker) refined(sel []uint16, clauses []int, passed []int64, v *machine.Vector) []uint16 {
	b := &w.bitmaps
	for i, c := range clauses {
		if len(sel) == 0 {
			return nil
		}
		if c < 0 {
			passed[i] += int64(len(sel))
			continue
		}
		if clause := &b.filters.clauses[c]; clause.column >= 0 && !b.known(c) {
			sel = clause.refine(sel, v.Column(clause.column), v.Rows)
		} else {
			mask, _ := b.clause(c, v)
			sel = withBit(sel, mask)
		}
		passed[i] += int64(len(sel))
	}
	return sel
}
