package store

import (
	"context"
	"errors"
	"math"
	"strings"

	"gsdms/plan"
)

// maxTexts caps the entries of a dictionary: codes take 32 bits while they are loaded.
const maxTexts = math.MaxUint32 - 1

// interner gives texts provisional codes: to those that the column had before the codes
// that they have there, to new ones the next, in the order of arrival. sorted makes the
// dictionary of them. One goroutine owns it.
type interner struct {
	before *plan.Dictionary // of the column as it was; nil: it had no texts
	codes  map[string]uint32
	added  []string
	bytes  int // of the added ones
}

func newInterner() *interner { return &interner{codes: map[string]uint32{}} }

// errTexts says that a column's texts do not fit a dictionary.
var errTexts = errors.New("the distinct texts of a column may take 4 GiB in all; split the column or the table")

// had is the number and the bytes of the texts that the column had before.
func (in *interner) had() (texts, bytes int) {
	if in.before == nil {
		return 0, 0
	}
	text, _, _ := in.before.Span(0, in.before.Len())
	return in.before.Len(), len(text)
}

// len is the number of texts.
func (in *interner) len() int {
	if in.before == nil {
		return len(in.added)
	}
	return in.before.Len() + len(in.added)
}

// code gives the code of a text, a new one if need be. The text is copied.
func (in *interner) code(text string) (uint32, error) {
	if c, ok := in.codes[text]; ok {
		return c, nil
	}
	text = strings.Clone(text)
	if in.before != nil {
		if c, ok := in.before.Find(text); ok {
			in.codes[text] = uint32(c)
			return uint32(c), nil
		}
	}
	if in.bytes+len(text) > math.MaxUint32 || in.len() >= maxTexts {
		return 0, errTexts
	}
	c := uint32(in.len())
	in.codes[text] = c
	in.added = append(in.added, text)
	in.bytes += len(text)
	return c, nil
}

// sorted gives the bytes of the dictionary's file (offsets, then text, then padding)
// and the final code of each provisional one.
func (in *interner) sorted(ctx context.Context) (file []byte, rank []uint32, err error) {
	texts, bytes := in.had()
	if bytes+in.bytes > math.MaxUint32 {
		return nil, nil, errTexts
	}
	order := identity(len(in.added))
	if err := sortFunc(ctx, order, func(a, b uint32) int { return strings.Compare(in.added[a], in.added[b]) }); err != nil {
		return nil, nil, err
	}
	head := 4 * (in.len() + 1)
	file = alignedBytes(fileSize(head + bytes + in.bytes))
	m := merging{in: in, offsets: words[uint32](file[:head]), text: file[head:head], rank: make([]uint32, in.len())}
	for i, added := range order {
		if i%textsBetween == 0 && ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		if texts > 0 {
			m.before(in.before.FindFrom(m.next, in.added[added]))
		}
		m.rank[texts+int(added)] = uint32(m.done)
		m.text = append(m.text, in.added[added]...)
		m.done++
		m.offsets[m.done] = uint32(len(m.text))
	}
	if texts > 0 {
		m.before(texts)
	}
	return file, m.rank, ctx.Err()
}

// merging writes a dictionary of the texts that a column had and of those that have come.
type merging struct {
	in      *interner
	offsets []uint32
	text    []byte
	rank    []uint32
	done    int // texts written
	next    int // of the texts from before
}

// before writes the texts from before up to one, all at once.
func (m *merging) before(to int) {
	text, begin, ends := m.in.before.Span(m.next, to)
	base := uint32(len(m.text)) - begin
	m.text = append(m.text, text...)
	for i, end := range ends {
		m.rank[m.next+i] = uint32(m.done + i)
		m.offsets[m.done+i+1] = end + base
	}
	m.next, m.done = to, m.done+len(ends)
}
