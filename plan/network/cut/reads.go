package cut

import (
	"slices"

	"gsdms/plan"
)

// Reads lists the columns of stored tables that the stage reads, each once.
func (s *Stage) Reads() (out []plan.ColumnRef) {
	s.eachColumn(func(r plan.ColumnRef) {
		same := func(o plan.ColumnRef) bool { return o.Table == r.Table && o.Column == r.Column }
		if s.From[r.Table] == Stored && !slices.ContainsFunc(out, same) {
			out = append(out, r)
		}
	})
	return out
}

// eachColumn gives each column that an expression of the stage has over its tables.
func (s *Stage) eachColumn(do func(r plan.ColumnRef)) {
	if len(s.Ops) == 0 {
		return
	}
	s.over(s.Tables).rewrite(func(e plan.Expr) plan.Expr {
		plan.Visit(e, func(x plan.Expr) bool {
			if r, ok := x.(plan.ColumnRef); ok {
				do(r)
			}
			return true
		})
		return e
	})
}
