package dictionary

import (
	"context"
	"errors"
	"hash/maphash"
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
	Added  []string
	bytes  int // of the added ones

	seed  maphash.Seed
	known known
	arena strings.Builder // holds the bytes of those that were added last; it never moves them
}

// An arena takes as many bytes as there are in earlier ones, between these.
const (
	leastArena = 1 << 9
	mostArena  = 1 << 20
)

// New makes an interner for a column without texts; one that has some sets Before.
func New() *Interner { return &Interner{seed: maphash.MakeSeed()} }

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
	hash := uint32(maphash.String(in.seed, text))
	code, ok := in.known.find(hash, func(code uint32) bool { return in.is(int(code), text) })
	if ok {
		return code, nil
	}
	if code, ok = in.old(text); !ok {
		if in.bytes+len(text) > math.MaxUint32 || in.Len() >= MaxTexts {
			return 0, ErrTexts
		}
		code = uint32(in.Len())
		in.Added = append(in.Added, in.keep(text))
		in.bytes += len(text)
	}
	in.known.add(hash, code)
	return code, nil
}

// is says whether a code is that of a text.
func (in *Interner) is(code int, text string) bool {
	if in.Before == nil {
		return in.Added[code] == text
	}
	switch late := code - in.Before.Len(); {
	case late < 0:
		return string(in.Before.Bytes(code)) == text
	case late < in.Later.Len():
		return string(in.Later.at(late)) == text
	default:
		return in.Added[late-in.Later.Len()] == text
	}
}

// old gives the code that a text had before.
func (in *Interner) old(text string) (code uint32, ok bool) {
	if in.Before == nil {
		return 0, false
	}
	if c, ok := in.Before.Find(text); ok {
		return uint32(c), true
	}
	c, ok := in.Later.Find(text)
	return uint32(in.Before.Len() + c), ok
}

// keep copies a text into an arena.
func (in *Interner) keep(text string) string {
	if in.arena.Cap()-in.arena.Len() < len(text) {
		in.arena = strings.Builder{}
		in.arena.Grow(max(len(text), leastArena, min(in.bytes, mostArena)))
	}
	from := in.arena.Len()
	in.arena.WriteString(text)
	return in.arena.String()[from:]
}

// Sorted gives the bytes of the dictionary's file (offsets, then text, then padding)
// and the final code of each provisional one.
func (in *Interner) Sorted(ctx context.Context) (file []byte, rank []uint32, err error) {
	texts, bytes := in.had()
	if bytes+in.Later.Size()+in.bytes > math.MaxUint32 {
		return nil, nil, ErrTexts
	}
	come := append(in.Later.texts(), in.Added...)
	parts, err := sortTexts(ctx, come)
	if err != nil {
		return nil, nil, err
	}
	head := 4 * (in.Len() + 1)
	file = coding.AlignedBytes(disk.FileSize(head + bytes + in.Later.Size() + in.bytes))
	m := merging{in: in, come: come, texts: texts, offsets: coding.Words[uint32](file[:head]), text: file[head:], rank: make([]uint32, in.Len())}
	spans, err := m.spans(parts)
	if err != nil {
		return nil, nil, err
	}
	if err := work.Each(len(spans), func(i int) error { return m.merge(ctx, spans[i]) }); err != nil {
		return nil, nil, err
	}
	return file, m.rank, ctx.Err()
}

// merging writes a dictionary of the texts that a column had and of those that have come.
type merging struct {
	in      *Interner
	come    []string
	texts   int // from before
	offsets []uint32
	text    []byte
	rank    []uint32
}

// span is a part of the dictionary, which is written beside the others.
type span struct {
	late []prefixed // of the texts that have come, in their order
	next int        // of the texts from before, to be written next
	to   int        // where those of this part end
	done int        // texts of the dictionary that are written, or of earlier parts
	end  int        // of those texts' bytes
}

// spans gives the parts of the dictionary: each has some of the texts that have come and those
// from before up to the next part's first one.
func (m *merging) spans(parts [][]prefixed) ([]span, error) {
	if len(parts) == 0 {
		parts = [][]prefixed{nil}
	}
	sizes := make([]int, len(parts))
	err := work.Each(len(parts), func(i int) error {
		for _, l := range parts[i] {
			sizes[i] += len(m.come[l.at])
		}
		return nil
	})
	out, come, bytes := make([]span, len(parts)), 0, 0
	for i, late := range parts {
		s := &out[i]
		s.late, s.to = late, m.texts
		if m.texts > 0 && i > 0 {
			s.next = out[i-1].to
		}
		if m.texts > 0 && i+1 < len(parts) {
			s.to = m.in.Before.FindFrom(s.next, m.come[parts[i+1][0].at])
		}
		s.done, s.end = s.next+come, bytes
		if s.next > 0 {
			text, _, _ := m.in.Before.Span(0, s.next)
			s.end += len(text)
		}
		come, bytes = come+len(late), bytes+sizes[i]
	}
	return out, err
}

// merge writes a part.
func (m *merging) merge(ctx context.Context, s span) error {
	for i, late := range s.late {
		if i%textsBetween == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		text := m.come[late.at]
		if m.texts > 0 {
			m.before(&s, m.in.Before.FindFrom(s.next, text))
		}
		m.rank[m.texts+int(late.at)] = uint32(s.done)
		s.end += copy(m.text[s.end:], text)
		s.done++
		m.offsets[s.done] = uint32(s.end)
	}
	if m.texts > 0 {
		m.before(&s, s.to)
	}
	return ctx.Err()
}

// before writes the texts from before up to one, all at once.
func (m *merging) before(s *span, to int) {
	text, begin, ends := m.in.Before.Span(s.next, to)
	base := uint32(s.end) - begin
	s.end += copy(m.text[s.end:], text)
	for i, end := range ends {
		m.rank[s.next+i] = uint32(s.done + i)
		m.offsets[s.done+i+1] = end + base
	}
	s.next, s.done = to, s.done+len(ends)
}
