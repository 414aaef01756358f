package rows

import (
	"context"

	"gsdms/operators"
	"gsdms/operators/compile/emit"
	"gsdms/operators/index"
	"gsdms/plan"
	"gsdms/plan/value"
)

// WideBytes is what a value of a row takes while an array of them is made, with its NULL and as it
// is stored at most.
const WideBytes = 8 + 1 + 8

// Decoded gives the numbers that codes stand for, NULL where 64 bits do not hold one.
func Decoded(ctx context.Context, a *operators.Array, d *plan.Dictionary) (*operators.Array, error) {
	of, none := Narrowed(d)
	numbers, null := make([]int64, a.Len), make([]bool, a.Len)
	index.AllOf(ctx, a.Len, func(from, to int) {
		for i := from; i < to; i++ {
			code, isNull := a.Storage.Load(index.Stored(a, i))
			if null[i] = isNull || none[code]; !null[i] {
				numbers[i] = of[code]
			}
		}
	})
	out, _, err := emit.NullableNumbers(ctx, a.Name, numbers, null)
	return out, err
}

// Narrowed gives the numbers of a dictionary, and which 64 bits do not hold.
func Narrowed(d *plan.Dictionary) (numbers []int64, none []bool) {
	numbers, none = make([]int64, d.Len()), make([]bool, d.Len())
	for i := range numbers {
		n := value.KeyNumber(d.Bytes(i))
		if none[i] = !n.IsInt64(); !none[i] {
			numbers[i] = n.Int64()
		}
	}
	return numbers, none
}

// Within gives the numbers of a dictionary, and in the place of those below one or above another number that
// one.
func Within(d *plan.Dictionary, lo, hi int64) []int64 {
	out := make([]int64, d.Len())
	for i := range out {
		switch n := value.KeyNumber(d.Bytes(i)); {
		case n.IsInt64():
			out[i] = min(max(n.Int64(), lo), hi)
		case n.Sign() < 0:
			out[i] = lo
		default:
			out[i] = hi
		}
	}
	return out
}

// Unsigned gives the numbers of a dictionary as unsigned ones are stored, and which are none.
func Unsigned(d *plan.Dictionary) (numbers []int64, none []bool) {
	numbers, none = make([]int64, d.Len()), make([]bool, d.Len())
	for i := range numbers {
		n := value.KeyNumber(d.Bytes(i))
		if none[i] = !n.IsUint64(); !none[i] {
			numbers[i] = value.OfUnsigned(n.Uint64()).Int
		}
	}
	return numbers, none
}

// Mapped applies a function to the numbers of an array.
func Mapped(ctx context.Context, a *operators.Array, f func(int64) int64) *operators.Array {
	numbers, null := make([]int64, a.Len), make([]bool, a.Len)
	index.AllOf(ctx, a.Len, func(from, to int) {
		for i := from; i < to; i++ {
			if numbers[i], null[i] = a.Storage.Load(index.Stored(a, i)); !null[i] {
				numbers[i] = f(numbers[i])
			}
		}
	})
	out, _ := index.Numbers(ctx, a.Name, numbers, null)
	return out
}

// Floats gives the numbers of an array, over a divisor, as doubles.
func Floats(ctx context.Context, a *operators.Array, divisor int64) *operators.Array {
	values, null := make([]float64, a.Len), make([]bool, a.Len)
	index.AllOf(ctx, a.Len, func(from, to int) {
		for i := from; i < to; i++ {
			n, isNull := a.Storage.Load(index.Stored(a, i))
			if null[i] = isNull; !isNull {
				values[i] = operators.QuotientFloat(n, divisor)
			}
		}
	})
	return index.Floats(ctx, a.Name, values, null)
}
