// Package dictionary sorts texts into dictionaries, with all processors: rows are dealt
// out by the hash of their text, so that equal texts meet in a table that fits a cache, and
// only different texts are sorted.
package dictionary

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"math"
	"math/bits"
	"sync"

	"gsdms/operators"
	"gsdms/operators/large"
	"gsdms/operators/textsort"
	"gsdms/plan"
)

// Of gives the dictionary of texts and the code of each, 0 where nulls (nil: nowhere) says
// that there is none.
func Of(ctx context.Context, texts []string, nulls []bool) (*plan.Dictionary, []int64, error) {
	b := newBuilder(ctx, texts, nulls)
	b.runs = true
	if err := b.make(); err != nil {
		return nil, nil, fmt.Errorf("make a dictionary: %w", err)
	}
	return b.dict, b.codes, nil
}

// make makes the dictionary and the codes.
func (b *builder) make() error {
	if done, err := b.inOrder(); done || err != nil {
		return err
	}
	if bytes, ok := b.areDifferent(); ok {
		return b.sortAll(bytes)
	}
	for _, step := range []func() error{b.deal, b.number, b.sort, b.code} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// MostBytes is the most memory that Of takes while it runs, its dictionary and codes among it.
func MostBytes(texts []string) int64 {
	const each = 48 // a code, a hash, places in tables and in order
	bytes := each * int64(len(texts))
	for _, text := range texts {
		bytes += int64(len(text))
	}
	return bytes
}

const (
	severalParts = 1 << 14 // so many texts are worth several goroutines
	partBits     = 6       // of the hash: the number of a part
	blockRows    = 1 << 16 // rows that are dealt out at once

	severalMore = 1 << 20 // of so many texts the table of a part fits no cache that is near
	moreBits    = 8
)

// dealt is a row and the hash of its text; when the part is numbered, the number in place of that.
type dealt struct {
	hash uint32
	row  uint32
}

// slot is a place of a table of texts: the hash of one, a row that has it, and its number
// + 1; 0: free.
type slot struct{ hash, row, number uint32 }

// builder is the state of one Of.
type builder struct {
	ctx    context.Context // whose turns it is made in
	texts  []string
	nulls  []bool
	codes  []int64
	seed   maphash.Seed
	bits   int
	blocks [][][]dealt // by block and part
	runs   bool        // a text that comes again right behind itself is not dealt
	repeat []bool      // by block: there is such a text
	firsts [][]uint32  // by part: a row of each different text, in the order of their numbers
	base   []int       // by part: the number of the first
	tables sync.Pool   // of *[]slot, which parts are done with
	dict   *plan.Dictionary
	rank   []uint32 // by number
}

func newBuilder(ctx context.Context, texts []string, nulls []bool) *builder {
	b := &builder{ctx: ctx, texts: texts, nulls: nulls, codes: large.Make[int64](len(texts)), seed: maphash.MakeSeed()}
	switch {
	case len(texts) >= severalMore:
		b.bits = moreBits
	case len(texts) >= severalParts:
		b.bits = partBits
	}
	return b
}

func (b *builder) parts() int { return 1 << b.bits }

func (b *builder) spread(n int, work func(i int)) error { return spread(b.ctx, n, work) }

// spread calls work for 0 … n-1 and gives the first error.
func spread(ctx context.Context, n int, work func(i int)) error {
	for _, err := range operators.SpreadIn(ctx, n, func(_ context.Context, i int) error { work(i); return nil }) {
		if err != nil {
			return err
		}
	}
	return nil
}

func blocksOf(n int) int { return (n + blockRows - 1) / blockRows }

// again stands for the code of a row that has the text of the row before it.
const again = -1

// deal deals the rows out by the hash of their text. Where runs are left out each text is compared with
// the one before it: the beginnings of texts in order are mostly alike.
func (b *builder) deal() error {
	if uint64(len(b.texts)) > math.MaxUint32 {
		return fmt.Errorf("%d texts are more than %d", len(b.texts), uint32(math.MaxUint32))
	}
	b.blocks, b.repeat = make([][][]dealt, blocksOf(len(b.texts))), make([]bool, blocksOf(len(b.texts)))
	return b.spread(len(b.blocks), func(i int) {
		lo, hi := i*blockRows, min((i+1)*blockRows, len(b.texts))
		parts := make([][]dealt, b.parts())
		for p := range parts {
			parts[p] = make([]dealt, 0, (hi-lo)/len(parts)*5/4+8)
		}
		for row := lo; row < hi; row++ {
			if b.nulls != nil && b.nulls[row] {
				continue
			}
			if b.runs && row > lo && b.texts[row] == b.texts[row-1] && (b.nulls == nil || !b.nulls[row-1]) {
				b.codes[row], b.repeat[i] = again, true
				continue
			}
			h := maphash.String(b.seed, b.texts[row])
			p := h >> 32 & uint64(len(parts)-1)
			parts[p] = append(parts[p], dealt{uint32(h), uint32(row)})
		}
		b.blocks[i] = parts
	})
}

// number numbers the different texts of each part.
func (b *builder) number() error {
	b.firsts, b.base = make([][]uint32, b.parts()), make([]int, b.parts()+1)
	err := b.spread(b.parts(), func(p int) { b.firsts[p] = b.numberPart(p) })
	for p, firsts := range b.firsts {
		b.base[p+1] = b.base[p] + len(firsts)
	}
	return err
}

// numberPart gives a row of each different text of a part.
func (b *builder) numberPart(p int) []uint32 {
	slots := b.table(p)
	firsts := make([]uint32, 0, len(slots)/2)
	for _, block := range b.blocks {
		for i, d := range block[p] {
			if 2*len(firsts) >= len(slots) {
				slots = grown(slots)
			}
			at := b.seek(slots, d)
			if slots[at].number == 0 {
				firsts = append(firsts, d.row)
				slots[at] = slot{d.hash, d.row, uint32(len(firsts))}
			}
			block[p][i].hash = slots[at].number - 1
		}
	}
	b.done(slots)
	return firsts
}

// mostSlots is how many slots a table begins with at most: one of few different texts of many rows stays in
// a cache.
const mostSlots = 1 << 15

// table gives a table for the texts of a part, which need not grow where they are few. It is given back
// to done.
func (b *builder) table(p int) []slot {
	rows := 0
	for _, block := range b.blocks {
		rows += len(block[p])
	}
	n := max(64, min(mostSlots, 1<<bits.Len(uint(2*rows))))
	if t, ok := b.tables.Get().(*[]slot); ok && len(*t) >= n {
		slots := (*t)[:n]
		clear(slots)
		return slots
	}
	return make([]slot, n)
}

// done gives a table to parts that come.
func (b *builder) done(slots []slot) {
	slots = slots[:cap(slots)]
	b.tables.Put(&slots)
}

// seek gives the place of a text in a table, or the one that is free for it.
func (b *builder) seek(slots []slot, d dealt) int {
	at := int(d.hash) & (len(slots) - 1)
	for slots[at].number != 0 && (slots[at].hash != d.hash || b.texts[slots[at].row] != b.texts[d.row]) {
		at = (at + 1) & (len(slots) - 1)
	}
	return at
}

// grown gives a table four times as large.
func grown(slots []slot) []slot {
	out := make([]slot, 4*len(slots))
	for _, e := range slots {
		if e.number == 0 {
			continue
		}
		at := int(e.hash) & (len(out) - 1)
		for out[at].number != 0 {
			at = (at + 1) & (len(out) - 1)
		}
		out[at] = e
	}
	return out
}

// code gives rows the places of their texts in order.
func (b *builder) code() error {
	err := b.spread(b.parts(), func(p int) {
		base := b.base[p]
		for _, block := range b.blocks {
			for _, d := range block[p] {
				b.codes[d.row] = int64(b.rank[base+int(d.hash)])
			}
		}
	})
	return errors.Join(err, b.follow())
}

// follow gives rows that were not dealt the code of the row before them.
func (b *builder) follow() error {
	return b.spread(len(b.blocks), func(i int) {
		if !b.repeat[i] {
			return
		}
		codes := b.codes[i*blockRows : min((i+1)*blockRows, len(b.codes))]
		for row, code := range codes {
			if code == again {
				codes[row] = codes[row-1]
			}
		}
	})
}

// sort puts the different texts in order.
func (b *builder) sort() (err error) {
	runs, bytes := make([]textsort.Run, b.parts()), 0
	for p, firsts := range b.firsts {
		runs[p] = textsort.Run{Len: len(firsts), Text: func(i int) string { return b.texts[firsts[i]] }}
		for _, row := range firsts {
			bytes += len(b.texts[row])
		}
	}
	b.dict, b.rank, err = sorted(b.ctx, runs, bytes)
	return err
}

// sorted gives the dictionary of texts that are all different and have so many bytes, and the code
// of each.
func sorted(ctx context.Context, runs []textsort.Run, bytes int) (*plan.Dictionary, []uint32, error) {
	texts := 0
	for _, run := range runs {
		texts += run.Len
	}
	offsets, text := large.Make[uint32](texts+1), large.Make[byte](bytes)
	rank, _, err := textsort.Sort(ctx, runs, offsets, text)
	if err != nil {
		return nil, nil, err
	}
	return plan.NewDictionary(offsets, text), rank, nil
}
