package spill

import (
	"context"
	"math/big"
	"slices"

	"gsdms/plan"
)

// Reader gives rows in order, some thousand at a time. One goroutine uses it.
type Reader struct {
	rows  *Rows
	heads heads
}

// Reader begins to read rows, which somebody must keep until it ends.
func (r *Rows) Reader() (*Reader, error) {
	out := &Reader{rows: r}
	for i, run := range r.runs {
		h := &head{run: i, left: run}
		if len(r.keys) == 0 && i > 0 {
			h = out.heads[0] // the runs follow each other
			h.left = append(slices.Clip(h.left), run...)
			continue
		}
		more, err := h.load(r)
		if err != nil {
			return nil, err
		}
		if more {
			out.heads = append(out.heads, h)
		}
	}
	for i := len(out.heads)/2 - 1; i >= 0; i-- {
		out.heads.settle(r, i)
	}
	return out, nil
}

// Held is about how many bytes a reader of the rows holds.
func (r *Rows) Held() int64 {
	if len(r.keys) == 0 {
		return 4 * r.each
	}
	return int64(2*len(r.runs)+2) * r.each
}

// Next gives the next rows, nil when there are no more.
func (r *Reader) Next(ctx context.Context) (*plan.Rows, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	switch len(r.heads) {
	case 0:
		return nil, nil
	case 1:
		return r.straight()
	}
	most := r.heads[0].now.Len
	picks := make([]pick, 0, most)
	var from []*plan.Rows
	for _, h := range r.heads {
		h.from = -1
	}
	for len(picks) < most && len(r.heads) > 0 {
		h := r.heads[0]
		if h.from < 0 {
			h.from = int32(len(from))
			from = append(from, h.now)
		}
		picks = append(picks, pick{h.from, int32(h.at)})
		if err := r.step(h); err != nil {
			return nil, err
		}
	}
	return r.gather(from, picks), nil
}

// pick is a row of one of some chunks.
type pick struct{ from, row int32 }

// step takes the row off that is first of all.
func (r *Reader) step(h *head) error {
	if h.at++; h.at == h.now.Len {
		more, err := h.load(r.rows)
		if err != nil {
			return err
		}
		if !more {
			last := len(r.heads) - 1
			r.heads[0] = r.heads[last]
			r.heads = r.heads[:last]
		}
	}
	r.heads.settle(r.rows, 0)
	return nil
}

// straight gives what is left of the chunk of the only run.
func (r *Reader) straight() (*plan.Rows, error) {
	h := r.heads[0]
	out := h.now.Slice(h.at, h.now.Len)
	more, err := h.load(r.rows)
	if !more {
		r.heads = nil
	}
	return out, err
}

// gather puts rows of chunks together.
func (r *Reader) gather(from []*plan.Rows, picks []pick) *plan.Rows {
	out := &plan.Rows{Len: len(picks), Columns: make([]plan.Vector, len(r.rows.columns))}
	for c := range out.Columns {
		of := make([]*plan.Vector, len(from))
		for i, rows := range from {
			of[i] = &rows.Columns[c]
		}
		out.Columns[c] = gathered(r.rows.columns[c].Type, of, picks)
	}
	return out
}

// Select gives some of rows.
func Select(rows *plan.Rows, which []int32) *plan.Rows {
	if len(which) == rows.Len {
		return rows
	}
	picks := make([]pick, len(which))
	for i, row := range which {
		picks[i].row = row
	}
	out := &plan.Rows{Len: len(picks), Columns: make([]plan.Vector, len(rows.Columns))}
	for c := range out.Columns {
		out.Columns[c] = gathered(rows.Columns[c].Type, []*plan.Vector{&rows.Columns[c]}, picks)
	}
	return out
}

// gathered picks values of one column, which may have different forms.
func gathered(t plan.Type, from []*plan.Vector, picks []pick) plan.Vector {
	v := plan.Vector{Type: t}
	has := func(is func(*plan.Vector) bool) bool { return slices.ContainsFunc(from, is) }
	dict := from[0].Dict
	switch {
	case t.Kind == plan.Null:
	case t.Kind == plan.Double:
		v.Floats = picked(from, picks, func(v *plan.Vector) []float64 { return v.Floats })
	case has(func(v *plan.Vector) bool { return v.Texts != nil || v.Dict != dict }):
		v.Texts = make([]string, len(picks))
		for i, p := range picks {
			if one := from[p.from]; !one.IsNull(int(p.row)) {
				v.Texts[i] = textOf(one, int(p.row))
			}
		}
	case has(func(v *plan.Vector) bool { return v.Wide != nil }):
		v.Wide = make([]*big.Int, len(picks))
		for i, p := range picks {
			v.Wide[i] = wideOf(from[p.from], int(p.row))
		}
	default:
		v.Ints, v.Dict = picked(from, picks, func(v *plan.Vector) []int64 { return v.Ints }), dict
	}
	if has(func(v *plan.Vector) bool { return v.Nulls != nil }) {
		v.Nulls = picked(from, picks, func(v *plan.Vector) []bool { return v.Nulls })
	}
	return v
}

// picked picks values of parts; a part without any has zeros.
func picked[T any](from []*plan.Vector, picks []pick, of func(*plan.Vector) []T) []T {
	parts, out := make([][]T, len(from)), make([]T, len(picks))
	for i, v := range from {
		parts[i] = of(v)
	}
	for i, p := range picks {
		if part := parts[p.from]; part != nil {
			out[i] = part[p.row]
		}
	}
	return out
}
