package tail

import (
	"hash/maphash"
	"math/bits"

	"gsdms/operators"
	"gsdms/operators/tail/cell"
	"gsdms/operators/tail/team"
	"gsdms/plan"
)

// distinct keeps the first of equal rows; NULL equals NULL. Rows are cut into partitions by
// their hashes, so that equal rows meet, and each partition is a hash table of its own.
func (r *runner) distinct() error {
	n := r.count()
	free, err := r.Scratch(int64(n) * (8 + 8 + 8 + 4 + 2 + 8))
	if err != nil {
		return err
	}
	defer free()
	exact := true
	hashes, err := r.exactHashes()
	if hashes == nil && err == nil {
		exact = false
		hashes, err = r.hashes()
	}
	if err == nil {
		hashes, err = r.thinned(hashes, exact)
	}
	if err != nil {
		return err
	}
	parts, err := r.partitions(hashes)
	if err != nil {
		return err
	}
	first := make([]bool, len(hashes))
	err = r.Spread(len(parts), func(_, part int) error {
		return r.markFirst(first, parts[part], exact)
	})
	if err != nil {
		return err
	}
	return r.keep(first)
}

// keep drops the rows that are not marked, by place.
func (r *runner) keep(marked []bool) error {
	kept := make([][]int32, r.chunks())
	workers := r.workers(r.chunks())
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
		err = r.Take(4 * int64(r.count()))
	}
	r.left = concatenated(kept)
	return err
}

// exactHashes gives hashes that only equal rows share, where the rows as sort keys have no
// more than 64 bits: a hash of one key turns no two keys into one. Otherwise it is nil.
func (r *runner) exactHashes() ([]uint64, error) {
	slots := make([]int, len(r.rows.Columns))
	for i := range slots {
		slots[i] = i
	}
	all, err := r.packed(slots)
	if err != nil || all == nil {
		return nil, err
	}
	out := make([]uint64, r.count())
	workers := r.workers(r.chunks())
	return out, r.each(func(worker, chunk int) error {
		w := workers[worker].at(chunk)
		s := w.scratch(w.n)
		part := out[w.lo : w.lo+w.n]
		all.load(part, s.bits[:w.n], w.rowsOf(s.rows))
		for i, key := range part {
			part[i] = operators.HashKey(operators.HashStart, int64(key))
		}
		return nil
	})
}

// packed is the cells of columns as one word, as sort keys are; nil where these are of more
// than 64 bits, or texts.
func (r *runner) packed(slots []int) (*word, error) {
	all := &word{}
	for _, c := range slots {
		v := &r.rows.Columns[c]
		if v.Texts != nil || v.Wide != nil {
			return nil, nil
		}
		fields, err := r.fields(v)
		if err != nil {
			return nil, err
		}
		for _, f := range fields {
			if !all.add(f) {
				return nil, nil
			}
		}
	}
	return all, nil
}

// hashes gives a hash of each row that is left.
func (r *runner) hashes() ([]uint64, error) {
	out := make([]uint64, r.count())
	seed := maphash.MakeSeed()
	workers := r.workers(r.chunks())
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

// partition is rows with equal low bits of their hashes, in order.
type partition struct {
	hashes []uint64
	places []int32 // among the rows left
}

// partitions cuts the rows left by the low bits of their hashes.
func (r *runner) partitions(hashes []uint64) ([]partition, error) {
	n := len(hashes)
	width := min(10, bits.Len(uint(n/partitionRows)))
	mask := uint64(1)<<width - 1
	blocks := r.Blocks(n)
	counts := make([]digits, blocks)
	err := r.Spread(blocks, func(_, block int) error {
		return r.InBlock(block, blocks, n, func(lo, hi int) {
			for _, h := range hashes[lo:hi] {
				counts[block][h&mask]++
			}
		})
	})
	if err != nil {
		return nil, err
	}
	begin(ofDigits(counts), int(mask)+1, n)
	starts := counts[0]
	sorted, places := make([]uint64, n), make([]int32, n)
	err = r.Spread(blocks, func(_, block int) error {
		c := &counts[block]
		return r.InBlock(block, blocks, n, func(lo, hi int) {
			for i, h := range hashes[lo:hi] {
				at := &c[h&mask]
				sorted[*at], places[*at] = h, int32(lo+i)
				*at++
			}
		})
	})
	parts := make([]partition, mask+1)
	for p := range parts {
		end := n
		if p+1 < len(parts) {
			end = int(starts[p+1])
		}
		parts[p] = partition{sorted[starts[p]:end], places[starts[p]:end]}
	}
	return parts, err
}

// markFirst marks the places of a partition whose rows equal none before. A slot of the
// table is 1 + a number in the partition; 0 is free. With exact hashes equal ones are equal
// rows.
func (r *runner) markFirst(first []bool, p partition, exact bool) error {
	slots := make([]int32, 1<<bits.Len(uint(2*len(p.places))))
	mask := uint64(len(slots) - 1)
	for i, h := range p.hashes {
		if i%team.ChunkRows == 0 && r.Stopped() != nil {
			return r.Stopped()
		}
		at := h >> 32 & mask // the lowest bits chose the partition
		for {
			k := slots[at] - 1
			if k < 0 {
				slots[at] = int32(i + 1)
				first[p.places[i]] = true
				break
			}
			if p.hashes[k] == h && (exact || r.equal(p.places[k], p.places[i])) {
				break
			}
			at = (at + 1) & mask
		}
	}
	return nil
}

// equal reports whether the rows at two places are equal.
func (r *runner) equal(a, b int32) bool {
	a, b = r.rowAt(a), r.rowAt(b)
	for i := range r.rows.Columns {
		if !cell.Equal(&r.rows.Columns[i], int(a), int(b)) {
			return false
		}
	}
	return true
}
