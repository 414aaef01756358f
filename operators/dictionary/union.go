package dictionary

import (
	"bytes"
	"context"
	"fmt"
	"math/bits"

	"gsdms/operators/large"
	"gsdms/plan"
)

// Chosen is some texts of a dictionary, those whose codes were added.
type Chosen struct {
	Of     *plan.Dictionary
	in     []uint64 // a bit for each text
	before []uint32 // how many are chosen before each word of in, and in all; once count was called
}

// NewChosen chooses no text yet.
func NewChosen(of *plan.Dictionary) *Chosen {
	return &Chosen{Of: of, in: make([]uint64, (of.Len()+63)/64)}
}

// Add chooses the texts with some codes, but for those of rows that are NULL; nulls may be nil.
func (c *Chosen) Add(codes []int64, nulls []bool) {
	for row, code := range codes {
		if nulls == nil || !nulls[row] {
			c.in[code/64] |= 1 << (code % 64)
		}
	}
}

func (c *Chosen) count() {
	c.before = make([]uint32, len(c.in)+1)
	for w, word := range c.in {
		c.before[w+1] = c.before[w] + uint32(bits.OnesCount64(word))
	}
}

// Len is how many texts are chosen, once Union was called.
func (c *Chosen) Len() int { return int(c.before[len(c.in)]) }

// Place is how many texts are chosen before that with a code, once Union was called.
func (c *Chosen) Place(code int64) int {
	w := int(code / 64)
	if w == len(c.in) {
		return c.Len()
	}
	return int(c.before[w]) + bits.OnesCount64(c.in[w]&(1<<(code%64)-1))
}

// next gives the first code from one on whose text is chosen, end where there is none before it.
func (c *Chosen) next(code, end int) int {
	for code < end {
		if word := c.in[code/64] >> (code % 64); word != 0 {
			return min(end, code+bits.TrailingZeros64(word))
		}
		code = (code/64 + 1) * 64
	}
	return end
}

// Dictionaries are gone through side by side, so many at once, each part of about unionTexts texts by
// itself. That reads each text once, one behind another, where to look texts up by their hashes reads
// them anywhere: of an EXCEPT of one million and three million keys of 36 letters a map and a new
// dictionary were two thirds of 2.2 s of processor time, and all of it takes 0.23 so.
const (
	mostSides  = 8
	unionTexts = 1 << 14
)

// Union gives the dictionary of the texts that are chosen of several dictionaries, and by their places
// among those chosen of each (Chosen.Place) the codes that they have there. It ends early when ctx does,
// with its cause.
func Union(ctx context.Context, of []*Chosen) (*plan.Dictionary, [][]uint32, error) {
	for _, c := range of {
		c.count()
	}
	if len(of) > mostSides {
		return unionOfUnions(ctx, of)
	}
	u := newUnion(of)
	if err := spread(ctx, len(u.parts), func(p int) { u.parts[p].merge(u) }); err != nil {
		return nil, nil, fmt.Errorf("unite dictionaries: %w", err)
	}
	texts, size := u.place()
	dict := u.has(texts)
	write := dict == nil
	if write {
		u.offsets, u.text = large.Pages(make([]uint32, texts+1)), large.Pages(make([]byte, size))
	}
	if err := spread(ctx, len(u.parts), func(p int) { u.parts[p].settle(u, write) }); err != nil {
		return nil, nil, fmt.Errorf("unite dictionaries: %w", err)
	}
	if write {
		dict = plan.NewDictionary(u.offsets, u.text)
	}
	return dict, u.codes, nil
}

// unionOfUnions is Union of more dictionaries than are gone through at once.
func unionOfUnions(ctx context.Context, of []*Chosen) (*plan.Dictionary, [][]uint32, error) {
	var sides []*Chosen
	var codes [][]uint32
	half := len(of) / 2
	for _, some := range [][]*Chosen{of[:half], of[half:]} {
		dict, own, err := Union(ctx, some)
		if err != nil {
			return nil, nil, err
		}
		all := NewChosen(dict)
		for _, part := range own {
			for _, code := range part {
				all.in[code/64] |= 1 << (code % 64)
			}
		}
		sides, codes = append(sides, all), append(codes, own...)
	}
	dict, last, err := Union(ctx, sides)
	if err != nil {
		return nil, nil, err
	}
	for i, part := range codes {
		side := 0
		if i >= half {
			side = 1
		}
		for place, code := range part {
			part[place] = last[side][sides[side].Place(int64(code))]
		}
	}
	return dict, codes, nil
}

// union is one Union under way.
type union struct {
	of      []*Chosen
	codes   [][]uint32 // at first those within a part
	parts   []unionPart
	offsets []uint32
	text    []byte
}

// unionPart is the texts from some codes of each dictionary on, before others.
type unionPart struct {
	from, to    []int
	text        []byte
	ends        []uint32
	texts, size int // before the part
}

// newUnion cuts the dictionaries into parts, by texts of the one of which most are chosen.
func newUnion(of []*Chosen) *union {
	u := &union{of: of, codes: make([][]uint32, len(of))}
	most := 0
	for i, c := range of {
		u.codes[i] = make([]uint32, c.Len())
		if c.Len() > of[most].Len() {
			most = i
		}
	}
	parts := max(1, of[most].Len()/unionTexts)
	from := make([]int, len(of))
	for p := 1; p <= parts; p++ {
		to, at := make([]int, len(of)), of[most].Of.Len()*p/parts
		for i, c := range of {
			if to[i] = c.Of.Len(); p < parts {
				to[i] = c.Of.FindBytesFrom(from[i], of[most].Of.Bytes(at))
			}
		}
		u.parts = append(u.parts, unionPart{from: from, to: to})
		from = to
	}
	return u
}

// head is the first text of a dictionary that a part has not taken yet.
type head struct {
	of              *Chosen
	codes           []uint32
	code, end, next int // next: its place among those chosen
	text            []byte
}

// turn goes on to the first text that is chosen from a code on, false where there is none.
func (h *head) turn(code int) bool {
	if h.code = h.of.next(code, h.end); h.code == h.end {
		return false
	}
	h.text = h.of.Of.Bytes(h.code)
	return true
}

// merge takes the part's texts in their order, each once.
func (p *unionPart) merge(u *union) {
	heads := make([]*head, 0, len(u.of))
	for i, c := range u.of {
		h := &head{of: c, codes: u.codes[i], end: p.to[i], next: c.Place(int64(p.from[i]))}
		if h.turn(p.from[i]) {
			heads = append(heads, h)
		}
	}
	equal := make([]int, 0, len(heads)) // the heads with the least text
	for len(heads) > 0 {
		equal = append(equal[:0], 0)
		for i, h := range heads[1:] {
			switch c := bytes.Compare(h.text, heads[equal[0]].text); {
			case c < 0:
				equal = append(equal[:0], i+1)
			case c == 0:
				equal = append(equal, i+1)
			}
		}
		p.text = append(p.text, heads[equal[0]].text...)
		for k := len(equal) - 1; k >= 0; k-- {
			h := heads[equal[k]]
			h.codes[h.next] = uint32(len(p.ends))
			h.next++
			if !h.turn(h.code + 1) {
				heads = append(heads[:equal[k]], heads[equal[k]+1:]...)
			}
		}
		p.ends = append(p.ends, uint32(len(p.text)))
	}
}

// place says how many texts, with how many bytes, are before each part, and in all.
func (u *union) place() (texts, size int) {
	for i := range u.parts {
		p := &u.parts[i]
		p.texts, p.size = texts, size
		texts, size = texts+len(p.ends), size+len(p.text)
	}
	return texts, size
}

// has gives a dictionary that is the union already, nil where none is.
func (u *union) has(texts int) *plan.Dictionary {
	for _, c := range u.of {
		if c.Len() == texts && c.Of.Len() == texts {
			return c.Of
		}
	}
	return nil
}

// settle gives the part's texts their codes, and writes them where they are to be.
func (p *unionPart) settle(u *union, write bool) {
	for i, c := range u.of {
		for place := c.Place(int64(p.from[i])); place < c.Place(int64(p.to[i])); place++ {
			u.codes[i][place] += uint32(p.texts)
		}
	}
	if !write {
		return
	}
	copy(u.text[p.size:], p.text)
	for i, end := range p.ends {
		u.offsets[p.texts+i+1] = uint32(p.size) + end
	}
}
