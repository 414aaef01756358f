package made

import (
	"gsdms/plan"
)

// Chunk is the rows that texts are made for at once, tile by tile. Its scratch is used again for the
// next ones.
type Chunk struct {
	lo, n int     // as places among the rows left
	left  []int32 // their row numbers; nil: from lo on

	tile    tile
	chooser Chooser // nil: all texts are wanted
	spans   spans   // of its
	lends   bool    // the memory of texts is used again
	lent    arena
	kept    arena
	parts   []room
	used    int
}

// room is what a column of texts of the chunk has.
type room struct {
	texts []string
	nulls []bool
}

// At turns to n rows, which are at places from lo on among the rows left.
func (c *Chunk) At(lo, n int, left []int32) {
	c.lo, c.n, c.left, c.used = lo, n, left, 0
	c.lent.all = c.lent.all[:0]
}

// Lend has the texts that Joined makes from now on lie, where it says so, in memory that is written over
// when the chunk turns to other rows. Keep leaves those that it has made last to who has them.
func (c *Chunk) Lend(is bool) { c.lends = is }

// Keep is described at Lend.
func (c *Chunk) Keep() { c.lent = arena{} }

// Chooser says which texts are wanted, as the least or the greatest of groups, or the first in an order: the others
// are NULL. Rows
// are those of the chunk, of which one is row 0 of a tile; what it gives are those of rows that it
// leaves, in their order, and it may write over rows for that.
type Chooser interface {
	// WantsNull reports whether rows without a text are wanted: of these MayBe is not asked then.
	WantsNull() bool
	// Beyond says of which other texts none is wanted where MayBe or Are drops some.
	Beyond() Beyond
	// Drop is told of rows that are dropped for that, and not shown to either.
	Drop(tile int, rows []int32)
	// MayBe leaves the rows whose texts may be wanted that begin in some way.
	MayBe(tile int, rows []int32, begins []string) []int32
	// Are leaves the rows whose texts are, and puts copies in the places of these, which stay.
	Are(tile int, rows []int32, texts []string) []int32
}

// Choose has Joined make the texts alone from now on that are wanted; nil wants all.
func (c *Chunk) Choose(by Chooser) {
	if c.chooser != by {
		c.chooser, c.spans = by, spans{}
	}
}

// Joined makes the texts of the chunk; ok is false where one is too long, or an error. The list of them,
// and of NULLs, is used again when the chunk turns to other rows.
func (c *Chunk) Joined(of plan.Type, text *Text) (part plan.Vector, ok bool) {
	return c.each(of, func(out []string) ([]int32, bool) {
		if c.chooser != nil {
			return c.chosen(text.piece, out)
		}
		return c.made(text.piece, out, c.lends)
	})
}

// Seen is Joined, of texts that are looked into and given up: those of a column are where they lie. They
// are near where somebody reads them.
func (c *Chunk) Seen(of plan.Type, text *Text, reads bool) (part plan.Vector, ok bool) {
	return c.each(of, func(out []string) ([]int32, bool) {
		rows, ok := c.made(text.piece, out, true)
		if ok && reads && !text.owned {
			c.tile.await(rows, out)
		}
		return rows, ok
	})
}

// each has the texts of every tile filled.
func (c *Chunk) each(of plan.Type, fill func(out []string) (rows []int32, ok bool)) (part plan.Vector, ok bool) {
	r := c.room()
	part = plan.Vector{Type: of, Texts: r.texts[:c.n]}
	for lo := 0; lo < c.n; lo += tileRows {
		c.turn(lo)
		out := part.Texts[lo:min(lo+tileRows, c.n)]
		rows, ok := fill(out)
		if !ok {
			return plan.Vector{}, false
		}
		if len(rows) == len(out) {
			continue
		}
		if part.Nulls == nil {
			part.Nulls = r.nulls[:c.n]
			clear(part.Nulls)
		}
		for _, i := range c.tile.without(c.tile.all(), rows) {
			out[i], part.Nulls[lo+int(i)] = "", true
		}
	}
	return part, true
}

// room gives room for a column of texts.
func (c *Chunk) room() *room {
	if c.used == len(c.parts) {
		c.parts = append(c.parts, room{})
	}
	r := &c.parts[c.used]
	if c.used++; len(r.texts) < c.n {
		r.texts, r.nulls = make([]string, c.n), make([]bool, c.n)
	}
	return r
}

// turn turns to the tile that begins at row lo of the chunk.
func (c *Chunk) turn(lo int) {
	n, left := min(tileRows, c.n-lo), c.left
	if left != nil {
		left = left[lo : lo+n]
	}
	c.tile.at(c.lo+lo, n, left)
}

// made makes the texts of a tile, which lie where they stay, or as long as the chunk has its rows.
func (c *Chunk) made(p piece, out []string, lent bool) ([]int32, bool) {
	to := &c.kept
	if lent {
		to = &c.lent
	}
	if !p.owned && (!lent || !p.lasting) {
		p = copied(p)
	}
	return p.fill(&c.tile, c.tile.all(), out, to)
}

// chosen makes the texts of a tile that are wanted.
func (c *Chunk) chosen(p piece, out []string) (rows []int32, ok bool) {
	t, by := &c.tile, asked{c.chooser, c.tile.lo - c.lo, &c.spans}
	if j, is := p.step.(joined); is && !p.errs {
		rows, ok = j.fillSome(t, out, by)
	} else {
		rows, ok = p.fill(t, by.within(p, t, t.all()), out, &t.scratch)
	}
	if !ok {
		return nil, false
	}
	if p.lasting {
		t.await(rows, out)
	}
	return by.left(p, t, rows, out, c.chooser.Are), true
}
