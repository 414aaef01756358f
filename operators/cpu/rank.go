package cpu

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
	"unsafe"
)

// entry is a group that is to be put in order: the first word of its key, and where the
// group is.
type entry struct {
	key    uint64
	part   uint32
	number uint32
}

// Groups are dealt to buckets by the first word of their keys, and each bucket is sorted
// by itself.
const (
	maxBuckets  = 1 << 10
	fewToBucket = 1 << 13 // groups that are one bucket
)

// sorter puts the groups of a folded into key order, bucket by bucket.
type sorter struct {
	of      *folded
	least   uint64
	shift   int
	buckets int
	counts  [][]uint32 // by part, by bucket: how many, then where those of later parts begin
	starts  []uint32   // by bucket
	dealt   []entry    // by bucket, in it by part
	charged int64
}

// sorted deals the groups of parts that are not ranked to buckets.
func (g *folded) sorted(ctx context.Context) (*sorter, error) {
	s := &sorter{of: g, charged: int64(g.len) * int64(unsafe.Sizeof(entry{}))}
	if err := g.run.budget.charge(s.charged); err != nil {
		return nil, err
	}
	s.bounds()
	s.dealt = make([]entry, g.len)
	s.counts = make([][]uint32, len(g.parts))
	if err := g.run.backend.spread(ctx, len(g.parts), s.count); err != nil {
		return nil, err
	}
	s.sum()
	return s, g.run.backend.spread(ctx, len(g.parts), s.deal)
}

// bounds finds out what the buckets are.
func (s *sorter) bounds() {
	least, most := ^uint64(0), uint64(0)
	for i := range s.of.parts {
		if t := s.of.parts[i].table; t != nil && t.len() > 0 {
			least, most = min(least, slices.Min(t.keys[0])), max(most, slices.Max(t.keys[0]))
		}
	}
	if s.of.len == 0 {
		return
	}
	s.least, s.buckets = least, 1
	s.shift = bits.Len64(most - least)
	if s.of.len > fewToBucket {
		s.shift = max(0, s.shift-bits.TrailingZeros(maxBuckets))
		s.buckets = int((most-least)>>s.shift) + 1
	}
}

func (s *sorter) bucket(key uint64) uint64 { return (key - s.least) >> s.shift }

// count counts the groups of a part by bucket.
func (s *sorter) count(_ *folder, part int) error {
	s.counts[part] = make([]uint32, s.buckets)
	if t := s.of.parts[part].table; t != nil {
		for _, key := range t.keys[0] {
			s.counts[part][s.bucket(key)]++
		}
	}
	return nil
}

// sum turns the counts into the places that each part's groups of a bucket begin at.
func (s *sorter) sum() {
	n := uint32(0)
	for b := range s.buckets {
		s.starts = append(s.starts, n)
		for part := range s.counts {
			s.counts[part][b], n = n, n+s.counts[part][b]
		}
	}
	s.starts = append(s.starts, n)
}

// deal puts the groups of a part into their buckets.
func (s *sorter) deal(_ *folder, part int) error {
	t, next := s.of.parts[part].table, s.counts[part]
	if t == nil {
		return nil
	}
	for i, key := range t.keys[0] {
		b := s.bucket(key)
		s.dealt[next[b]] = entry{key, uint32(part), uint32(i + 1)}
		next[b]++
	}
	return nil
}

// bucketWalker goes through the groups of a bucket, part by part, and knows the places
// that these have in the order: what is read lies in one part, and what is written in
// the few columns' worth of the bucket.
type bucketWalker struct {
	of    *sorter
	dealt []entry
	at    []uint32 // by place in dealt: the place in the order
	done  int
}

func (s *sorter) walk(bucket int) walker {
	lo, hi := s.starts[bucket], s.starts[bucket+1]
	w := &bucketWalker{of: s, dealt: s.dealt[lo:hi], at: make([]uint32, hi-lo)}
	order := make([]entry, hi-lo)
	for i, e := range w.dealt {
		order[i] = entry{key: e.key, number: uint32(i)}
	}
	sortEntries(order)
	if s.of.packing.words > 1 {
		w.breakTies(order)
	}
	for i, e := range order {
		w.at[e.number] = lo + uint32(i)
	}
	return w
}

func (w *bucketWalker) next(f *folder) bool {
	if w.done == len(w.dealt) {
		return false
	}
	part := w.dealt[w.done].part
	p := &w.of.of.parts[part]
	f.reset(len(p.table.keys))
	f.acc = p.acc
	for ; w.done < len(w.dealt) && len(f.groups) < walkAtOnce && w.dealt[w.done].part == part; w.done++ {
		e := &w.dealt[w.done]
		f.keys[0] = append(f.keys[0], e.key)
		for k, keys := range p.table.keys[1:] {
			f.keys[k+1] = append(f.keys[k+1], keys[e.number-1])
		}
		f.groups = append(f.groups, e.number)
		f.at = append(f.at, w.at[w.done])
	}
	return true
}

// breakTies sorts groups with the same first word by the others.
func (w *bucketWalker) breakTies(order []entry) {
	for len(order) > 0 {
		n := 1
		for n < len(order) && order[n].key == order[0].key {
			n++
		}
		if n > 1 {
			slices.SortFunc(order[:n], w.compare)
		}
		order = order[n:]
	}
}

func (w *bucketWalker) compare(a, b entry) int {
	from, to := w.dealt[a.number], w.dealt[b.number]
	x, y := w.of.of.parts[from.part].table, w.of.of.parts[to.part].table
	for k := 1; k < len(x.keys); k++ {
		if c := cmp.Compare(x.keys[k][from.number-1], y.keys[k][to.number-1]); c != 0 {
			return c
		}
	}
	return 0
}

// fewToSort is below what a comparison sort is faster.
const fewToSort = 256

// sortEntries sorts by key: byte by byte, the least first, but for the bytes that all keys
// have in common.
func sortEntries(entries []entry) {
	if len(entries) < fewToSort {
		slices.SortFunc(entries, func(a, b entry) int { return cmp.Compare(a.key, b.key) })
		return
	}
	differ := uint64(0)
	for _, e := range entries {
		differ |= e.key ^ entries[0].key
	}
	from, to := entries, make([]entry, len(entries))
	for shift := 0; shift < 64; shift += 8 {
		if differ>>shift&0xff != 0 {
			sortByte(from, to, shift)
			from, to = to, from
		}
	}
	if &from[0] != &entries[0] {
		copy(entries, from)
	}
}

func sortByte(from, to []entry, shift int) {
	var at [257]uint32
	for _, e := range from {
		at[e.key>>shift&0xff+1]++
	}
	for b := range 256 {
		at[b+1] += at[b]
	}
	for _, e := range from {
		b := e.key >> shift & 0xff
		to[at[b]] = e
		at[b]++
	}
}
