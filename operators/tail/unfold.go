package tail

import (
	"fmt"

	"gsdms/operators/tail/cell"
	"gsdms/operators/tail/team"
	"gsdms/plan"
	"gsdms/plan/json"
)

// unfold lists each row once for each element of the array in its last column, which the number
// and the element take the place of.
func (r *runner) unfold(op plan.Unfold) error {
	if err := r.settle(); err != nil {
		return err
	}
	last := len(r.rows.Columns) - 1
	if last < 0 {
		return fmt.Errorf("unfold rows by arrays: the rows have no columns")
	}
	u := unfolding{outer: op.Outer}
	arrays := &r.rows.Columns[last]
	for row := range r.rows.Len {
		if row%team.ChunkRows == 0 && r.Stopped() != nil {
			return r.Stopped()
		}
		if err := r.Take(u.row(row, arrays)); err != nil {
			return err
		}
		if len(u.rows) > maxRows {
			return fmt.Errorf("unfold rows by arrays: %w", errTooManyRows)
		}
	}
	out := &plan.Rows{Len: len(u.rows)}
	for i := range r.rows.Columns[:last] {
		v, err := r.gather(&r.rows.Columns[i], u.rows)
		if err != nil {
			return err
		}
		out.Columns = append(out.Columns, v)
	}
	elements, err := r.apart(plan.Vector{Type: plan.JsonType(), Texts: u.elements, Nulls: u.nulls})
	if err != nil {
		return err
	}
	out.Columns = append(out.Columns, plan.Vector{Type: plan.Type{Kind: plan.Int}, Ints: u.numbers, Nulls: u.nulls}, elements)
	r.rows = out
	return nil
}

// apart gives a column of texts codes if few of them differ, as the elements of arrays often do: what is
// made of one is then made once.
func (r *runner) apart(v plan.Vector) (plan.Vector, error) {
	n := len(v.Texts)
	f := newToldApart(1, (n+team.ChunkRows-1)/team.ChunkRows, n, func() []string { return v.Texts })
	for chunk := range f.by {
		lo := chunk * team.ChunkRows
		hi := min(lo+team.ChunkRows, n)
		if f.many.Load() {
			return v, nil
		}
		f.put(0, chunk, lo, plan.Vector{Texts: v.Texts[lo:hi], Nulls: v.Nulls[lo:hi]})
	}
	if f.many.Load() || n == 0 {
		return v, nil
	}
	if err := r.Take(cell.NumberBytes * int64(n)); err != nil {
		return v, err
	}
	return v, f.settle(r, &v)
}

// unfolding is what unfold has made: of each new row the row it is of, the number of its element,
// and that.
type unfolding struct {
	outer    bool
	rows     []int32
	numbers  []int64
	elements []string
	nulls    []bool
}

// row adds the elements of one row, and gives the memory that they take.
func (u *unfolding) row(row int, arrays *plan.Vector) (bytes int64) {
	const fixed = 4 + 8 + 16 + 1 // of rows, numbers, elements and nulls
	number := int64(0)
	if !arrays.IsNull(row) {
		json.Elements(arrays.Value(row).Text, func(text string) {
			number++
			u.add(row, number, text, false)
			bytes += fixed + int64(len(text))
		})
	}
	if u.outer && number == 0 {
		u.add(row, 0, "", true)
		bytes += fixed
	}
	return bytes
}

func (u *unfolding) add(row int, number int64, element string, null bool) {
	u.rows, u.numbers = append(u.rows, int32(row)), append(u.numbers, number)
	u.elements, u.nulls = append(u.elements, element), append(u.nulls, null)
}
