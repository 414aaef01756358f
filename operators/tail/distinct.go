package tail

import (
	"hash/maphash"
	"math/bits"

	"gsdms/operators"
	"gsdms/plan"
)

// distinct keeps the first of equal rows; NULL equals NULL. Rows are cut into partitions by
// their hashes, so that equal rows meet, and each partition is a hash table of its own.
func (r *runner) distinct() error {
	n := r.count()
	free, err := r.scratch(int64(n) * (8 + 8 + 1 + 16))
	if err != nil {
		return err
	}
	defer free()
	hashes, err := r.hashes()
	if err != nil {
		return err
	}
	parts, err := r.partitions(hashes)
	if err != nil {
		return err
	}
	first := make([]bool, n)
	err = r.spread(len(parts), func(_, part int) error {
		return r.markFirst(first, parts[part])
	})
	if err != nil {
		return err
	}
	return r.keep(first)
}

// keep drops the rows that are not marked, by place.
func (r *runner) keep(marked []bool) error {
	kept := make([][]int32, r.chunks())
	workers := r.workers()
	err := r.each(func(worker, chunk int) error {
		w := workers[worker].at(chunk)
		part := make([]int32, 0, w.n)
		for i, yes := range marked[w.lo : w.lo+w.n] {
			if yes {
				part = append(part, w.row(i))
			}
		}
		kept[chunk] = part
		return nil
	})
	if err == nil {
		err = r.take(4 * int64(r.count()))
	}
	r.left = concatenated(kept)
	return err
}

// hashes gives a hash of each row that is left.
func (r *runner) hashes() ([]uint64, error) {
	out := make([]uint64, r.count())
	seed := maphash.MakeSeed()
	workers := r.workers()
	err := r.each(func(worker, chunk int) error {
		w := workers[worker].at(chunk)
		for c := range r.rows.Columns {
			w.again()
			w.fold(out[w.lo:w.lo+w.n], &r.rows.Columns[c], seed)
		}
		return nil
	})
	return out, err
}

// hashOfNull stands for NULL.
const hashOfNull = 0x1e3779b97f4a7c15

// fold folds a column's cells into hashes.
func (w *worker) fold(hashes []uint64, v *plan.Vector, seed maphash.Seed) {
	keys := w.ints.get(w.n)
	switch {
	case v.Type.Kind == plan.Null:
		return
	case v.Floats != nil:
		for i, f := range cells(w, &w.floats, v.Floats) {
			keys[i] = operators.FloatKey(f)
		}
	case v.Texts != nil:
		for i := range keys {
			keys[i] = int64(maphash.String(seed, v.Texts[w.row(i)]))
		}
	case v.Wide != nil:
		for i := range keys {
			if row := w.row(i); !v.IsNull(int(row)) {
				keys[i] = int64(maphash.Bytes(seed, v.Wide[row].Bytes()))
			}
		}
	default:
		keys = cells(w, &w.ints, v.Ints)
	}
	null := w.nulls(v)
	for i, key := range keys {
		if null != nil && null[i] != 0 {
			key = hashOfNull
		}
		hashes[i] = operators.HashKey(hashes[i], key)
	}
}

// partitionRows is how many rows a partition should have: its table then fits a core's
// caches.
const partitionRows = 1 << 15

// hashed is the upper half of a row's hash above its place among the rows left.
type hashed uint64

func (h hashed) place() int32 { return int32(h) }

// partitions lists the rows left by the low bits of their hashes, in order in each
// partition.
func (r *runner) partitions(hashes []uint64) ([][]hashed, error) {
	n := len(hashes)
	width := min(10, bits.Len(uint(n/partitionRows)))
	mask := uint64(1)<<width - 1
	blocks := r.blocks(n)
	counts := make([][1 << digitBits]int32, blocks)
	err := r.spread(blocks, func(_, block int) error {
		return r.inBlock(block, blocks, n, func(lo, hi int) {
			for _, h := range hashes[lo:hi] {
				counts[block][h&mask]++
			}
		})
	})
	if err != nil {
		return nil, err
	}
	begin(counts, int(mask)+1, n)
	starts := counts[0]
	rows := make([]hashed, n)
	err = r.spread(blocks, func(_, block int) error {
		c := &counts[block]
		return r.inBlock(block, blocks, n, func(lo, hi int) {
			for i, h := range hashes[lo:hi] {
				at := &c[h&mask]
				rows[*at] = hashed(h&^(1<<32-1) | uint64(lo+i))
				*at++
			}
		})
	})
	parts := make([][]hashed, mask+1)
	for p := range parts {
		end := n
		if p+1 < len(parts) {
			end = int(starts[p+1])
		}
		parts[p] = rows[starts[p]:end]
	}
	return parts, err
}

// markFirst marks the places of a partition whose rows equal none before. A slot of the
// table has 1 + the place; 0 is free.
func (r *runner) markFirst(first []bool, rows []hashed) error {
	slots := make([]hashed, 1<<bits.Len(uint(2*len(rows))))
	mask := hashed(len(slots) - 1)
	for i, h := range rows {
		if i%chunkRows == 0 && r.stopped() != nil {
			return r.stopped()
		}
		at := h >> 32 & mask
		for slots[at] != 0 && (slots[at]>>32 != h>>32 || !r.equal(h.place(), (slots[at]-1).place())) {
			at = (at + 1) & mask
		}
		if slots[at] == 0 {
			slots[at] = h + 1
			first[h.place()] = true
		}
	}
	return nil
}

// equal reports whether the rows at two places are equal.
func (r *runner) equal(a, b int32) bool {
	a, b = r.rowAt(a), r.rowAt(b)
	for i := range r.rows.Columns {
		if !cellsEqual(&r.rows.Columns[i], int(a), int(b)) {
			return false
		}
	}
	return true
}

func cellsEqual(v *plan.Vector, a, b int) bool {
	if v.IsNull(a) || v.IsNull(b) {
		return v.IsNull(a) && v.IsNull(b)
	}
	switch {
	case v.Floats != nil:
		return v.Floats[a] == v.Floats[b]
	case v.Texts != nil:
		return v.Texts[a] == v.Texts[b]
	case v.Wide != nil:
		return v.Wide[a].Cmp(v.Wide[b]) == 0
	}
	return v.Ints[a] == v.Ints[b]
}
