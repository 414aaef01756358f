package parquet

import (
	"context"
	"io"
)

// Entries is some entries of a part of a field: the levels of each, and the values of those that have
// one, which are those that have the part's greatest level of definition.
type Entries struct {
	Piece
	Defined  []uint32
	Repeated []uint32
}

// Part begins to read a part with values of a field in a row group, as Cursor does.
func (f *File) Part(from io.ReaderAt, room *Room, group int, of *Node) *Cursor {
	c := f.cursor(from, room, group, &of.Field)
	c.most = levels{of.Defined, of.Repeated}
	return c
}

// Entries gives the next entries of a part, and io.EOF behind the last.
func (c *Cursor) Entries(ctx context.Context) (e Entries, err error) {
	if err := c.ready(ctx); err != nil {
		return e, err
	}
	e.Rows = min(c.rows, PieceRows)
	if e.Defined, err = c.leveled(0, &c.levels, e.Rows, c.most.defined); err != nil {
		return e, err
	}
	if e.Repeated, err = c.leveled(1, &c.repeats, e.Rows, c.most.repeated); err != nil {
		return e, err
	}
	present := 0
	for _, level := range e.Defined {
		if level == c.most.defined {
			present++
		}
	}
	c.rows -= e.Rows
	c.left -= int64(e.Rows)
	return e, c.read(&e.Piece, present)
}

// leveled reads levels of a page.
func (c *Cursor) leveled(which int, from *hybrid, rows int, most uint32) ([]uint32, error) {
	c.Room.levels[which] = resized(c.Room.levels[which], rows)
	out := c.Room.levels[which]
	if most == 0 {
		clear(out)
		return out, nil
	}
	greatest, err := from.numbers(out)
	if err == nil && greatest > most {
		err = errValues
	}
	return out, err
}
