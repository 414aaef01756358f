package rowgroups

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"sync"

	"gsdms/plan"
	"gsdms/pushscan/load/columns"
	"gsdms/pushscan/load/layout"
	"gsdms/pushscan/load/malformed"
	"gsdms/pushscan/load/parquet"
	"gsdms/pushscan/load/schema"
	"gsdms/pushscan/load/within"
	"gsdms/pushscan/store/ingest"
)

// Parts is the rows of Parquet files, by row groups, of which each column is read by itself
// when it is asked for. Safe for concurrent use.
type Parts struct {
	opts    Options
	columns []plan.Column
	void    columns.Void  // which doubles are NULL
	narrow  []func() bool // by column: see isNarrow
	groups  []partGroup
	rooms   sync.Pool // of *partRoom
}

// partRoom is the memory for reading a part.
type partRoom struct {
	room  parquet.Room
	dict  columns.Dictionary
	texts []string
	codes []uint32
	out   ingest.Column // of a piece
}

// partGroup is a row group of one of the files.
type partGroup struct {
	*File
	info  os.FileInfo
	group int
	first int64 // row of the file
}

// NewParts makes the rows of no file yet, for columns of a table.
func NewParts(of []plan.Column, o Options) *Parts {
	p := &Parts{opts: o, columns: of}
	for column := range of {
		p.narrow = append(p.narrow, sync.OnceValue(func() bool { return p.findNarrow(column) }))
	}
	return p
}

// Add adds the row groups of a file, whose fields go to columns as a layout says; void says which
// doubles are NULL, of all files. The file may be closed then.
func (p *Parts) Add(f *File, l *layout.Layout, void columns.Void) error {
	info, err := f.from.Stat()
	if err != nil {
		return err
	}
	if err := f.Begin(l, void); err != nil {
		return err
	}
	p.void = void
	first := int64(0)
	for g := range f.file.Groups {
		p.groups = append(p.groups, partGroup{f, info, g, first})
		first += f.file.Groups[g].Rows
	}
	return nil
}

// Rows is how many rows each part has.
func (p *Parts) Rows() []int64 {
	out := make([]int64, len(p.groups))
	for i, g := range p.groups {
		out[i] = g.file.Groups[g.group].Rows
	}
	return out
}

// column gives what reads a column of the table in a part; nil: the file has none of it.
func (g *partGroup) column(ordinal int) *reader {
	for _, c := range g.fields {
		if c.target.Column == ordinal {
			return c
		}
	}
	return nil
}

// Bounds are what a part says of the numbers of a column, of doubles by plan.RankOf: known is false where
// it does not say between which they lie, or has codes. What is read is held against them.
func (p *Parts) Bounds(part, column int) (low, high int64, nulls, known bool) {
	g := &p.groups[part]
	c := g.column(column)
	if c == nil {
		return p.missingBounds(g, column)
	}
	switch g.form(c.target.Field) {
	case plan.PartLength:
		return 0, max(1, g.file.Entries(g.group, c.target.Field)), true, true
	case plan.PartOther:
		return 0, 0, true, false
	}
	low, high, nulls, known = g.file.Bounds(g.group, c.target.Field)
	if known = known && p.saysBounds(column, c); known && c.round {
		low, high = c.roundedBounds(low, high)
	}
	return low, high, nulls, known
}

// roundedBounds are bounds of nanoseconds as the column has them.
func (c *reader) roundedBounds(low, high int64) (int64, int64) {
	if low > high {
		return low, high // there are NULLs alone
	}
	low, _ = schema.Rounded(low, c.target.Kind)
	high, _ = schema.Rounded(high, c.target.Kind)
	return low, high
}

// Bytes is what the values of a column in a part are said to take, unpacked as they are written.
func (p *Parts) Bytes(part, column int) int64 {
	g := &p.groups[part]
	if c := g.column(column); c != nil {
		return max(g.file.Bytes(g.group, c.target.Field), 0)
	}
	return 0
}

// Read gives the rows of a column in a part to put, which does not keep them: some thousand at a
// time, from the first to the last; of keys all at once, whose codes are put's. Ints and Floats may be numbers
// of which the rows are places, which are Codes then: those of a dictionary. Texts are read by Texts.
func (p *Parts) Read(ctx context.Context, part, column int, put func(at int, values *ingest.Column, rows int) error) error {
	g := &p.groups[part]
	return p.guard(g, column, func() error { return p.read(ctx, g, column, put) })
}

// guard reads of a column in a part, and says where an error is.
func (p *Parts) guard(g *partGroup, column int, read func() error) error {
	err := malformed.Guard(read)
	var bad *malformed.Error
	if errors.As(err, &bad) {
		bad.Row += g.first
		if c := g.column(column); c != nil {
			bad.Field, bad.Column = c.target.Field+1, g.layout.Names[c.target.Field]
		}
	} else if err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("row group %d, column %s: %w", g.group+1, p.columns[column].Name, err)
	}
	if err != nil {
		return g.failure(err)
	}
	return nil
}

func (p *Parts) read(ctx context.Context, g *partGroup, column int, put func(at int, values *ingest.Column, rows int) error) error {
	rows := int(g.file.Groups[g.group].Rows)
	checked := p.checked(column)
	of := g.column(column)
	if of == nil {
		return p.missing(g, column, rows, put)
	}
	from, err := g.open(p.opts.Roots)
	if err != nil {
		return err
	}
	defer from.Close()
	room := p.room()
	defer p.rooms.Put(room)
	c := g.newReader(p.target(column, of))
	checked.Keyed = c.target.Keyed
	c.room, c.codes = &room.room, room.codes
	defer func() { room.codes = c.codes }()
	if c.target.Coded() {
		c.dict = room.dict
		c.dict.Reset()
		defer func() { room.dict = c.dict }()
	}
	c.cursor = g.rowsOf(from, c.room, g.group, c.target.Field)
	if c.target.Coded() {
		all, err := c.read(ctx, rows)
		if err != nil {
			return err
		}
		room.texts = c.dict.View(room.texts)
		all.Dict = room.texts
		if bad := checked.Check(all, rows); bad != nil {
			return bad
		}
		return put(0, &all, rows)
	}
	return c.readPieces(ctx, rows, &room.out, checked, put)
}

// checked is what holds values against what a column takes.
func (p *Parts) checked(column int) *columns.Column {
	c := columns.New(p.columns[column])
	c.Void = p.void
	return c
}

// room gives memory for reading a part, to be put back.
func (p *Parts) room() *partRoom {
	if room, ok := p.rooms.Get().(*partRoom); ok {
		return room
	}
	return &partRoom{dict: columns.NewDictionary()}
}

// readPieces reads rows piece by piece.
func (c *reader) readPieces(ctx context.Context, rows int, out *ingest.Column, checked *columns.Column, put func(at int, values *ingest.Column, rows int) error) error {
	if c.target.Kind == plan.Double && out.Floats == nil || c.target.Kind != plan.Double && out.Ints == nil {
		c.begin(out, parquet.PieceRows)
	}
	if c.values == nil && !c.round {
		c.cursor.Place()
	}
	for at := 0; at < rows; {
		p, err := c.cursor.Next(ctx, rows-at)
		if err != nil {
			return err
		}
		values, err := c.checkedOf(out, &p, checked)
		var bad *malformed.Error
		if errors.As(err, &bad) {
			bad.Row += int64(at)
		}
		if err == nil {
			err = put(at, &values, p.Rows)
		}
		if err != nil {
			return err
		}
		at += p.Rows
	}
	return nil
}

// checkedOf gives the values of a piece that a column takes: as places of words where it takes all of
// these, and there is one for rows that are NULL to have the place of.
func (c *reader) checkedOf(out *ingest.Column, p *parquet.Piece, checked *columns.Column) (ingest.Column, error) {
	if p.Indexes != nil && c.values == nil {
		words := c.cursor.Words()
		if !c.asked {
			c.asked, c.taken = true, takes(checked, words)
		}
		if c.taken && !(p.Nulls != nil && checked.NotNull) {
			return c.placesOf(p, words), nil
		}
		c.cursor.Unplace(p)
	}
	values, err := c.valuesOf(out, p)
	if err == nil && !(c.sound && !checked.NotNull) {
		if bad := checked.Settle(&values, p.Rows); bad != nil {
			err = bad
		}
	}
	return values, err
}

// takes reports whether a column takes all numbers of a dictionary that has any; of two zeros one is
// made.
func takes(checked *columns.Column, words *parquet.Words) bool {
	if words.Ints != nil {
		return len(words.Ints) > 0 && checked.Check(ingest.Column{Ints: words.Ints}, len(words.Ints)) == nil
	}
	return len(words.Floats) > 0 && kernels.OneZero(words.Floats)
}

// placesOf gives a piece as places of words.
func (c *reader) placesOf(p *parquet.Piece, words *parquet.Words) ingest.Column {
	values := ingest.Column{Ints: words.Ints, Floats: words.Floats, Codes: p.Indexes, Nulls: p.Nulls}
	if p.Nulls != nil {
		c.codes = slices.Grow(c.codes[:0], p.Rows)[:p.Rows]
		scatter(c.codes, p.Indexes, p.Nulls)
		values.Codes = c.codes
	}
	return values
}

// valuesOf gives the values of a piece: its own where they are as the column has them, else in the
// room of out.
func (c *reader) valuesOf(out *ingest.Column, p *parquet.Piece) (ingest.Column, error) {
	if c.values == nil && p.Nulls == nil {
		c.sound = p.Floats != nil && kernels.OneZero(p.Floats)
		values := ingest.Column{Ints: p.Ints, Floats: p.Floats}
		c.rounded(&values, p)
		return values, nil
	}
	values := out.Cut(p.Rows)
	values.Nulls, values.Lost = p.Nulls, ingest.Lost{}
	return values, c.put(&values, 0, p)
}

// missing gives the constant of a column that a file does not have, codes all at once.
func (p *Parts) missing(g *partGroup, column, rows int, put func(at int, values *ingest.Column, rows int) error) error {
	values, ok := g.layout.Constant(column, min(rows, parquet.PieceRows))
	if !ok {
		return fmt.Errorf("it has no field for column %s", p.columns[column].Name)
	}
	if values.Codes != nil {
		values, _ = g.layout.Constant(column, rows)
		return put(0, &values, rows)
	}
	for at := 0; at < rows; at += parquet.PieceRows {
		n := min(parquet.PieceRows, rows-at)
		piece := values.Cut(n)
		if err := put(at, &piece, n); err != nil {
			return err
		}
	}
	return nil
}

// missingBounds are Bounds of a column that a file does not have.
func (p *Parts) missingBounds(g *partGroup, column int) (low, high int64, nulls, known bool) {
	values, ok := g.layout.Constant(column, 1)
	if !ok || values.Ints == nil || values.Codes != nil {
		return 0, 0, true, false
	}
	if values.Nulls != nil && values.Nulls[0] {
		return math.MaxInt64, math.MinInt64, true, true
	}
	return values.Ints[0], values.Ints[0], false, true
}

// open opens the file, which has to be as it was when its footer was read.
func (g *partGroup) open(roots []string) (*os.File, error) {
	f, size, err := within.Open(g.path, roots)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && (size != g.info.Size() || !info.ModTime().Equal(g.info.ModTime())) {
		err = errors.New("the file has changed while it was read")
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}
