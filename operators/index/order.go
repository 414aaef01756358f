package index

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"slices"
	"sync/atomic"
	"unsafe"

	"gsdms/operators"
	"gsdms/plan"
)

// Order is rows of a table, of one bucket after another, each in the order of values
// without NULLs; without values in their own.
type Order struct {
	Rows      *operators.Array // by place; nil: the place is the row
	Starts    *operators.Array // by bucket: its first place, and behind the last one the end; nil: there is one bucket
	Low, High Bound            // what the ends of a band match
	Len       int
	Most      int  // rows of the largest bucket
	Agrees    bool // low ascends, too; else it is the greatest up to a place, before which no row is within a band
}

// Bound is values of rows by 1 + place; as many as bisection can ask for.
type Bound struct {
	Values *operators.Array
	Reg    operators.Reg
}

// Among how many rows of a key a band is looked for by bisection: of more, and of more than a few where many
// rows ask for each that is put in order, which takes as long as testing some pairs.
const (
	manyPartners = 8
	fewPartners  = 2
	manyAsks     = 4
)

// Bisects reports whether to look for a band among the rows of a key, where so many rows ask.
func (x *Join) Bisects(asks float64) bool {
	if x.Starts == nil {
		return false
	}
	return x.Placed > manyPartners*x.Distinct || x.Placed > fewPartners*x.Distinct && asks > manyAsks*float64(x.Placed)
}

// rowAt is the row at a place of those that lie side by side.
func (x *Join) rowAt(place int) int {
	if x.Order == nil {
		return place
	}
	return int(x.Order.Number(place))
}

// Words is words as an array.
func Words(name string, words []uint32) *operators.Array {
	a := &operators.Array{Name: name, Storage: plan.Storage{Width: 4}, Len: len(words)}
	if len(words) > 0 {
		a.Data = unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), 4*len(words))
	}
	return a
}

// StepsOf is the least power of two above a number of rows: all steps of bisection together
// and one.
func StepsOf(rows int) int {
	steps := 1
	for steps <= rows {
		steps *= 2
	}
	return steps
}

// entryBytes is what a row takes while an order is made, and its other value; keepBytes what numbers
// take, up to two of a row, of which what is kept is made.
const (
	entryBytes = 8
	keepBytes  = 16
)

// NewOrder sorts the rows of a set, nil for all, of a table by what is high, or else low, within the
// buckets or keys of an index, if there is one. The memory that it takes meanwhile is charged, and
// what is kept as it is by Keep.
func (c *Cache) NewOrder(ctx context.Context, t *plan.Table, x *Join, low, high *operators.Array, in *operators.BitSet) (*Order, error) {
	n := t.Rows
	if in != nil {
		n = Members(in)
	}
	held := c.account.Part(ctx)
	defer held.Empty()
	if err := held.Charge(keepBytes * int64(n)); err != nil {
		return nil, err
	}
	by, other := high, low
	if high == nil {
		by, other = low, nil
	}
	words := n
	if other != nil {
		words += n
	}
	all, err := room{charge: held}.entries(words)
	if err != nil && c.beyond != nil {
		all, err = room{more: c.beyond}.entries(words)
	}
	if err != nil {
		return nil, err
	}
	s := &sorting{by: by, other: other, all: all[:0:n], others: all[n:], held: held}
	o, err := s.order(ctx, x, in, t.Rows)
	if err != nil {
		return nil, err
	}
	held.Empty()
	return o, c.Keep(ctx, t, o.Rows, o.Starts, o.Low.Values, o.High.Values)
}

// sorting is an order while it is made: rows, which the values of one array sort.
type sorting struct {
	by, other   *operators.Array // nil: the rows come in their own order; there is one value
	all         []uint64         // by place: a row in the lower half, and what it is sorted by in the upper one
	others      []uint64         // by place: the other value, where there is one
	starts      []uint32
	least, most int64 // values
	held        *operators.Account
}

// order makes the order of the rows of a set among so many.
func (s *sorting) order(ctx context.Context, x *Join, in *operators.BitSet, rows int) (*Order, error) {
	if err := s.gather(ctx, x, in, rows); err != nil {
		return nil, err
	}
	o := &Order{Len: len(s.all), Agrees: true}
	if x != nil {
		o.Starts = Words(x.Name, s.starts)
	}
	for b, from := range s.starts[:len(s.starts)-1] {
		o.Most = max(o.Most, int(s.starts[b+1]-from))
	}
	if s.by != nil {
		if err := s.sort(ctx, o.Most); err != nil {
			return nil, err
		}
	}
	if s.other != nil {
		s.load(ctx)
		if o.Agrees = s.alike(ctx); !o.Agrees {
			s.greatestBefore(ctx)
		}
	}
	s.keep(ctx, o)
	return o, nil
}

// gather takes the rows of a set without NULLs, of one bucket after another: they are counted by the places
// at which an index has them, and then placed.
func (s *sorting) gather(ctx context.Context, x *Join, in *operators.BitSet, rows int) error {
	rowAt := func(place int) int { return place }
	if x != nil {
		rows, rowAt = int(x.Starts.Number(x.Starts.Len-1)), x.rowAt
	}
	workers := workersFor(rows)
	counted := make([]gathered, workers)
	taken := make([]uint64, (rows+63)/64) // places
	err := inShares(ctx, workers, rows, func(w, from, to int) { counted[w].add(s.take(in, taken, from, to, rowAt)) })
	if err != nil {
		return err
	}
	all := gathered{}
	for w, n := range counted {
		counted[w].rows = all.rows
		all.add(n)
	}
	s.all, s.least, s.most = s.all[:all.rows], all.least, all.most
	s.starts = s.startsOf(x, taken, all.rows)
	return inShares(ctx, workers, rows, func(w, from, to int) {
		at := counted[w].rows
		for word := from / 64; word < (to+63)/64; word++ {
			for left := taken[word]; left != 0; left &= left - 1 {
				s.all[at] = uint64(rowAt(word*64 + bits.TrailingZeros64(left)))
				at++
			}
		}
		counted[w].rows = at
	})
}

// gathered is how many rows are taken, and between which values.
type gathered struct {
	rows        int
	least, most int64
}

func (g *gathered) add(o gathered) {
	switch {
	case o.rows == 0:
	case g.rows == 0:
		*g = o
	default:
		*g = gathered{g.rows + o.rows, min(g.least, o.least), max(g.most, o.most)}
	}
}

// take marks the places [from, to), of which the first is that of a word, whose rows are in a set and have no NULL.
func (s *sorting) take(in *operators.BitSet, taken []uint64, from, to int, rowAt func(place int) int) (n gathered) {
	n.least, n.most = math.MaxInt64, math.MinInt64
	for place := from; place < to; place++ {
		row := rowAt(place)
		if v, ok := s.valueOf(row); ok && Has(in, row) {
			n.rows, n.least, n.most = n.rows+1, min(n.least, v), max(n.most, v)
			taken[place/64] |= 1 << (place % 64)
		}
	}
	return n
}

// startsOf is where the taken rows of each bucket begin, and behind them their end.
func (s *sorting) startsOf(x *Join, taken []uint64, rows int) []uint32 {
	if x == nil {
		return []uint32{0, uint32(rows)}
	}
	out := make([]uint32, x.Starts.Len)
	before, word := 0, 0 // taken places of the words before that one
	for b := range out {
		place := int(x.Starts.Number(b))
		for ; word < place/64; word++ {
			before += bits.OnesCount64(taken[word])
		}
		out[b] = uint32(before)
		if place%64 > 0 {
			out[b] += uint32(bits.OnesCount64(taken[word] & (1<<(place%64) - 1)))
		}
	}
	return out
}

// valueOf gives what a row is sorted by; false where that or its other value is NULL.
func (s *sorting) valueOf(row int) (v int64, ok bool) {
	null := false
	if s.by != nil {
		v, null = placeOf(s.by, row)
	}
	if s.other != nil && !null {
		_, null = placeOf(s.other, row)
	}
	return v, !null
}

// placeOf gives the number that a row has in an array, or the rank of its double, and whether it is NULL. Two
// zeros have one rank.
func placeOf(a *operators.Array, row int) (v int64, null bool) {
	stored := a.Stored(row)
	if !a.Storage.Float {
		return a.Storage.Load(stored)
	}
	return plan.RankOf(math.Float64frombits(stored) + 0), stored == plan.NullBits
}

// load looks up the other values of the rows in order.
func (s *sorting) load(ctx context.Context) {
	s.others = s.others[:len(s.all)]
	AllOf(ctx, len(s.all), func(from, to int) {
		for i, e := range s.all[from:to] {
			v, _ := placeOf(s.other, int(uint32(e)))
			s.others[from+i] = uint64(v)
		}
	})
}

// alike reports whether the other values ascend in each bucket, too.
func (s *sorting) alike(ctx context.Context) bool {
	var falls atomic.Bool
	s.eachBucket(ctx, func(from, to int) {
		if !falls.Load() && !slices.IsSortedFunc(s.others[from:to], func(a, b uint64) int { return cmp.Compare(int64(a), int64(b)) }) {
			falls.Store(true)
		}
	})
	return !falls.Load()
}

// greatestBefore makes the other value of each row the greatest of those from the begin of its bucket
// to it: of spans in the order of where they begin, that is where the last of them ends that began no
// later. Where it passes a bound for the first time, the row itself does: one look finds a partner, if
// there is any.
func (s *sorting) greatestBefore(ctx context.Context) {
	s.eachBucket(ctx, func(from, to int) {
		for i := from + 1; i < to; i++ {
			s.others[i] = uint64(max(int64(s.others[i]), int64(s.others[i-1])))
		}
	})
}

// eachBucket calls work for where the rows of each bucket lie.
func (s *sorting) eachBucket(ctx context.Context, work func(from, to int)) {
	AllOf(ctx, len(s.starts)-1, func(lo, hi int) {
		for b := lo; b < hi; b++ {
			work(int(s.starts[b]), int(s.starts[b+1]))
		}
	})
}

// keep stores the rows and their values, which are those of both ends where there is no other.
func (s *sorting) keep(ctx context.Context, o *Order) {
	n := StepsOf(o.Most)
	if o.Starts != nil {
		n += o.Len
	}
	numbers := make([]int64, max(n, o.Len))
	AllOf(ctx, o.Len, func(from, to int) {
		for i, e := range s.all[from:to] {
			numbers[from+i] = int64(uint32(e))
		}
	})
	o.Rows, _ = Numbers(ctx, "rows in order", numbers[:o.Len], nil)
	if s.by == nil || o.Len == 0 {
		return
	}
	o.Low = o.bound(ctx, s.by, numbers[:n], func(place int) int64 { return s.value(s.all[place]) })
	o.High = o.Low
	if s.other != nil {
		o.Low = o.bound(ctx, s.other, numbers[:n], func(place int) int64 { return int64(s.others[place]) })
	}
}

// bound stores the values of places, which are those of an array, made in numbers.
func (o *Order) bound(ctx context.Context, of *operators.Array, numbers []int64, value func(place int) int64) Bound {
	AllOf(ctx, len(numbers), func(from, to int) {
		for i := from; i < to; i++ {
			numbers[i] = value(min(max(i, 1), o.Len) - 1)
		}
	})
	name := of.Name + " in order"
	if !of.Storage.Float {
		a, r := Numbers(ctx, name, numbers, nil)
		return Bound{a, r}
	}
	doubles := make([]float64, len(numbers))
	AllOf(ctx, len(numbers), func(from, to int) {
		for i, rank := range numbers[from:to] {
			doubles[from+i] = plan.OfRank(rank)
		}
	})
	return Bound{Floats(ctx, name, doubles, nil), operators.Reg{Float: true}}
}

// Bytes is the memory that the order takes.
func (o *Order) Bytes() int64 {
	bytes := int64(192)
	for _, a := range []*operators.Array{o.Rows, o.Starts, o.Low.Values, o.High.Values} {
		if a != nil {
			bytes += int64(len(a.Data))
		}
	}
	return bytes
}
