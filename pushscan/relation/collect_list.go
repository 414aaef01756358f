package relation

import (
	"context"
	"math"

	"gsdms/operators/dictionary"
	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan/store/ingest"
)

// listing is the texts of pieces in no order: those of a piece's dictionary are a part.
type listing struct {
	begins []int // the first code of each part, and the number of all
	parts  []*plan.Texts
	bytes  int64  // of those in memory
	filed  *filed // has all texts; nil: they are in memory
}

// Order is what the codes of a column's texts have to tell of these.
type Order uint8

const (
	Whole   Order = iota // which of two is less: there is a plan.Dictionary
	Equal                // which are equal: each has one code
	Nothing              // each text that comes may have a code of its own: see plan.Unsorted
	Often                // Whole where texts come several times in a part that is read by itself, else Nothing
)

// keep has a collector that has no texts yet keep them as they are needed.
func (c *collector) keep(order Order) {
	if c.kind.Kind != plan.String || c.kind.Name == value.JSONName {
		return
	}
	if c.equal = order == Equal; order >= Nothing {
		c.texts, c.listed = nil, &listing{begins: make([]int, 1)}
	}
}

// add takes the texts of a piece, whose codes are those of all from then on.
func (l *listing) add(in *ingest.Column) (err error) {
	first, bytes := l.begins[len(l.parts)], 0
	for _, text := range in.Dict {
		bytes += len(text)
	}
	ends, all := make([]uint32, 1, len(in.Dict)+1), make([]byte, 0, bytes)
	for _, text := range in.Dict {
		all = append(all, text...)
		ends = append(ends, uint32(len(all)))
	}
	for i := range in.Codes {
		in.Codes[i] += uint32(first)
	}
	texts := plan.NewTexts(ends, all)
	if l.filed != nil {
		texts, err = l.filed.texts(texts)
	} else {
		l.bytes += textsBytes(texts)
	}
	l.parts, l.begins = append(l.parts, texts), append(l.begins, first+len(in.Dict))
	return err
}

// textsBytes is the memory that texts take.
func textsBytes(t *plan.Texts) int64 { return int64(t.Size()) + 4*int64(t.Len()+1) }

// file moves the texts, and those that come, to files of a room.
func (l *listing) file(in *room) (err error) {
	l.filed, l.bytes = &filed{in: in}, 0
	for i := range l.parts {
		if l.parts[i], err = l.filed.texts(l.parts[i]); err != nil {
			return err
		}
	}
	return nil
}

// files reports whether the column's texts can lie in files of a room, and do not yet.
func (c *collector) files(in *room) bool {
	return in.space != nil && c.kind.Kind == plan.String && c.kind.Name != value.JSONName && (c.listed == nil || c.listed.filed == nil)
}

// file moves the texts, and those that come, to files of a room: in no order, since that has no room.
func (c *collector) file(ctx context.Context, in *room) error {
	if c.listed == nil {
		if err := c.list(ctx); err != nil {
			return err
		}
	}
	return c.listed.file(in)
}

// list has the texts be in no order from now on.
func (c *collector) list(ctx context.Context) error {
	all, code := c.texts.Unsorted()
	c.texts, c.listed = nil, &listing{begins: make([]int, 1)}
	for i := range all.Parts() {
		t, _, err := all.Part(ctx, i)
		if err != nil {
			return err
		}
		c.listed.parts, c.listed.begins = append(c.listed.parts, t), append(c.listed.begins, c.listed.begins[i]+t.Len())
	}
	for i := range c.pieces {
		p := &c.pieces[i]
		for row, number := range p.Codes[:min(p.rows, len(p.Codes))] {
			if all.Len() > 0 {
				p.Codes[row] = uint32(code(number))
			}
		}
	}
	return nil
}

// fits reports whether another piece may come: codes have 32 bits.
func (l *listing) fits() bool { return l.begins[len(l.parts)] < math.MaxUint32/2 }

// order keeps each text once from now on, which may take less.
func (c *collector) order(ctx context.Context) error {
	l := c.listed
	c.listed, c.texts = nil, dictionary.NewGatherer()
	for part, t := range l.parts {
		texts := make([]string, t.Len())
		for i := range texts {
			texts[i] = t.View(i, i+1)
		}
		numbers, err := c.texts.Add(ctx, texts)
		if err != nil {
			return err
		}
		for i, code := range c.pieces[part].Codes {
			if at := int(code) - l.begins[part]; at < len(numbers) {
				c.pieces[part].Codes[i] = numbers[at]
			} else {
				c.pieces[part].Codes[i] = 0 // of NULL, where there are no texts
			}
		}
	}
	return nil
}

// unsorted is the column of texts in no order.
func (c *collector) unsorted(ctx context.Context, rows int) (column, error) {
	l := c.listed
	u := plan.NewUnsorted(l.begins, l.bytes, nil)
	if l.filed != nil {
		u.Lie(l.filed)
	}
	for part, t := range l.parts {
		u.Put(part, t)
	}
	all := c.present()
	all.lo, all.hi = 0, int64(u.Len())-1
	out, err := c.put(ctx, all, rows, func(p *piece, from, to int, room []int64) []int64 {
		room = room[:to-from]
		for i, code := range p.Codes[from:to] {
			room[i] = int64(code)
		}
		return room
	})
	out.unsorted = u
	return out, err
}
