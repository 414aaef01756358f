package rowgroups

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"unsafe"

	"gsdms/plan"
	"gsdms/pushscan/load/columns"
	"gsdms/pushscan/load/malformed"
	"gsdms/pushscan/load/parquet"
	"gsdms/pushscan/store/ingest"
)

// Worded reports whether each part says that all rows of a column are texts of a dictionary of its
// own, which Words gives.
func (p *Parts) Worded(column int) bool {
	return !slices.ContainsFunc(p.groups, func(g partGroup) bool {
		c := g.column(column)
		return c == nil || c.target.Kind != plan.String || c.target.Coded() && c.target.Keyed || !g.worded(c.target.Field)
	})
}

// worded is Worded of a field in a row group. Beside numbers that are all there is nothing, which need not be read.
func (g *partGroup) worded(field int) bool {
	if g.form(field) != plan.PartOther {
		return g.file.Worded(g.group, field)
	}
	f := &g.file.Fields[field]
	return !g.file.Null(g.group, field) && f.From == nil && !f.Nested.Floats()
}

// TextBounds are what a part says of the texts of a column: none of them comes before low or behind
// high, in their order as bytes. ok is false where it says nothing, and where texts are not as they
// lie in the file. Texts are not held against it.
func (p *Parts) TextBounds(part, column int) (low, high string, ok bool) {
	g := &p.groups[part]
	c := g.column(column)
	if c == nil || c.target.Kind != plan.String || c.target.Bytes || c.values != nil || g.file.Fields[c.target.Field].Nested != nil {
		return "", "", false
	}
	if low, high, ok = g.file.TextBounds(g.group, c.target.Field); ok && c.uuids {
		low, high = string(appendUUID(nil, []byte(low))), string(appendUUID(nil, []byte(high)))
	}
	return low, high, ok
}

// Words gives the texts of a part's dictionary to take, which does not keep them, where Worded
// holds. Some may be in no row. ok is false, and take is not called, where some are no texts that
// the column holds: whether a row has one shows only when rows are read.
func (p *Parts) Words(ctx context.Context, part, column int, take func(texts []string) error) (ok bool, err error) {
	g := &p.groups[part]
	return ok, p.guard(g, column, func() error {
		if c := g.column(column); g.form(c.target.Field) == plan.PartOther {
			ok = true
			return take(nil)
		}
		t, done, err := p.texts(g, column)
		if err != nil {
			return err
		}
		defer done()
		words, err := g.file.Words(ctx, t.from, &t.room.room, g.group, t.target.Field)
		if err != nil {
			return err
		}
		if of := &g.file.Fields[t.target.Field]; of.IsLeaf() && g.form(t.target.Field) != plan.PartValue {
			leaf := reader{field: &of.Nested.Field}
			words.Texts, _ = leaf.wordsOf(words, g.form(t.target.Field) == plan.PartText, g.file.Null(g.group, t.target.Field))
		}
		texts, bad := t.view(words.Texts)
		if bad != nil {
			return nil
		}
		ok = true
		return take(texts)
	})
}

// Texts gives the rows of a column of texts in a part to put, which does not keep them, some
// thousand at a time, from the first to the last: as the numbers that number gives their texts, or as
// places in those of all words. words says that the texts are those of the part's dictionary, of which
// each row behind may have any; others are those of the next rows. number does not keep them.
func (p *Parts) Texts(ctx context.Context, part, column int, number func(texts []string, words bool) ([]uint32, error), put func(at int, of ingest.Numbered) error) error {
	g := &p.groups[part]
	return p.guard(g, column, func() error {
		if g.column(column) == nil {
			return p.missingTexts(g, column, number, put)
		}
		t, done, err := p.texts(g, column)
		if err != nil {
			return err
		}
		defer done()
		t.number = number
		t.cursor = g.rowsOf(t.from, &t.room.room, g.group, t.target.Field)
		rows := int(g.file.Groups[g.group].Rows)
		for at := 0; at < rows; {
			n, err := t.piece(ctx, at, rows, put)
			if err != nil {
				return err
			}
			at += n
		}
		return nil
	})
}

// missingTexts is Texts of a column that the file does not have.
func (p *Parts) missingTexts(g *partGroup, column int, number func([]string, bool) ([]uint32, error), put func(int, ingest.Numbered) error) error {
	rows := int(g.file.Groups[g.group].Rows)
	return p.missing(g, column, rows, func(at int, values *ingest.Column, rows int) error {
		numbers, err := number(values.Dict, true)
		if err != nil {
			return err
		}
		for i, code := range values.Codes {
			if values.Codes[i] = 0; int(code) < len(numbers) {
				values.Codes[i] = numbers[code]
			}
		}
		return put(at, ingest.Numbered{Rows: values.Codes, Nulls: values.Nulls})
	})
}

// partTexts reads a column of texts in a part.
type partTexts struct {
	*reader
	checked *columns.Column
	room    *partRoom
	from    io.ReaderAt
	number  func(texts []string, words bool) ([]uint32, error)
	names   []uint32          // of the words; nil: not asked for yet
	bad     map[uint32]string // words that the column does not hold
}

// texts begins to read a column of texts in a part.
func (p *Parts) texts(g *partGroup, column int) (t *partTexts, done func(), err error) {
	from, err := g.open(p.opts.Roots)
	if err != nil {
		return nil, nil, err
	}
	room := p.room()
	c := g.newReader(g.column(column).target)
	t = &partTexts{reader: c, checked: columns.New(p.columns[column]), room: room, from: from}
	return t, func() {
		p.rooms.Put(room)
		from.Close()
	}, nil
}

// view gives values as texts, where they are if they need not be others, and what is wrong with
// which.
func (t *partTexts) view(values [][]byte) ([]string, map[uint32]string) {
	t.room.texts = slices.Grow(t.room.texts[:0], len(values))[:len(values)]
	texts := t.room.texts
	if t.uuids {
		t.spelt = slices.Grow(t.spelt[:0], len(values)*uuidLetters)
	}
	for i, v := range values {
		if t.uuids {
			begin := len(t.spelt)
			t.spelt = appendUUID(t.spelt, v)
			v = t.spelt[begin:]
		}
		texts[i] = unsafe.String(unsafe.SliceData(v), len(v))
	}
	return texts, t.checked.BadTexts(texts)
}

// piece gives some rows, from one on and less than to, to put, and how many they are.
func (t *partTexts) piece(ctx context.Context, at, to int, put func(at int, of ingest.Numbered) error) (int, error) {
	p, err := t.cursor.Next(ctx, to-at)
	if err != nil {
		return 0, err
	}
	if p.Nulls != nil && t.checked.NotNull {
		row := slices.Index(p.Nulls, true)
		return 0, &malformed.Error{Row: int64(at + row + 1), Column: t.checked.Name, Value: "NULL", Want: "a value: the column is NOT NULL"}
	}
	is, err := t.numbers(&p)
	var bad *malformed.Error
	if errors.As(err, &bad) {
		bad.Row += int64(at)
	}
	if err != nil {
		return 0, err
	}
	if p.Nulls != nil {
		t.room.codes = slices.Grow(t.room.codes[:0], p.Rows)[:p.Rows]
		scatter(t.room.codes, is.Rows, p.Nulls)
		is.Rows, is.Nulls = t.room.codes, p.Nulls
	}
	return p.Rows, put(at, is)
}

// numbers gives those of the texts of a piece that are not NULL.
func (t *partTexts) numbers(p *parquet.Piece) (is ingest.Numbered, err error) {
	if len(p.Indexes)+len(p.Texts) == 0 {
		return is, nil // of NULLs alone, which are neither
	}
	if p.Indexes == nil {
		texts, bad := t.view(p.Texts)
		if len(bad) > 0 {
			return is, t.wrong(p, bad, p.Texts, func(i int) uint32 { return uint32(i) })
		}
		is.Rows, err = t.number(texts, false)
		return is, err
	}
	words := t.cursor.Words().Texts
	if t.names == nil {
		texts, bad := t.view(words)
		names, err := t.number(texts, true)
		if err != nil {
			return is, err
		}
		if len(names) != len(words) {
			return is, fmt.Errorf("the dictionary has %d texts instead of %d", len(words), len(names))
		}
		t.names, t.bad = names, bad
	}
	if len(t.bad) > 0 {
		if err := t.wrong(p, t.bad, words, func(i int) uint32 { return p.Indexes[i] }); err != nil {
			return is, err
		}
	}
	return ingest.Numbered{Rows: p.Indexes, Words: t.names}, nil
}

// wrong is the error of the first value of a piece that is a bad text, by the text's place; nil if
// there is none.
func (t *partTexts) wrong(p *parquet.Piece, bad map[uint32]string, texts [][]byte, place func(i int) uint32) error {
	for i := range max(len(p.Indexes), len(p.Texts)) {
		if want := bad[place(i)]; want != "" {
			return &malformed.Error{Row: rowWith(p, i), Value: malformed.Quote(texts[place(i)]), Want: want}
		}
	}
	return nil
}
