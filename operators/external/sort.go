package external

import (
	"context"

	"gsdms/operators/spill"
	"gsdms/plan"
)

// sorted gives rows in the order of keys; equal ones stay in theirs. What fits is sorted at
// once, else it is runs in a file. The source is closed, as by all that read one to its end.
func (o Options) sorted(ctx context.Context, from Source, keys []plan.SortKey) (Source, error) {
	defer from.Close()
	runs := &runs{o: o, keys: keys}
	for last := false; !last; {
		b := &batch{o: o}
		var err error
		if last, err = b.fill(ctx, from); err == nil {
			var all *plan.Rows
			if all, err = b.all(ctx); err == nil {
				err = runs.add(ctx, all, last)
			}
		}
		b.drop()
		if err != nil {
			runs.drop()
			return nil, err
		}
	}
	return runs.source(ctx)
}

// runs is sorted rows in the making.
type runs struct {
	o      Options
	keys   []plan.SortKey
	rows   *plan.Rows    // of the only run, if that is also the last
	levels []*spill.Rows // nil: none; those of a level are merged into one run of the next, and so older
}

// mergedRuns is how many runs are merged at once.
const mergedRuns = 64

// add sorts rows and writes them, unless they are all.
func (r *runs) add(ctx context.Context, rows *plan.Rows, last bool) (err error) {
	if rows.Len == 0 && r.levels != nil {
		return nil
	}
	if len(r.keys) > 0 {
		if rows, err = r.o.run(ctx, []plan.Operator{plan.Sort{Keys: r.keys}}, rows); err != nil {
			return err
		}
	}
	if last && r.levels == nil {
		r.rows = rows
		return nil
	}
	bytes := rows.Bytes()
	if err := r.o.Charge(bytes); err != nil {
		return err
	}
	defer func() { _ = r.o.Charge(-bytes) }() // giving back succeeds
	if err := r.write(ctx, 0, rows, true); err != nil {
		return err
	}
	for l := 0; l < len(r.levels) && r.levels[l].Runs() >= mergedRuns; l++ {
		if err := r.merge(ctx, l); err != nil {
			return err
		}
	}
	return nil
}

// write writes rows of a run to a level.
func (r *runs) write(ctx context.Context, l int, rows *plan.Rows, another bool) (err error) {
	if l == len(r.levels) {
		r.levels = append(r.levels, nil)
	}
	if r.levels[l] == nil {
		if r.levels[l], err = spill.NewRows(r.o.Space, r.keys, 0, r.o.Room); err != nil {
			return err
		}
	}
	to := r.levels[l]
	before := to.Bytes()
	err = to.Add(ctx, rows, another)
	r.o.Spilled(to.Bytes() - before)
	return err
}

// merge makes the runs of a level one of the next.
func (r *runs) merge(ctx context.Context, l int) error {
	from := Read(r.levels[l], r.o)
	r.levels[l] = nil
	defer from.Close()
	for another := true; ; another = false {
		rows, err := from.Next(ctx)
		if rows == nil || err != nil {
			return err
		}
		if err := r.write(ctx, l+1, rows, another); err != nil {
			return err
		}
	}
}

func (r *runs) drop() {
	for _, l := range r.levels {
		l.Release()
	}
}

// source gives the rows.
func (r *runs) source(ctx context.Context) (Source, error) {
	if r.levels == nil {
		return Whole(r.rows, r.o)
	}
	last := len(r.levels) - 1
	for l := range last {
		if r.levels[l] == nil {
			continue
		}
		if err := r.merge(ctx, l); err != nil {
			r.drop()
			return nil, err
		}
	}
	return Read(r.levels[last], r.o), nil
}

// first gives the rows that operators leave of all, who leave few of any.
func (o Options) first(ctx context.Context, from Source, ops []plan.Operator) (Source, error) {
	defer from.Close()
	kept := &batch{o: o}
	defer kept.drop()
	for last := false; !last; {
		var err error
		if last, err = kept.reduce(ctx, from, ops); err != nil {
			return nil, err
		}
	}
	return Whole(kept.one(), o)
}

// restored puts numbered rows back into the order of their numbers, which are a column.
func (o Options) restored(ctx context.Context, from Source, column int) (Source, error) {
	return o.sorted(ctx, from, []plan.SortKey{{Slot: column}})
}

// numbered appends a column of numbers from first on.
func numbered(rows *plan.Rows, first int64) *plan.Rows {
	v := plan.Vector{Type: plan.Type{Kind: plan.Int}, Ints: make([]int64, rows.Len)}
	for i := range v.Ints {
		v.Ints[i] = first + int64(i)
	}
	return &plan.Rows{Len: rows.Len, Columns: append(rows.Columns[:len(rows.Columns):len(rows.Columns)], v)}
}

// chosen gives some columns.
func chosen(columns []int) func(*plan.Rows) *plan.Rows {
	return func(rows *plan.Rows) *plan.Rows {
		out := &plan.Rows{Len: rows.Len, Columns: make([]plan.Vector, len(columns))}
		for i, c := range columns {
			out.Columns[i] = rows.Columns[c]
		}
		return out
	}
}

// numbers is 0 to n-1.
func numbers(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}
