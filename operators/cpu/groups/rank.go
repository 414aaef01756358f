package groups

import (
	"context"
	"math/bits"
	"slices"
	"sync"

	"gsdms/operators/cpu/numbering"
	"gsdms/operators/exact"
	"gsdms/operators/large"
	"gsdms/operators/radix"
)

// Groups are dealt to buckets by the first bits in which their keys may differ, with all that they
// have, and each bucket is sorted by itself: both read and write memory that lies together, where
// groups of a million places would be fetched one by one.
const (
	maxBuckets  = 1 << 10
	fewToBucket = 1 << 13 // groups that are one bucket
)

// sorter puts the groups of a folded into key order, bucket by bucket.
type sorter struct {
	of      *folded
	first   uint64 // the least first word of a key
	differ  int    // in how many bits first words differ
	least   uint64 // prefix
	shift   int
	buckets int
	counts  [][]uint32 // by part, by bucket: how many, then where those of later parts begin
	starts  []uint32   // by bucket
	charged int64

	// The groups by bucket, in it by part.
	keys []uint64
	acc  *accumulators
	mu   sync.Mutex // held while acc gets what groups have aside
}

// sorted deals the groups of parts that are not ranked to buckets. What the parts had is
// given back.
func (g *folded) sorted(ctx context.Context) (*sorter, error) {
	of := g.gathering.groups
	s := &sorter{of: g, charged: 8 * int64(g.len) * int64(g.packing.Words+of.width)}
	if err := g.run.budget.Charge(s.charged); err != nil {
		return nil, err
	}
	if err := s.bounds(ctx); err != nil {
		return nil, err
	}
	s.keys = large.Make[uint64](g.len * g.packing.Words)
	s.acc = newAccumulators(g.run, of)
	s.acc.words = large.Make[int64](g.len * of.width)
	s.counts = make([][]uint32, len(g.parts))
	if err := g.run.host.Spread(ctx, len(g.parts), s.count); err != nil {
		return nil, err
	}
	s.sum()
	return s, g.run.host.Spread(ctx, len(g.parts), s.deal)
}

// bounds finds out what the buckets are.
func (s *sorter) bounds(ctx context.Context) error {
	all, err := s.among(ctx, func(t *numbering.Table) bounds { return bounds{slices.Min(t.Keys[0]), slices.Max(t.Keys[0])} })
	if err != nil || s.of.len == 0 {
		return err
	}
	s.first, s.differ = all.least, 64
	if all.most -= all.least; s.of.packing.Words > 1 {
		s.differ = bits.Len64(all.most)
		all, err = s.among(ctx, s.prefixes)
	} else {
		all.least = 0
	}
	s.least, s.buckets = all.least, 1
	s.shift = bits.Len64(all.most - all.least)
	if s.of.len > fewToBucket {
		s.shift = max(0, s.shift-bits.TrailingZeros(maxBuckets))
		s.buckets = int((all.most-all.least)>>s.shift) + 1
	}
	return err
}

// among gives the bounds of all parts' groups.
func (s *sorter) among(ctx context.Context, of func(t *numbering.Table) bounds) (bounds, error) {
	parts := make([]bounds, len(s.of.parts))
	err := s.of.run.host.Spread(ctx, len(parts), func(_ *Folder, i int) error {
		parts[i] = bounds{least: ^uint64(0)}
		if t := s.of.parts[i].table; t != nil && t.Len() > 0 {
			parts[i] = of(t)
		}
		return nil
	})
	all := bounds{least: ^uint64(0)}
	for _, b := range parts {
		all = bounds{min(all.least, b.least), max(all.most, b.most)}
	}
	return all, err
}

func (s *sorter) prefixes(t *numbering.Table) bounds {
	all, second := bounds{least: ^uint64(0)}, t.Keys[1]
	for i, first := range t.Keys[0] {
		p := s.prefix(first, second[i])
		all = bounds{min(all.least, p), max(all.most, p)}
	}
	return all
}

// bounds is the least and the greatest of some numbers.
type bounds struct{ least, most uint64 }

// prefix is the bits of a key's first word in which those differ, and behind them the first ones of
// its second word that there is room for: the first word may say no more than what is NULL. Of a key
// of one word it is that.
func (s *sorter) prefix(first, second uint64) uint64 {
	return (first-s.first)<<(64-s.differ) | second>>s.differ
}

// secondWords has the second words of the keys, of keys of one word these.
func secondWords(t *numbering.Table) []uint64 { return t.Keys[min(1, len(t.Keys)-1)] }

func (s *sorter) bucket(prefix uint64) uint64 { return (prefix - s.least) >> s.shift }

// count counts the groups of a part by bucket.
func (s *sorter) count(_ *Folder, part int) error {
	s.counts[part] = make([]uint32, s.buckets)
	if t := s.of.parts[part].table; t != nil {
		second := secondWords(t)
		for i, first := range t.Keys[0] {
			s.counts[part][s.bucket(s.prefix(first, second[i]))]++
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
func (s *sorter) deal(_ *Folder, part int) error {
	p, next := &s.of.parts[part], s.counts[part]
	if p.table == nil {
		return nil
	}
	words, width := s.of.packing.Words, s.acc.groups.width
	second := secondWords(p.table)
	for i, first := range p.table.Keys[0] {
		b := s.bucket(s.prefix(first, second[i]))
		at := int(next[b])
		next[b]++
		for w, keys := range p.table.Keys {
			s.keys[at*words+w] = keys[i]
		}
		copy(s.acc.words[at*width:][:width], p.acc.words[(i+1)*width:])
		if err := s.adopt(p.acc, at); err != nil {
			return err
		}
	}
	s.of.forget(part)
	return nil
}

// adopt makes what a group has aside among others its own.
func (s *sorter) adopt(from *accumulators, group int) error {
	for i := range s.acc.groups.folds {
		f := &s.acc.groups.folds[i]
		if from.exact[i].n > 0 {
			word := &s.acc.words[group*s.acc.groups.width+f.exactPlace()]
			if err := adopt(s, &s.acc.exact[i], &from.exact[i], word, exact.Bytes); err != nil {
				return err
			}
		}
		if from.far[i].n > 0 {
			if err := adopt(s, &s.acc.far[i], &from.far[i], f.farWord(s.acc, group), exact.FarBytes); err != nil {
				return err
			}
		}
	}
	return nil
}

// adopt moves the value that a group's word refers to, if it does.
func adopt[T any](s *sorter, to, from *aside[T], word *int64, bytes int64) error {
	if *word == 0 {
		return nil
	}
	value := from.at(*word - 1)
	*word = 0
	s.mu.Lock()
	defer s.mu.Unlock()
	own, err := to.of(word, s.of.run.budget, bytes)
	if err == nil {
		*own = *value
	}
	return err
}

// bucketWalker goes through the groups of a bucket in the order of their keys.
type bucketWalker struct {
	of    *sorter
	order []radix.Entry // the prefix of a key, and the number of its group
	at    uint32        // the place of the first that is left
}

func (s *sorter) walk(bucket int) walker {
	lo, hi := s.starts[bucket], s.starts[bucket+1]
	w := &bucketWalker{of: s, order: make([]radix.Entry, hi-lo), at: lo}
	words := s.of.packing.Words
	for i := range w.order {
		n := lo + uint32(i)
		key := s.keys[int(n)*words:][:words]
		w.order[i] = radix.Entry{Key: s.prefix(key[0], key[min(1, words-1)]), Number: n}
	}
	radix.Sort(w.order)
	if words > 1 {
		w.breakTies(w.order)
	}
	return w
}

func (w *bucketWalker) next(f *Folder) bool {
	words := w.of.of.packing.Words
	f.reset(words)
	f.Acc = w.of.acc
	some := w.order[:min(len(w.order), walkAtOnce)]
	w.order = w.order[len(some):]
	for i, e := range some {
		for k, word := range w.of.key(e) {
			f.keys[k] = append(f.keys[k], word)
		}
		f.groups = append(f.groups, e.Number)
		f.at = append(f.at, w.at+uint32(i))
	}
	w.at += uint32(len(some))
	return len(some) > 0
}

// key is the words of a group's key.
func (s *sorter) key(e radix.Entry) []uint64 {
	words := s.of.packing.Words
	return s.keys[int(e.Number)*words:][:words]
}

// breakTies sorts groups with the same prefix by all of their keys.
func (w *bucketWalker) breakTies(order []radix.Entry) {
	for len(order) > 0 {
		n := 1
		for n < len(order) && order[n].Key == order[0].Key {
			n++
		}
		if n > 1 {
			slices.SortFunc(order[:n], func(a, b radix.Entry) int { return slices.Compare(w.of.key(a), w.of.key(b)) })
		}
		order = order[n:]
	}
}
