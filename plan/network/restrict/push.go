package restrict

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
)

// wanted is the values of a column of a node: of rows below another, only those with such a
// value matter.
type wanted struct {
	node   network.Node
	column plan.ColumnRef
}

// push gives a node with the rows whose column has a wanted value, below the steps that
// take all rows; false where it has no such step, or that is no use.
func (r *restrictor) push(n network.Node, c plan.ColumnRef, w wanted) (network.Node, bool) {
	if r.shared[n] {
		return n, false
	}
	switch n := n.(type) {
	case *network.Filter:
		return r.pushIn(n, n.In, c, w)
	case *network.Compute:
		if c.Table != n.Table {
			return r.pushIn(n, n.In, c, w)
		}
	case *network.Project:
		if of, ok := n.Exprs[c.Column].(plan.ColumnRef); ok && c.Table == n.Table {
			return r.pushIn(n, n.In, of, w)
		}
	case *network.Join:
		if slices.Contains(network.Visible(n.Left), c.Table) {
			if out, ok := r.pushIn(n, n.Left, c, w); ok || !decides(n) {
				return out, ok
			}
			return r.below(n, n.Left, c, w)
		}
		if n.Kind == plan.InnerJoin && slices.Contains(network.Visible(n.Right), c.Table) {
			return r.pushIn(n, n.Right, c, w)
		}
	case *network.Aggregate:
		if key := network.KeyOf(n, c); key != nil {
			return r.below(n, n.In, key, w)
		}
	case *network.Distinct:
		return r.below(n, n.In, c, w)
	case *network.Window:
		if onPartition(n, c) {
			return r.below(n, n.In, c, w)
		}
	}
	return n, false
}

// decides reports whether a join asks the rows of its left side for partners by a condition that
// is more than a look-up: a step that is worth fewer rows, as one that takes them all.
func decides(n *network.Join) bool {
	return n.Kind != plan.InnerJoin && !n.Optional && slices.ContainsFunc(network.Conjuncts(n.On), func(e plan.Expr) bool {
		_, _, equal := equalColumns(e)
		return !equal && !network.Within(e, n.Right)
	})
}

// pushIn is push for a node by one of its inputs.
func (r *restrictor) pushIn(n, in network.Node, c plan.ColumnRef, w wanted) (network.Node, bool) {
	now, ok := r.push(in, c, w)
	if !ok {
		return n, false
	}
	return network.Change{Input: func(x network.Node) network.Node {
		if x == in {
			return now
		}
		return x
	}, Expr: network.Same[plan.Expr]}.Rebuild(n), true
}

// below restricts the input of a step that takes all its rows: further down, if there is
// another such step.
func (r *restrictor) below(n, in network.Node, key plan.Expr, w wanted) (network.Node, bool) {
	if c, ok := key.(plan.ColumnRef); ok {
		if out, ok := r.pushIn(n, in, c, w); ok {
			return out, true
		}
	}
	if len(network.ColumnsIn(key)) == 0 || !sameValues(key.Type(), w.column.Type()) || !r.worthLooking(w.node, in) {
		return n, false
	}
	w = r.values(w)
	equal := plan.Call{Op: plan.Eq, Args: []plan.Expr{key, w.column}, Of: plan.Type{Kind: plan.Bool}}
	semi := &network.Join{Kind: plan.SemiJoin, Left: in, Right: w.node, On: equal, Optional: true}
	return network.Change{Input: func(x network.Node) network.Node {
		if x == in {
			return semi
		}
		return x
	}, Expr: network.Same[plan.Expr]}.Rebuild(n), true
}

// worthLooking reports whether wanted values may be had for less than it takes to group
// rows: rows that are stored anyway for nothing, else a table is looked through.
func (r *restrictor) worthLooking(values, rows network.Node) bool {
	return !r.plain(values) || r.net.MostRows(values) <= r.net.MostRows(rows)
}

// values gives wanted values to a step that looks them up: of a stored table under
// conditions that of another scan, else of rows that are stored and taken by both.
func (r *restrictor) values(w wanted) wanted {
	if r.plain(w.node) {
		node, column := r.net.Copy(w.node, w.column)
		return wanted{node, column}
	}
	r.shared[w.node] = true
	return w
}

// plain reports whether a node is a stored table under conditions and projections.
func (r *restrictor) plain(n network.Node) bool {
	if r.shared[n] {
		return false
	}
	switch n := n.(type) {
	case *network.Scan:
		return true
	case *network.Filter:
		return r.plain(n.In)
	case *network.Project:
		return r.plain(n.In)
	}
	return false
}

// onPartition reports whether all functions look at rows of one value of a column at a time.
func onPartition(n *network.Window, c plan.ColumnRef) bool {
	return c.Table != n.Table && !slices.ContainsFunc(n.Funcs, func(f network.WindowFunc) bool {
		return !slices.ContainsFunc(f.Partition, func(e plan.Expr) bool { return plan.Equal(e, c) })
	})
}
