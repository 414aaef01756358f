package relation

import (
	"context"
	"slices"

	"gsdms/operators/dictionary"
	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan/store/ingest"
)

// numberBytes is what a number takes while the rows are collected.
const numberBytes = 8

// collector collects one column. Values stay in the pieces in which they come, so that
// none is copied before it is put where it stays.
type collector struct {
	kind   plan.Type
	pieces []piece
	texts  *dictionary.Gatherer // or keys, of all pieces; nil where there are none
	listed *listing             // texts in no order, in place of these
	equal  bool                 // texts need to be told apart alone
	in     *room                // whose files have the values; nil: they are in memory
}

// piece is some rows. Its codes are the numbers of texts.
type piece struct {
	ingest.Column
	at, rows int
}

func newCollector(t plan.Type) collector {
	c := collector{kind: t}
	if t.Kind == plan.String || t.Keyed() {
		c.texts = dictionary.NewGatherer()
	}
	return c
}

// add takes the next rows, which are the collector's from now on.
func (c *collector) add(ctx context.Context, at, rows int, in *ingest.Column) error {
	if c.listed != nil {
		if err := c.listed.add(in); err != nil {
			return err
		}
	}
	p, err := c.piece(ctx, at, rows, in)
	c.pieces = append(c.pieces, p)
	return err
}

// piece makes a piece of rows, which are the collector's from now on, but for their dictionary.
// Several goroutines may call it at the same time.
func (c *collector) piece(ctx context.Context, at, rows int, in *ingest.Column) (p piece, err error) {
	p = piece{Column: *in, at: at, rows: rows}
	if c.in != nil {
		defer func() {
			if err == nil {
				err = p.move(c.in)
			}
		}()
	}
	if p.Dict = nil; c.texts == nil {
		return p, nil
	}
	numbers, err := c.number(ctx, in.Dict)
	if err != nil || len(numbers) == 0 {
		return p, err // all are NULL
	}
	for i, code := range p.Codes {
		p.Codes[i] = numbers[code]
	}
	return p, nil
}

// moveTo moves what is collected to the files of a room, and what comes.
func (c *collector) moveTo(in *room) error {
	if in.space == nil || c.in != nil {
		return nil
	}
	c.in = in
	for i := range c.pieces {
		if err := c.pieces[i].move(in); err != nil {
			return err
		}
	}
	return nil
}

// number gives the numbers of texts, as a column keeps them. A key that is empty is that of NULLs, and has any.
func (c *collector) number(ctx context.Context, texts []string) ([]uint32, error) {
	if c.kind.Name == value.JSONName {
		kept := make([]string, len(texts))
		for i, text := range texts {
			kept[i] = plan.KeptText(c.kind, text)
		}
		texts = kept
	}
	if !c.kind.Keyed() || !slices.Contains(texts, "") {
		return c.texts.Add(ctx, texts)
	}
	keys := slices.DeleteFunc(slices.Clone(texts), func(key string) bool { return key == "" })
	numbers, err := c.texts.Add(ctx, keys)
	if err != nil {
		return nil, err
	}
	names := make([]uint32, len(texts))
	for i, key := range texts {
		if key != "" {
			names[i], numbers = numbers[0], numbers[1:]
		}
	}
	return names, nil
}

// bytes is what the texts take.
func (c *collector) bytes() int64 {
	switch {
	case c.listed != nil:
		return c.listed.bytes
	case c.texts != nil:
		return c.texts.Bytes()
	}
	return 0
}

// column puts all values where they stay.
func (c *collector) column(ctx context.Context, rows int) (column, error) {
	switch {
	case c.kind.Kind == plan.Double:
		return c.floats(ctx, rows)
	case c.listed != nil:
		return c.unsorted(ctx, rows)
	case c.kind.Keyed():
		return c.keys(ctx, rows)
	case c.equal:
		return c.numbered(ctx, rows)
	case c.kind.Kind == plan.String:
		return c.words(ctx, rows)
	}
	all := none()
	for i := range c.pieces {
		all.take(c.pieces[i].Ints[:c.pieces[i].rows], c.pieces[i].Nulls)
	}
	if all.spanAll() {
		return c.joined(ctx, rows)
	}
	return c.put(ctx, all, rows, func(p *piece, from, to int, _ []int64) []int64 { return p.Ints[from:to] })
}

// joined is the column of numbers that have no code left for NULL.
func (c *collector) joined(ctx context.Context, rows int) (column, error) {
	v := plan.Vector{Type: c.kind, Ints: make([]int64, rows), Nulls: make([]bool, rows)}
	for i := range c.pieces {
		p := &c.pieces[i]
		copy(v.Ints[p.at:], p.Ints[:p.rows])
		copy(v.Nulls[p.at:], p.Nulls)
	}
	return columnOf(ctx, &v, rows)
}

// words is the column of texts, by their places in the dictionary of all.
func (c *collector) words(ctx context.Context, rows int) (column, error) {
	dict, places, err := c.texts.Sorted(ctx)
	if err != nil {
		return column{}, err
	}
	all := c.present()
	all.lo, all.hi = 0, int64(dict.Len())-1
	out, err := c.put(ctx, all, rows, named(places))
	if out.dict = dict; dict.Len() == 0 {
		out.dict = plan.NewDictionary([]uint32{0}, nil)
	}
	return out, err
}

// numbered is the column of texts of which each has one code, in no order.
func (c *collector) numbered(ctx context.Context, rows int) (column, error) {
	texts, code := c.texts.Unsorted()
	all := c.present()
	all.lo, all.hi = 0, int64(texts.Len())-1
	out, err := c.put(ctx, all, rows, func(p *piece, from, to int, room []int64) []int64 {
		room = room[:to-from]
		for i, number := range p.Codes[from:to] {
			room[i] = code(number)
		}
		return room
	})
	out.unsorted = texts
	return out, err
}

// named gives what the texts of a piece stand for.
func named(of []int64) func(p *piece, from, to int, room []int64) []int64 {
	return func(p *piece, from, to int, room []int64) []int64 {
		room = room[:to-from]
		if len(of) == 0 {
			clear(room) // NULLs
			return room
		}
		for i, number := range p.Codes[from:to] {
			room[i] = of[number]
		}
		return room
	}
}

// keys is the column of numbers of any size: of the numbers where all fit 64 bits.
func (c *collector) keys(ctx context.Context, rows int) (column, error) {
	ints := make([]int64, c.texts.Numbers())
	all, wide := c.present(), false
	c.texts.Each(func(number uint32, key string) {
		n := value.KeyNumber([]byte(key))
		wide = wide || !n.IsInt64()
		ints[number] = n.Int64()
		all.lo, all.hi = min(all.lo, ints[number]), max(all.hi, ints[number])
	})
	if wide || all.spanAll() {
		return c.words(ctx, rows)
	}
	return c.put(ctx, all, rows, named(ints))
}

// present says only whether there are NULLs.
func (c *collector) present() bounds {
	all := none()
	for i := range c.pieces {
		for _, null := range c.pieces[i].Nulls {
			if null {
				all.hasNull = true
				return all
			}
		}
	}
	return all
}

// blockRows is how many numbers are made at a time of what they come from.
const blockRows = 4096

// put stores numbers within bounds as narrowly as these fit, by all processors. of gives
// those of rows of a piece, in the room that it is given if it needs one.
func (c *collector) put(ctx context.Context, b bounds, rows int, of func(p *piece, from, to int, room []int64) []int64) (column, error) {
	out := b.frame()
	out.zones = newZones(rows)
	if err := out.allocate(rows, c.in); err != nil {
		return out, err
	}
	c.bySegment(ctx, rows, func(lo, hi int, pieces []piece) {
		room := make([]int64, blockRows)
		for i := range pieces {
			p := &pieces[i]
			for from := max(lo, p.at); from < min(hi, p.at+p.rows); from += blockRows {
				to := min(from+blockRows, hi, p.at+p.rows)
				out.put(from, of(p, from-p.at, to-p.at, room), cut(p.Nulls, from-p.at, to-p.at))
			}
		}
	})
	return out, nil
}

func (c *collector) floats(ctx context.Context, rows int) (column, error) {
	out := floatColumn([]bool{c.present().hasNull}, rows)
	if err := out.allocate(rows, c.in); err != nil {
		return out, err
	}
	c.bySegment(ctx, rows, func(lo, hi int, pieces []piece) {
		for i := range pieces {
			p := &pieces[i]
			if from, to := max(lo, p.at), min(hi, p.at+p.rows); from < to {
				out.putFloats(from, p.Floats[from-p.at:to-p.at], cut(p.Nulls, from-p.at, to-p.at))
			}
		}
	})
	return out, nil
}

// bySegment calls do for each segment with the pieces that have rows of it, several at a time.
func (c *collector) bySegment(ctx context.Context, rows int, do func(lo, hi int, pieces []piece)) {
	firsts := make([]int, segments(rows)) // the piece that a segment begins in
	for i, s := 0, 0; i < len(c.pieces); i++ {
		for ; s < len(firsts) && firsts[s] == 0 && s*segmentRows < c.pieces[i].at+c.pieces[i].rows; s++ {
			firsts[s] = i
		}
	}
	bySegment(ctx, rows, func(s, from, to int) {
		last := firsts[s]
		for last < len(c.pieces) && c.pieces[last].at < to {
			last++
		}
		do(from, to, c.pieces[firsts[s]:last])
	})
}
