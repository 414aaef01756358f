package separate

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/value"
)

// needAll are functions of texts that give NULL where an argument is, and a text for all others.
var needAll = []plan.Op{plan.Concat, "LOWER", "UPPER", "REVERSE", "LEFT", "RIGHT", "TRIM", "LTRIM", "RTRIM"}

// absentWhere gives what a text that is made of columns is NULL with: it is none only where all of them
// are there. ok is false where the text has to be made for that.
func absentWhere(e plan.Expr) (parts []plan.Expr, ok bool) {
	if c, ok := e.(plan.Const); ok {
		return nil, !c.Value.IsNull()
	}
	if !e.Nullable() {
		return nil, true
	}
	if isColumnOrNumber(e) {
		return []plan.Expr{e}, true
	}
	switch x := e.(type) {
	case plan.Cast:
		if x.To.Kind != plan.String || !plan.ShowsAll(x.X.Type()) {
			return nil, false
		}
		return absentWhere(x.X)
	case plan.Call:
		if !slices.Contains(needAll, x.Op) {
			return nil, false
		}
		for _, a := range x.Args {
			of, ok := absentWhere(a)
			if !ok {
				return nil, false
			}
			parts = append(parts, of...)
		}
		return parts, true
	}
	return nil, false
}

func isColumnOrNumber(e plan.Expr) bool {
	_, column := e.(plan.ColumnRef)
	return column || e.Type().Kind == plan.Int
}

// isAbsent gives whether a text that is made of columns is NULL by which of these are; nil where that
// is not known without the text.
func isAbsent(e plan.Expr) plan.Expr {
	if c, ok := e.(plan.Call); !ok || c.Of.Kind != plan.String {
		return nil
	}
	parts, ok := absentWhere(e)
	if !ok {
		return nil
	}
	truth := plan.Type{Kind: plan.Bool}
	var tests []plan.Expr
	for _, p := range parts {
		test := plan.Call{Op: plan.IsNull, Args: []plan.Expr{p}, Of: truth}
		if !slices.ContainsFunc(tests, func(t plan.Expr) bool { return plan.Equal(t, test) }) {
			tests = append(tests, test)
		}
	}
	if len(tests) == 0 {
		return plan.Const{Value: value.OfBool(false), Of: truth}
	}
	return plan.Combine(plan.Or, tests)
}

// withoutText gives IS NULL of texts that are made as that of their parts.
func withoutText(e plan.Expr) plan.Expr {
	return plan.Replace(e, func(x plan.Expr) plan.Expr {
		if c, ok := x.(plan.Call); ok && c.Op == plan.IsNull {
			return isAbsent(c.Args[0])
		}
		return nil
	})
}

// countsWhere counts the rows whose text is there by its parts.
func countsWhere(g plan.Agg) plan.Agg {
	if g.Func != plan.Count || g.Gathered != nil || g.Arg == nil {
		return g
	}
	absent := isAbsent(g.Arg)
	if absent == nil {
		return g
	}
	if g.Arg = nil; !plan.IsConstant(absent) {
		g.Arg = ifAbsent(absent)
	}
	return g
}

// ifAbsent is 1 where a condition is not true, and else NULL.
func ifAbsent(absent plan.Expr) plan.Expr {
	one := plan.Literal(value.OfInt(1))
	return plan.Call{Op: plan.If, Args: []plan.Expr{absent, plan.Literal(plan.Value{}), one}, Of: one.Type()}
}

// withoutTexts is a node that makes no text to see whether it is NULL.
func withoutTexts(n network.Node) network.Node {
	if slices.ContainsFunc(exprsOf(n), func(e plan.Expr) bool { return !plan.Equal(e, withoutText(e)) }) {
		n = network.Change{Input: network.Same[network.Node], Expr: withoutText}.Rebuild(n)
	}
	a, ok := n.(*network.Aggregate)
	if !ok {
		return n
	}
	out := *a
	out.Aggs = make([]plan.Agg, len(a.Aggs))
	for i, g := range a.Aggs {
		out.Aggs[i] = countsWhere(g)
	}
	return &out
}
