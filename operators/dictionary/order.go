package dictionary

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"
	"sync"

	"gsdms/operators/large"
	"gsdms/operators/radix"
)

// tied is entries whose texts begin with the same bytes, so many of them. All texts are
// different.
type tied struct {
	entries []radix.Entry
	from    int
}

// fewTexts are sorted by comparing them.
const fewTexts = 24

// sort orders the different texts by 8 bytes at a time, as numbers, and those that have
// these in common by what is behind them. Many that are tied are cut into ranges, each of
// which is sorted by itself.
func (b *builder) sort() error {
	b.sorted = large.Pages(make([]radix.Entry, b.base[b.parts()]))
	err := b.spread(b.parts(), func(p int) {
		for i, row := range b.firsts[p] {
			n := b.base[p] + i
			b.sorted[n] = radix.Entry{Row: row, Number: uint32(n)}
		}
	})
	if err != nil {
		return err
	}
	many := []tied{{b.sorted, 0}}
	for len(many) > 0 {
		more, err := b.orderMany(many[0])
		if err != nil {
			return err
		}
		many = append(many[1:], more...)
	}
	b.rank = large.Pages(make([]uint32, len(b.sorted)))
	return b.spread(blocksOf(len(b.sorted)), func(i int) {
		for k := i * blockRows; k < min((i+1)*blockRows, len(b.sorted)); k++ {
			b.rank[b.sorted[k].Number] = uint32(k)
		}
	})
}

func blocksOf(n int) int { return (n + blockRows - 1) / blockRows }

// orderMany sorts texts by the next bytes with all processors. Where many are tied then, they
// are given back.
func (b *builder) orderMany(t tied) (more []tied, err error) {
	if len(t.entries) < severalParts {
		b.order(t)
		return nil, nil
	}
	t = b.behindShort(t)
	end, err := b.loadMany(t)
	if err != nil {
		return nil, err
	}
	ranges, err := b.cut(t.entries)
	if err != nil {
		return nil, err
	}
	var mu sync.Mutex
	return more, b.spread(len(ranges), func(i int) {
		radix.Sort(ranges[i])
		eachTie(ranges[i], func(same []radix.Entry) {
			if len(same) < severalParts {
				b.order(tied{same, end})
				return
			}
			mu.Lock()
			defer mu.Unlock()
			more = append(more, tied{same, end})
		})
	})
}

// order sorts texts.
func (b *builder) order(t tied) {
	if len(t.entries) <= fewTexts {
		slices.SortFunc(t.entries, func(x, y radix.Entry) int { return strings.Compare(b.texts[x.Row], b.texts[y.Row]) })
		return
	}
	t = b.behindShort(t)
	end := b.load(t.entries, b.common(t.entries, t.from))
	radix.Sort(t.entries)
	eachTie(t.entries, func(same []radix.Entry) { b.order(tied{same, end}) })
}

// behindShort puts texts that end where others go on before these, and leaves the others.
// What ends there was followed by zeros that others may have, so that its length says the
// order.
func (b *builder) behindShort(t tied) tied {
	n := 0
	for i, e := range t.entries {
		if len(b.texts[e.Row]) <= t.from {
			t.entries[n], t.entries[i] = e, t.entries[n]
			n++
		}
	}
	slices.SortFunc(t.entries[:n], func(x, y radix.Entry) int { return cmp.Compare(len(b.texts[x.Row]), len(b.texts[y.Row])) })
	return tied{t.entries[n:], t.from}
}

// common is how many bytes all texts begin with; it is from at least.
func (b *builder) common(entries []radix.Entry, from int) int {
	if len(entries) == 0 {
		return from
	}
	first := b.texts[entries[0].Row]
	common := len(first)
	for _, e := range entries {
		s := b.texts[e.Row]
		common = min(common, len(s))
		for common > from && s[from:common] != first[from:common] {
			common--
		}
	}
	return common
}

// load makes the 8 bytes of each text from a place on its key; end is the place behind them.
func (b *builder) load(entries []radix.Entry, from int) (end int) {
	for i := range entries {
		entries[i].Key = prefixOf(b.texts[entries[i].Row][from:])
	}
	return from + 8
}

// loadMany loads the bytes behind what all texts have in common.
func (b *builder) loadMany(t tied) (end int, err error) {
	blocks := blocksOf(len(t.entries))
	block := func(i int) []radix.Entry { return t.entries[i*blockRows : min((i+1)*blockRows, len(t.entries))] }
	commons := make([]int, blocks)
	err = b.spread(blocks, func(i int) {
		first := []radix.Entry{t.entries[0], block(i)[0]} // what blocks have in common with the first
		commons[i] = min(b.common(first, t.from), b.common(block(i), t.from))
	})
	if err != nil || blocks == 0 {
		return t.from, err
	}
	from := slices.Min(commons)
	return from + 8, b.spread(blocks, func(i int) { b.load(block(i), from) })
}

// prefixOf is the first 8 bytes of a text as a number that orders as they do, zeros behind
// it.
func prefixOf(s string) uint64 {
	if len(s) >= 8 {
		return binary.BigEndian.Uint64([]byte(s[:8]))
	}
	var b [8]byte
	copy(b[:], s)
	return binary.BigEndian.Uint64(b[:])
}

// eachTie shows the entries of equal keys, where there are several.
func eachTie(entries []radix.Entry, show func(same []radix.Entry)) {
	for len(entries) > 0 {
		n := 1
		for n < len(entries) && entries[n].Key == entries[0].Key {
			n++
		}
		if n > 1 {
			show(entries[:n])
		}
		entries = entries[n:]
	}
}

// cut deals entries to ranges of keys, in order and of about the same length: by a sorted
// sample.
func (b *builder) cut(entries []radix.Entry) ([][]radix.Entry, error) {
	ends := endsOf(entries)
	blocks := blocksOf(len(entries))
	of, counts := make([]uint8, len(entries)), make([][]uint32, blocks)
	each := func(block int, work func(i int)) {
		for i := block * blockRows; i < min((block+1)*blockRows, len(entries)); i++ {
			work(i)
		}
	}
	err := b.spread(blocks, func(block int) {
		counts[block] = make([]uint32, len(ends)+1)
		each(block, func(i int) {
			at, there := slices.BinarySearch(ends, entries[i].Key)
			if there {
				at++
			}
			of[i] = uint8(at)
			counts[block][at]++
		})
	})
	if err != nil {
		return nil, err
	}
	ranges, n := make([][]radix.Entry, len(ends)+1), uint32(0)
	for r := range ranges {
		first := n
		for block := range counts {
			counts[block][r], n = n, n+counts[block][r]
		}
		ranges[r] = entries[first:n]
	}
	from := large.Pages(make([]radix.Entry, len(entries)))
	copy(from, entries)
	return ranges, b.spread(blocks, func(block int) {
		next := counts[block]
		each(block, func(i int) {
			entries[next[of[i]]] = from[i]
			next[of[i]]++
		})
	})
}

// endsOf is the keys that ranges begin at, but for the first.
func endsOf(entries []radix.Entry) []uint64 {
	const samples = 16
	n := 1 << partBits
	sample := make([]uint64, n*samples)
	for i := range sample {
		sample[i] = entries[i*(len(entries)/len(sample))].Key
	}
	slices.Sort(sample)
	var ends []uint64
	for i := 1; i < n; i++ {
		ends = append(ends, sample[i*samples])
	}
	return slices.Compact(ends)
}
