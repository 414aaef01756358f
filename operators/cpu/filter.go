package cpu

import (
	"math/bits"
	"unsafe"

	"gsdms/operators"
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
func (b *bitmaps) clause(c int, v *vector) ([]uint64, int) {
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

func (b *bitmaps) atom(a int, v *vector) []uint64 {
	out := b.entry(a)
	if b.ready[a] {
		return out
	}
	if n := b.filters.packOf[a]; n >= 0 {
		b.pack(&b.filters.packs[n], v)
		return out
	}
	m := v.column(b.filters.atoms[a].ordinal)
	memberBits(out, m, v.rows, b.filters.atoms[a].set)
	b.ready[a] = true
	return out
}

// pack evaluates all ranges of a pack.
func (b *bitmaps) pack(p *pack, v *vector) {
	data := v.column(p.ordinal).data
	if p.n == 1 {
		b.kernels.Range[p.log](b.entry(p.atoms[0]), data, p.in[0])
		b.ready[p.atoms[0]] = true
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

// memberBits sets dst to the rows whose number is in the set.
func memberBits(dst []uint64, m memory, rows int, set *operators.BitSet) {
	switch m.width {
	case 1:
		memberOf(dst, numbers[uint8](m, rows), set)
	case 2:
		memberOf(dst, numbers[uint16](m, rows), set)
	case 4:
		memberOf(dst, numbers[uint32](m, rows), set)
	default:
		memberOf(dst, numbers[uint64](m, rows), set)
	}
}

// unsigned is the stored forms of an integer column.
type unsigned interface {
	uint8 | uint16 | uint32 | uint64
}

// numbers gives the stored numbers of a column.
func numbers[T unsigned](m memory, rows int) []T {
	if rows == 0 {
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&m.data[0])), rows)
}

func memberOf[T unsigned](dst []uint64, src []T, set *operators.BitSet) {
	for w := range dst {
		var word uint64
		for i, x := range src[w*64 : min(w*64+64, len(src))] {
			word |= inSet(set, uint64(x)) << i
		}
		dst[w] = word
	}
}

// inSet is 1 for a member; numbers past the end are none.
func inSet(set *operators.BitSet, x uint64) uint64 {
	if x >= uint64(set.Len) {
		return 0
	}
	return set.Bits[x/64] >> (x % 64) & 1
}

// survivors gives the positions of the rows that pass all clauses of a run, ascending.
// passed counts the rows that left each clause.
func (w *worker) survivors(clauses []int, passed []int64, v *vector) []uint16 {
	b := &w.bitmaps
	if len(clauses) == 0 {
		return w.everyRow(v.rows)
	}
	mask, left := b.clause(clauses[0], v)
	passed[0] += int64(left)
	for i, c := range clauses[1:] {
		if left == 0 {
			return nil
		}
		if left*w.options.Refine < v.rows && !b.known(c) && b.filters.clauses[c].ranged {
			return w.refined(w.flatten(mask, left), clauses[i+1:], passed[i+1:], v)
		}
		next, _ := b.clause(c, v)
		left = b.kernels.And(b.mask[:b.words], mask, next)
		mask = b.mask[:b.words]
		passed[i+1] += int64(left)
	}
	if left == v.rows {
		return w.everyRow(v.rows)
	}
	return w.flatten(mask, left)
}

func (w *worker) flatten(mask []uint64, ones int) []uint16 {
	n := w.bitmaps.kernels.Flatten(w.selection[:ones+simd.FlattenSlack], mask)
	return w.selection[:n]
}

func (w *worker) everyRow(rows int) []uint16 {
	for len(w.all) < rows {
		w.all = append(w.all, uint16(len(w.all)))
	}
	return w.all[:rows]
}

// refined tests the positions of a selection against the clauses, in place.
func (w *worker) refined(sel []uint16, clauses []int, passed []int64, v *vector) []uint16 {
	b := &w.bitmaps
	for i, c := range clauses {
		if len(sel) == 0 {
			return nil
		}
		if clause := &b.filters.clauses[c]; !b.known(c) && clause.ranged {
			a := &b.filters.atoms[clause.atoms[0]]
			sel = withinBounds(sel, v.column(a.ordinal), v.rows, a.in)
		} else {
			mask, _ := b.clause(c, v)
			sel = withBit(sel, mask)
		}
		passed[i] += int64(len(sel))
	}
	return sel
}

func withBit(sel []uint16, mask []uint64) []uint16 {
	n := 0
	for _, s := range sel {
		sel[n] = s
		n += int(mask[s/64] >> (s % 64) & 1)
	}
	return sel[:n]
}

func withinBounds(sel []uint16, m memory, rows int, in simd.Bounds) []uint16 {
	switch m.width {
	case 1:
		return within(sel, numbers[uint8](m, rows), in)
	case 2:
		return within(sel, numbers[uint16](m, rows), in)
	case 4:
		return within(sel, numbers[uint32](m, rows), in)
	default:
		return within(sel, numbers[uint64](m, rows), in)
	}
}

func within[T unsigned](sel []uint16, src []T, in simd.Bounds) []uint16 {
	lo, span := T(in.Lo), T(in.Hi-in.Lo)
	n := 0
	for _, s := range sel {
		sel[n] = s
		_, more := bits.Sub64(uint64(span), uint64(src[s]-lo), 0)
		n += int(1 - more)
	}
	return sel[:n]
}
