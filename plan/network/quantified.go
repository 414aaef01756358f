package network

import (
	"slices"

	"gsdms/plan"
)

var opposites = map[plan.Op]plan.Op{plan.Eq: plan.Ne, plan.Ne: plan.Eq, plan.Lt: plan.Ge, plan.Ge: plan.Lt, plan.Gt: plan.Le, plan.Le: plan.Gt}

// Decides gives where a row of a subquery has x op ANY be true, or x op ALL not be true: compared is x op
// the row's value. It is nil where compared is no comparison.
func Decides(compared plan.Expr, all bool) plan.Expr {
	c, ok := compared.(plan.Call)
	if opposite := opposites[c.Op]; !ok || opposite == "" {
		return nil
	} else if all {
		c.Op = opposite
	}
	out := []plan.Expr{c}
	for _, a := range c.Args {
		if all && a.Nullable() {
			out = append(out, plan.Call{Op: plan.IsNull, Args: []plan.Expr{a}, Of: plan.Type{Kind: plan.Bool}})
		}
	}
	return plan.Combine(plan.Or, out)
}

// Equates reports whether an equality says which rows of a node belong to a row around it, whose columns
// are those of a table: then few of them are looked at for each.
func Equates(n Node, params int) bool {
	switch n := n.(type) {
	case *Project:
		return Equates(n.In, params)
	case *Filter:
		return Equates(n.In, params) || slices.ContainsFunc(plan.Conjuncts(n.Pred), func(e plan.Expr) bool {
			c, ok := e.(plan.Call)
			return ok && c.Op == plan.Eq && Reads(c.Args[0], params) != Reads(c.Args[1], params)
		})
	}
	return false
}

// WithoutOrder drops what does not change whether there are rows.
func WithoutOrder(n Node) Node {
	switch n := n.(type) {
	case *Sort:
		return WithoutOrder(n.In)
	case *Distinct:
		return WithoutOrder(n.In)
	case *Limit:
		if n.Offset == 0 && n.Count != 0 {
			return WithoutOrder(n.In)
		}
	}
	return n
}
