package tail

import (
	"gsdms/operators/large"
	"gsdms/operators/tail/cell"
	"gsdms/operators/tail/team"
	"gsdms/plan"
)

// settle gathers the rows that are left.
func (r *runner) settle() error {
	if r.left == nil {
		return nil
	}
	out := &plan.Rows{Len: len(r.left), Columns: make([]plan.Vector, len(r.rows.Columns))}
	for i := range r.rows.Columns {
		v, err := r.gather(&r.rows.Columns[i], r.left)
		if err != nil {
			return err
		}
		out.Columns[i] = v
	}
	r.rows, r.left = out, nil
	return nil
}

// gather gives the cells of a column in some rows.
func (r *runner) gather(v *plan.Vector, rows []int32) (plan.Vector, error) {
	if err := r.Take(cell.Bytes(v, len(rows))); err != nil {
		return plan.Vector{}, err
	}
	out := plan.Vector{
		Type: v.Type, Dict: v.Dict,
		Ints: like(v.Ints, len(rows)), Floats: like(v.Floats, len(rows)), Texts: like(v.Texts, len(rows)),
		Wide: like(v.Wide, len(rows)), Nulls: like(v.Nulls, len(rows)),
	}
	err := r.Spread(team.Chunks(len(rows)), func(_, chunk int) error {
		lo, hi := chunk*team.ChunkRows, min((chunk+1)*team.ChunkRows, len(rows))
		pick(out.Ints, v.Ints, rows, lo, hi)
		pick(out.Floats, v.Floats, rows, lo, hi)
		pick(out.Texts, v.Texts, rows, lo, hi)
		pick(out.Wide, v.Wide, rows, lo, hi)
		pick(out.Nulls, v.Nulls, rows, lo, hi)
		return nil
	})
	return out, err
}

// like makes n cells of a slice's type, none where there is no slice.
func like[T any](of []T, n int) []T {
	if of == nil {
		return nil
	}
	return large.Make[T](n)
}

func pick[T any](to, from []T, rows []int32, lo, hi int) {
	if from == nil {
		return
	}
	to = to[lo:hi]
	for i, row := range rows[lo:hi] {
		to[i] = from[row]
	}
}
