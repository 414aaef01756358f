package index

import (
	"context"
	"math/bits"
	"sync/atomic"

	"gsdms/operators"
)

// The rows of a hash table are dealt out by their buckets, as those of a direct index are: a part of the
// buckets, its rows and their keys fit a cache, where one worker finds out which rows have the same key.
// A table over one number has the numbers beside the rows; one over several keys has the hashes, and looks
// at the keys where two of these are equal.

// hashParts is how many parts of the buckets there are at most.
const hashParts = 256

// hashed is rows with their numbers or hashes, those of each part side by side and ascending.
type hashed struct {
	x        *operators.Index
	in       *operators.BitSet
	buckets  int
	shift    int          // a part has 1 << shift buckets
	of       []uint64     // by place
	row      []uint32     // by place
	number   []uint32     // by place: of the row's key in its part, from 0
	ends     []int        // by part: of its places
	keys     []int        // by part: how many it has that differ
	next     atomic.Int64 // part that no worker has taken
	distinct int
}

// hashRows deals out the rows of an index that are in a set, nil for all, and numbers their keys.
func hashRows(ctx context.Context, x *operators.Index, in *operators.BitSet, from room) (*hashed, error) {
	rows := x.Table.Rows
	if in != nil {
		rows = Members(in)
	}
	d := &hashed{x: x, in: in, buckets: bucketsOf(rows, len(x.Keys))}
	x.Mask = uint64(d.buckets - 1)
	d.shift = max(0, bits.Len(uint(d.buckets-1))-bits.Len(hashParts-1))
	parts := (d.buckets-1)>>d.shift + 1
	d.ends, d.keys = make([]int, parts), make([]int, parts)
	if err := d.deal(ctx, from); err != nil {
		return nil, err
	}
	err := d.each(ctx, func(p int, s *scratch) { d.keys[p] = d.numbered(p, s) })
	for _, n := range d.keys {
		d.distinct += n
	}
	x.Unique = d.distinct == len(d.row)
	return d, err
}

// deal deals out the rows. Each worker counts its rows of each part, and knows then where they go.
func (d *hashed) deal(ctx context.Context, from room) error {
	rows := d.x.Table.Rows
	workers := workersFor(rows)
	counts := make([][]int, workers)
	each := func(work func(at []int, b *hashBlock)) error {
		return InParallel(ctx, workers, workers, func(w, _ int) {
			b := newHashBlock(d)
			for at, end := rows*w/workers, rows*(w+1)/workers; at < end && !over(ctx); at += hashBlockRows {
				b.read(at, min(hashBlockRows, end-at))
				work(counts[w], b)
			}
		})
	}
	for w := range counts {
		counts[w] = make([]int, len(d.ends))
	}
	if err := each(d.count); err != nil {
		return err
	}
	n := 0
	for p := range d.ends {
		for w := range counts {
			counts[w][p], n = n, n+counts[w][p]
		}
		d.ends[p] = n
	}
	var err error
	if d.of, err = from.entries(n); err == nil {
		d.row, err = from.dirtyWords(n)
	}
	if err == nil {
		d.number, err = from.dirtyWords(n)
	}
	if err != nil || n == 0 {
		return err
	}
	return each(d.put)
}

// count counts the rows of a block by part.
func (d *hashed) count(counts []int, b *hashBlock) {
	for i, h := range b.hash[:b.n] {
		if !b.none[i] {
			counts[h&d.x.Mask>>d.shift]++
		}
	}
}

// put deals the rows of a block out: at has the next place of each part.
func (d *hashed) put(at []int, b *hashBlock) {
	of := b.hash
	if b.one != nil {
		of = b.one
	}
	for i, h := range b.hash[:b.n] {
		if b.none[i] {
			continue
		}
		p := h & d.x.Mask >> d.shift
		d.of[at[p]], d.row[at[p]] = of[i], uint32(b.first+i)
		at[p]++
	}
}

// scratch is memory of one worker for the parts that it takes.
type scratch struct {
	heads []uint32 // by bucket of the part: 1 + the place, counted from the part's first, of a key's first row
	next  []uint32 // by number of a key: 1 + that of the next one in its bucket
	first []uint32 // by number of a key: the place of its first row
}

// each runs work for each part, with the scratch of a worker, who takes one part after another.
func (d *hashed) each(ctx context.Context, work func(part int, s *scratch)) error {
	d.next.Store(0)
	workers := workersFor(len(d.row))
	return InParallel(ctx, workers, workers, func(int, int) {
		s := &scratch{heads: make([]uint32, 1<<d.shift)}
		for p := int(d.next.Add(1)) - 1; p < len(d.ends) && !over(ctx); p = int(d.next.Add(1)) - 1 {
			work(p, s)
		}
	})
}

// places gives the places of a part.
func (d *hashed) places(p int) (from, to int) {
	if p > 0 {
		from = d.ends[p-1]
	}
	return from, d.ends[p]
}

// bucket gives the bucket of what a place has, counted from the first of its part.
func (d *hashed) bucket(h uint64) uint64 { return h & d.x.Mask & (1<<d.shift - 1) }

// hash gives the hash of what a place has.
func (d *hashed) hash(of uint64) uint64 {
	if len(d.x.Keys) == 1 {
		return operators.HashKey(operators.HashStart, int64(of))
	}
	return of
}

// numbered numbers the keys of a part, in the order of their first rows, and gives how many there are.
func (d *hashed) numbered(p int, s *scratch) (keys int) {
	from, to := d.places(p)
	clear(s.heads)
	s.next, s.first = s.next[:0], s.first[:0]
	for at := from; at < to; at++ {
		b := d.bucket(d.hash(d.of[at]))
		k := s.heads[b]
		for k != 0 && !d.same(int(s.first[k-1]), at) {
			k = s.next[k-1]
		}
		if k == 0 {
			s.next, s.first = append(s.next, s.heads[b]), append(s.first, uint32(at))
			k = uint32(len(s.first))
			s.heads[b] = k
		}
		d.number[at] = k - 1
	}
	return len(s.first)
}

// same reports whether the rows of two places have the same key.
func (d *hashed) same(a, b int) bool {
	return d.of[a] == d.of[b] && (len(d.x.Keys) == 1 || sameKeys(d.x.Keys, int(d.row[a]), int(d.row[b])))
}

// chain makes the hash table of all rows: those of a bucket are a chain.
func (d *hashed) chain(ctx context.Context, from room) (err error) {
	x := d.x
	if x.Heads, err = from.words(d.buckets); err == nil {
		x.Next, err = from.words(x.Table.Rows)
	}
	if err == nil {
		x.Filter, err = from.bytes(d.buckets)
	}
	if err != nil {
		return err
	}
	return d.each(ctx, func(p int, _ *scratch) {
		from, to := d.places(p)
		for at := to - 1; at >= from; at-- { // so that chains ascend
			h, row := d.hash(d.of[at]), d.row[at]
			b := h & x.Mask
			x.Filter[b] |= operators.FilterBit(h)
			x.Next[row] = x.Heads[b]
			x.Heads[b] = row + 1
		}
	})
}
