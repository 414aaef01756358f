package join

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/linear"
	"gsdms/plan/typing"
)

// An equality of sums finds the rows of each of their tables, where neither form can leave 64
// bits: a.x + b.y = 100 is b.y = 100 - a.x. Doubles are left alone, whose sums are rounded.

// term is a part of a sum.
type term struct {
	plan.Expr
	minus bool
}

// solved gives an equality of sums for each table that stands in it by itself, as what is computed
// of the table alone and what that is equal to; nothing of one that edgeTo takes.
func solved(tables []*plan.TableRef, c plan.Call) (out [][2]plan.Expr) {
	all := append(termsOf(c.Args[0], false), termsOf(c.Args[1], true)...)
	if len(all) < 3 || c.Op != plan.Eq || !fit(tables, c.Args...) {
		return nil
	}
	seen := plan.TableSet{}
	for _, t := range all {
		table := plan.TablesOf(t.Expr).Only()
		if table < 0 || seen.Has(table) {
			continue
		}
		seen = seen.With(table)
		own, others := apartBy(all, table)
		match, key := sum(own), sum(others)
		if match != nil && key != nil && fit(tables, match, key) && !slices.ContainsFunc(c.Args, func(a plan.Expr) bool { return plan.Equal(a, match) }) {
			out = append(out, [2]plan.Expr{match, key})
		}
	}
	return out
}

// fit reports whether expressions are numbers that cannot leave 64 bits.
func fit(tables []*plan.TableRef, exprs ...plan.Expr) bool {
	return !slices.ContainsFunc(exprs, func(e plan.Expr) bool { _, fits := linear.Of(tables, e); return !fits })
}

// termsOf takes a sum apart.
func termsOf(e plan.Expr, minus bool) []term {
	switch x := e.(type) {
	case plan.Cast:
		if !x.Shown && isExact(x.To) && isExact(x.X.Type()) && x.To.Scale >= x.X.Type().Scale {
			return termsOf(x.X, minus)
		}
	case plan.Call:
		switch {
		case x.Op == plan.Neg && isExact(x.Of):
			return termsOf(x.Args[0], !minus)
		case x.Op == plan.Add && isExact(x.Of):
			return append(termsOf(x.Args[0], minus), termsOf(x.Args[1], minus)...)
		}
		if a, b, ok := sides(x); ok && isExact(x.Of) && !sinceConstant(x) {
			return append(termsOf(a, minus), termsOf(b, !minus)...)
		}
	}
	return []term{{e, minus}}
}

// sinceConstant reports whether a difference is the number of a moment, which is no sum of others.
func sinceConstant(c plan.Call) bool {
	return c.Op == plan.DateDiff && (plan.TablesOf(c.Args[0]).Empty() || plan.TablesOf(c.Args[1]).Empty())
}

func isExact(t plan.Type) bool { return t.Kind == plan.Int || t.Kind == plan.Decimal }

// apartBy gives the terms over a table, and the others as they are on the other side; none where one
// is over the table and others. The first of the table's is added.
func apartBy(all []term, table int) (own, others []term) {
	for _, t := range all {
		of := plan.TablesOf(t.Expr)
		switch {
		case of.Only() == table:
			own = append(own, t)
		case of.Has(table):
			return nil, nil
		default:
			others = append(others, term{t.Expr, !t.minus})
		}
	}
	if own[0].minus {
		for _, side := range [][]term{own, others} {
			for i := range side {
				side[i].minus = !side[i].minus
			}
		}
	}
	return own, others
}

// sum adds terms up; nil where that cannot be.
func sum(terms []term) plan.Expr {
	var out plan.Expr
	for _, t := range terms {
		var err error
		switch {
		case out != nil && t.minus:
			out, err = typing.Build(plan.Sub, out, t.Expr)
		case out != nil:
			out, err = typing.Build(plan.Add, out, t.Expr)
		case t.minus:
			out, err = typing.Build(plan.Neg, t.Expr)
		default:
			out = t.Expr
		}
		if err != nil {
			return nil
		}
	}
	return out
}
