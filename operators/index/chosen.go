package index

import (
	"context"
	"math/bits"

	"gsdms/operators"
	"gsdms/operators/large"
	"gsdms/operators/sets"
	"gsdms/plan"
)

// Chosen is some rows of a table, in order, of whose columns the blocks alone are read that have one. What is
// made of few rows of a large table needs neither all of its columns nor memory for as many rows as it has.
type Chosen struct {
	Rows  []uint32
	table *plan.Table
	in    *operators.BitSet
	begin []int // by segment: the place of its first row among them; and how many there are
}

// Choose gives the rows of a set.
func Choose(ctx context.Context, t *plan.Table, in *operators.BitSet) (*Chosen, error) {
	c := &Chosen{table: t, in: in, begin: make([]int, t.Segments()+1)}
	for s := range t.Segments() {
		c.begin[s+1] = c.begin[s] + c.count(segmentOf(t, s))
	}
	c.Rows = large.Make[uint32](c.begin[t.Segments()])
	return c, c.each(ctx, func(s int, rows []uint32) error {
		lo, hi := segmentOf(t, s)
		for w := lo / 64; w*64 < hi; w++ {
			for word := in.Bits[w]; word != 0; word &= word - 1 {
				rows[0], rows = uint32(w*64+bits.TrailingZeros64(word)), rows[1:]
			}
		}
		return nil
	})
}

// bytes is what the rows take, with what some columns have in them.
func (c *Chosen) bytes(columns []int) (bytes int) {
	bytes = wordBytes * len(c.Rows)
	for _, column := range columns {
		bytes += len(c.Rows) * c.table.Columns[column].Storage.Width
	}
	return bytes
}

// segmentOf gives the rows of a segment.
func segmentOf(t *plan.Table, s int) (lo, hi int) {
	return s * plan.SegmentRows, min((s+1)*plan.SegmentRows, t.Rows)
}

// count is how many of the rows [lo, hi) are chosen; lo is a multiple of 64.
func (c *Chosen) count(lo, hi int) (n int) {
	for w := lo / 64; w*64 < hi; w++ {
		n += bits.OnesCount64(c.in.Bits[w])
	}
	return n
}

// each runs work for the rows of each segment that has some, of different ones by several goroutines.
func (c *Chosen) each(ctx context.Context, work func(s int, rows []uint32) error) error {
	segments := len(c.begin) - 1
	failed := make([]error, segments)
	err := InParallel(ctx, min(segments, workersFor(c.table.Rows)), segments, func(lo, hi int) {
		for s := lo; s < hi && !over(ctx); s++ {
			if rows := c.Rows[c.begin[s]:c.begin[s+1]]; len(rows) > 0 {
				failed[s] = work(s, rows)
			}
		}
	})
	for _, e := range failed {
		if e != nil {
			return e
		}
	}
	return err
}

// manyBlocks is in one of how many blocks of a segment there are chosen rows where it is read as a whole.
const manyBlocks = 2

// Column gives what a column has in the chosen rows.
func (c *Chosen) Column(ctx context.Context, column int) (*operators.Array, error) {
	t := c.table
	out := unclearedArray(t.Name+"."+t.Columns[column].Name, t.Columns[column].Storage, len(c.Rows))
	whole := make([]*excerpt, t.Segments())
	for s := 0; s < len(whole); s++ {
		first := s
		for s < len(whole) && c.isDense(segmentOf(t, s)) {
			s++
		}
		if s == first {
			continue
		}
		e, err := readExcerpt(ctx, t, column, first*plan.SegmentRows, min(s*plan.SegmentRows, t.Rows))
		if err != nil {
			return nil, err
		}
		defer e.rows.Release()
		for i := first; i < s; i++ {
			whole[i] = &e
		}
	}
	return out, c.each(ctx, func(s int, rows []uint32) error {
		if e := whole[s]; e != nil {
			pick(out, c.begin[s], *e, rows)
			return nil
		}
		return c.pickBlocks(ctx, column, out, c.begin[s], rows)
	})
}

// isDense reports whether chosen rows are in so many blocks of a segment that it is read as a whole.
func (c *Chosen) isDense(lo, hi int) bool {
	blocks, some := 0, 0
	for at := lo; at < hi; at += excerptRows {
		blocks++
		if c.count(at, min(at+excerptRows, hi)) > 0 {
			some++
		}
	}
	return some*manyBlocks >= blocks
}

// pickBlocks puts what rows have in a column at a place of an array, block by block.
func (c *Chosen) pickBlocks(ctx context.Context, column int, out *operators.Array, at int, rows []uint32) error {
	for len(rows) > 0 {
		lo := int(rows[0]) / excerptRows * excerptRows
		hi, n := min(lo+excerptRows, c.table.Rows), 0
		for n < len(rows) && int(rows[n]) < hi {
			n++
		}
		e, err := readExcerpt(ctx, c.table, column, lo, hi)
		if err != nil {
			return err
		}
		pick(out, at, e, rows[:n])
		e.rows.Release()
		at, rows = at+n, rows[n:]
	}
	return nil
}

// pick puts what some rows have behind each other.
func pick(out *operators.Array, at int, from excerpt, rows []uint32) {
	switch out.Storage.Width {
	case 1:
		pickAs(storedNumbers[uint8](out)[at:], storedNumbers[uint8](from.Array), from.first, rows)
	case 2:
		pickAs(storedNumbers[uint16](out)[at:], storedNumbers[uint16](from.Array), from.first, rows)
	case 4:
		pickAs(storedNumbers[uint32](out)[at:], storedNumbers[uint32](from.Array), from.first, rows)
	default:
		pickAs(storedNumbers[uint64](out)[at:], storedNumbers[uint64](from.Array), from.first, rows)
	}
}

func pickAs[T unsigned](to, from []T, lo int, rows []uint32) {
	for i, row := range rows {
		to[i] = from[int(row)-lo]
	}
}

// Set gives the rows at the places that a set has.
func (c *Chosen) Set(places *operators.BitSet) *operators.BitSet {
	out := &operators.BitSet{Name: c.in.Name, Len: c.in.Len, Bits: make([]uint64, len(c.in.Bits))}
	EachMember(places, len(c.Rows), func(place int) {
		row := c.Rows[place]
		out.Bits[row/64] |= 1 << (row % 64)
	})
	return out
}

// Keys is Keys of the chosen rows of a column.
func (c *Chosen) Keys(ctx context.Context, column int) (keys sets.Ranges, ok bool, err error) {
	a, err := c.Column(ctx, column)
	if err != nil || a.Storage.Float {
		return nil, false, err
	}
	return keysFor(ctx, a, nil, c.table.Rows)
}

// nearRows is for how many rows there are as many places as for dense keys where there are fewer rows: a
// cache holds them.
const nearRows = 1 << 18

// build makes an index of the chosen rows by their keys. Where it is found by the key's number its rows are
// those of the table; else they are places among the chosen ones, of which Rows has the table's.
func (c *Chosen) build(ctx context.Context, name string, keys []*operators.Array, most int64, from room) (*Join, error) {
	few := &plan.Table{Name: c.table.Name, Rows: len(c.Rows), Passing: c.table.Passing}
	x, err := newJoinFor(ctx, name, few, keys, nil, min(c.table.Rows, max(len(c.Rows), nearRows)), most, from)
	if err != nil {
		return nil, err
	}
	switch {
	case x.Direct:
		x.Table, x.Keys, x.InOrder = c.table, nil, false
		InBlocks(ctx, len(x.Heads), func(lo, hi int) {
			for i, head := range x.Heads[lo:hi] {
				if head != 0 {
					x.Heads[lo+i] = c.Rows[head-1] + 1
				}
			}
		})
		if x.Starts != nil && x.Order == nil {
			x.Order = Words(name+" in order", c.Rows)
			return x, nil
		}
	case x.Starts == nil:
		rows := c.Rows
		if len(rows) == 0 {
			rows = []uint32{0} // who has no partner looks up the first
		}
		x.Rows = Words(name+" by place", rows)
	}
	if x.Order != nil {
		order := storedNumbers[uint32](x.Order)
		InBlocks(ctx, len(order), func(lo, hi int) {
			for i, place := range order[lo:hi] {
				order[lo+i] = c.Rows[place]
			}
		})
	}
	return x, nil
}
