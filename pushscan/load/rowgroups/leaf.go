package rowgroups

import (
	"context"
	"io"
	"slices"

	"gsdms/pushscan/load/parquet"
)

// leaf gives a member of a structure that has values of its own as texts of JSON: those of its dictionary
// are made once for all rows. A row is NULL where the structure is not there, and null where the member
// is NULL.
type leaf struct {
	reader
	node    *parquet.Node
	there   uint32 // level of definition from which on a row is not NULL
	left    int64  // rows
	words   parquet.Words
	bad     []bool // words that are no texts; nil: not looked at yet
	nulls   []bool // of a piece
	indexes []uint32
	texts   [][]byte
	ends    []int
	out     []byte
}

// newLeaf begins to read such a member in a row group.
func newLeaf(f *parquet.File, from io.ReaderAt, room *parquet.Room, group int, of *parquet.Field) *leaf {
	cursor := f.Part(from, room, group, of.Nested)
	cursor.Place()
	return &leaf{reader: reader{field: &of.Nested.Field, cursor: cursor}, node: of.Nested, there: of.There(), left: f.Groups[group].Rows}
}

// Words are the texts of the dictionary, and null behind them.
func (l *leaf) Words() *parquet.Words { return &l.words }

// Place does nothing, as texts have no places.
func (l *leaf) Place() {}

// Unplace does nothing.
func (l *leaf) Unplace(*parquet.Piece) {}

// Next gives the next rows, as a cursor does. It is not asked for fewer than there are.
func (l *leaf) Next(ctx context.Context, most int) (p parquet.Piece, err error) {
	if l.left == 0 {
		return p, io.EOF
	}
	cursor := l.cursor.(*parquet.Cursor)
	e, err := cursor.Entries(ctx)
	if err != nil {
		return p, notEnded(err)
	}
	if l.left -= int64(e.Rows); e.Rows > most || l.left < 0 {
		return p, errBehind
	}
	if p.Rows = e.Rows; l.defined(e.Defined) {
		p.Nulls = l.nulls
	}
	if e.Piece.Indexes != nil {
		p.Indexes, err = l.places(&e, cursor.Words())
	} else {
		p.Texts, err = l.each(&e)
	}
	if err == nil && l.left == 0 {
		if _, after := cursor.Entries(ctx); after != io.EOF {
			err = errBehind
		}
	}
	return p, err
}

// defined says which rows of a piece are NULL, and whether there are any.
func (l *leaf) defined(levels []uint32) (some bool) {
	l.nulls = slices.Grow(l.nulls[:0], len(levels))[:len(levels)]
	for i, level := range levels {
		l.nulls[i] = level < l.there
		some = some || l.nulls[i]
	}
	return some
}

// places gives those of the texts of a piece among the words.
func (l *leaf) places(e *parquet.Entries, words *parquet.Words) ([]uint32, error) {
	if l.bad == nil {
		l.words.Texts, l.bad = l.wordsOf(words)
	}
	null, next := uint32(len(l.words.Texts)-1), 0
	l.indexes = slices.Grow(l.indexes[:0], e.Rows)
	for i, level := range e.Defined {
		switch {
		case level == l.node.Defined:
			at := e.Indexes[next]
			if next++; l.bad[at] {
				return nil, errText
			}
			l.indexes = append(l.indexes, at)
		case !l.nulls[i]:
			l.indexes = append(l.indexes, null)
		}
	}
	return l.indexes, nil
}

// each makes the texts of a piece one by one.
func (l *leaf) each(e *parquet.Entries) ([][]byte, error) {
	l.out, l.ends = l.out[:0], l.ends[:0]
	next, ok := 0, false
	for i, level := range e.Defined {
		switch {
		case level == l.node.Defined:
			if l.out, ok = l.appendJSON(l.out, &e.Piece, next); !ok {
				return nil, errText
			}
			next++
		case l.nulls[i]:
			continue
		default:
			l.out = append(l.out, "null"...)
		}
		l.ends = append(l.ends, len(l.out))
	}
	l.texts = cut(l.texts[:0], l.out, l.ends)
	return l.texts, nil
}

// wordsOf makes the texts of the words of a dictionary, and null behind them, and says which are none.
func (c *reader) wordsOf(words *parquet.Words) (texts [][]byte, bad []bool) {
	all := &parquet.Piece{Ints: words.Ints, Floats: words.Floats, Texts: words.Texts}
	bad = make([]bool, max(len(words.Ints), len(words.Floats), len(words.Texts))+1)
	ends, out, ok := make([]int, 0, len(bad)), []byte(nil), false
	for i := range len(bad) - 1 {
		out, ok = c.appendJSON(out, all, i)
		ends, bad[i] = append(ends, len(out)), !ok
	}
	out = append(out, "null"...)
	return cut(nil, out, append(ends, len(out))), bad
}

// cut appends the texts that lie in one behind another.
func cut(to [][]byte, all []byte, ends []int) [][]byte {
	begin := 0
	for _, end := range ends {
		to = append(to, all[begin:end:end])
		begin = end
	}
	return to
}
