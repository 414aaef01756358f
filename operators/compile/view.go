package compile

import (
	"context"
	little "encoding/binary"
	"fmt"
	"runtime"
	"slices"
	"sort"

	"gsdms/operators"
	"gsdms/plan"
)

// storedSet is a set of stored numbers, NULL (0) among them if it is a member: sorted,
// disjoint and not adjacent.
type storedSet []operators.Range

// key writes the set so that different ones differ.
func (s storedSet) key() string {
	out := make([]byte, 0, 16*len(s))
	for _, r := range s {
		out = little.LittleEndian.AppendUint64(out, r.Lo)
		out = little.LittleEndian.AppendUint64(out, r.Hi)
	}
	return string(out)
}

func (s storedSet) has(n uint64) bool {
	i := sort.Search(len(s), func(i int) bool { return s[i].Hi >= n })
	return i < len(s) && s[i].Lo <= n
}

// numberSet is a set of a column's values: numbers, and whether NULL is among them.
type numberSet struct {
	in   rangeSet
	null bool
}

func (s numberSet) intersect(t numberSet) numberSet {
	return numberSet{s.in.intersect(t.in), s.null && t.null}
}

func (s numberSet) union(t numberSet) numberSet {
	return numberSet{s.in.union(t.in), s.null || t.null}
}

// stored translates the set to the stored numbers of a column; numbers outside the
// column's bounds are left out.
func (s numberSet) stored(c *plan.Column) storedSet {
	out := make(storedSet, 0, len(s.in)+1)
	if s.null && c.Storage.Nullable {
		out = append(out, operators.Range{})
	}
	for _, r := range s.in.intersect(span(c.Min, c.Max)) {
		lo, hi := c.Storage.Store(r.lo), c.Storage.Store(r.hi)
		if n := len(out); n > 0 && out[n-1].Hi+1 == lo {
			out[n-1].Hi = hi
			continue
		}
		out = append(out, operators.Range{Lo: lo, Hi: hi})
	}
	return out
}

// all reports whether every value the column holds is in the set.
func (s numberSet) all(c *plan.Column) bool {
	if c.Storage.Nullable && !s.null {
		return false
	}
	return s.in.covers(span(c.Min, c.Max))
}

// view answers which rows of a column hold given values. It keeps the runs of equal
// stored numbers, in row order and by number; a column with many runs keeps nothing
// and is searched or scanned. Immutable.
type view struct {
	array  *operators.Array
	column *plan.Column
	sorted bool     // stored numbers never fall from row to row
	rises  bool     // nor stay the same, and none is NULL
	starts []uint32 // first row of each run, and the number of rows; nil without runs
	order  []uint32 // runs by (number, row); nil if sorted
}

// A column keeps its runs when they are few: fewRuns at most, or one in rowsPerRun
// rows.
const (
	fewRuns    = 1 << 16
	rowsPerRun = 8
)

func newView(a *operators.Array, c *plan.Column) *view {
	v := &view{array: a, column: c, sorted: true, rises: !c.Storage.Nullable && !c.Storage.Float}
	limit := max(fewRuns, a.Len/rowsPerRun)
	last := uint64(0)
	for row := range a.Len {
		n := element(a, row)
		if row > 0 && n == last {
			v.rises = false
			continue
		}
		v.sorted = v.sorted && n >= last
		v.rises = v.rises && v.sorted
		last = n
		if len(v.starts) <= limit {
			v.starts = append(v.starts, uint32(row))
		}
		if len(v.starts) > limit && !v.sorted {
			break
		}
	}
	if len(v.starts) > limit {
		v.starts = nil
		return v
	}
	v.starts = append(v.starts, uint32(a.Len))
	v.sortRuns()
	return v
}

func (v *view) sortRuns() {
	if v.sorted {
		return
	}
	v.order = make([]uint32, len(v.starts)-1)
	for i := range v.order {
		v.order[i] = uint32(i)
	}
	slices.SortStableFunc(v.order, func(a, b uint32) int {
		x, y := v.number(int(a)), v.number(int(b))
		switch {
		case x < y:
			return -1
		case x > y:
			return 1
		default:
			return 0
		}
	})
}

func (v *view) bytes() int64 { return int64(len(v.starts)+len(v.order))*4 + 96 }

// number is the stored number of a run.
func (v *view) number(run int) uint64 { return element(v.array, int(v.starts[run])) }

// rows gives the rows whose stored number is in the set.
func (v *view) rows(ctx context.Context, s storedSet) (rangeSet, error) {
	switch {
	case v.sorted:
		return v.searched(s), nil
	case v.starts != nil:
		return v.selected(s), nil
	default:
		return v.scanned(ctx, s)
	}
}

// searched finds the rows of a sorted column by binary search.
func (v *view) searched(s storedSet) rangeSet {
	var out []interval
	for _, r := range s {
		lo := sort.Search(v.array.Len, func(i int) bool { return element(v.array, i) >= r.Lo })
		hi := sort.Search(v.array.Len, func(i int) bool { return element(v.array, i) > r.Hi })
		if lo < hi {
			out = append(out, interval{int64(lo), int64(hi - 1)})
		}
	}
	return merge(out)
}

// selected collects the runs whose number is in the set.
func (v *view) selected(s storedSet) rangeSet {
	var out []interval
	for _, r := range s {
		i := sort.Search(len(v.order), func(i int) bool { return v.number(int(v.order[i])) >= r.Lo })
		for ; i < len(v.order) && v.number(int(v.order[i])) <= r.Hi; i++ {
			run := v.order[i]
			out = append(out, interval{int64(v.starts[run]), int64(v.starts[run+1]) - 1})
		}
	}
	return newRangeSet(out)
}

// scanned looks at every row.
func (v *view) scanned(ctx context.Context, s storedSet) (rangeSet, error) {
	column, workers := denseOf(v.array), runtime.GOMAXPROCS(0)
	parts := make([]rangeSet, workers)
	err := inParallel(ctx, workers, workers, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			parts[i] = column.runs(s, v.array.Len*i/workers, v.array.Len*(i+1)/workers)
		}
	})
	return merge(slices.Concat(parts...)), err
}

// mostMembers is up to which number a set of several ranges is looked up in a table.
const mostMembers = 1 << 20

// table says of each number up to the largest of a set whether it is in it; nil where there
// are too many.
func (s storedSet) table() []bool {
	if len(s) == 0 || s[len(s)-1].Hi >= mostMembers {
		return nil
	}
	out := make([]bool, s[len(s)-1].Hi+1)
	for _, r := range s {
		for n := r.Lo; n <= r.Hi; n++ {
			out[n] = true
		}
	}
	return out
}

// manyRuns is how many runs bounds looks at before it gives up.
const manyRuns = 4096

// bounds gives the least and greatest number (not NULL) that the rows hold; false
// when finding out would take long.
func (v *view) bounds(rows rangeSet) (lo, hi int64, ok bool) {
	if v.starts == nil {
		return 0, 0, false
	}
	lo, hi = 0, -1
	left := manyRuns
	for _, r := range rows {
		run := sort.Search(len(v.starts)-1, func(i int) bool { return int64(v.starts[i+1]) > r.lo })
		for ; run < len(v.starts)-1 && int64(v.starts[run]) <= r.hi; run++ {
			if left--; left < 0 {
				return 0, 0, false
			}
			n, null := v.array.Storage.Load(v.number(run))
			switch {
			case null:
			case lo > hi:
				lo, hi = n, n
			default:
				lo, hi = min(lo, n), max(hi, n)
			}
		}
	}
	return lo, hi, true
}

// column reads a whole column as an array; the cache gives everyone the same one.
func (c *Cache) column(ctx context.Context, t *plan.Table, column int) (*operators.Array, error) {
	v, err := c.get(ctx, cacheKey{table: t, kind: cachedColumn, column: column}, func() (any, int64, error) {
		a, err := readColumn(ctx, t, column)
		return a, 128, err
	})
	if err != nil {
		return nil, err
	}
	return v.(*operators.Array), nil
}

// view gives the view of a column.
func (c *Cache) view(ctx context.Context, t *plan.Table, column int) (*view, error) {
	v, err := c.get(ctx, cacheKey{table: t, kind: cachedView, column: column}, func() (any, int64, error) {
		a, err := c.column(ctx, t, column)
		if err != nil {
			return nil, 0, err
		}
		v := newView(a, &t.Columns[column])
		return v, v.bytes(), nil
	})
	if err != nil {
		return nil, err
	}
	return v.(*view), nil
}

// rows gives the rows of a table whose column holds a value of the set. What takes a
// scan is kept.
func (c *Cache) rows(ctx context.Context, t *plan.Table, column int, s numberSet) (rangeSet, error) {
	v, err := c.view(ctx, t, column)
	if err != nil {
		return nil, err
	}
	in := s.stored(v.column)
	if v.sorted || v.starts != nil {
		return v.rows(ctx, in)
	}
	key := cacheKey{table: t, kind: cachedRows, column: column, text: in.key()}
	rows, err := c.get(ctx, key, func() (any, int64, error) {
		rows, err := v.rows(ctx, in)
		return rows, int64(len(rows))*16 + int64(len(key.text)) + 96, err
	})
	if err != nil {
		return nil, err
	}
	return rows.(rangeSet), nil
}

// readColumn wraps a whole column of a snapshot without a copy.
func readColumn(ctx context.Context, t *plan.Table, column int) (*operators.Array, error) {
	c := &t.Columns[column]
	out := &operators.Array{Name: t.Name + "." + c.Name, Storage: c.Storage, Len: t.Rows}
	if t.Rows == 0 {
		return out, nil
	}
	a, err := t.Data.Rows(ctx, column, 0, t.Rows)
	if err != nil {
		return nil, fmt.Errorf("read column %s of %s: %w", c.Name, t.Name, err)
	}
	defer a.Release()
	d := a.Data()
	from, n := d.Offset()*c.Storage.Width, t.Rows*c.Storage.Width
	b := d.Buffers()[1].Bytes()
	if len(b) < from+n {
		return nil, fmt.Errorf("read column %s of %s: %d bytes for %d rows", c.Name, t.Name, len(b), t.Rows)
	}
	out.Data = b[from : from+n : from+n]
	return out, nil
}
