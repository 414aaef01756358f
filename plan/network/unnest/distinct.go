package unnest

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
)

// distinct gives the different values of expressions of rows, and the columns that hold them. Of all
// pairs of two sides that no condition links, these are all pairs of the different values of each.
func (u *unnester) distinct(n network.Node, exprs []plan.Expr) (network.Node, []plan.Expr) {
	if out, at := u.product(n, exprs); out != nil {
		return out, at
	}
	p := &network.Project{In: n, Table: u.net.AddTable("outer"), Exprs: exprs}
	at := make([]plan.Expr, len(exprs))
	for i, e := range exprs {
		at[i] = u.net.AddColumn(p.Table, e)
	}
	return &network.Distinct{In: p}, at
}

// product is distinct of an inner join whose conditions are about one side each, where some of the
// expressions are of either side and all are of one; nil of other rows.
func (u *unnester) product(n network.Node, exprs []plan.Expr) (network.Node, []plan.Expr) {
	j, conditions := u.innerJoin(n)
	if j == nil {
		return nil, nil
	}
	left, ok := parted(exprs, j)
	rest, unlinked := parted(append(conditions, network.Conjuncts(j.On)...), j)
	if !ok || !unlinked || len(left[0]) == 0 || len(left[1]) == 0 {
		return nil, nil
	}
	out, at := &network.Join{}, make([]plan.Expr, 0, len(exprs))
	var found [2][]plan.Expr
	for side, in := range []network.Node{j.Left, j.Right} {
		node, columns := u.distinct(network.Filtered(in, rest[side]), left[side])
		if found[side] = columns; side == 0 {
			out.Left = node
		} else {
			out.Right = node
		}
	}
	for _, e := range exprs {
		side := 0
		if !network.Within(e, j.Left) {
			side = 1
		}
		at = append(at, found[side][0])
		found[side] = found[side][1:]
	}
	return out, at
}

// parted gives the expressions that are of either side of a join; false where one is of none, of both
// or differs from one time to the next.
func parted(exprs []plan.Expr, j *network.Join) (of [2][]plan.Expr, ok bool) {
	for _, e := range exprs {
		side := slices.IndexFunc([]network.Node{j.Left, j.Right}, func(n network.Node) bool { return network.Within(e, n) })
		if side < 0 || !network.Repeats(e) || len(network.ColumnsIn(e)) == 0 {
			return of, false
		}
		of[side] = append(of[side], e)
	}
	return of, true
}
