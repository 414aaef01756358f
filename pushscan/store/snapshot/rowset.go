package snapshot

import (
	"context"
	"encoding/binary"
	"math/bits"
	"slices"

	"gsdms/plan"
	"gsdms/pushscan/store/coding"
	"gsdms/pushscan/store/ordering"
	"gsdms/pushscan/store/work"
)

// RowSet is a set of rows of a table, by number. One goroutine owns it.
type RowSet struct {
	words []uint64
	rows  int // of the table
	count int
}

// NewRowSet makes an empty set for a table of so many rows.
func NewRowSet(rows int) *RowSet {
	return &RowSet{words: make([]uint64, (rows+63)/64), rows: rows}
}

// AllRows makes the set of all rows.
func AllRows(rows int) *RowSet {
	s := NewRowSet(rows)
	for i := range s.words {
		s.words[i] = ^uint64(0)
	}
	if rows%64 != 0 {
		s.words[len(s.words)-1] = 1<<(rows%64) - 1
	}
	s.count = rows
	return s
}

// Add adds a row and reports whether it is new.
func (s *RowSet) Add(row int) bool {
	if s.has(row) {
		return false
	}
	s.words[row/64] |= 1 << (row % 64)
	s.count++
	return true
}

// With is the set with so many rows more behind those of the table.
func (s *RowSet) With(more int) *RowSet {
	out := AllRows(s.rows + more)
	copy(out.words, s.words[:s.rows/64])
	for row := s.rows / 64 * 64; row < s.rows; row++ {
		if !s.has(row) {
			out.words[row/64] &^= 1 << (row % 64)
		}
	}
	out.count = s.count + more
	return out
}

// Len is the number of rows in the set.
func (s *RowSet) Len() int { return s.count }

func (s *RowSet) has(row int) bool { return s.words[row/64]>>(row%64)&1 == 1 }

// Remove takes a row out and reports whether it was there.
func (s *RowSet) Remove(row int) bool {
	if !s.has(row) {
		return false
	}
	s.words[row/64] &^= 1 << (row % 64)
	s.count--
	return true
}

// Without takes the rows of another set out.
func (s *RowSet) Without(o *RowSet) {
	s.count = 0
	for i := range s.words {
		s.words[i] &^= o.words[i]
		s.count += bits.OnesCount64(s.words[i])
	}
}

// Gather moves the rows of a segment that are in the set to its front, and gives their
// number.
func (s *RowSet) Gather(segment int, n []int64, null []bool) int {
	kept := 0
	for i := range n {
		if s.has(segment*plan.SegmentRows + i) {
			n[kept], null[kept] = n[i], null[i]
			kept++
		}
	}
	return kept
}

// Ranks gives each row of the table its place among those of the set, noSuchRow where it is
// not in it.
func (s *RowSet) Ranks() []uint32 {
	out, next := make([]uint32, s.rows), uint32(0)
	for row := range out {
		if out[row] = ordering.NoSuchRow; s.has(row) {
			out[row] = next
			next++
		}
	}
	return out
}

// Of gives the rows of a permutation, nil for all as they are, that are in the set.
func (s *RowSet) Of(permutation []uint32) []uint32 {
	if permutation == nil {
		permutation = work.Identity(s.rows)
	}
	return slices.DeleteFunc(permutation, func(row uint32) bool { return !s.has(int(row)) })
}

// bury takes the rows from one on out that are marked, 8 at a time where none of them is.
func (s *RowSet) bury(from int, marks []byte) {
	for i := 0; i < len(marks); i++ {
		if i+8 <= len(marks) && binary.LittleEndian.Uint64(marks[i:]) == 0 {
			i += 7
			continue
		}
		if marks[i] != 0 {
			s.Remove(from + i)
		}
	}
}

// Living gives the rows that are not dead, in a set of the caller's own.
func (v *Version) Living(ctx context.Context) (*RowSet, error) {
	live, err := v.Live(ctx)
	if err == nil && live == nil {
		live = AllRows(v.Manifest.Rows)
	}
	return live, err
}

// Live gives the rows that are not dead, nil for all.
func (v *Version) Live(ctx context.Context) (*RowSet, error) {
	if v.Manifest.Dead == nil {
		return nil, nil
	}
	live, at := AllRows(v.Manifest.Rows), len(v.Manifest.Columns)
	scratch := coding.AlignedBytes(plan.SegmentRows)
	for s := range v.Manifest.Segments() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		lo, hi := s*plan.SegmentRows, min((s+1)*plan.SegmentRows, v.Manifest.Rows)
		if err := v.Verify(at, lo, hi); err != nil {
			return nil, err
		}
		err := v.Reading(at, v.Manifest.Dead.File, func() error {
			marks, err := v.plainSegment(at, s, scratch)
			if err != nil {
				return err
			}
			live.bury(lo, marks)
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return live, nil
}
