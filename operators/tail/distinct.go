package tail

import (
	"hash/maphash"
	"math"
	"math/bits"

	"gsdms/plan"
)

// distinct keeps the first of equal rows; NULL equals NULL.
func (f *finisher) distinct() {
	rows := f.selected()
	set := newRowSet(f.rows, len(rows))
	kept := rows[:0]
	for _, row := range rows {
		if set.add(row) {
			kept = append(kept, row)
		}
	}
	f.left = kept
}

// rowSet is a set of rows that differ: a hash table of row numbers, half full at most.
type rowSet struct {
	columns []plan.Vector
	seed    maphash.Seed
	slots   []int32 // 1 + a row number; 0: free
}

func newRowSet(rows *plan.Rows, n int) *rowSet {
	return &rowSet{columns: rows.Columns, seed: maphash.MakeSeed(), slots: make([]int32, 1<<bits.Len(uint(2*n)))}
}

// add reports whether no row in the set equals row, and puts it there.
func (s *rowSet) add(row int32) bool {
	mask := uint64(len(s.slots) - 1)
	for at := s.hash(int(row)) & mask; ; at = (at + 1) & mask {
		other := s.slots[at]
		if other == 0 {
			s.slots[at] = row + 1
			return true
		}
		if s.equal(int(row), int(other-1)) {
			return false
		}
	}
}

func (s *rowSet) hash(row int) uint64 {
	h := uint64(len(s.columns))
	for i := range s.columns {
		h = mix(h ^ s.cellHash(&s.columns[i], row))
	}
	return h
}

// mix spreads a difference in any bit over all (the finish of MurmurHash3).
func mix(h uint64) uint64 {
	h = (h ^ h>>33) * 0xff51afd7ed558ccd
	h = (h ^ h>>33) * 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}

func (s *rowSet) cellHash(v *plan.Vector, row int) uint64 {
	switch {
	case v.IsNull(row):
		return 0x9e3779b97f4a7c15
	case v.Floats != nil:
		return math.Float64bits(v.Floats[row] + 0) // -0 + 0 is 0
	case v.Texts != nil:
		return maphash.String(s.seed, v.Texts[row])
	case v.Wide != nil:
		return maphash.Bytes(s.seed, v.Wide[row].Bytes())
	}
	return uint64(v.Ints[row])
}

func (s *rowSet) equal(a, b int) bool {
	for i := range s.columns {
		if !cellsEqual(&s.columns[i], a, b) {
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
