package made

import (
	"slices"
	"unsafe"

	"gsdms/plan"
	"gsdms/plan/function"
)

// Chunk is the rows that texts are made for at once. Its scratch is used again for the next ones.
type Chunk struct {
	lo, n int     // as places among the rows left
	left  []int32 // their row numbers; nil: from lo on

	numbers [][]uint64
	awaited uint64 // of no meaning: what has been read to have it near

	chooser Chooser // nil: all texts are wanted

	lends bool // texts and all are used again
	texts []string
	all   []byte
	spare []byte // where texts are written that may be far shorter than their room
}

// At turns to n rows, which are at places from lo on among the rows left.
func (c *Chunk) At(lo, n int, left []int32) { c.lo, c.n, c.left = lo, n, left }

// row is the row number of row i of the chunk.
func (c *Chunk) row(i int) int32 {
	if c.left == nil {
		return int32(c.lo + i)
	}
	return c.left[i]
}

// scratch gives room for a number for each row, which is its own for each k.
func (c *Chunk) scratch(k int) []uint64 {
	for len(c.numbers) <= k {
		c.numbers = append(c.numbers, nil)
	}
	if len(c.numbers[k]) < c.n {
		c.numbers[k] = make([]uint64, c.n)
	}
	return c.numbers[k][:c.n]
}

// Lend has the texts that Joined makes from now on lie, where it says so, in memory that the next call
// writes over. Keep leaves those that it has made last to who has them.
func (c *Chunk) Lend(is bool) { c.lends = is }

// Keep is described at Lend.
func (c *Chunk) Keep() { c.texts, c.all = nil, nil }

// Chooser says which texts are wanted, as the least or the greatest of groups: the others are NULL.
type Chooser interface {
	// MayBe reports whether a text of row i of the chunk may be wanted that begins in some way.
	MayBe(i int, begin string) bool
	// Is reports whether a text of row i is, of which it keeps a copy then.
	Is(i int, text string) bool
}

// Choose has Joined make the texts alone from now on that are wanted; nil wants all.
func (c *Chunk) Choose(by Chooser) { c.chooser = by }

// leads reports whether the texts begin with those of a column, and none can be an error or too long.
func (c *Chunk) leads(fragments Text, most int) bool {
	f := &fragments[0]
	if c.chooser == nil || most > function.MaxText || f.column == nil || f.write != nil || f.absent > 0 {
		return false
	}
	return !slices.ContainsFunc(fragments, func(f fragment) bool { return f.apply != nil || f.from > 0 || f.to > 0 })
}

// mayBe reports whether the text of row i may be wanted, which begins with that of a fragment.
func (c *Chunk) mayBe(first *fragment, i int, spans []uint64) bool {
	text, null := first.view(c, i, spans)
	return !null && c.chooser.MayBe(i, text)
}

// room is memory for the texts of the chunk, and for their bytes: of which some may be many more than
// there will be.
func (c *Chunk) room(bytes, loose int) ([]string, []byte) {
	switch {
	case c.lends:
	case loose <= bytes/2:
		return make([]string, c.n), make([]byte, 0, bytes)
	default:
		c.spare = slices.Grow(c.spare[:0], bytes)
		return make([]string, c.n), c.spare
	}
	if len(c.texts) < c.n {
		c.texts = make([]string, c.n)
	}
	if cap(c.all) < bytes {
		c.all = make([]byte, 0, bytes)
	}
	return c.texts[:c.n], c.all[:0]
}

// Joined makes texts of fragments for the chunk; ok is false where one is too long, or an error.
func (c *Chunk) Joined(of plan.Type, fragments Text) (part plan.Vector, ok bool) {
	most, loose := 0, 0
	spans, begins := make([][]uint64, len(fragments)), make([]int, len(fragments))
	for k := range fragments {
		f := &fragments[k]
		if f.ends != nil {
			spans[k] = c.scratch(k)
		}
		of := f.measure(c, spans[k])
		if most += of; f.write != nil {
			loose += of
		}
	}
	if most > mostJoined {
		return plan.Vector{}, false
	}
	args, ends, leads := make([]plan.Value, mostArguments), c.scratch(len(fragments)), c.leads(fragments, most)
	texts, all := c.room(most, loose)
	part = plan.Vector{Type: of, Texts: texts}
	for i := range c.n {
		if i%awaitedRows == 0 {
			for k := range fragments {
				c.awaited += fragments[k].await(spans[k][min(i, len(spans[k])):min(i+awaitedRows, len(spans[k]))])
			}
		}
		begin, null := len(all), leads && !c.mayBe(&fragments[0], i, spans[0])
		if !null {
			if all, null, ok = c.joinedRow(all, fragments, spans, begins, args, i); !ok {
				return plan.Vector{}, false
			}
			null = null || c.chooser != nil && !c.chooser.Is(i, unsafe.String(unsafe.SliceData(all[begin:]), len(all)-begin))
		}
		if null {
			if part.Nulls == nil {
				part.Nulls = make([]bool, c.n)
			}
			part.Nulls[i], all = true, all[:begin]
		}
		ends[i] = uint64(len(all))
	}
	if !c.lends && loose > most/2 {
		all = slices.Clone(all)
	}
	text, begin := unsafe.String(unsafe.SliceData(all), len(all)), uint64(0)
	for i, end := range ends {
		part.Texts[i], begin = text[begin:end], end
	}
	return part, true
}

// joinedRow appends the text of row i of the chunk, or reports that it is NULL; ok is false where a
// part is too long, or an error. It notes where each fragment begins.
func (c *Chunk) joinedRow(all []byte, fragments Text, spans [][]uint64, begins []int, args []plan.Value, i int) (out []byte, null, ok bool) {
	for k := 0; k < len(fragments) && !null; k++ {
		begins[k] = len(all)
		switch f := &fragments[k]; {
		case f.from > 0:
			continue // what it stands for is there
		case f.to > 0:
			if t := f.test; t == nil || t.IsNull(c.lo+i) || t.Ints[c.lo+i] == 0 {
				k = f.to - 1
			}
			continue
		case f.apply == nil:
			all, null = f.append(all, c, i, spans[k])
		case len(all)-begins[f.apply.from] > function.MaxText:
			return all, false, false
		default:
			if all, null, ok = f.apply.to(all, begins, c.lo+i, args); !ok {
				return all, false, false
			}
		}
		if other := fragments[k].absent; null && other > 0 {
			f := &fragments[other]
			all, null, k = append(all[:begins[f.from-1]], f.text...), false, other
		}
	}
	return all, null, null || len(fragments) == 0 || len(all)-begins[0] <= function.MaxText
}

// mostJoined is how many bytes the texts of a chunk have at most to be held as one.
const mostJoined = 1 << 24

// place is where a column has row i of the chunk.
func (p *fragment) place(c *Chunk, i int) int {
	if p.dense {
		return c.lo + i
	}
	return int(c.row(i))
}

// measure gives at least as many bytes as the fragment takes in the chunk. Of codes it notes where
// their texts are, all before the first is copied: so the processor waits for many at once.
func (p *fragment) measure(c *Chunk, spans []uint64) (most int) {
	switch {
	case p.apply != nil:
		return 0 // of most functions the text is no longer than before
	case p.column == nil:
		return c.n * len(p.text)
	case p.write != nil:
		return c.n * p.most
	case p.ends == nil:
		for i := range c.n {
			most += len(p.column.Texts[p.place(c, i)])
		}
		return most
	}
	for i := range c.n {
		row := p.place(c, i)
		if p.column.IsNull(row) {
			spans[i] = 0
			continue
		}
		code, begin := p.column.Ints[row], uint32(0)
		if code > 0 {
			begin = p.ends[code-1]
		}
		end := p.ends[code]
		spans[i] = uint64(begin)<<32 | uint64(end)
		most += int(end - begin)
	}
	return most
}

// awaitedRows is for how many rows texts of a dictionary are brought near before they are copied.
const awaitedRows = 128

// await reads of texts of a dictionary, which lie all over memory, the first and the last byte, none
// of which waits for another, and gives what they come to: so they are there when they are copied.
func (p *fragment) await(spans []uint64) (sum uint64) {
	for _, s := range spans {
		if begin, end := uint32(s>>32), uint32(s); begin < end {
			sum += uint64(p.all[begin]) + uint64(p.all[end-1])
		}
	}
	return sum
}

// append appends the fragment of row i of the chunk, unless that is NULL.
func (p *fragment) append(to []byte, c *Chunk, i int, spans []uint64) (out []byte, null bool) {
	if p.column == nil {
		return append(to, p.text...), p.null
	}
	if p.write == nil {
		text, null := p.view(c, i, spans)
		return append(to, text...), null
	}
	row := p.place(c, i)
	if p.column.IsNull(row) {
		return to, true
	}
	return p.write(to, p.column, row), false
}

// view gives the text of a column of texts in row i of the chunk where it lies, unless that is NULL.
func (p *fragment) view(c *Chunk, i int, spans []uint64) (text string, null bool) {
	row := p.place(c, i)
	switch v := p.column; {
	case v.IsNull(row):
		return "", true
	case p.ends == nil:
		text = v.Texts[row]
	default:
		begin, end := uint32(spans[i]>>32), uint32(spans[i])
		text = unsafe.String(unsafe.SliceData(p.all[begin:]), end-begin)
	}
	for _, f := range p.parts {
		lo, hi, null := f.partOf(text, c.lo+i)
		if null {
			return "", true
		}
		text = text[lo:hi]
	}
	return text, false
}

// Seen is Joined, of texts that are looked into and given up: those of a column are where they lie.
func (c *Chunk) Seen(of plan.Type, fragments Text) (part plan.Vector, ok bool) {
	f := &fragments[0]
	if len(fragments) > 1 || f.column == nil || f.write != nil {
		return c.Joined(of, fragments)
	}
	var spans []uint64
	if f.ends != nil {
		spans = c.scratch(0)
	}
	f.measure(c, spans)
	part = plan.Vector{Type: of, Texts: make([]string, c.n)}
	for i := range c.n {
		if i%awaitedRows == 0 {
			c.awaited += f.await(spans[min(i, len(spans)):min(i+awaitedRows, len(spans))])
		}
		text, null := f.view(c, i, spans)
		if part.Texts[i] = text; !null {
			continue
		}
		if part.Nulls == nil {
			part.Nulls = make([]bool, c.n)
		}
		part.Nulls[i] = true
	}
	return part, true
}
