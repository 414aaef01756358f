package relation

import (
	"context"

	"github.com/apache/arrow/go/v15/arrow"

	"gsdms/operators"
)

// Need has the rows of segments read, of some columns, several at a time.
func (d *data) Need(ctx context.Context, ordinals, segments []int) error {
	type task struct{ ordinal, part int }
	var tasks []task
	for _, o := range ordinals {
		p := d.columns[o].pending
		if p == nil {
			continue
		}
		last := -1
		for _, s := range segments {
			for _, part := range p.lacking(s*segmentRows, (s+1)*segmentRows) {
				if part > last {
					tasks, last = append(tasks, task{o, part}), part
				}
			}
		}
	}
	for _, err := range operators.Spread(len(tasks), func(i int) error {
		c := &d.columns[tasks[i].ordinal]
		return c.pending.read(ctx, c, tasks[i].part)
	}) {
		if err != nil {
			return err
		}
	}
	return nil
}

// Least gives the least stored number of a segment that is not NULL.
func (d *data) Least(ordinal, segment int) uint64 {
	c := &d.columns[ordinal]
	if c.least == nil {
		return c.zones[segment].lo
	}
	return c.least[segment]
}

// Lacks reports whether some rows of a column are not read yet.
func (d *data) Lacks(ordinal int) bool {
	p := d.columns[ordinal].pending
	return p != nil && len(p.lacking(0, d.rows)) > 0
}

// There gives rows [lo, hi) of a column, of which those of other segments are any.
func (d *data) There(ctx context.Context, ordinal, lo, hi int, segments []int) (arrow.Array, error) {
	c := &d.columns[ordinal]
	if c.pending == nil {
		return c.array(lo, hi, nil), nil
	}
	lent := c.pending.hold(lo, hi)
	if err := d.Need(ctx, []int{ordinal}, segments); err != nil {
		if lent != nil {
			lent.release()
		}
		return nil, err
	}
	return c.array(lo, hi, lent), nil
}
