package rowgroups

import (
	"context"
	"io"

	"gsdms/pushscan/load/parquet"
)

// lengths gives how many elements lists have: NULL where there is none, and 1 where it is null.
type lengths struct {
	from  *parquet.Cursor
	of    *parquet.Node
	there uint32
	left  int64
	open  bool
	last  int64 // of the row that goes on, below 0: NULL
	nulls []bool
	ints  []int64
}

// newLengths begins to read how long the lists of a field are in a row group.
func newLengths(f *parquet.File, from io.ReaderAt, room *parquet.Room, group int, of *parquet.Field) *lengths {
	return &lengths{from: f.Part(from, room, group, of.Leaves()[0]), of: of.Nested, there: of.There(), left: f.Groups[group].Rows}
}

// Words gives none, as numbers come as they are.
func (*lengths) Words() *parquet.Words { return &parquet.Words{} }

// Place does nothing, likewise.
func (*lengths) Place() {}

// Unplace does nothing.
func (*lengths) Unplace(*parquet.Piece) {}

// Next gives the next rows, as a cursor does. It is not asked for fewer than there are.
func (l *lengths) Next(ctx context.Context, most int) (p parquet.Piece, err error) {
	l.nulls, l.ints = l.nulls[:0], l.ints[:0]
	for len(l.nulls) == 0 {
		e, err := l.from.Entries(ctx)
		switch {
		case err == io.EOF && l.open:
			l.close()
		case err == io.EOF && l.left > 0:
			return p, errLevels
		case err != nil:
			return p, err
		default:
			err = l.take(&e)
		}
		if err != nil && err != io.EOF {
			return p, err
		}
	}
	if l.left -= int64(len(l.nulls)); l.left < 0 || len(l.nulls) > most {
		return p, errBehind
	}
	if l.left == 0 && l.open {
		return p, errBehind
	}
	return parquet.Piece{Rows: len(l.nulls), Nulls: l.nulls, Ints: l.ints}, nil
}

// take goes over entries.
func (l *lengths) take(e *parquet.Entries) error {
	for i, level := range e.Defined {
		switch {
		case e.Repeated[i] == 0:
			if l.close(); level < l.there {
				l.last = -1
			} else if l.last = 1; level >= l.of.Defined && level < l.of.Filled {
				l.last = 0
			}
			l.open = true
		case !l.open:
			return errLevels
		case e.Repeated[i] <= l.of.Repeated:
			l.last++
		}
	}
	return nil
}

// close ends the row that is open.
func (l *lengths) close() {
	if !l.open {
		return
	}
	l.open = false
	if l.nulls = append(l.nulls, l.last < 0); l.last >= 0 {
		l.ints = append(l.ints, l.last)
	}
}
