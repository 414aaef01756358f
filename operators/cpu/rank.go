package cpu

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
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

// sorter puts the groups of a folded into key order.
type sorter struct {
	of      *folded
	least   uint64
	shift   int
	buckets int
	counts  [][]uint32 // by part, by bucket: how many, then where they begin
	starts  []uint32   // by bucket
	sorted  []entry
	at      [][]uint32 // by part, by number less one: the place in the order
}

// order gives the places of the groups of each part that is not ranked, by number less
// one.
func (g *folded) order(ctx context.Context) ([][]uint32, error) {
	s := &sorter{of: g, at: make([][]uint32, len(g.parts))}
	if g.len == 0 || g.ranged && g.parts[0].table == nil {
		return s.at, nil
	}
	budget := &g.run.budget
	if err := budget.charge(int64(g.len) * (16 + 4)); err != nil {
		return nil, err
	}
	defer budget.used.Add(int64(-g.len) * 16)
	s.bounds()
	s.sorted = make([]entry, g.len)
	s.counts = make([][]uint32, len(g.parts))
	steps := []struct {
		n  int
		do func(f *folder, i int) error
	}{{len(g.parts), s.count}, {len(g.parts), s.deal}, {s.buckets, s.sort}}
	for i, step := range steps {
		if i == 1 {
			s.sum()
		}
		if err := g.run.backend.spread(ctx, step.n, step.do); err != nil {
			return nil, err
		}
	}
	return s.at, nil
}

// bounds finds out what the buckets are.
func (s *sorter) bounds() {
	least, most := ^uint64(0), uint64(0)
	for i := range s.of.parts {
		if t := s.of.parts[i].table; t != nil && t.len() > 0 {
			least, most = min(least, slices.Min(t.keys[0])), max(most, slices.Max(t.keys[0]))
		}
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
		s.at[part] = make([]uint32, t.len())
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
		s.sorted[next[b]] = entry{key, uint32(part), uint32(i + 1)}
		next[b]++
	}
	return nil
}

// sort sorts a bucket and notes the places of its groups.
func (s *sorter) sort(_ *folder, bucket int) error {
	lo, hi := s.starts[bucket], s.starts[bucket+1]
	entries := s.sorted[lo:hi]
	sortEntries(entries)
	if s.of.packing.words > 1 {
		s.breakTies(entries)
	}
	for i, e := range entries {
		s.at[e.part][e.number-1] = lo + uint32(i)
	}
	return nil
}

// breakTies sorts groups with the same first word by the others.
func (s *sorter) breakTies(entries []entry) {
	for len(entries) > 0 {
		n := 1
		for n < len(entries) && entries[n].key == entries[0].key {
			n++
		}
		if n > 1 {
			slices.SortFunc(entries[:n], s.compare)
		}
		entries = entries[n:]
	}
}

func (s *sorter) compare(a, b entry) int {
	x, y := s.of.parts[a.part].table, s.of.parts[b.part].table
	for w := 1; w < len(x.keys); w++ {
		if c := cmp.Compare(x.keys[w][a.number-1], y.keys[w][b.number-1]); c != 0 {
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
