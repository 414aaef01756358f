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
// nil where these are not dense for so many rows, or it would take more than most bytes.
func newDirect(ctx context.Context, x *operators.Index, in *operators.BitSet, dense int, most int64, from room) (*Join, error) {
	column := denseOf(x.Keys[0])
	all, err := extentOf(ctx, column, x.Keys[0].Len, in)
	places := int64(all.hi - all.lo + 1)
	if err != nil || !all.dense(dense) || places*4+int64(x.Table.Rows)*4 > most {
		return nil, err
	}
	if x.Heads, err = from.clearWords(ctx, int(places)); err != nil {
		return nil, err
	}
	x.Direct = true
	x.Lo, _ = x.Keys[0].Storage.Load(all.lo)
	firsts := &operators.Array{
		Name: x.Name, Storage: plan.Storage{Width: 4, Bias: -1, Nullable: true}, Len: len(x.Heads),
		Data: unsafe.Slice((*byte)(unsafe.Pointer(&x.Heads[0])), 4*len(x.Heads)),
	}
	out := &Join{Index: x, Firsts: firsts}
	switch {
	case in != nil && all.trend != anyhow:
		return out, out.someAsTheyLie(ctx, column, in, all.lo, from)
	case all.trend == ascending:
		return out, out.asTheyLie(ctx, column, all.lo, from)
	case all.trend == rising:
		return out, out.oneEach(ctx, column, all.lo)
	}
	return out, out.fill(ctx, column, newParting(in, all), from)
}

// oneEach fills the buckets of a column whose numbers rise from row to row: none has a second row, so
// that nobody need deal them out.
func (x *Join) oneEach(ctx context.Context, column dense, lo uint64) error {
	x.Unique, x.Distinct = true, x.Table.Rows
	x.InOrder = x.Full()
	return eachBlock(ctx, x.Table.Rows, func(_, from, to int) { column.place(x.Heads, lo, from, to) })
}

// asTheyLie fills the buckets of a column whose numbers ascend, some of them equal: the rows of
// each bucket lie side by side in the table.
func (x *Join) asTheyLie(ctx context.Context, column dense, lo uint64, from room) error {
	starts, err := from.dirtyWords(len(x.Heads) + 1)
	if err != nil {
		return err
	}
	var some atomic.Int64
	err = eachBlock(ctx, x.Table.Rows, func(_, from, to int) {
		some.Add(int64(column.begin(x.Heads, starts, lo, from, to)))
	})
	starts[len(x.Heads)] = uint32(x.Table.Rows)
	x.Starts, x.Placed, x.Distinct = Words(x.Name, starts), x.Table.Rows, int(some.Load())
	return err
}

// someAsTheyLie fills the buckets with those rows of a column whose numbers ascend that are in a set: one in
// each if that will do, else those of each side by side. Which block's rows go where is known when all blocks
// have counted theirs.
func (x *Join) someAsTheyLie(ctx context.Context, column dense, in *operators.BitSet, lo uint64, from room) error {
	at := make([]int, blocksOf(x.Table.Rows))
	var some atomic.Int64
	err := eachBlock(ctx, x.Table.Rows, func(b, from, to int) {
		rows, buckets := column.firsts(in, x.Heads, lo, from, to)
		at[b] = rows
		some.Add(int64(buckets))
	})
	all := 0
	for b, rows := range at {
		at[b], all = all, all+rows
	}
	x.Distinct, x.Unique = int(some.Load()), int(some.Load()) == all
	if err != nil || x.Unique {
		return err
	}
	starts, err := from.dirtyWords(len(x.Heads) + 1)
	if err != nil {
		return err
	}
	order, err := from.dirtyWords(all)
	if err != nil {
		return err
	}
	starts[len(x.Heads)], x.Placed = uint32(all), all
	x.Starts, x.Order = Words(x.Name, starts), Words(x.Name+" in order", order)
	return eachBlock(ctx, x.Table.Rows, func(b, from, to int) { column.beside(in, starts, order, lo, from, to, at[b]) })
}

// Keys gives the numbers that some rows of a column have, nil for all; false where they are no
// whole numbers, or not dense. It is for who asks whether a key is there, and makes no index.
func Keys(ctx context.Context, a *operators.Array, in *operators.BitSet) (keys sets.Ranges, ok bool, err error) {
	return keysFor(ctx, a, in, a.Len)
}

// keysFor is Keys where those are dense that are so for a number of rows.
func keysFor(ctx context.Context, a *operators.Array, in *operators.BitSet, rows int) (keys sets.Ranges, ok bool, err error) {
	if a.Storage.Float {
		return nil, false, nil
	}
	column := denseOf(a)
	all, err := extentOf(ctx, column, a.Len, in)
	if err != nil || !all.dense(rows) {
		return nil, false, err
	}
	buckets := make([]uint64, (all.hi-all.lo)/64+1)
	err = eachBlock(ctx, a.Len, func(_, from, to int) { column.mark(newParting(in, all), from, to, buckets) })
	least, _ := a.Storage.Load(all.lo)
	return sets.OfBits(buckets, least), true, err
}

// AllKeys gives the key values of a direct index that have rows.
func (x *Join) AllKeys() sets.Ranges {
	if x.Full() {
		return sets.Span(x.Lo, x.Lo+int64(len(x.Heads))-1)
	}
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
