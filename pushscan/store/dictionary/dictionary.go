package dictionary

import (
	"context"
	"errors"
	"math"
	"strings"

	"gsdms/plan"
	"gsdms/pushscan/store/coding"
	"gsdms/pushscan/store/disk"
	"gsdms/pushscan/store/work"
)

// MaxTexts caps the entries of a dictionary: codes take 32 bits while they are loaded.
const MaxTexts = math.MaxUint32 - 1

// textsBetween is how many texts are taken between two looks at whether a context has ended.
const textsBetween = 1 << 14

// Interner gives texts provisional codes: to those that the column had before the codes
// that they have there, to new ones the next, in the order of arrival. sorted makes the
// dictionary of them. One goroutine owns it.
type Interner struct {
	Before *plan.Dictionary // of the column as it was; nil: it had no texts
	Later  *Tail            // behind it; nil: the texts that come are to be put in order with those before
	codes  map[string]uint32
	Added  []string
	bytes  int // of the added ones
}

// New makes an interner for a column without texts; one that has some sets Before.
func New() *Interner { return &Interner{codes: map[string]uint32{}} }

// ErrTexts says that a column's texts do not fit a dictionary.
var ErrTexts = errors.New("the distinct texts of a column may take 4 GiB in all; split the column or the table")

// had is the number and the bytes of the texts that the column had before.
func (in *Interner) had() (texts, bytes int) {
	if in.Before == nil {
		return 0, 0
	}
	text, _, _ := in.Before.Span(0, in.Before.Len())
	return in.Before.Len(), len(text)
}

// Len is the number of texts.
func (in *Interner) Len() int {
	if in.Before == nil {
		return len(in.Added)
	}
	return in.Before.Len() + in.Later.Len() + len(in.Added)
}

// Text gives the text of a code.
func (in *Interner) Text(code int) string {
	texts := 0
	if in.Before != nil {
		texts = in.Before.Len()
	}
	switch late := texts + in.Later.Len(); {
	case code < texts:
		return in.Before.At(code)
	case code < late:
		return string(in.Later.at(code - texts))
	default:
		return in.Added[code-late]
	}
}

// Room reports whether the texts fit one dictionary.
func (in *Interner) Room() bool {
	_, bytes := in.had()
	return bytes+in.Later.Size()+in.bytes <= math.MaxUint32
}

// Code gives the code of a text, a new one if need be. The text is copied.
func (in *Interner) Code(text string) (uint32, error) {
	if c, ok := in.codes[text]; ok {
		return c, nil
	}
	text = strings.Clone(text)
	if in.Before != nil {
		if c, ok := in.Before.Find(text); ok {
			in.codes[text] = uint32(c)
			return uint32(c), nil
		}
		if c, ok := in.Later.Find(text); ok {
			in.codes[text] = uint32(in.Before.Len() + c)
			return in.codes[text], nil
		}
	}
	if in.bytes+len(text) > math.MaxUint32 || in.Len() >= MaxTexts {
		return 0, ErrTexts
	}
	c := uint32(in.Len())
	in.codes[text] = c
	in.Added = append(in.Added, text)
	in.bytes += len(text)
	return c, nil
}

// Sorted gives the bytes of the dictionary's file (offsets, then text, then padding)
// and the final code of each provisional one.
func (in *Interner) Sorted(ctx context.Context) (file []byte, rank []uint32, err error) {
	texts, bytes := in.had()
	if bytes+in.Later.Size()+in.bytes > math.MaxUint32 {
		return nil, nil, ErrTexts
	}
	come := append(in.Later.texts(), in.Added...)
	order := work.Identity(len(come))
	if err := work.Sort(ctx, order, func(a, b uint32) int { return strings.Compare(come[a], come[b]) }); err != nil {
		return nil, nil, err
	}
	head := 4 * (in.Len() + 1)
	file = coding.AlignedBytes(disk.FileSize(head + bytes + in.Later.Size() + in.bytes))
	m := merging{in: in, offsets: coding.Words[uint32](file[:head]), text: file[head:head], rank: make([]uint32, in.Len())}
	for i, late := range order {
		if i%textsBetween == 0 && ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		if texts > 0 {
			m.before(in.Before.FindFrom(m.next, come[late]))
		}
		m.rank[texts+int(late)] = uint32(m.done)
		m.text = append(m.text, come[late]...)
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
	in      *Interner
	offsets []uint32
	text    []byte
	rank    []uint32
	done    int // texts written
	next    int // of the texts from before
}

// before writes the texts from before up to one, all at once.
func (m *merging) before(to int) {
	text, begin, ends := m.in.Before.Span(m.next, to)
	base := uint32(len(m.text)) - begin
	m.text = append(m.text, text...)
	for i, end := range ends {
		m.rank[m.next+i] = uint32(m.done + i)
		m.offsets[m.done+i+1] = end + base
	}
	m.next, m.done = to, m.done+len(ends)
}
