package snapshot

import (
	"context"
	"encoding/binary"
	"math"
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

// DeadMarks is a coding.Stored of bytes: 1 for rows that are not in the set.
func (s *RowSet) DeadMarks(segment int, out []byte) (size int, lo, hi uint64, err error) {
	first := segment * plan.SegmentRows
	rows := min(s.rows-first, plan.SegmentRows)
	marked := 0
	for i := 0; i < rows; i += 64 {
		bytes := out[i:min(i+64, rows)]
		dead := ^s.words[(first+i)/64] & (math.MaxUint64 >> (64 - len(bytes)))
		marked += bits.OnesCount64(dead)
		spread(bytes, dead)
	}
	if marked == rows {
		lo = 1
	}
	return rows, lo, uint64(min(marked, 1)), nil
}

// spread writes bits as bytes of 0 and 1.
func spread(out []byte, set uint64) {
	for ; len(out) >= 8; out, set = out[8:], set>>8 {
		each := (set & 0xff * 0x0101010101010101) & 0x8040201008040201 // byte i has bit i, or nothing
		binary.LittleEndian.PutUint64(out, (each+0x7f7f7f7f7f7f7f7f)>>7&0x0101010101010101)
	}
	for i := range out {
		out[i] = byte(set >> i & 1)
	}
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
