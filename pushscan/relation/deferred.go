package relation

import (
	"context"
	"errors"
	"math"
	"sync"
	"sync/atomic"

	"gsdms/operators"
	"gsdms/operators/spill"
	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan/store/ingest"
)

// Parts is rows in parts, whose columns can be read one by one. Safe for concurrent use.
type Parts interface {
	// Rows is how many each part has.
	Rows() []int64
	// Bounds are said to be those of the numbers of a column in a part, of doubles by plan.RankOf, and
	// whether there may be NULLs. known is false where nothing is said of the numbers.
	Bounds(part, column int) (low, high int64, nulls, known bool)
	// TextBounds are said to be texts between which those of a column in a part lie, in their order as
	// bytes; ok is false where nothing is said of them.
	TextBounds(part, column int) (low, high string, ok bool)
	// Read gives the rows of a column in a part to put, in order; put does not keep them. Those of
	// keys come all at once, and their codes are put's. Numbers may come as Codes, which are their
	// places in Ints or Floats, the same ones for all such rows of the part. Texts are read by Texts.
	Read(ctx context.Context, part, column int, put func(at int, values *ingest.Column, rows int) error) error
	// Bytes is what the values of a column in a part are said to take.
	Bytes(part, column int) int64
	// Worded reports whether each part is said to have a dictionary of all texts of a column.
	Worded(column int) bool
	// Words gives the texts of a part's dictionary to take, which does not keep them; some may be in
	// no row. Where ok is false only Texts gives them.
	Words(ctx context.Context, part, column int, take func(texts []string) error) (ok bool, err error)
	// Texts gives the rows of a column of texts in a part to put, in order, as the numbers that number
	// gives their texts, or as places in those of all words. words says that texts are the dictionary of
	// all rows behind, which comes once; other texts are those of the next rows. Neither function keeps
	// what it is given, and number does not change what it gave.
	Texts(ctx context.Context, part, column int, number func(texts []string, words bool) ([]uint32, error), put func(at int, of ingest.Numbered) error) error
}

// Deferred makes a table of parts. A column of doubles, of numbers whose bounds are known, or of
// texts of which the parts have dictionaries, is read part by part when somebody asks for its rows;
// the others are read now, since how they are stored shows only then. Texts that need no order at all
// are read part by part, too, if they have room in memory: as plan.Unsorted, and so are those of which
// not even the different ones have room. Columns that limit bytes have no room for are in files of
// the space, and if it is nil that is a *TooLargeError.
func Deferred(ctx context.Context, name string, columns []plan.Column, order func(column int) Order, parts Parts, limit int64, space *spill.Space) (*plan.Table, error) {
	in := &room{name: name, limit: limit, space: space}
	defer in.leave()
	begins, err := in.beginsOf(parts.Rows(), len(columns))
	if err != nil {
		return nil, err
	}
	rows := begins[len(begins)-1]
	t := &plan.Table{Name: name, Rows: rows, Columns: make([]plan.Column, len(columns)), Passing: true}
	d := &data{rows: rows, columns: make([]column, len(columns))}
	bytes := int64(0)
	for i, c := range columns {
		p := &pending{parts: parts, ordinal: i, name: c.Name, begins: begins, states: make([]partState, len(begins)-1)}
		if err := p.define(c.Type); err != nil {
			return nil, err
		}
		if p.column == nil && c.Type.Kind == plan.String && parts.Worded(i) {
			if err := p.takeWords(ctx, c.Type, order(i), limit-bytes, in); err != nil {
				return nil, err
			}
		}
		if p.column == nil && c.Type.Kind == plan.String {
			list := order(i) == Nothing
			if order(i) == Often {
				list, err = p.differ(ctx)
			}
			if list {
				p.list(limit-bytes, in, false)
			}
		}
		if err != nil {
			return nil, err
		}
		if p.column == nil {
			d.columns[i], err = p.readAll(ctx, c.Type, order(i), limit-bytes, in)
			if in.hasFilesFor(c.Type, err) {
				p.list(limit-bytes, in, true)
			}
		}
		if p.column != nil {
			err = p.allocate(limit-bytes, in)
			d.columns[i] = *p.column
			p.pass()
		}
		if err != nil {
			return nil, err
		}
		bytes += p.textBytes()
		if d.columns[i].file == nil {
			bytes += int64(rows * d.columns[i].storage.Width)
		}
		t.Columns[i] = d.columns[i].describe(c)
	}
	t.Data = d
	return t, nil
}

// hasFilesFor reports whether an error says that texts have no room in memory, and files do.
func (r *room) hasFilesFor(t plan.Type, err error) bool {
	var large *TooLargeError
	return errors.As(err, &large) && r.space != nil && t.Kind == plan.String && !t.Keyed() && t.Name != value.JSONName
}

// mostFiled is how many times the memory that they may take rows may be that lie in files: what a
// file claims is no reason to take all of the disk.
const mostFiled = 256

// beginsOf is the first row of each part, and the number of all. So many columns have a byte for
// each row at least.
func (r *room) beginsOf(rows []int64, columns int) ([]int, error) {
	begins := make([]int, 1, len(rows)+1)
	total, limit := int64(0), r.limit
	if r.space != nil {
		limit *= mostFiled
	}
	for _, n := range rows {
		if total += n; n > limit || total > limit/int64(max(columns, 1)) {
			return nil, r.tooLarge()
		}
		begins = append(begins, int(total))
	}
	return begins, nil
}

// pending is what of a column is not read yet.
type pending struct {
	parts   Parts
	ordinal int
	name    string
	begins  []int // of the parts, and the number of rows
	states  []partState
	column  *column // its form; nil: not known
	bounds  []bounds
	names   [][]uint32 // of texts: by part, the codes of its dictionary's; nil: there are none
	lists   *lists     // of texts that are in no order; nil: they are
	picked  picked     // of the lists
	passing *passing   // nil: what is read stays
	// Doubles of which only the values can tell whether some are NULL, since they are not finite.
	doubtful bool
}

// partState says whether a part is there. Who reads it holds mu.
type partState struct {
	mu    sync.Mutex
	there atomic.Bool
	read  atomic.Bool // once at least, and lost is known
	lost  ingest.Lost // set once: whoever reads it once more finds the same
}

// define finds out the form of the column.
func (p *pending) define(t plan.Type) error {
	all, known := none(), true
	p.bounds = make([]bounds, len(p.states))
	for part := range p.bounds {
		b := &p.bounds[part]
		ok := false
		b.lo, b.hi, b.hasNull, ok = p.parts.Bounds(part, p.ordinal)
		if known = known && ok; !ok && t.Kind == plan.Double {
			b.lo, b.hi = plan.RankOf(math.Inf(-1)), plan.RankOf(math.Inf(1))
		}
		all.lo, all.hi, all.hasNull = min(all.lo, b.lo), max(all.hi, b.hi), all.hasNull || b.hasNull
	}
	switch {
	case t.Kind == plan.Double:
		p.doubtful = !all.hasNull
		c := floatColumn([]bool{true}, p.begins[len(p.states)])
		p.column = &c
	case known && !all.spanAll() && t.Kind != plan.String:
		c := all.frame()
		p.column = &c
	}
	return nil
}

// within gives the room for so many bytes where memory has less left, nil where they fit.
func (r *room) within(bytes, left int64) (*room, error) {
	switch {
	case bytes <= left:
		return nil, nil
	case r.space == nil:
		return nil, r.tooLarge()
	}
	return r, nil
}

// allocate gives the column its memory, of which so much is left, and zones that follow from the
// bounds.
func (p *pending) allocate(left int64, in *room) error {
	c, rows := p.column, p.begins[len(p.states)]
	in, err := in.within(int64(rows*c.storage.Width), left)
	if err == nil {
		err = c.allocate(rows, in)
	}
	c.pending = p
	if err != nil {
		return err
	}
	p.zones(c)
	return nil
}

// zones says what is known of the column's segments.
func (p *pending) zones(c *column) {
	rows := p.begins[len(p.states)]
	c.zones, c.least = newZones(rows), make([]uint64, segments(rows))
	form := c.storage
	if form.Float {
		form = plan.RankStorage(form.Nullable)
	}
	for s := range c.least {
		c.least[s] = math.MaxUint64
	}
	for part, b := range p.bounds {
		z := zone{math.MaxUint64, 0}
		if b.lo <= b.hi {
			z = zone{form.Store(b.lo), form.Store(b.hi)}
		}
		least := z.lo
		if b.hasNull || p.doubtful && form.Nullable {
			z.lo = 0
		}
		for s := p.begins[part] / segmentRows; s*segmentRows < p.begins[part+1]; s++ {
			c.least[s] = min(c.least[s], least)
			c.zones[s] = zone{min(c.zones[s].lo, z.lo), max(c.zones[s].hi, z.hi)}
		}
	}
}

// segmentRows is short for plan.SegmentRows.
const segmentRows = plan.SegmentRows

// lacking lists the parts with rows of [lo, hi) that are not there.
func (p *pending) lacking(lo, hi int) (out []int) {
	for part := range p.states {
		if p.begins[part] < hi && p.begins[part+1] > lo && !p.states[part].there.Load() {
			out = append(out, part)
		}
	}
	return out
}

// read reads a part, unless it is there by now.
func (p *pending) read(ctx context.Context, c *column, part int) error {
	s := &p.states[part]
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.there.Load() {
		return nil
	}
	p.reading(part, 1)
	err := p.readPart(ctx, c, part)
	if err != nil {
		p.reading(part, -1)
	}
	s.there.Store(err == nil)
	return err
}

// readPart reads a part, which nobody else does.
func (p *pending) readPart(ctx context.Context, c *column, part int) (err error) {
	switch {
	case p.lists != nil:
		return p.readList(ctx, c, part)
	case p.names != nil:
		return p.readTexts(ctx, c, part)
	}
	begin, b := p.begins[part], p.bounds[part]
	var words words
	var lost ingest.Lost
	defer func() {
		if s := &p.states[part]; err == nil && !s.read.Load() {
			s.lost = lost
			s.read.Store(true)
		}
	}()
	return p.parts.Read(ctx, part, p.ordinal, func(at int, values *ingest.Column, rows int) error {
		lost.Add(values.Lost)
		if values.Nulls != nil && !b.hasNull && values.Lost.Endless == 0 {
			if err := p.wrong(values.Nulls); err != nil {
				return err
			}
		}
		switch {
		case values.Codes != nil && words.of(c, b, values):
			c.putWords(begin+at, values.Codes, words.stored, values.Nulls)
			return nil
		case c.storage.Float:
			return p.putFloats(c, b, begin+at, placed(values))
		}
		return p.put(c, b, begin+at, placed(values))
	})
}

// put stores numbers, which have to be within the bounds that the part has said.
func (p *pending) put(c *column, of bounds, at int, values *ingest.Column) error {
	if err := p.haveInts(of, values); err != nil {
		return err
	}
	c.putNumbers(at, values.Ints, values.Nulls)
	return nil
}

// unstated is what to do where statistics are wrong.
const unstated = " (gsdms load reads it without them)"

// wrong is the error of NULLs where there are none.
func (p *pending) wrong(nulls []bool) error {
	for _, null := range nulls {
		if null {
			return errors.New("there are NULLs, but the file's statistics say that there are none" + unstated)
		}
	}
	return nil
}

// readAll reads all of a column, for which so much memory is left; texts that differ have to fit.
func (p *pending) readAll(ctx context.Context, t plan.Type, order Order, left int64, in *room) (column, error) {
	bytes := numberBytes * int64(p.begins[len(p.states)])
	filed, err := in.within(bytes, left)
	if err != nil {
		return column{}, err
	}
	if filed == nil {
		left -= bytes
	}
	all := newCollector(t)
	if order == Equal {
		all.keep(order)
	}
	all.in = filed
	all.pieces = make([]piece, len(p.states))
	for _, err := range operators.Spread(len(p.states), func(part int) error {
		var values ingest.Column
		begin, rows := p.begins[part], p.begins[part+1]-p.begins[part]
		if t.Kind == plan.String && !t.Keyed() {
			if err := p.gather(ctx, &all, part); err != nil {
				return err
			}
			if all.bytes() > left {
				return in.tooLarge()
			}
			return nil
		}
		err := p.parts.Read(ctx, part, p.ordinal, func(_ int, in *ingest.Column, _ int) (err error) {
			if in.Codes == nil || in.Ints != nil {
				appendTo(&values, placed(in))
				return nil
			}
			all.pieces[part], err = all.piece(ctx, begin, rows, in)
			return err
		})
		if err == nil && all.texts == nil {
			all.pieces[part], err = all.piece(ctx, begin, rows, &values)
		}
		if err == nil && all.bytes() > left {
			err = in.tooLarge()
		}
		return err
	}) {
		if err != nil {
			return column{}, err
		}
	}
	c, err := all.column(ctx, p.begins[len(p.states)])
	c.lost = all.lost()
	return c, err
}

// appendTo puts numbers behind others.
func appendTo(to, in *ingest.Column) {
	if in.Nulls != nil && to.Nulls == nil {
		to.Nulls = make([]bool, len(to.Ints))
	}
	to.Ints = append(to.Ints, in.Ints...)
	if to.Nulls != nil && in.Nulls == nil {
		to.Nulls = append(to.Nulls, make([]bool, len(in.Ints))...)
	}
	to.Nulls = append(to.Nulls, in.Nulls...)
	to.Lost.Add(in.Lost)
}
