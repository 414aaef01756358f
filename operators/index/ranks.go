package index

import (
	"context"
	"math"
	"slices"
	"sync/atomic"

	"gsdms/operators"
	"gsdms/operators/radix"
	"gsdms/plan"
)

// Numbers that lie far apart, as those of users that are hashes of something, are not the numbers of
// groups, nor places of bits. Their ranks are.

// Ranks says which place the number of each row of a column has among all different ones, in their
// order.
type Ranks struct {
	Places *operators.Array // by row; NULL where the number is
	Values *operators.Array // by place
}

// MostRanked is how many different numbers are ranked at most: tables of more are read at random places
// in memory.
const MostRanked = 1 << 20

// RanksBytes is the memory that ranking so many rows takes while it goes on.
func RanksBytes(rows int) int64 {
	const each = 2*4 + 8 + 2*16 + 4 // bytes of a number: in a table half empty, by itself, sorted, and its rank
	return each * int64(workersFor(rows)) * min(2*MostRanked, int64(rows))
}

// NewRanks ranks the numbers of a column; nil where more than MostRanked differ. Zeros are one number,
// with a sign or without.
func NewRanks(ctx context.Context, a *operators.Array) (*Ranks, error) {
	s := a.Storage
	switch {
	case s.Float:
		return rank(ctx, a, func(t *rankTable, lo, hi int, to []uint32) {
			numberDoubles(t, storedNumbers[uint64](a)[lo:hi], to, s.Nullable)
		})
	case s.Width == 8:
		return rank(ctx, a, numbering(storedNumbers[uint64](a), s.Nullable))
	case s.Width == 4:
		return rank(ctx, a, numbering(storedNumbers[uint32](a), s.Nullable))
	case s.Width == 2:
		return rank(ctx, a, numbering(storedNumbers[uint16](a), s.Nullable))
	}
	return rank(ctx, a, numbering(storedNumbers[uint8](a), s.Nullable))
}

// rank has each worker number what it comes across among its rows, by a function that writes 1 + the
// numbers that a table has for rows from lo to hi, and then turns these into places.
func rank(ctx context.Context, a *operators.Array, number func(t *rankTable, lo, hi int, to []uint32)) (*Ranks, error) {
	name, workers := a.Name+" by rank", workersFor(a.Len)
	r := &Ranks{Places: newArray(name, plan.Storage{Width: 4, Bias: -1, Nullable: a.Storage.Nullable}, a.Len)}
	places, tables := storedNumbers[uint32](r.Places), make([]*rankTable, workers)
	var many atomic.Bool
	part := func(w int) (from, to int) { return a.Len * w / workers, a.Len * (w + 1) / workers }
	err := InParallel(ctx, workers, workers, func(w, _ int) {
		t := newRankTable()
		for at, end := part(w); at < end && !many.Load() && !over(ctx); at += blockRows {
			to := min(end, at+blockRows)
			number(t, at, to, places[at:to])
			if len(t.numbers) > MostRanked {
				many.Store(true)
			}
		}
		t.sort()
		tables[w] = t
	})
	if err != nil || many.Load() {
		return nil, err
	}
	numbers := mergeRanks(tables)
	if len(numbers) > MostRanked {
		return nil, nil
	}
	r.Values = rankedValues(name, a.Storage, numbers)
	return r, InParallel(ctx, workers, workers, func(w, _ int) {
		for at, end := part(w); at < end && !over(ctx); at += blockRows {
			for i, n := range places[at:min(end, at+blockRows)] {
				if n != 0 {
					places[at+i] = tables[w].places[n-1] + 1
				}
			}
		}
	})
}

// rankedValues stores the numbers of tables as a column's storage has them.
func rankedValues(name string, s plan.Storage, numbers []uint64) *operators.Array {
	out := newArray(name, plan.Storage{Width: 8, Bias: s.Bias, Float: s.Float}, len(numbers))
	to := storedNumbers[uint64](out)
	copy(to, numbers)
	if s.Float {
		for i, n := range to {
			to[i] = math.Float64bits(plan.OfRank(int64(n ^ 1<<63)))
		}
	}
	return out
}

// numbering numbers the stored numbers of rows, none of NULL.
func numbering[T unsigned](of []T, nullable bool) func(t *rankTable, lo, hi int, to []uint32) {
	return func(t *rankTable, lo, hi int, to []uint32) {
		for i, n := range of[lo:hi] {
			if n != 0 || !nullable {
				to[i] = t.number(uint64(n))
			}
		}
	}
}

// numberDoubles numbers the ranks of doubles, as numbers without a sign.
func numberDoubles(t *rankTable, of []uint64, to []uint32, nullable bool) {
	for i, b := range of {
		if b != plan.NullBits || !nullable {
			to[i] = t.number(uint64(plan.RankOf(math.Float64frombits(b)+0)) ^ 1<<63)
		}
	}
}

// rankTable numbers different numbers as they come.
type rankTable struct {
	slots   []uint32 // 1 + the number of a number, 0 where there is none; half empty at least
	numbers []uint64
	sorted  []radix.Entry // of these, Row their numbers
	places  []uint32      // by number
}

func newRankTable() *rankTable { return &rankTable{slots: make([]uint32, 1<<12)} }

// number gives 1 + the number of n.
func (t *rankTable) number(n uint64) uint32 {
	mask := uint64(len(t.slots) - 1)
	for i := operators.HashKey(operators.HashStart, int64(n)) & mask; ; i = (i + 1) & mask {
		s := t.slots[i]
		if s == 0 {
			return t.add(n, i)
		}
		if t.numbers[s-1] == n {
			return s
		}
	}
}

// add puts a number that is not there in a slot.
func (t *rankTable) add(n, slot uint64) uint32 {
	t.numbers = append(t.numbers, n)
	t.slots[slot] = uint32(len(t.numbers))
	if 2*len(t.numbers) > len(t.slots) {
		t.grow()
	}
	return uint32(len(t.numbers))
}

func (t *rankTable) grow() {
	t.slots = make([]uint32, 2*len(t.slots))
	mask := uint64(len(t.slots) - 1)
	for k, n := range t.numbers {
		i := operators.HashKey(operators.HashStart, int64(n)) & mask
		for t.slots[i] != 0 {
			i = (i + 1) & mask
		}
		t.slots[i] = uint32(k) + 1
	}
}

// sort puts the numbers in order.
func (t *rankTable) sort() {
	t.slots = nil
	t.sorted = make([]radix.Entry, len(t.numbers))
	for i, n := range t.numbers {
		t.sorted[i] = radix.Entry{Key: n, Row: uint32(i)}
	}
	radix.Sort(t.sorted)
}

// mergeRanks gives the numbers of all tables, each once and in order, and tells the tables their places.
func mergeRanks(tables []*rankTable) (numbers []uint64) {
	for _, t := range tables {
		for _, e := range t.sorted {
			numbers = append(numbers, e.Key)
		}
	}
	if len(tables) > 1 {
		slices.Sort(numbers)
	}
	numbers = slices.Compact(numbers)
	for _, t := range tables {
		t.places = make([]uint32, len(t.numbers))
		at := uint32(0)
		for _, e := range t.sorted {
			for numbers[at] != e.Key {
				at++
			}
			t.places[e.Row] = at
		}
	}
	return numbers
}
