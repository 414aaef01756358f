package index

import (
	"context"
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

// fewPartners is how many rows a key has whose pairs are tested one by one.
const fewPartners = 8

// Bisects reports whether to look for a band among the rows of a key.
func (x *Join) Bisects() bool {
	return x.Starts != nil && x.Placed > fewPartners*x.Distinct
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

// placed is a row and its values.
type placed struct{ value, other, row int64 }

// placeBytes is what a row takes while an order is made; keepBytes what it takes beside that while
// it is kept.
const (
	placeBytes = int(unsafe.Sizeof(placed{}))
	keepBytes  = 8
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
	all, err := room{charge: held}.places(n)
	if err != nil && c.beyond != nil {
		all, err = room{more: c.beyond}.places(n)
	}
	if err != nil {
		return nil, err
	}
	o, err := newOrder(ctx, all, room{charge: held}, x, low, high, in, t.Rows)
	if err != nil {
		return nil, err
	}
	return o, c.Keep(ctx, t, o.Rows, o.Starts, o.Low.Values, o.High.Values)
}

// newOrder makes an order in memory for its rows.
func newOrder(ctx context.Context, all []placed, from room, x *Join, low, high *operators.Array, in *operators.BitSet, rows int) (*Order, error) {
	by, other := high, low
	if high == nil {
		by, other = low, nil
	}
	starts := []uint32{0}
	pause := pacer(ctx)
	bucket := func(from, to int, row func(int) int) {
		for i := from; i < to; i++ {
			pause()
			if p, ok := placeRow(by, other, row(i)); ok && Has(in, row(i)) {
				all = append(all, p)
			}
		}
		starts = append(starts, uint32(len(all)))
	}
	if x == nil {
		bucket(0, rows, func(i int) int { return i })
	} else {
		for b := range x.Starts.Len - 1 {
			bucket(int(x.Starts.Number(b)), int(x.Starts.Number(b+1)), x.rowAt)
		}
	}
	o := &Order{Len: len(all), Agrees: true}
	if x != nil {
		o.Starts = Words(x.Name, starts)
	}
	for b, from := range starts[:len(starts)-1] {
		o.Most = max(o.Most, int(starts[b+1]-from))
	}
	if err := sortBuckets(ctx, all, starts, o.Most, from); err != nil {
		return nil, err
	}
	if o.Agrees = other == nil || alike(ctx, all, starts); !o.Agrees {
		greatestBefore(ctx, all, starts)
	}
	o.keep(ctx, all, by, other)
	return o, nil
}

// placeRow gives a row with its values; false where one is NULL.
func placeRow(by, other *operators.Array, row int) (p placed, ok bool) {
	p.row = int64(row)
	null := false
	if by != nil {
		p.value, null = by.Storage.Load(by.Stored(row))
	}
	if other != nil && !null {
		p.other, null = other.Storage.Load(other.Stored(row))
	}
	return p, !null
}

// alike reports whether the other values ascend in each bucket, too.
func alike(ctx context.Context, all []placed, starts []uint32) bool {
	pause := pacer(ctx)
	for b, from := range starts[:len(starts)-1] {
		for i := from + 1; i < starts[b+1]; i++ {
			pause()
			if all[i].other < all[i-1].other {
				return false
			}
		}
	}
	return true
}

// greatestBefore makes the other value of each row the greatest of those from the begin of its bucket
// to it: of spans in the order of where they begin, that is where the last of them ends that began no
// later. Where it passes a bound for the first time, the row itself does: one look finds a partner, if
// there is any.
func greatestBefore(ctx context.Context, all []placed, starts []uint32) {
	pause := pacer(ctx)
	for b, from := range starts[:len(starts)-1] {
		for i := int(from) + 1; i < int(starts[b+1]); i++ {
			pause()
			all[i].other = max(all[i].other, all[i-1].other)
		}
	}
}

// keep stores the rows and their values: by is what they are in the order of, for both ends
// where there is no other.
func (o *Order) keep(ctx context.Context, all []placed, by, other *operators.Array) {
	numbers := make([]int64, len(all))
	for i, p := range all {
		numbers[i] = p.row
	}
	o.Rows, _ = Numbers(ctx, "rows in order", numbers, nil)
	if by == nil || len(all) == 0 {
		return
	}
	first := o.bound(ctx, by.Name, all, func(p placed) int64 { return p.value })
	o.Low, o.High = first, first
	if other != nil {
		o.Low = o.bound(ctx, other.Name, all, func(p placed) int64 { return p.other })
	}
}

func (o *Order) bound(ctx context.Context, name string, all []placed, value func(placed) int64) Bound {
	n := StepsOf(o.Most)
	if o.Starts != nil {
		n += o.Len
	}
	numbers := make([]int64, n)
	for i := range numbers {
		numbers[i] = value(all[min(max(i, 1), o.Len)-1])
	}
	a, r := Numbers(ctx, name+" in order", numbers, nil)
	return Bound{a, r}
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
