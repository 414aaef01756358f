package cut

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/value"
)

// number finds the columns of texts that stages leave for others of which these ask only which texts are
// equal, as groups and their counts do: a text that the query makes needs no place in an order then,
// which takes several times what it does to tell it from others.
func (s *Shape) number() {
	for _, stage := range s.Stages {
		stage.Numbered = stage.ofTexts()
	}
	for _, stage := range s.Stages {
		stage.ordering(func(e plan.Expr) {
			plan.Visit(e, func(x plan.Expr) bool {
				if r, ok := x.(plan.ColumnRef); ok && stage.From[r.Table] >= 0 {
					s.Stages[stage.From[r.Table]].Numbered[r.Column] = false
				}
				return !asksNull(x)
			})
		})
	}
}

// ofTexts says of each column whether it is of texts of which each may have a number of its own.
func (s *Stage) ofTexts() []bool {
	out := make([]bool, len(s.Columns))
	for i, c := range s.Columns {
		out[i] = c.Type.Kind == plan.String && c.Type.Name != value.JSONName
	}
	return out
}

// ordering tells of the expressions that may ask for the order of texts of columns that they read.
func (s *Stage) ordering(tell func(plan.Expr)) {
	conditions := slices.Clone(s.Where)
	for _, p := range s.Partners {
		conditions = append(conditions, p.On...)
	}
	for _, e := range conditions {
		if !equates(e) {
			tell(e)
		}
	}
	if len(s.Ops) == 0 {
		return
	}
	values, groups := []plan.Expr(nil), false
	switch op := s.Ops[0].(type) {
	case plan.Project:
		values, groups = op.Exprs, len(s.Ops) > 1 && isDistinct(s.Ops[1])
	case plan.Aggregate:
		values, groups = op.Keys, true
		for _, a := range op.Aggs {
			for _, e := range a.Args() {
				if !isColumn(e) || a.Gathered != nil || a.Func != plan.Count && a.Func != plan.CountDistinct {
					tell(e)
				}
			}
		}
	}
	inOrder := groups && !s.anyOrder() && !slices.ContainsFunc(s.Ops, isSort)
	for _, e := range values {
		if !isColumn(e) || inOrder {
			tell(e)
		}
	}
}

func isDistinct(op plan.Operator) bool {
	_, ok := op.(plan.Distinct)
	return ok
}

func isSort(op plan.Operator) bool {
	_, ok := op.(plan.Sort)
	return ok
}

// equates reports whether a condition is the equality of two columns.
func equates(e plan.Expr) bool {
	c, ok := e.(plan.Call)
	return ok && c.Op == plan.Eq && isColumn(c.Args[0]) && isColumn(c.Args[1])
}

// asksNull reports whether an expression is whether a column is NULL.
func asksNull(e plan.Expr) bool {
	c, ok := e.(plan.Call)
	return ok && c.Op == plan.IsNull && isColumn(c.Args[0])
}

func isColumn(e plan.Expr) bool {
	_, ok := e.(plan.ColumnRef)
	return ok
}
