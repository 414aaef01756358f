package relation

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"unsafe"

	"gsdms/operators"
	"gsdms/plan"
	"gsdms/pushscan/store/ingest"
)

// takeWords gives the column the form that its parts' dictionaries have: one of all, or texts in no order where
// these do and most words differ, since one of all would be most of what is asked of the file.
func (p *pending) takeWords(ctx context.Context, t plan.Type, order Order, left int64, in *room) error {
	if order == Nothing || order == Often {
		if differ, err := p.differingWords(ctx); err != nil {
			return err
		} else if differ {
			p.list(left, in, false)
		}
	}
	if p.column != nil {
		return nil
	}
	if err := p.readWords(ctx, t, left, in); err != nil && !in.hasFilesFor(t, err) {
		return err
	}
	return nil
}

// readWords makes one dictionary of those that the parts have, for which so much memory is left.
// Where a part's are no texts that the column holds, there is none.
func (p *pending) readWords(ctx context.Context, t plan.Type, left int64, in *room) error {
	all := newCollector(t)
	names, known := make([][]uint32, len(p.states)), make([]bool, len(p.states))
	var named atomic.Int64 // bytes of the names so far: parts are read side by side
	for _, err := range operators.SpreadIn(ctx, len(p.states), func(ctx context.Context, part int) error {
		ok, err := p.parts.Words(ctx, part, p.ordinal, func(texts []string) (err error) {
			names[part], err = all.texts.Add(ctx, texts)
			named.Add(4 * int64(len(names[part])))
			return err
		})
		if known[part] = ok; err == nil && all.bytes()+named.Load() > left {
			err = in.tooLarge()
		}
		return err
	}) {
		if err != nil {
			return err
		}
	}
	for _, ok := range known {
		if !ok {
			return nil
		}
	}
	dict, codes, err := all.texts.Sorted(ctx)
	if err != nil {
		return err
	}
	p.nameAll(dict, codes, names)
	return nil
}

// nameAll gives the words of parts, whose numbers are known, their codes, and the column its form.
func (p *pending) nameAll(dict *plan.Dictionary, codes []int64, names [][]uint32) {
	all := none()
	all.lo, all.hi = 0, int64(dict.Len())-1
	for part, of := range names {
		b := &p.bounds[part]
		b.lo, b.hi = none().lo, none().hi
		for i, number := range of {
			of[i] = uint32(codes[number])
			b.lo, b.hi = min(b.lo, codes[number]), max(b.hi, codes[number])
		}
		all.hasNull = all.hasNull || b.hasNull
	}
	c := all.frame()
	if c.dict = dict; dict.Len() == 0 {
		c.dict = plan.NewDictionary([]uint32{0}, nil)
	}
	p.column, p.names = &c, names
}

// textBytes is what the codes of the parts' words take, or texts that are in no order.
func (p *pending) textBytes() (bytes int64) {
	if p.lists != nil {
		return p.column.unsorted.Size()
	}
	for _, of := range p.names {
		bytes += 4 * int64(len(of))
	}
	return bytes
}

// readTexts reads a part whose dictionary is known.
func (p *pending) readTexts(ctx context.Context, c *column, part int) error {
	begin, of, names := p.begins[part], p.bounds[part], p.names[part]
	number := func(texts []string, words bool) ([]uint32, error) {
		if !words || len(texts) != len(names) {
			return nil, errors.New("there are texts beside the dictionary, but the file's metadata say that it has all")
		}
		return names, nil
	}
	words := c.wordsOf(names)
	return p.parts.Texts(ctx, part, p.ordinal, number, func(at int, is ingest.Numbered) error {
		switch {
		case is.Nulls != nil && !of.hasNull:
			return p.wrong(is.Nulls)
		case is.Words != nil:
			c.putWords(begin+at, is.Rows, words, is.Nulls)
		default:
			c.putCodes(begin+at, is.Rows, is.Nulls)
		}
		return nil
	})
}

// gather reads a part's texts into a collector, where they are numbered.
func (p *pending) gather(ctx context.Context, all *collector, part int) (err error) {
	begin, rows := p.begins[part], p.begins[part+1]-p.begins[part]
	values := ingest.Column{Codes: make([]uint32, rows)}
	number := func(texts []string, _ bool) ([]uint32, error) { return all.texts.Add(ctx, texts) }
	err = p.parts.Texts(ctx, part, p.ordinal, number, func(at int, is ingest.Numbered) error {
		copy(values.Codes[at:], is.Named())
		if is.Nulls != nil && values.Nulls == nil {
			values.Nulls = make([]bool, rows)
		}
		copy(values.Nulls[min(at, len(values.Nulls)):], is.Nulls)
		return nil
	})
	if err != nil {
		return err
	}
	to := piece{Column: values, at: begin, rows: rows}
	if all.in != nil {
		if err := to.move(all.in); err != nil {
			return fmt.Errorf("keep texts in a file: %w", err)
		}
	}
	all.pieces[part] = to
	return nil
}

// wordsOf gives codes of the dictionary as the column stores them.
func (c *column) wordsOf(codes []uint32) []uint64 {
	out := make([]uint64, len(codes))
	for i, code := range codes {
		out[i] = c.storage.Store(int64(code))
	}
	return out
}

// putCodes stores codes of the dictionary in the rows from one on, whose zones are there.
func (c *column) putCodes(at int, codes []uint32, nulls []bool) {
	add := uint32(0)
	if c.storage.Nullable {
		add = 1
	}
	switch to := c.bytes[at*c.storage.Width:]; c.storage.Width {
	case 1:
		putCodes[uint8](to, codes, nulls, add)
	case 2:
		putCodes[uint16](to, codes, nulls, add)
	case 4:
		putCodes[uint32](to, codes, nulls, add)
	default:
		putCodes[uint64](to, codes, nulls, add)
	}
}

// putCodes stores codes in T, each as so much more, NULL as 0. nulls may be nil.
func putCodes[T uint8 | uint16 | uint32 | uint64](bytes []byte, codes []uint32, nulls []bool, add uint32) {
	to := unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(bytes))), len(codes))
	for i, code := range codes {
		to[i] = T(code) + T(add)
	}
	clearNulls(to, nulls)
}

// clearNulls makes the rows 0 that are NULL. There is no branch for each row, since which are cannot
// be foretold.
func clearNulls[T uint8 | uint16 | uint32 | uint64](to []T, nulls []bool) {
	for i, null := range nulls {
		there := T(0)
		if !null {
			there = 1
		}
		to[i] &= -there
	}
}
