package external

import (
	"context"

	"gsdms/operators/spill"
	"gsdms/plan"
)

// distinct gives the first of equal rows. Where those that differ do not fit, they are numbered
// and brought together by sorting by all columns.
func (o Options) distinct(ctx context.Context, from Source) (Source, error) {
	kept, runs, number := &batch{o: o}, &runs{o: o}, int64(0)
	defer from.Close()
	defer kept.drop()
	for last := false; !last; {
		var err error
		last, err = kept.reduce(ctx, from, []plan.Operator{plan.Distinct{}})
		if err == nil && len(kept.parts) > 0 && (!last || runs.levels != nil) {
			runs.keys = spill.Ascending(len(kept.one().Columns))
			all := numbered(kept.one(), number)
			number += int64(all.Len)
			err = runs.add(ctx, all, false)
			kept.drop()
		}
		if err != nil {
			runs.drop()
			return nil, err
		}
	}
	if runs.levels == nil {
		return Whole(kept.one(), o)
	}
	width := len(runs.keys)
	merged, err := runs.source(ctx)
	if err != nil {
		return nil, err
	}
	all, err := o.restored(ctx, &firsts{from: merged, width: width}, width)
	if err != nil {
		return nil, err
	}
	return &mapped{all, chosen(numbers(width))}, nil
}

// firsts passes of sorted rows those that are the first of equal ones, by their first columns.
type firsts struct {
	from  Source
	width int
	last  *plan.Rows // part that was given last
}

// Next is of Source.
func (s *firsts) Next(ctx context.Context) (*plan.Rows, error) {
	rows, err := s.from.Next(ctx)
	if rows == nil || err != nil {
		return nil, err
	}
	var fresh []int32
	for i := range rows.Len {
		before, at := rows, i-1
		if i == 0 {
			before, at = s.last, lastOf(s.last)
		}
		if before == nil || differs(before, at, rows, i, s.width) {
			fresh = append(fresh, int32(i))
		}
	}
	if rows.Len > 0 {
		s.last = rows
	}
	return spill.Select(rows, fresh), nil
}

// Close is of Source.
func (s *firsts) Close() { s.from.Close() }

func lastOf(rows *plan.Rows) int {
	if rows == nil {
		return -1
	}
	return rows.Len - 1
}

// differs reports whether two rows differ in one of the first columns.
func differs(a *plan.Rows, i int, b *plan.Rows, j, width int) bool {
	for c := range width {
		if spill.Compare(&a.Columns[c], i, &b.Columns[c], j) != 0 {
			return true
		}
	}
	return false
}
