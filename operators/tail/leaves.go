package tail

import (
	"slices"

	"gsdms/operators/tail/team"
	"gsdms/plan"
)

// overLeaves gives a run over what an expression is made of, and it as an expression of that: the
// columns, and the largest numbers, dates and times of columns within it, each computed for all rows
// that are left. So DATE_FORMAT is one of the days of a column of moments, of which there may be few.
// Where nothing is computed, or it fails for a row that a branch may not reach, these are the run and
// the expression as they are.
func (r *runner) overLeaves(e plan.Expr) (*runner, plan.Expr, error) {
	leaves := leavesOf(e)
	if r.count() <= team.ChunkRows || !slices.ContainsFunc(leaves, isComputed) {
		return r, e, nil
	}
	of := r.over(&plan.Rows{Len: r.count()})
	for _, leaf := range leaves {
		v, err := r.column(leaf)
		if plan.IsOfValue(err) {
			return r, e, nil
		}
		if err != nil {
			return nil, nil, err
		}
		of.rows.Columns = append(of.rows.Columns, v)
	}
	return of, plan.Replace(e, func(x plan.Expr) plan.Expr {
		at := slices.IndexFunc(leaves, func(leaf plan.Expr) bool { return plan.Equal(leaf, x) })
		if at < 0 {
			return nil
		}
		return plan.Slot{Index: at, Of: x.Type(), CanBeNil: true}
	}), nil
}

// leavesOf lists what overLeaves computes, each once.
func leavesOf(e plan.Expr) (out []plan.Expr) {
	for _, child := range plan.Children(e) {
		plan.Visit(child, func(x plan.Expr) bool {
			if !isLeaf(x) {
				return true
			}
			if !slices.ContainsFunc(out, func(o plan.Expr) bool { return plan.Equal(o, x) }) {
				out = append(out, x)
			}
			return false
		})
	}
	return out
}

func isComputed(leaf plan.Expr) bool {
	_, slot := leaf.(plan.Slot)
	return !slot
}

// isLeaf reports whether an expression is a column, or a number, date or time of columns of which
// there may be few.
func isLeaf(x plan.Expr) bool {
	if _, slot := x.(plan.Slot); slot {
		return true
	}
	switch x.Type().Kind {
	case plan.String, plan.Null, plan.Double:
		return false
	}
	return len(slotsOf(x)) > 0
}
