package index

import (
	"context"
	"math"

	"gsdms/operators"
	"gsdms/plan"
)

// A join by several columns of numbers is one by a single number, where 64 bits hold their
// ranges side by side: that is hashed and compared once, and it may be dense.

// Packed is how several keys make one number: the sum of what they are above their least
// values, times their strides. Keys outside of the bounds find nobody.
type Packed []Part

// Part is the share of one key.
type Part struct{ Lo, Hi, Stride int64 }

// mostPacked is how many numbers packed keys can be: stored ones have one more, for NULL.
const mostPacked = math.MaxInt64 >> 1

// packing says how the keys of some rows, nil for all, are packed; nil where one holds doubles, no
// row has a key, or 64 bits do not do.
func packing(ctx context.Context, keys []*operators.Array, in *operators.BitSet) (Packed, error) {
	extents := make([]extent, len(keys))
	for i, k := range keys {
		if k.Storage.Float {
			return nil, nil
		}
		var err error
		if extents[i], err = extentOf(ctx, denseOf(k), k.Len, in); err != nil || !extents[i].some {
			return nil, err
		}
	}
	out, stride := make(Packed, len(keys)), int64(1)
	for _, i := range leastFirst(extents) {
		all := extents[i]
		if all.hi-all.lo >= uint64(mostPacked/stride) {
			return nil, nil
		}
		out[i].Lo, _ = keys[i].Storage.Load(all.lo)
		out[i].Hi, _ = keys[i].Storage.Load(all.hi)
		out[i].Stride = stride
		stride *= int64(all.hi-all.lo) + 1
	}
	return out, nil
}

// leastFirst gives keys in the order of their digits, the lowest first: a key that rows come in the order of
// is above the others, so that they come in that of the packed keys, or nearly.
func leastFirst(extents []extent) (order []int) {
	for _, high := range []bool{false, true} {
		for i := len(extents) - 1; i >= 0; i-- {
			if (extents[i].trend != anyhow) == high {
				order = append(order, i)
			}
		}
	}
	return order
}

// packKeys packs key arrays into one, if they can be.
func packKeys(ctx context.Context, keys []*operators.Array, in *operators.BitSet, from room) (p Packed, packed []*operators.Array, err error) {
	packed = keys
	if len(keys) < 2 {
		return nil, keys, nil
	}
	err = operators.Guarded(func() error {
		if p, err = packing(ctx, keys, in); p == nil || err != nil {
			return err
		}
		a, err := p.array(ctx, keys, in, from)
		packed = []*operators.Array{a}
		return err
	})
	return p, packed, err
}

// last is the greatest packed number.
func (p Packed) last() int64 {
	n := int64(0)
	for _, part := range p {
		n += (part.Hi - part.Lo) * part.Stride
	}
	return n
}

// storage is how packed keys are stored.
func (p Packed) storage() plan.Storage {
	s := plan.Storage{Width: 8, Nullable: true, Bias: -1}
	if p.last() < math.MaxUint32 {
		s.Width = 4
	}
	return s
}

// array gives the packed keys of all rows: NULL where one is NULL, or the row is not in the
// set.
func (p Packed) array(ctx context.Context, keys []*operators.Array, in *operators.BitSet, from room) (*operators.Array, error) {
	a := &operators.Array{Name: keys[0].Name, Storage: p.storage(), Len: keys[0].Len}
	var err error
	if a.Data, err = from.bytes(a.Len * a.Storage.Width); err != nil {
		return nil, err
	}
	return a, eachBlock(ctx, a.Len, func(_, lo, hi int) {
		if a.Storage.Width == 4 {
			fillPacked(p, storedNumbers[uint32](a)[lo:hi], keys, in, lo)
		} else {
			fillPacked(p, storedNumbers[uint64](a)[lo:hi], keys, in, lo)
		}
	})
}

// fillPacked stores the packed keys of some rows, from row lo on, key by key.
func fillPacked[T unsigned](p Packed, to []T, keys []*operators.Array, in *operators.BitSet, lo int) {
	for i := range to {
		if Has(in, lo+i) {
			to[i] = 1
		}
	}
	for i, part := range p {
		switch k := keys[i]; k.Storage.Width {
		case 1:
			addPart(part, to, storedNumbers[uint8](k)[lo:], k.Storage)
		case 2:
			addPart(part, to, storedNumbers[uint16](k)[lo:], k.Storage)
		case 4:
			addPart(part, to, storedNumbers[uint32](k)[lo:], k.Storage)
		default:
			addPart(part, to, storedNumbers[uint64](k)[lo:], k.Storage)
		}
	}
}

// addPart adds the share of a key to the rows that are not NULL yet.
func addPart[T, K unsigned](part Part, to []T, of []K, s plan.Storage) {
	lo, stride := s.Store(part.Lo), uint64(part.Stride)
	for row, n := range of[:len(to)] {
		switch {
		case to[row] == 0:
		case s.Nullable && n == 0:
			to[row] = 0
		default:
			to[row] += T((uint64(n) - lo) * stride)
		}
	}
}
