package compile

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"gsdms/operators"
	"gsdms/plan"
)

// ordered gives the rows of a table that may be partners, of the buckets or keys of an
// index if there is one, in the order of a band, from the cache, and what that is called.
func (c *compiler) ordered(t *source, x *joinIndex, b *plan.Band) (*ordered, string, error) {
	table := t.ref.Table
	if b == nil && t.passing == nil {
		return &ordered{len: table.Rows, agrees: true}, table.Name + "()", nil
	}
	low, high, of, text, err := c.bandArrays(table, b)
	if err != nil {
		return nil, "", err
	}
	name := table.Name + "(" + of + ")"
	if b != nil {
		name += " in order"
	}
	if text += t.where; x != nil {
		name, text = x.Name+" by "+name, x.text+"|"+text
	} else if t.passing != nil {
		name += fmt.Sprintf(" of %d rows", members(t.passing))
	}
	key := cacheKey{table: table, kind: cachedSorted, column: -1, text: text}
	v, err := c.cache.get(c.ctx, key, func() (any, int64, error) {
		o, err := newOrdered(c.ctx, x, low, high, t.passing, table.Rows)
		if err != nil {
			return nil, 0, err
		}
		return o, o.bytes(), nil
	})
	if err != nil {
		return nil, "", fmt.Errorf("sort %s: %w", name, err)
	}
	return v.(*ordered), name, nil
}

// bandArrays gives what the ends of a band match, for all rows of a table: high is nil, too,
// where it is what low is. of names the values, and text tells them from others.
func (c *compiler) bandArrays(table *plan.Table, b *plan.Band) (low, high *operators.Array, of, text string, err error) {
	var names []string
	for _, end := range b.Ends() {
		k, column, err := c.matchOf(plan.TablesOf(end.Match).Only(), end.Match)
		if err != nil {
			return nil, nil, "", "", err
		}
		if end == b.High && b.Low != nil && b.Agree() {
			break
		}
		a, err := c.keyArray(table, k)
		if err != nil {
			return nil, nil, "", "", err
		}
		if end == b.Low {
			low = a
		} else {
			high = a
		}
		names = append(names, column.Name)
		text += fmt.Sprintf("%t:%s", end == b.Low, keyText([]keyColumn{k}))
	}
	return low, high, strings.Join(names, ", "), text, nil
}

// placed is a row and its values.
type placed struct{ value, other, row int64 }

// newOrdered sorts the rows of a set, nil for all, by what is low, or else high, within the
// buckets or keys of an index, if there is one.
func newOrdered(ctx context.Context, x *joinIndex, low, high *operators.Array, in *operators.BitSet, rows int) (*ordered, error) {
	by, other := low, high
	if low == nil {
		by, other = high, nil
	}
	var all []placed
	starts := []uint32{0}
	bucket := func(from, to int, row func(int) int) {
		for i := from; i < to; i++ {
			if p, ok := placeRow(by, other, row(i)); ok && has(in, row(i)) {
				all = append(all, p)
			}
		}
		starts = append(starts, uint32(len(all)))
	}
	if x == nil {
		bucket(0, rows, func(i int) int { return i })
	} else {
		for b := range x.starts.Len - 1 {
			bucket(int(x.starts.Number(b)), int(x.starts.Number(b+1)), func(i int) int { return int(x.order.Number(i)) })
		}
	}
	o := &ordered{len: len(all), agrees: true}
	if x != nil {
		o.starts = wordArray(x.Name, starts)
	}
	for b, from := range starts[:len(starts)-1] {
		o.most = max(o.most, int(starts[b+1]-from))
	}
	err := inParallel(ctx, runtime.GOMAXPROCS(0), len(starts)-1, func(lo, hi int) {
		for b := lo; b < hi && ctx.Err() == nil; b++ {
			sortPlaced(all[starts[b]:starts[b+1]])
		}
	})
	o.agrees = other == nil || alike(all, starts)
	o.keep(all, by, other)
	return o, err
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

// sortPlaced sorts rows by their values; those of equal values stay in order.
func sortPlaced(rows []placed) {
	byValue := func(a, b placed) int {
		switch {
		case a.value < b.value:
			return -1
		case a.value > b.value:
			return 1
		}
		return 0
	}
	if !slices.IsSortedFunc(rows, byValue) {
		slices.SortStableFunc(rows, byValue)
	}
}

// alike reports whether the other values ascend in each bucket, too.
func alike(all []placed, starts []uint32) bool {
	for b, from := range starts[:len(starts)-1] {
		for i := from + 1; i < starts[b+1]; i++ {
			if all[i].other < all[i-1].other {
				return false
			}
		}
	}
	return true
}

// keep stores the rows and their values: by is what they are in the order of, for both ends
// where there is no other.
func (o *ordered) keep(all []placed, by, other *operators.Array) {
	numbers := make([]int64, len(all))
	for i, p := range all {
		numbers[i] = p.row
	}
	o.rows, _ = numberArray("rows in order", numbers, nil)
	if by == nil || len(all) == 0 {
		return
	}
	first := o.bound(by.Name, all, func(p placed) int64 { return p.value })
	o.low, o.high = first, first
	if other != nil && o.agrees {
		o.high = o.bound(other.Name, all, func(p placed) int64 { return p.other })
	}
}

func (o *ordered) bound(name string, all []placed, value func(placed) int64) bound {
	n := stepsOf(o.most)
	if o.starts != nil {
		n += o.len
	}
	numbers := make([]int64, n)
	for i := range numbers {
		numbers[i] = value(all[min(max(i, 1), o.len)-1])
	}
	a, r := numberArray(name+" in order", numbers, nil)
	return bound{a, r}
}

// bytes is the memory that the order takes.
func (o *ordered) bytes() int64 {
	bytes := int64(192)
	for _, a := range []*operators.Array{o.rows, o.starts, o.low.values, o.high.values} {
		if a != nil {
			bytes += int64(len(a.Data))
		}
	}
	return bytes
}
