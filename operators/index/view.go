package index

import (
	"context"
	"slices"
	"sort"
	"sync/atomic"

	"gsdms/operators"
	"gsdms/operators/large"
	"gsdms/operators/radix"
	"gsdms/operators/sets"
	"gsdms/plan"
)

// View answers which rows of a column hold given values. It keeps the runs of equal
// stored numbers, in row order and by number; a column with many runs keeps nothing
// and is searched or scanned. Immutable.
type View struct {
	Array  *operators.Array
	column *plan.Column
	Sorted bool     // stored numbers never fall from row to row
	Rises  bool     // nor stay the same, and none is NULL
	starts []uint32 // first row of each run, and the number of rows; nil without runs
	order  []uint32 // runs by number; nil if sorted
}

// A column keeps its runs when they are few: fewRuns at most, or one in rowsPerRun
// rows.
const (
	fewRuns    = 1 << 16
	rowsPerRun = 8
)

func newView(ctx context.Context, a *operators.Array, c *plan.Column) (*View, error) {
	s := runSearch{column: denseOf(a), limit: int64(max(fewRuns, a.Len/rowsPerRun)), starts: make([][][]uint32, workersFor(a.Len))}
	workers := len(s.starts)
	err := InParallel(ctx, workers, workers, func(w, _ int) {
		s.starts[w] = s.search(ctx, a.Len*w/workers, a.Len*(w+1)/workers)
	})
	if err != nil {
		return nil, err
	}
	v := &View{Array: a, column: c, Sorted: !s.falls.Load()}
	v.Rises = v.Sorted && s.found.Load() == int64(a.Len) && !c.Storage.Nullable && !c.Storage.Float
	if s.found.Load() > s.limit {
		return v, nil
	}
	v.starts = large.Make[uint32](int(s.found.Load()) + 1)[:0]
	for _, some := range slices.Concat(s.starts...) {
		v.starts = append(v.starts, some...)
	}
	v.starts = append(v.starts, uint32(a.Len))
	v.sortRuns()
	return v, nil
}

// runSearch looks for the runs of equal stored numbers of a column. It ends when they are more
// than are kept and the column is not sorted.
type runSearch struct {
	column dense
	limit  int64
	starts [][][]uint32 // by worker: the first rows of the runs that begin among its rows, some at a time
	found  atomic.Int64 // runs
	falls  atomic.Bool  // a stored number is less than the one before it
}

// search gives the first rows of the runs that begin among the rows [from, to), none where
// there are more than are kept.
func (s *runSearch) search(ctx context.Context, from, to int) (starts [][]uint32) {
	var some []uint32
	for at := from; at < to && !over(ctx); at += blockRows {
		if cap(some)-len(some) < min(blockRows, to-at) {
			starts = append(starts, some)
			some = large.Around(make([]uint32, 0, min(startsAtOnce, to-at)))
		}
		before := len(some)
		out, falls := s.column.runStarts(some, at, min(to, at+blockRows))
		if some = out; falls {
			s.falls.Store(true)
		}
		if s.found.Add(int64(len(out)-before)) <= s.limit {
			continue
		}
		if starts, some = nil, some[:0]; s.falls.Load() {
			break
		}
	}
	return append(starts, some)
}

// startsAtOnce is for how many runs there is room at once: a list that grew would be copied, each time
// to memory that is new.
const startsAtOnce = 4 * blockRows

func (v *View) sortRuns() {
	if v.Sorted {
		return
	}
	runs := large.Make[radix.Entry](len(v.starts) - 1)
	for i := range runs {
		runs[i] = radix.Entry{Key: v.number(i), Row: uint32(i)}
	}
	radix.Sort(runs)
	v.order = large.Make[uint32](len(runs))
	for i, r := range runs {
		v.order[i] = r.Row
	}
}

func (v *View) bytes() int64 { return int64(len(v.starts)+len(v.order))*4 + 96 }

// number is the stored number of a run.
func (v *View) number(run int) uint64 { return Stored(v.Array, int(v.starts[run])) }

// rows gives the rows whose stored number is in the set.
func (v *View) rows(ctx context.Context, s sets.Stored) (Held, error) {
	switch {
	case v.Sorted:
		runs, err := v.searched(ctx, s)
		return Held{Runs: runs}, err
	case v.starts != nil:
		return Held{Runs: v.selected(s)}, nil
	default:
		return v.scanned(ctx, s)
	}
}

// Held is the rows of a table that hold some values of a column: as ranges, or where its numbers have no order
// as bits, of which those of several columns are soon compared.
type Held struct {
	Runs sets.Ranges
	Bits *operators.BitSet // nil: they are ranges
}

// Ranges is the rows as ranges.
func (h Held) Ranges() sets.Ranges {
	if h.Bits != nil {
		return sets.OfBits(h.Bits.Bits, 0)
	}
	return h.Runs
}

// selected collects the runs whose number is in the set.
func (v *View) selected(s sets.Stored) sets.Ranges {
	var out []sets.Interval
	for _, r := range s {
		i := sort.Search(len(v.order), func(i int) bool { return v.number(int(v.order[i])) >= r.Lo })
		for ; i < len(v.order) && v.number(int(v.order[i])) <= r.Hi; i++ {
			run := v.order[i]
			out = append(out, sets.Interval{Lo: int64(v.starts[run]), Hi: int64(v.starts[run+1]) - 1})
		}
	}
	return sets.NewRanges(out)
}

// scanned looks at every row.
func (v *View) scanned(ctx context.Context, s sets.Stored) (Held, error) {
	column, member, rows := denseOf(v.Array), s.Table(), v.Array.Len
	out := &operators.BitSet{Name: v.Array.Name, Len: rows, Bits: make([]uint64, (rows+63)/64)}
	return Held{Bits: out}, eachBlock(ctx, rows, func(_, from, to int) { column.among(s, member, from, to, out.Bits) })
}

// manyRuns is how many runs bounds looks at before it gives up.
const manyRuns = 4096

// Bounds gives the least and greatest number (not NULL) that the rows hold; false
// when finding out would take long.
func (v *View) Bounds(rows sets.Ranges) (lo, hi int64, ok bool) {
	if v.starts == nil {
		return 0, 0, false
	}
	lo, hi = 0, -1
	left := manyRuns
	for _, r := range rows {
		run := sort.Search(len(v.starts)-1, func(i int) bool { return int64(v.starts[i+1]) > r.Lo })
		for ; run < len(v.starts)-1 && int64(v.starts[run]) <= r.Hi; run++ {
			if left--; left < 0 {
				return 0, 0, false
			}
			n, null := v.Array.Storage.Load(v.number(run))
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

// Column reads a whole column as an array; the cache gives everyone the same one.
func (c *Cache) Column(ctx context.Context, t *plan.Table, column int) (*operators.Array, error) {
	v, err := c.Get(ctx, Key{Table: t, Kind: keptColumn, Column: column}, func() (any, int64, error) {
		a, err := readColumn(ctx, t, column)
		return a, 128, err
	})
	if err != nil {
		return nil, err
	}
	return v.(*operators.Array), nil
}

// View gives the view of a column.
func (c *Cache) View(ctx context.Context, t *plan.Table, column int) (*View, error) {
	v, err := c.Get(ctx, Key{Table: t, Kind: keptView, Column: column}, func() (any, int64, error) {
		a, err := c.Column(ctx, t, column)
		if err != nil {
			return nil, 0, err
		}
		v, err := newView(ctx, a, &t.Columns[column])
		if err != nil {
			return nil, 0, err
		}
		return v, v.bytes(), nil
	})
	if err != nil {
		return nil, err
	}
	return v.(*View), nil
}

// Rows gives the rows of a table whose column holds a value of the set, as ranges.
func (c *Cache) Rows(ctx context.Context, t *plan.Table, column int, s sets.Values) (sets.Ranges, error) {
	h, err := c.Holding(ctx, t, column, s)
	return h.Ranges(), err
}

// Holding gives the rows of a table whose column holds a value of the set. What takes a
// scan is kept.
func (c *Cache) Holding(ctx context.Context, t *plan.Table, column int, s sets.Values) (Held, error) {
	v, err := c.View(ctx, t, column)
	if err != nil {
		return Held{}, err
	}
	in := s.Stored(v.column)
	if v.Sorted || v.starts != nil {
		return v.rows(ctx, in)
	}
	key := Key{Table: t, Kind: keptRows, Column: column, Text: in.Key()}
	rows, err := c.Get(ctx, key, func() (any, int64, error) {
		rows, err := v.rows(ctx, in)
		return rows, int64(len(rows.Bits.Bits))*8 + int64(len(key.Text)) + 96, err
	})
	if err != nil {
		return Held{}, err
	}
	return rows.(Held), nil
}

// readColumn wraps a whole column of a snapshot without a copy. It does not release the array: what
// the rows lie in counts for as long as anything refers to them.
func readColumn(ctx context.Context, t *plan.Table, column int) (*operators.Array, error) {
	if t.Rows == 0 {
		c := &t.Columns[column]
		return &operators.Array{Name: t.Name + "." + c.Name, Storage: c.Storage}, nil
	}
	all, err := readExcerpt(ctx, t, column, 0, t.Rows)
	return all.Array, err
}
