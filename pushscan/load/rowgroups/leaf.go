package rowgroups

import (
	"context"
	"io"
	"slices"

	"gsdms/pushscan/load/parquet"
)

// entryRows gives one entry of a part with values for each row.
type entryRows interface {
	Entries(ctx context.Context) (parquet.Entries, error)
	Words() *parquet.Words
	Place()
	Unplace(p *parquet.Piece)
}

// valued gives the values of a part that has some, each row's, NULL where it has none: the part is NULL, or
// what it lies in is not there.
type valued struct {
	from  entryRows
	node  *parquet.Node
	there uint32 // level of definition from which on the part is there, or null
	most  uint32 // level of definition: there is a value
	left  int64  // rows
	nulls []bool // of a piece
}

// newValued begins to read such a part in a row group.
func newValued(f *parquet.File, from io.ReaderAt, room *parquet.Room, group int, of *parquet.Field) *valued {
	v := &valued{from: f.Part(from, room, group, of.Nested), node: of.Nested, there: of.There(), most: of.Nested.Defined, left: f.Groups[group].Rows}
	if of.From != nil {
		v.from, v.there, v.most = newPicked(f, from, room, group, of), pickedNull, pickedValue
	}
	return v
}

// Words is the dictionary of the part.
func (v *valued) Words() *parquet.Words { return v.from.Words() }

// Place has pieces of numbers that lie in a dictionary give their places there, of doubles where none is looked
// at.
func (v *valued) Place() {
	if !v.node.Floats() {
		v.from.Place()
	}
}

// Unplace gives the last piece, which has places of numbers, these instead.
func (v *valued) Unplace(p *parquet.Piece) { v.from.Unplace(p) }

// Next gives the next rows, as a cursor does. It is not asked for fewer than there are.
func (v *valued) Next(ctx context.Context, most int) (p parquet.Piece, err error) {
	e, err := v.entries(ctx, most)
	if err != nil {
		return p, err
	}
	p = e.Piece
	some := v.below(e.Defined, v.most)
	if v.node.Floats() {
		p.Floats, some = v.finite(p.Floats, some)
	}
	if some {
		p.Nulls = v.nulls
	}
	return p, v.ended(ctx)
}

// finite has what is no number be NULL, as JSON has none, and gives the others, and whether any row is NULL.
func (v *valued) finite(floats []float64, some bool) ([]float64, bool) {
	if kernels.OneZero(floats) {
		return floats, some
	}
	kept, next := floats[:0], 0
	for row, null := range v.nulls {
		if null {
			continue
		}
		f := floats[next] + 0
		if next++; f-f == 0 {
			kept = append(kept, f)
		} else {
			v.nulls[row], some = true, true
		}
	}
	return kept, some
}

// entries gives those of the next rows, and io.EOF behind the last.
func (v *valued) entries(ctx context.Context, most int) (e parquet.Entries, err error) {
	if v.left == 0 {
		return e, io.EOF
	}
	if e, err = v.from.Entries(ctx); err != nil {
		return e, notEnded(err)
	}
	if v.left -= int64(e.Rows); e.Rows > most || v.left < 0 {
		return e, errBehind
	}
	return e, nil
}

// ended checks that behind the last row there is no entry. What was read last is gone then.
func (v *valued) ended(ctx context.Context) error {
	if v.left > 0 {
		return nil
	}
	if _, err := v.from.Entries(ctx); err != io.EOF {
		return errBehind
	}
	return nil
}

// below says which rows of a piece have a level below one, and whether there are any.
func (v *valued) below(levels []uint32, one uint32) (some bool) {
	v.nulls = slices.Grow(v.nulls[:0], len(levels))[:len(levels)]
	for i, level := range levels {
		v.nulls[i] = level < one
		some = some || v.nulls[i]
	}
	return some
}

// leaf gives such a part as texts, of JSON or as JSON_UNQUOTE gives them: those of its dictionary are made
// once for all rows. A row is NULL where the part is not there, and null where it is NULL.
type leaf struct {
	reader
	*valued
	plain   bool // the values are texts, and stay what they are
	worded  bool // all values are said to be words
	null    bool // some row may be null
	words   parquet.Words
	bad     []bool // words that are no texts; nil: not looked at yet
	indexes []uint32
	named   []uint32 // of truths
	texts   [][]byte
	ends    []int
	out     []byte
}

// newLeaf begins to read such a part.
func newLeaf(of *valued, plain, worded, null bool) *leaf {
	of.from.Place()
	return &leaf{reader: reader{field: &of.node.Field, cursor: of}, valued: of, plain: plain, worded: worded, null: null}
}

// Words are the texts of the dictionary, and null behind them.
func (l *leaf) Words() *parquet.Words { return &l.words }

// Place does nothing, as texts have no places.
func (l *leaf) Place() {}

// Unplace does nothing.
func (l *leaf) Unplace(*parquet.Piece) {}

// Next gives the next rows, as a cursor does. It is not asked for fewer than there are.
func (l *leaf) Next(ctx context.Context, most int) (p parquet.Piece, err error) {
	e, err := l.entries(ctx, most)
	if err != nil {
		return p, err
	}
	if p.Rows = e.Rows; l.below(e.Defined, l.there) {
		p.Nulls = l.nulls
	}
	l.name(&e)
	switch {
	case e.Indexes != nil || l.worded && !hasValues(&e.Piece):
		p.Indexes, err = l.places(&e)
	case l.plain:
		p.Texts = l.same(&e)
	default:
		p.Texts, err = l.each(&e)
	}
	if err == nil && l.left == 0 {
		err = l.ended(ctx)
	}
	return p, err
}

// hasValues reports whether a piece has any.
func hasValues(p *parquet.Piece) bool {
	return len(p.Ints)+len(p.Floats)+len(p.Indexes)+len(p.Texts) > 0
}

// truths are the words that truths are places of.
var truths = [][]byte{[]byte("false"), []byte("true"), []byte("null")}

// name makes the truths of a piece places of words.
func (l *leaf) name(e *parquet.Entries) {
	if l.field.Physical != parquet.Boolean {
		return
	}
	l.words.Texts, l.bad, l.null = truths, make([]bool, len(truths)), true
	l.named = l.named[:0]
	for _, n := range e.Ints {
		l.named = append(l.named, uint32(n))
	}
	e.Indexes = l.named
}

// places gives those of the texts of a piece among the words.
func (l *leaf) places(e *parquet.Entries) ([]uint32, error) {
	if l.bad == nil {
		l.words.Texts, l.bad = l.wordsOf(l.valued.Words(), l.plain, l.null)
	}
	null, next := len(l.words.Texts)-1, 0
	l.indexes = slices.Grow(l.indexes[:0], e.Rows)
	for i, level := range e.Defined {
		switch {
		case level == l.most:
			at := e.Indexes[next]
			if next++; l.bad[at] {
				return nil, errText
			}
			l.indexes = append(l.indexes, at)
		case l.nulls[i]:
		case !l.null:
			return nil, errStated
		default:
			l.indexes = append(l.indexes, uint32(null))
		}
	}
	return l.indexes, nil
}

// same gives the texts of a piece as they are.
func (l *leaf) same(e *parquet.Entries) [][]byte {
	if len(e.Texts) == e.Rows {
		return e.Texts
	}
	next := 0
	l.texts = l.texts[:0]
	for i, level := range e.Defined {
		switch {
		case level == l.most:
			l.texts = append(l.texts, e.Texts[next])
			next++
		case !l.nulls[i]:
			l.texts = append(l.texts, truths[2])
		}
	}
	return l.texts
}

// each makes the texts of a piece one by one.
func (l *leaf) each(e *parquet.Entries) ([][]byte, error) {
	l.out, l.ends = l.out[:0], l.ends[:0]
	next, ok := 0, false
	for i, level := range e.Defined {
		switch {
		case level == l.most:
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

// wordsOf makes the texts of the words of a dictionary, which stay what they are where they are plain, and null
// behind them where that is asked for, and says which are none.
func (c *reader) wordsOf(words *parquet.Words, plain, null bool) (texts [][]byte, bad []bool) {
	all := &parquet.Piece{Ints: words.Ints, Floats: words.Floats, Texts: words.Texts}
	n := max(len(words.Ints), len(words.Floats), len(words.Texts))
	bad = make([]bool, n)
	if plain {
		texts = slices.Clone(words.Texts)
	} else {
		ends, out, ok := make([]int, 0, n), []byte(nil), false
		for i := range bad {
			out, ok = c.appendJSON(out, all, i)
			ends, bad[i] = append(ends, len(out)), !ok
		}
		texts = cut(make([][]byte, 0, n+1), out, ends)
	}
	if null {
		texts, bad = append(texts, truths[2]), append(bad, false)
	}
	return texts, bad
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

// others gives null where a part that has numbers is null, or has what is no number, and NULL elsewhere.
type others struct {
	*valued
	indexes []uint32
}

// Words is null alone.
func (o *others) Words() *parquet.Words { return &parquet.Words{Texts: truths[2:]} }

// Place does nothing, as texts have no places.
func (o *others) Place() {}

// Unplace does nothing.
func (o *others) Unplace(*parquet.Piece) {}

// Next gives the next rows, as a cursor does. It is not asked for fewer than there are.
func (o *others) Next(ctx context.Context, most int) (p parquet.Piece, err error) {
	e, err := o.entries(ctx, most)
	if err != nil {
		return p, err
	}
	o.nulls = slices.Grow(o.nulls[:0], e.Rows)[:e.Rows]
	o.indexes = o.indexes[:0]
	next := 0
	for i, level := range e.Defined {
		o.nulls[i] = level < o.there
		if level == o.most {
			o.nulls[i] = e.Floats == nil || e.Floats[next]-e.Floats[next] == 0
			next++
		}
		if !o.nulls[i] {
			o.indexes = append(o.indexes, 0)
		}
	}
	p = parquet.Piece{Rows: e.Rows, Nulls: o.nulls, Indexes: o.indexes}
	return p, o.ended(ctx)
}
