package work

import (
	"context"
	"slices"
)

// Work on many rows asks every so often whether its context has ended: some tens of
// milliseconds of work at most lie between.
const comparesBetween = 1 << 12

// Sort sorts as slices.SortFunc does. When ctx ends it gives up: all are as good as
// equal from then on, which ends a sort soon, and the order means nothing.
func Sort[T any](ctx context.Context, s []T, compare func(a, b T) int) error {
	compares := 0
	var ended error
	slices.SortFunc(s, func(a, b T) int {
		if compares++; compares%comparesBetween == 0 && ended == nil {
			ended = ctx.Err()
		}
		if ended != nil {
			return 0
		}
		return compare(a, b)
	})
	return ended
}

// Identity gives 0, 1 … rows-1: rows in the order that they have.
func Identity(rows int) []uint32 {
	order := make([]uint32, rows)
	for i := range order {
		order[i] = uint32(i)
	}
	return order
}
