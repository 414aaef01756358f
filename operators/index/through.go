package index

import (
	"context"
	"errors"
	"math"

	"gsdms/operators"
	"gsdms/plan"
)

// ErrNoNull says that keys are all numbers of 64 bits, which leave none for NULL.
var ErrNoNull = errors.New("NULL beside all numbers of 64 bits")

// Through gives, for each row number, the element of keys, and NULL for NULL: as the keys are
// stored, but for room for NULL. ErrNoNull where there is none.
func Through(ctx context.Context, rows, keys *operators.Array) (*operators.Array, error) {
	if rows.Storage.Nullable && !keys.Storage.Nullable {
		var err error
		if keys, err = withNull(ctx, keys); err != nil {
			return nil, err
		}
	}
	out := unclearedArray(keys.Name, keys.Storage, rows.Len)
	g := gathering{rows, keys, out}
	err := eachBlock(ctx, rows.Len, func(_, from, to int) {
		switch keys.Storage.Width {
		case 1:
			gather[uint8](g, from, to)
		case 2:
			gather[uint16](g, from, to)
		case 4:
			gather[uint32](g, from, to)
		default:
			gather[uint64](g, from, to)
		}
	})
	return out, err
}

// withNull gives numbers of which none is NULL as they are stored where one may be.
func withNull(ctx context.Context, a *operators.Array) (*operators.Array, error) {
	s := a.Storage
	s.Nullable = true
	if s.Float {
		out := *a
		out.Storage = s
		return &out, nil
	}
	most := uint64(0)
	InBlocks(ctx, a.Len, func(from, to int) {
		for i := from; i < to; i++ {
			most = max(most, a.Stored(i))
		}
	})
	if most == math.MaxUint64 {
		return nil, ErrNoNull
	}
	s.Width, s.Bias = widthOf(most+1), s.Bias-1
	out := newArray(a.Name, s, a.Len)
	InBlocks(ctx, a.Len, func(from, to int) {
		for i := from; i < to; i++ {
			put(out, i, a.Stored(i)+1)
		}
	})
	return out, nil
}

// gathering is an array that is made of the elements of another, by their places.
type gathering struct{ rows, keys, out *operators.Array }

// gather fills the elements [from, to) of what is made of keys of a type.
func gather[K unsigned](g gathering, from, to int) {
	switch g.rows.Storage.Width {
	case 1:
		gatherBy[uint8, K](g, from, to)
	case 2:
		gatherBy[uint16, K](g, from, to)
	case 4:
		gatherBy[uint32, K](g, from, to)
	default:
		gatherBy[uint64, K](g, from, to)
	}
}

func gatherBy[R, K unsigned](g gathering, from, to int) {
	rows, keys, out := storedNumbers[R](g.rows), storedNumbers[K](g.keys), storedNumbers[K](g.out)
	none := uint64(0)
	if g.keys.Storage.Float {
		none = plan.NullBits
	}
	bias, nullable := uint64(g.rows.Storage.Bias), g.rows.Storage.Nullable
	for i := from; i < to; i++ {
		if n := rows[i]; n != 0 || !nullable {
			out[i] = keys[uint64(n)+bias]
		} else {
			out[i] = K(none)
		}
	}
}
