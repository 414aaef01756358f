package index

import (
	"context"
	"slices"

	"gsdms/operators"
)

// merge links rows by going through both tables side by side, where the rows of both come in the order of
// their keys, and reports whether that is so. Lines of orders, events of days and what refers to them do: to
// sort 6 million rows that are in order takes ten times what it takes to see that they are and to merge
// them.
func (l *Link) merge(ctx context.Context, from, to *operators.Array) (done bool, err error) {
	if from == nil {
		from = to
	}
	if to.Storage.Width == wordBytes {
		return mergeKeys(ctx, l, storedNumbers[uint32](from), storedNumbers[uint32](to))
	}
	return mergeKeys(ctx, l, storedNumbers[uint64](from), storedNumbers[uint64](to))
}

func mergeKeys[T unsigned](ctx context.Context, l *Link, from, to []T) (done bool, err error) {
	of, err := followed(ctx, to)
	if !of.ordered || of.nulls || err != nil {
		return false, err
	}
	if by, err := followed(ctx, from); !by.ordered || err != nil {
		return false, err
	}
	l.Unique = of.unique
	return true, eachBlock(ctx, len(from), func(_, lo, hi int) {
		at := -1
		for i, k := range from[lo:hi] {
			if k == 0 {
				continue
			}
			if at < 0 {
				at, _ = slices.BinarySearch(to, k)
			}
			for at < len(to) && to[at] < k {
				at++
			}
			if at < len(to) && to[at] == k {
				l.words[lo+i] = uint32(at) + 1
			}
		}
	})
}

// following is how keys of rows follow each other, but for 0, which is none.
type following[T unsigned] struct {
	first, last T    // 0: there is no key
	nulls       bool // some rows have none
	ordered     bool // none is below the one before
	unique      bool // nor the same
}

// peeked is how many keys are looked at before all: in most tables these are in no order.
const peeked = 1 << 10

// followed says how the keys of all rows follow each other.
func followed[T unsigned](ctx context.Context, keys []T) (all following[T], err error) {
	if all = follow(keys[:min(peeked, len(keys))]); !all.ordered {
		return all, nil
	}
	blocks := make([]following[T], blocksOf(len(keys)))
	err = eachBlock(ctx, len(keys), func(b, lo, hi int) { blocks[b] = follow(keys[lo:hi]) })
	all = following[T]{ordered: true, unique: true}
	for _, b := range blocks {
		all = all.then(b)
	}
	return all, err
}

// then is how keys follow each other of which some come behind others.
func (f following[T]) then(behind following[T]) following[T] {
	f.nulls = f.nulls || behind.nulls
	f.ordered = f.ordered && behind.ordered && (behind.first == 0 || f.last <= behind.first)
	f.unique = f.unique && behind.unique && (behind.first == 0 || f.last < behind.first)
	if f.first == 0 {
		f.first = behind.first
	}
	if behind.last != 0 {
		f.last = behind.last
	}
	return f
}

// follow says how keys follow each other, as far as they ascend.
func follow[T unsigned](keys []T) following[T] {
	f := following[T]{ordered: true, unique: true}
	for _, k := range keys {
		switch {
		case k == 0:
			f.nulls = true
			continue
		case f.first == 0:
			f.first = k
		case k < f.last:
			f.ordered = false
			return f
		case k == f.last:
			f.unique = false
		}
		f.last = k
	}
	return f
}
