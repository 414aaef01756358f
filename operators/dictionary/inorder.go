package dictionary

import (
	"math"
	"strings"
	"sync/atomic"

	"gsdms/operators/large"
	"gsdms/operators/textsort"
	"gsdms/plan"
)

// What a function gives for the texts of a dictionary is often in order already, as beginnings of
// texts are, and all in capital letters; or hardly any two are equal, as in texts turned round. The
// first needs no sorting, the second no table of those that are different: to look for each text in one
// reads all of them in any order, where sorting reads them as they came.

// addend is how many different texts a block begins, and their bytes.
type addend struct{ texts, bytes uint64 }

// inOrder makes the dictionary of texts that come in order, equal ones side by side. It reports
// whether they do.
func (b *builder) inOrder() (bool, error) {
	blocks := blocksOf(len(b.texts))
	begins := make([]addend, blocks+1)
	var not atomic.Bool
	err := b.spread(blocks, func(i int) {
		if !not.Load() {
			in, ok := b.begun(i)
			begins[i+1] = in
			if !ok {
				not.Store(true)
			}
		}
	})
	if err != nil || not.Load() {
		return false, err
	}
	for i := range blocks {
		begins[i+1].texts += begins[i].texts
		begins[i+1].bytes += begins[i].bytes
	}
	all := begins[blocks]
	offsets, text := large.Make[uint32](int(all.texts)+1), large.Make[byte](int(all.bytes))
	err = b.spread(blocks, func(i int) { b.write(i, begins[i], offsets, text) })
	offsets[all.texts] = uint32(all.bytes)
	b.dict = plan.NewDictionary(offsets, text)
	return true, err
}

// begun counts the different texts that a block begins; false where one comes before the one that it
// follows.
func (b *builder) begun(block int) (in addend, ok bool) {
	lo, hi := b.rowsOf(block)
	last, some := b.before(lo)
	for row := lo; row < hi; row++ {
		if b.isNull(row) {
			continue
		}
		text := b.texts[row]
		if some {
			switch c := strings.Compare(last, text); {
			case c > 0:
				return in, false
			case c == 0:
				continue
			}
		}
		last, some = text, true
		in.texts++
		in.bytes += uint64(len(text))
	}
	return in, true
}

// write writes the different texts that a block begins, behind those of the blocks before, and the
// codes of its rows.
func (b *builder) write(block int, at addend, offsets []uint32, text []byte) {
	lo, hi := b.rowsOf(block)
	last, some := b.before(lo)
	for row := lo; row < hi; row++ {
		if b.isNull(row) {
			continue
		}
		if t := b.texts[row]; !some || t != last {
			last, some = t, true
			offsets[at.texts] = uint32(at.bytes)
			at.texts++
			at.bytes += uint64(copy(text[at.bytes:], t))
		}
		b.codes[row] = int64(at.texts) - 1
	}
}

// rowsOf are the rows of a block.
func (b *builder) rowsOf(block int) (lo, hi int) {
	return block * blockRows, min((block+1)*blockRows, len(b.texts))
}

func (b *builder) isNull(row int) bool { return b.nulls != nil && b.nulls[row] }

// before is the last text before a row; false where there is none.
func (b *builder) before(row int) (text string, ok bool) {
	for row--; row >= 0; row-- {
		if !b.isNull(row) {
			return b.texts[row], true
		}
	}
	return "", false
}

// sampled is how many texts tell whether hardly any are equal, which is where of so many less than one
// in fewEqual is.
const (
	sampled  = 1 << 12
	fewEqual = 8
)

// areDifferent reports whether hardly any texts are likely to be equal, and how many bytes all have.
func (b *builder) areDifferent() (bytes int, ok bool) {
	if len(b.texts) < severalParts || uint64(len(b.texts)) > math.MaxUint32 {
		return 0, false
	}
	seen, asked := make(map[string]bool, sampled), 0
	for i := range sampled {
		if row := i * (len(b.texts) / sampled); !b.isNull(row) {
			seen[b.texts[row]] = true
			asked++
		}
	}
	if asked-len(seen) > asked/fewEqual {
		return 0, false
	}
	for row, text := range b.texts {
		if !b.isNull(row) {
			bytes += len(text)
		}
	}
	return bytes, true
}

// sortAll makes the dictionary of texts with so many bytes, of which hardly any are equal.
func (b *builder) sortAll(bytes int) error {
	rows := make([]uint32, 0, len(b.texts))
	for row := range b.texts {
		if !b.isNull(row) {
			rows = append(rows, uint32(row))
		}
	}
	offsets, text := large.Make[uint32](len(rows)+1), large.Make[byte](bytes)
	all := textsort.Run{Len: len(rows), Text: func(i int) string { return b.texts[rows[i]] }}
	rank, different, err := textsort.Sort(b.ctx, []textsort.Run{all}, offsets, text)
	if err != nil {
		return err
	}
	b.dict = plan.NewDictionary(offsets[:different.Texts+1], text[:different.Bytes])
	return b.spread(blocksOf(len(rows)), func(i int) {
		for k := i * blockRows; k < min((i+1)*blockRows, len(rows)); k++ {
			b.codes[rows[k]] = int64(rank[k])
		}
	})
}
