package snapshot

import (
	"context"
	"math/bits"
	"slices"

	"gsdms/plan"
	"gsdms/pushscan/store/coding"
	"gsdms/pushscan/store/work"
)

// Readers reads each column.
func (v *Version) Readers() []coding.Reader {
	read := make([]coding.Reader, len(v.Columns))
	for i := range read {
		read[i] = func(s int, n []int64, null []bool) (int, error) { return v.Numbers(i, s, n, null) }
	}
	return read
}

// RefersTo says whether a row that lives has a foreign key to the table that is not NULL.
func (v *Version) RefersTo(ctx context.Context, table string) (bool, error) {
	m := v.Manifest
	live, err := v.Live(ctx)
	if err != nil {
		return false, err
	}
	for _, f := range m.Foreign {
		c := &m.Columns[f.Column]
		if f.Table != table || c.Min > c.Max {
			continue
		}
		row := 0
		if live != nil {
			row, err = v.RefersInto(ctx, f.Column, AllRows(int(c.Max)+1), live)
		}
		if err != nil || row >= 0 {
			return err == nil, err
		}
	}
	return false, nil
}

// DeadMarks is a coding.Reader: 1 for rows that are not in the set.
func (s *RowSet) DeadMarks(segment int, n []int64, null []bool) (int, error) {
	lo := segment * plan.SegmentRows
	rows := min(s.rows-lo, plan.SegmentRows)
	clear(n[:rows])
	clear(null[:rows])
	for i := 0; i < rows; i += 64 {
		for dead := ^s.words[(lo+i)/64]; dead != 0; dead &= dead - 1 {
			if at := i + bits.TrailingZeros64(dead); at < rows {
				n[at] = 1
			}
		}
	}
	return rows, nil
}

// RefersInto gives the first of the rows that live, nil for all, whose foreign key is in a
// set of rows, or -1.
func (v *Version) RefersInto(ctx context.Context, column int, set, live *RowSet) (int, error) {
	first := make([]int, v.Manifest.Segments())
	err := work.Each(len(first), func(s int) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		n, null := coding.NewSegment(v.Manifest.Rows)
		rows, err := v.Numbers(column, s, n, null)
		first[s] = slices.IndexFunc(work.Identity(rows), func(i uint32) bool {
			return !null[i] && set.has(int(n[i])) && (live == nil || live.has(s*plan.SegmentRows+int(i)))
		})
		if first[s] >= 0 {
			first[s] += s * plan.SegmentRows
		}
		return err
	})
	i := slices.IndexFunc(first, func(row int) bool { return row >= 0 })
	if err != nil || i < 0 {
		return -1, err
	}
	return first[i], nil
}
