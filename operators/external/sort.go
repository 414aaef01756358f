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
			if all, err = b.all(); err == nil {
				err = runs.add(ctx, all, last)
			}
		}
		b.drop()
		if err != nil {
			runs.drop()
			return nil, err
		}
	}
	return runs.source()
}

// runs is sorted rows in the making.
type runs struct {
	o    Options
	keys []plan.SortKey
	rows *plan.Rows // of the only run, if that is also the last
	file *spill.Rows
}

// add sorts rows and writes them, unless they are all.
func (r *runs) add(ctx context.Context, rows *plan.Rows, last bool) (err error) {
	if rows.Len == 0 && r.file != nil {
		return nil
	}
	if len(r.keys) > 0 {
		if rows, err = r.o.run(ctx, []plan.Operator{plan.Sort{Keys: r.keys}}, rows); err != nil {
			return err
		}
	}
	if last && r.file == nil {
		r.rows = rows
		return nil
	}
	return r.write(ctx, rows)
}

// write writes a sorted run.
func (r *runs) write(ctx context.Context, rows *plan.Rows) (err error) {
	if r.file == nil {
		if r.file, err = spill.NewRows(r.o.Space, r.keys); err != nil {
			return err
		}
	}
	bytes := rows.Bytes()
	if err := r.o.Charge(bytes); err != nil {
		return err
	}
	before := r.file.Bytes()
	err = r.file.Add(ctx, rows, true)
	_ = r.o.Charge(-bytes) // giving back succeeds
	r.o.Spilled(r.file.Bytes() - before)
	return err
}

func (r *runs) drop() { r.file.Release() }

// source gives the rows.
func (r *runs) source() (Source, error) {
	if r.file != nil {
		return Read(r.file, r.o), nil
	}
	return Whole(r.rows, r.o)
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
