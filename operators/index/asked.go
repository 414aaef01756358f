package index

import (
	"context"
	"errors"
	"math/bits"

	"gsdms/operators"
	"gsdms/plan"
)

// Asked says which of the numbers that several keys make have rows, for who asks for nothing else: no
// row is put in its place.
type Asked struct {
	Packed Packed
	There  *operators.Array // by number: 1, or 0 of one without rows; 0 behind the last, for NULL
}

// Asked finds which keys rows of a table have, those of a set, nil for all; nil where what keys can
// be is too much for a table, or no number, or memory has no room to find it.
func (c *Cache) Asked(ctx context.Context, name string, t *plan.Table, keys []*operators.Array, in *operators.BitSet) (*Asked, error) {
	held := c.of(t).Part(ctx)
	defer held.Empty()
	a, err := asked(ctx, name, t, keys, in, room{charge: held})
	if errors.As(err, new(*operators.ShortError)) {
		return nil, nil
	}
	return a, err
}

func asked(ctx context.Context, name string, t *plan.Table, keys []*operators.Array, in *operators.BitSet, from room) (*Asked, error) {
	p, err := packing(ctx, keys, in)
	if err != nil || p == nil || uint64(p.last()) >= uint64(max(DensePlaces, PlacesPerRow*t.Rows)) {
		return nil, err
	}
	packed, err := p.array(ctx, keys, in, from)
	if err != nil {
		return nil, err
	}
	places := int(p.last()) + 1
	words, err := from.bytes(8 * ((places + 63) / 64))
	if err != nil {
		return nil, err
	}
	clear(words)
	buckets := storedNumbers[uint64](&operators.Array{Data: words, Len: len(words) / 8})
	all := extent{lo: 1, hi: uint64(places), some: true} // stored numbers; 0 is NULL
	err = eachBlock(ctx, packed.Len, func(_, from, to int) { denseOf(packed).mark(newParting(nil, all), from, to, buckets) })
	if err != nil {
		return nil, err
	}
	there := newArray(name, plan.Storage{Width: 1}, places+1)
	for i, word := range buckets {
		for ; word != 0; word &= word - 1 {
			there.Data[64*i+bits.TrailingZeros64(word)] = 1
		}
	}
	return &Asked{Packed: p, There: there}, nil
}

// Bytes is the memory that it takes.
func (a *Asked) Bytes() int64 { return int64(len(a.There.Data)) + 256 }
