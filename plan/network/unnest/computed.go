package unnest

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
)

// computed makes what a subquery computes of its parameters alone, and compares with something
// of its own, a parameter: in b.day = DATE(a.time) the rows around it have few dates, and a
// condition that makes a parameter equal to a column spares the domain. An Apply without such
// conditions is given as it is; else it is a copy.
func (u *unnester) computed(a *network.Apply) *network.Apply {
	var found []plan.Expr
	network.VisitExprs(a.Right, true, func(e plan.Expr) {
		for _, c := range network.Conjuncts(e) {
			x, bounds := comparedWith(c, a.Params)
			if x != nil && (!bounds || readAlone(a, x)) && !slices.ContainsFunc(found, func(f plan.Expr) bool { return plan.Equal(f, x) }) {
				found = append(found, x)
			}
		}
	})
	if len(found) == 0 {
		return a
	}
	out := *a
	columns := u.net.Tables[a.Params].Table.Columns
	out.Params = u.net.AddTable(u.net.Tables[a.Params].Alias, slices.Clone(columns)...) // other steps may have these, with arguments of their own
	out.Args = slices.Clone(a.Args)
	now := map[int]plan.Expr{}
	for i := range columns {
		now[i] = u.net.Ref(out.Params, i)
	}
	for _, x := range found {
		out.Args = append(out.Args, network.ReplaceColumns(x, func(c plan.ColumnRef) plan.Expr { return a.Args[c.Column] }))
	}
	computed := make([]plan.ColumnRef, len(found))
	for i, x := range found {
		computed[i] = u.net.AddColumn(out.Params, x)
	}
	r := replacer{u: u, params: a.Params, done: map[network.Node]network.Node{}, expr: func(e plan.Expr) plan.Expr {
		return plan.Replace(e, func(x plan.Expr) plan.Expr {
			if i := slices.IndexFunc(found, func(f plan.Expr) bool { return plan.Equal(f, x) }); i >= 0 {
				return computed[i]
			}
			if c, ok := x.(plan.ColumnRef); ok && c.Table == a.Params {
				return now[c.Column]
			}
			return nil
		})
	}}
	out.Right = r.node(a.Right)
	return &out
}

// comparedWith gives what a condition makes an expression without parameters equal to, if that is
// computed of parameters and nothing else, or the widened parameter that is its bound, or what
// else bounds it and is computed of parameters alone; nil of another condition.
func comparedWith(e plan.Expr, params int) (x plan.Expr, bounds bool) {
	c, ok := e.(plan.Call)
	if _, compares := flipped[c.Op]; !ok || !compares {
		return nil, false
	}
	for side := range 2 {
		x, own := c.Args[side], c.Args[1-side]
		_, param := widened(x).(plan.ColumnRef)
		if _, column := x.(plan.ColumnRef); !column && ofParams(x, params) && !network.Reads(own, params) && len(network.ColumnsIn(own)) > 0 {
			return x, c.Op != plan.Eq && !param
		}
	}
	return nil, false
}

// readAlone reports whether a subquery reads the parameters of an expression within it only, so that
// its value can stand in their place.
func readAlone(a *network.Apply, x plan.Expr) bool {
	alone := true
	network.VisitExprs(a.Right, true, func(e plan.Expr) {
		rest := plan.Replace(e, func(y plan.Expr) plan.Expr {
			if plan.Equal(x, y) {
				return plan.NullOf(x.Type())
			}
			return nil
		})
		for _, c := range network.ColumnsIn(x) {
			alone = alone && !slices.Contains(network.ColumnsIn(rest), c)
		}
	})
	return alone
}

// ofParams reports whether an expression reads parameters, no other columns, and nothing that
// differs from one time to the next.
func ofParams(e plan.Expr, params int) bool {
	columns := network.ColumnsIn(e)
	return len(columns) > 0 && network.Repeats(e) && !slices.ContainsFunc(columns, func(c plan.ColumnRef) bool { return c.Table != params })
}

// replacer copies the steps of a graph that read parameters, with other expressions.
type replacer struct {
	u      *unnester
	params int
	done   map[network.Node]network.Node
	expr   func(plan.Expr) plan.Expr
}

func (r *replacer) node(n network.Node) network.Node {
	if out, ok := r.done[n]; ok {
		return out
	}
	out := n
	if len(paramsIn(n, r.params)) > 0 {
		out = network.Change{Input: r.node, Expr: r.expr}.Rebuild(n)
		r.u.shared[out] = r.u.shared[n]
	}
	r.done[n] = out
	return out
}
