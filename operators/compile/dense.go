package compile

import (
	"context"
	"unsafe"

	"gsdms/operators"
)

// unsigned is what a column of whole numbers is stored as.
type unsigned interface {
	uint8 | uint16 | uint32 | uint64
}

// dense is a column that a direct index is built of, as it is stored.
type dense interface {
	// bounds gives the least and the greatest stored number of some rows, nil for all, that
	// is not NULL; false where there is none.
	bounds(in *operators.BitSet) (lo, hi uint64, ok bool)
	// chain fills the chains of a direct index, from the last row to the first, so that they
	// ascend. There are chains only where a key comes twice.
	chain(ctx context.Context, x *operators.Index, in *operators.BitSet, lo uint64, from room) error
}

// numbers is a dense column by the type of its stored numbers.
type numbers[T unsigned] struct {
	of       []T
	nullable bool
}

func denseOf(a *operators.Array) dense {
	switch a.Storage.Width {
	case 1:
		return numbers[uint8]{storedNumbers[uint8](a), a.Storage.Nullable}
	case 2:
		return numbers[uint16]{storedNumbers[uint16](a), a.Storage.Nullable}
	case 4:
		return numbers[uint32]{storedNumbers[uint32](a), a.Storage.Nullable}
	}
	return numbers[uint64]{storedNumbers[uint64](a), a.Storage.Nullable}
}

func storedNumbers[T unsigned](a *operators.Array) []T {
	if a.Len == 0 {
		return nil
	}
	_ = a.Data[a.Len*a.Storage.Width-1]
	return unsafe.Slice((*T)(unsafe.Pointer(&a.Data[0])), a.Len)
}

func (c numbers[T]) bounds(in *operators.BitSet) (lo, hi uint64, ok bool) {
	for row, n := range c.of {
		switch n := uint64(n); {
		case n == 0 && c.nullable || !has(in, row):
		case !ok:
			lo, hi, ok = n, n, true
		default:
			lo, hi = min(lo, n), max(hi, n)
		}
	}
	return lo, hi, ok
}

func (c numbers[T]) chain(ctx context.Context, x *operators.Index, in *operators.BitSet, lo uint64, from room) (err error) {
	x.Unique = true
	for row := len(c.of) - 1; row >= 0 && !ends(ctx, row); row-- {
		n := uint64(c.of[row])
		if n == 0 && c.nullable || !has(in, row) {
			continue
		}
		head := &x.Heads[n-lo]
		if *head != 0 && x.Unique {
			x.Unique = false
			if x.Next, err = from.words(x.Table.Rows); err != nil {
				return err
			}
		}
		if !x.Unique {
			x.Next[row] = *head
		}
		*head = uint32(row) + 1
	}
	return ctx.Err()
}
