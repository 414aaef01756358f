package parquet

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/bits"
)

// PieceRows is the most rows that a piece has.
const PieceRows = 8192

// The encodings of values.
const (
	plainValues       = 0
	plainDictionary   = 2
	runLengths        = 3
	deltaNumbers      = 5
	deltaLengths      = 6
	deltaTexts        = 7
	dictionaryIndexes = 8
	splitBytes        = 9
)

// Unread is what of a field's pages is not read, by what the footer says; "" for nothing.
func (f *File) Unread(field int) string {
	for _, g := range f.Groups {
		for _, of := range f.Fields[field].leaves() {
			switch codec := g.columns[of.leaf].codec; {
			case codec == 5:
				return "the compression LZ4"
			case codec == 3:
				return "the compression LZO"
			case codec < 0 || codec > int64(lz4Raw):
				return fmt.Sprintf("the compression number %d", codec)
			}
		}
	}
	return ""
}

// Piece is some rows of a column, with the values of those that are not NULL: Ints of the types
// Boolean, Int32 and Int64, Floats of Float and Double, and Texts of the others, or where
// Indexes is not nil, places of these in the cursor's Words: of numbers only after Place. It is
// there until the next one.
type Piece struct {
	Rows    int
	Nulls   []bool // nil: none
	Ints    []int64
	Floats  []float64
	Indexes []uint32
	Texts   [][]byte
}

// Cursor gives the values of a column of a row group.
type Cursor struct {
	pages
	field    *Field
	optional bool
	most     levels // that a part of a field has
	left     int64  // rows of the chunk, of a part entries
	rows     int    // of the page that are left
	levels   hybrid
	repeats  hybrid // of a part
	encoding int64
	values   []byte // of the page, plain
	indexes  hybrid
	bit      int // Boolean, plain
	numbers  delta
	prefixes delta
	before   []byte // the text before

	words  Words
	placed bool // numbers are given as places of words
	opened bool
}

// Words is a dictionary of a chunk.
type Words struct {
	Ints   []int64
	Floats []float64
	Texts  [][]byte
}

func (w *Words) len() int { return max(len(w.Ints), len(w.Floats), len(w.Texts)) }

// Cursor begins to read a field in a row group of a file that Open has read, in the memory of a
// room that nobody else uses while it reads.
func (f *File) Cursor(from io.ReaderAt, room *Room, group, field int) *Cursor {
	return f.cursor(from, room, group, &f.Fields[field])
}

func (f *File) cursor(from io.ReaderAt, room *Room, group int, to *Field) *Cursor {
	chunk := &f.Groups[group].columns[to.leaf]
	room.read = room.read[:0]
	var most levels
	if to.optional {
		most.defined = 1
	}
	return &Cursor{most: most, pages: pages{Room: room, file: f, from: from, codec: chunk.codec, at: chunk.begin, end: chunk.end, begin: -1},
		field: to, optional: to.optional, left: chunk.values}
}

// Words is the dictionary that Indexes of pieces are places of, once there was such a piece.
func (c *Cursor) Words() *Words { return &c.words }

// Place has pieces of numbers that lie in a dictionary give their places there.
func (c *Cursor) Place() { c.placed = true }

// Unplace gives the last piece, which has places of numbers, these instead.
func (c *Cursor) Unplace(p *Piece) {
	if c.field.Physical <= Int64 {
		c.ints = resized(c.ints, len(p.Indexes))
		p.Ints = gathered(c.ints, c.words.Ints, p.Indexes)
	} else {
		c.floats = resized(c.floats, len(p.Indexes))
		p.Floats = gathered(c.floats, c.words.Floats, p.Indexes)
	}
	p.Indexes = nil
}

// gathered puts the words of places to a slice as long.
func gathered[T int64 | float64](to, words []T, places []uint32) []T {
	to = to[:len(places)]
	for i, at := range places {
		to[i] = words[at]
	}
	return to
}

// Next gives the next rows, so many and PieceRows at most, and io.EOF behind the last.
func (c *Cursor) Next(ctx context.Context, most int) (p Piece, err error) {
	if err := c.ready(ctx); err != nil {
		return p, err
	}
	p.Rows = min(c.rows, most, PieceRows)
	present := p.Rows
	if c.optional {
		c.nulls = resized(c.nulls, p.Rows)
		all := false
		if present, all, err = c.levels.nulls(c.nulls); err != nil {
			return p, err
		}
		if !all {
			p.Nulls = c.nulls
		}
	}
	c.rows -= p.Rows
	c.left -= int64(p.Rows)
	return p, c.read(&p, present)
}

// ready begins pages until there is a row, and gives io.EOF behind the last.
func (c *Cursor) ready(ctx context.Context) error {
	for c.rows == 0 {
		if c.left == 0 {
			return io.EOF
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := c.page(); err == io.EOF {
			return fmt.Errorf("its pages end %d rows too early", c.left)
		} else if err != nil {
			return err
		}
	}
	return nil
}

// page begins the next page with values.
func (c *Cursor) page() error {
	before := c.pass
	h, stored, err := c.next()
	if err != nil {
		return err
	}
	if passed := before - c.pass; passed > 0 {
		return c.passed(passed)
	}
	switch h.kind {
	case dictionaryPage:
		if c.opened {
			return errors.New("a dictionary comes behind values")
		}
		c.opened = true
		return c.dictionary(h, stored)
	case dataPage, dataPage2:
		c.opened = true
	default:
		return nil
	}
	if h.values < 0 || h.values > c.left {
		return errMore
	}
	c.rows, c.encoding = int(h.values), h.encoding
	if h.kind == dataPage2 {
		err = c.newerPage(h, stored)
	} else {
		err = c.olderPage(h, stored)
	}
	if err != nil || c.rows == 0 {
		return err
	}
	return c.begin()
}

// newerPage takes a data page of the newer kind apart, whose levels are not packed. Those of
// repetition say nothing of a field that is not repeated, but writers may have written them.
func (c *Cursor) newerPage(h pageHeader, stored []byte) (err error) {
	if h.repeated < 0 || h.defined < 0 || h.repeated+h.defined > min(int64(len(stored)), h.plain) {
		return errors.New("a page's levels make no sense")
	}
	c.repeats = levelsOf(stored[:h.repeated], c.most.repeated)
	c.levels = levelsOf(stored[h.repeated:h.repeated+h.defined], c.most.defined)
	c.values = stored[h.repeated+h.defined:]
	if !h.isUncompressed {
		c.values, err = c.unpack(c.values, h.plain-h.repeated-h.defined, &c.plain)
	}
	return err
}

// olderPage takes a data page of the older kind apart.
func (c *Cursor) olderPage(h pageHeader, stored []byte) (err error) {
	if c.values, err = c.unpack(stored, h.plain, &c.plain); err != nil {
		return err
	}
	if c.repeats, err = c.olderLevels(h.repeats, c.most.repeated); err != nil {
		return err
	}
	c.levels, err = c.olderLevels(h.levels, c.most.defined)
	return err
}

// olderLevels takes levels off the begin of a page's values, where there are any but 0.
func (c *Cursor) olderLevels(encoding int64, most uint32) (h hybrid, err error) {
	if most == 0 {
		return hybrid{}, nil
	}
	if encoding != runLengths {
		return h, &UnreadError{c.field.Name, "is written with levels in single bits"}
	}
	if len(c.values) < 4 {
		return h, errValues
	}
	n, rest := binary.LittleEndian.Uint32(c.values), c.values[4:]
	if int64(n) > int64(len(rest)) {
		return h, errValues
	}
	c.values = rest[n:]
	return levelsOf(rest[:n], most), nil
}

// levelsOf reads levels up to one.
func levelsOf(data []byte, most uint32) hybrid { return hybrid{data: data, width: bits.Len32(most)} }

// begin prepares to read the values of a page.
func (c *Cursor) begin() (err error) {
	switch c.encoding {
	case plainValues:
		c.bit = 0
	case runLengths:
		if c.field.Physical != Boolean || len(c.values) < 4 {
			return c.strange()
		}
		c.indexes = hybrid{data: c.values[4:], width: 1}
	case plainDictionary, dictionaryIndexes:
		if len(c.values) == 0 {
			c.indexes = hybrid{} // of NULLs alone
		} else if c.indexes = (hybrid{data: c.values[1:], width: int(c.values[0])}); c.indexes.width > 32 {
			return errors.New("a page's places in the dictionary have more than 32 bits")
		}
	case deltaNumbers:
		if c.field.Physical != Int32 && c.field.Physical != Int64 {
			return c.strange()
		}
		return c.beginDelta(&c.numbers)
	case deltaLengths:
		if c.field.Physical != ByteArray {
			return c.strange()
		}
		return c.beginDelta(&c.numbers)
	case deltaTexts:
		if c.field.Physical < ByteArray {
			return c.strange()
		}
		c.before = c.before[:0]
		if err := c.beginDelta(&c.prefixes); err != nil {
			return err
		}
		return c.beginDelta(&c.numbers)
	case splitBytes:
		return c.beginSplit()
	default:
		return c.strange()
	}
	return nil
}

// beginSplit puts together the values of a page that has the first bytes of all, then the second
// ones and so on. From then on they are plain.
func (c *Cursor) beginSplit() error {
	width := c.wide()
	if width == 0 || c.field.Physical == ByteArray || c.field.Physical == Int96 {
		return c.strange()
	}
	n := len(c.values) / width
	if n*width != len(c.values) {
		return errValues
	}
	c.whole = resized(c.whole, len(c.values))
	for k := range min(width, len(c.values)) {
		to := c.whole[k:]
		for i, b := range c.values[k*n : (k+1)*n] {
			to[i*width] = b
		}
	}
	c.values, c.encoding = c.whole, plainValues
	return nil
}

// beginDelta begins to read numbers; what is behind them is what is left of the page.
func (c *Cursor) beginDelta(d *delta) (err error) {
	if len(c.values) == 0 {
		*d = delta{} // of NULLs alone
		return nil
	}
	if *d, err = newDelta(c.values); err == nil {
		c.values, err = d.rest()
	}
	return err
}

func (c *Cursor) strange() error {
	return &UnreadError{c.field.Name, fmt.Sprintf("is written with the encoding number %d", c.encoding)}
}

// dictionary reads the page of the words.
func (c *Cursor) dictionary(h pageHeader, stored []byte) error {
	if h.plain > c.file.most/4 {
		return fmt.Errorf("the dictionary has %d bytes, which is more than the %d that it may have", h.plain, c.file.most/4)
	}
	values, err := c.unpack(stored, h.plain, &c.kept)
	if err != nil {
		return err
	}
	if h.encoding != plainValues && h.encoding != plainDictionary || c.field.Physical == Boolean {
		return c.strange()
	}
	least := max(1, c.wide())
	if h.values < 0 || h.values > int64(len(values)/least) {
		return errors.New("the dictionary has more values than its bytes can be")
	}
	if c.codec == 0 {
		c.kept = append(c.kept[:0], values...) // the next page takes its place
		values = c.kept
	}
	c.words = Words{}
	n := int(h.values)
	switch {
	case c.field.Physical <= Int64:
		c.words.Ints = make([]int64, n)
		return c.plainInts(c.words.Ints, &values)
	case c.field.Physical == Float || c.field.Physical == Double:
		c.words.Floats = make([]float64, n)
		return c.plainFloats(c.words.Floats, &values)
	}
	c.words.Texts = make([][]byte, n)
	return c.plainTexts(c.words.Texts, &values)
}

// wide is the least bytes that a plain value has.
func (c *Cursor) wide() int {
	switch c.field.Physical {
	case Int32, Float, ByteArray:
		return 4
	case Int64, Double:
		return 8
	case Int96:
		return 12
	case FixedBytes:
		return c.field.Width
	}
	return 0
}
