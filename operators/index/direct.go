package index

import (
	"context"
	"sync/atomic"
	"unsafe"

	"gsdms/operators"
	"gsdms/operators/sets"
	"gsdms/plan"
)

// Keys are dense where an array by their numbers takes at most densePlaces places, or
// placesPerRow for each row: a place has 4 bytes, a row of a hash table 8 to 12.
const (
	DensePlaces  = 1 << 17
	PlacesPerRow = 8
)

// dense reports whether numbers of so many rows are dense.
func (x extent) dense(rows int) bool {
	return x.some && x.hi-x.lo < uint64(max(DensePlaces, PlacesPerRow*rows))
}

// newDirect makes a direct index of one over a column of numbers that has no buckets yet;
// nil where these are not dense, or it would take more than most bytes.
func newDirect(ctx context.Context, x *operators.Index, in *operators.BitSet, most int64, from room) (*Join, error) {
	d := directBuild{Index: x, column: denseOf(x.Keys[0]), in: in}
	blocks, all, err := extents(ctx, d.column, x.Keys[0].Len, in)
	places := int64(all.hi - all.lo + 1)
	if err != nil || !all.dense(x.Table.Rows) || places*4+int64(x.Table.Rows)*4 > most {
		return nil, err
	}
	if x.Heads, err = from.words(int(places)); err != nil {
		return nil, err
	}
	x.Direct, d.lo, d.blocks = true, all.lo, blocks
	x.Lo, _ = x.Keys[0].Storage.Load(all.lo)
	firsts := &operators.Array{
		Name: x.Name, Storage: plan.Storage{Width: 4, Bias: -1, Nullable: true}, Len: len(x.Heads),
		Data: unsafe.Slice((*byte)(unsafe.Pointer(&x.Heads[0])), 4*len(x.Heads)),
	}
	out := &Join{Index: x, Firsts: firsts}
	if err := d.once(ctx); err != nil || x.Unique {
		return out, err
	}
	return out, d.sideBySide(ctx, out, from)
}

// directBuild is the state of making a direct index. Each worker fills a part of the buckets,
// which its caches may hold, of all blocks of rows that have some of them.
type directBuild struct {
	*operators.Index
	column dense
	in     *operators.BitSet
	blocks []extent
	lo     uint64 // the stored number of the first bucket
}

// eachRange runs work for parts of the buckets.
func (d *directBuild) eachRange(ctx context.Context, work func(bucketRange)) error {
	return InParallel(ctx, workersFor(d.Table.Rows), len(d.Heads), func(lo, hi int) {
		work(bucketRange{d.in, d.blocks, d.lo, uint64(lo), uint64(hi)})
	})
}

// once finds the row of each bucket, as long as each has one.
func (d *directBuild) once(ctx context.Context) error {
	var twice atomic.Bool
	err := d.eachRange(ctx, func(s bucketRange) {
		if !twice.Load() && !d.column.once(ctx, d.Heads, s) {
			twice.Store(true)
		}
	})
	d.Unique = !twice.Load()
	return err
}

// sideBySide puts the rows of each bucket side by side: they are counted, and then placed.
func (d *directBuild) sideBySide(ctx context.Context, x *Join, from room) error {
	clear(d.Heads)
	if err := d.eachRange(ctx, func(s bucketRange) { d.column.count(ctx, d.Heads, s) }); err != nil {
		return err
	}
	starts, err := from.words(len(d.Heads) + 1)
	if err != nil {
		return err
	}
	rows := uint32(0)
	for b, n := range d.Heads {
		if starts[b] = rows; n > 0 {
			x.Distinct++
		}
		d.Heads[b] = rows
		rows += n
	}
	starts[len(d.Heads)] = rows
	order, err := from.words(int(rows))
	if err != nil {
		return err
	}
	err = d.eachRange(ctx, func(s bucketRange) {
		d.column.place(ctx, d.Heads, order, s)
		for b := s.from; b < s.to; b++ {
			if d.Heads[b] = 0; starts[b] < starts[b+1] {
				d.Heads[b] = order[starts[b]] + 1
			}
		}
	})
	x.Starts, x.Order = Words(x.Name, starts), Words(x.Name+" in order", order)
	return err
}

// Keys gives the numbers that some rows of a column have, nil for all; false where they are no
// whole numbers, or not dense. It is for who asks whether a key is there, and makes no index.
func Keys(ctx context.Context, a *operators.Array, in *operators.BitSet) (keys sets.Ranges, ok bool, err error) {
	if a.Storage.Float {
		return nil, false, nil
	}
	column := denseOf(a)
	blocks, all, err := extents(ctx, column, a.Len, in)
	if err != nil || !all.dense(a.Len) {
		return nil, false, err
	}
	buckets := make([]uint64, (all.hi-all.lo)/64+1)
	err = InParallel(ctx, workersFor(a.Len), len(buckets), func(lo, hi int) {
		column.mark(ctx, buckets, bucketRange{in, blocks, all.lo, uint64(lo) * 64, uint64(hi) * 64})
	})
	least, _ := a.Storage.Load(all.lo)
	return sets.OfBits(buckets, least), true, err
}

// AllKeys gives the key values of a direct index that have rows.
func (x *Join) AllKeys() sets.Ranges {
	places := make([]uint64, (len(x.Heads)+63)/64)
	for i, head := range x.Heads {
		if head != 0 {
			places[i/64] |= 1 << (i % 64)
		}
	}
	return sets.OfBits(places, x.Lo)
}

// KeysOf gives the key values of rows of a direct index.
func (x *Join) KeysOf(rows sets.Ranges) sets.Ranges {
	places := make([]uint64, (len(x.Heads)+63)/64)
	for _, r := range rows {
		for row := r.Lo; row <= r.Hi; row++ {
			if n, null := NumberOf(x.Keys[0], int(row)); !null {
				at := uint64(n) - uint64(x.Lo)
				places[at/64] |= 1 << (at % 64)
			}
		}
	}
	return sets.OfBits(places, x.Lo)
}
