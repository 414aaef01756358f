package relation

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync/atomic"

	"gsdms/operators/dictionary"
	"gsdms/operators/large"
	"gsdms/plan"
	"gsdms/pushscan/store/ingest"
)

// lists is what is known of a column of texts in no order.
type lists struct {
	left  int64        // bytes that all texts may take
	taken atomic.Int64 // bytes of those that are read
	in    *room
	filed *filed      // has the texts, which then may take any; nil: they are in memory
	slab  *large.Slab // nil: texts in files
}

// list gives the column the form of texts in no order, which are read part by part, where they have
// room in so much memory, or in files where they may lie there.
func (p *pending) list(left int64, in *room, files bool) {
	parts := len(p.states)
	rows := p.begins[parts]
	bytes := 4 * int64(rows)
	for part := range parts {
		bytes += min(p.parts.Bytes(part, p.ordinal), math.MaxInt64/2-bytes)
	}
	if bytes > left && !files || rows >= math.MaxUint32/2 {
		return
	}
	all := none()
	all.lo, all.hi = 0, int64(rows)-1
	for part := range parts {
		b := &p.bounds[part]
		b.lo, b.hi = int64(p.begins[part]), int64(p.begins[part+1])-1
		all.hasNull = all.hasNull || b.hasNull
	}
	c := all.frame()
	p.column, p.lists = &c, &lists{left: left, in: in}
	if bytes > left {
		p.lists.filed, bytes = &filed{in: in}, 0
	} else {
		p.lists.slab = large.NewSlab(bytes)
	}
	c.unsorted = plan.NewUnsorted(p.begins, bytes, func(ctx context.Context, part int) error { return p.read(ctx, &c, part) })
	if p.lists.filed != nil {
		c.unsorted.Lie(p.lists.filed)
	}
	c.unsorted.Bounded(func(part int) (low, high string, ok bool) { return p.parts.TextBounds(part, p.ordinal) })
}

// largest is the part with the most rows, and how many these are.
func (p *pending) largest() (part, rows int) {
	for i := range p.states {
		if n := p.begins[i+1] - p.begins[i]; n > rows {
			part, rows = i, n
		}
	}
	return part, rows
}

// manyWords is from how many rows of a part on it is worth asking whether most of their words differ.
const manyWords = 1 << 14

// differingWords reports whether the dictionary of the largest part has a word for most of its rows.
func (p *pending) differingWords(ctx context.Context) (differ bool, err error) {
	part, rows := p.largest()
	if rows < manyWords {
		return false, nil
	}
	_, err = p.parts.Words(ctx, part, p.ordinal, func(texts []string) error {
		differ = 4*len(texts) > 3*rows
		return nil
	})
	return differ, err
}

// differ reports whether most texts of the largest part are different.
func (p *pending) differ(ctx context.Context) (bool, error) {
	part, rows := p.largest()
	all := dictionary.NewGatherer()
	number := func(texts []string, _ bool) ([]uint32, error) { return all.Add(ctx, texts) }
	if err := p.parts.Texts(ctx, part, p.ordinal, number, func(int, ingest.Numbered) error { return nil }); err != nil {
		return false, err
	}
	return 4*all.Len() > 3*rows, nil
}

// mostExpected is how many bytes of texts get memory before they are there: a file can lie.
const mostExpected = 16 << 20

// readList reads a part of texts in no order.
func (p *pending) readList(ctx context.Context, c *column, part int) error {
	of := p.bounds[part]
	l := p.newList(part)
	err := p.parts.Texts(ctx, part, p.ordinal, l.number, func(at int, is ingest.Numbered) error {
		if is.Nulls != nil && !of.hasNull {
			return p.wrong(is.Nulls)
		}
		codes, err := l.codesOf(is.Named(), is.Nulls)
		if err == nil {
			c.putCodes(p.begins[part]+at, codes, is.Nulls)
		}
		return err
	})
	if err != nil {
		return err
	}
	texts := plan.NewTexts(l.ends, l.bytes)
	if p.lists.filed != nil {
		if texts, err = p.lists.filed.texts(texts); err != nil {
			return err
		}
	}
	c.unsorted.Put(part, texts)
	return nil
}

// newList makes room for the texts of a part. Where each row has one the part says how long each is,
// too, in as many bytes as their ends take.
func (p *pending) newList(part int) list {
	l := list{first: uint32(p.begins[part]), rows: p.begins[part+1] - p.begins[part], of: p.lists}
	bytes := min(p.parts.Bytes(part, p.ordinal), mostExpected)
	if lengths := 4 * int64(l.rows); !p.bounds[part].hasNull && lengths < bytes {
		bytes -= lengths
	}
	if slab := p.lists.slab; slab != nil {
		l.ends, l.bytes = large.Cut[uint32](slab, l.rows+1)[:1], large.Cut[byte](slab, int(bytes))[:0]
	} else {
		l.ends, l.bytes = make([]uint32, 1, l.rows+1), large.Pages(make([]byte, bytes))[:0]
	}
	return l
}

// list is the texts of a part in the order in which they come: of its own dictionary those that
// some row has, once, and others as often as they come, so that there are no more than rows.
type list struct {
	first uint32 // code of the part
	rows  int
	of    *lists
	ends  []uint32
	bytes []byte
	codes []uint32

	words *plan.Texts // the part's own dictionary
	named []uint32    // by word: its place in the list, and 1
}

// number is of Parts.Texts: words have the numbers behind those that places in the list have.
func (l *list) number(texts []string, words bool) ([]uint32, error) {
	l.codes = doubled(l.codes[:0], len(texts))[:len(texts)]
	if !words {
		first := uint32(len(l.ends) - 1)
		for i := range l.codes {
			l.codes[i] = first + uint32(i)
		}
		if err := l.addAll(texts); err != nil {
			return nil, err
		}
		return l.codes, l.charge(len(texts))
	}
	own := list{rows: len(texts), of: l.of, ends: make([]uint32, 1)}
	numbers := make([]uint32, len(texts))
	for i := range numbers {
		numbers[i] = uint32(l.rows + i)
	}
	if err := own.addAll(texts); err != nil {
		return nil, err
	}
	l.words, l.named = plan.NewTexts(own.ends, own.bytes), make([]uint32, len(texts))
	return numbers, nil
}

// errLong is texts of a part that no 32 bits count the bytes of.
var errLong = errors.New("a row group has texts of more than 4 GiB")

// addAll puts texts behind the others.
func (l *list) addAll(texts []string) error {
	more := 0
	for _, text := range texts {
		more += len(text)
	}
	if len(l.bytes)+more > math.MaxUint32 {
		return errLong
	}
	all, ends := doubled(l.bytes, more), doubled(l.ends, len(texts))
	for _, text := range texts {
		all = append(all, text...)
		ends = append(ends, uint32(len(all)))
	}
	l.bytes, l.ends = all, ends
	return nil
}

// charge counts the bytes of the last so many texts.
func (l *list) charge(texts int) error {
	n := len(l.ends) - 1
	if l.of.filed == nil && l.of.taken.Add(int64(l.ends[n]-l.ends[n-texts])) > l.of.left {
		return l.of.in.tooLarge()
	}
	return nil
}

// codesOf gives the codes of the numbers that rows have.
func (l *list) codesOf(numbers []uint32, nulls []bool) ([]uint32, error) {
	l.codes = doubled(l.codes[:0], len(numbers))[:len(numbers)]
	for i, n := range numbers {
		if word := int(n) - l.rows; word >= 0 && (nulls == nil || !nulls[i]) {
			if l.named[word] == 0 {
				err := l.addAll([]string{l.words.View(word, word+1)})
				if l.named[word] = uint32(len(l.ends) - 1); err == nil {
					err = l.charge(1)
				}
				if err != nil {
					return nil, err
				}
			}
			n = l.named[word] - 1
		}
		l.codes[i] = l.first + n
	}
	return l.codes, nil
}

// doubled gives a slice with room for some more, for twice as many where it has none.
func doubled[T any](s []T, more int) []T {
	if len(s)+more <= cap(s) {
		return s
	}
	return slices.Grow(s, max(more, len(s)))
}
