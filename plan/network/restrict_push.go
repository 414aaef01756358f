package network

import (
	"slices"

	"gsdms/plan"
)

// wanted is the values of a column of a node: of rows below another, only those with such a
// value matter.
type wanted struct {
	node   Node
	column plan.ColumnRef
}

// push gives a node with the rows whose column has a wanted value, below the steps that
// take all rows; false where it has no such step, or that is no use.
func (r *restrictor) push(n Node, c plan.ColumnRef, w wanted) (Node, bool) {
	if r.shared[n] {
		return n, false
	}
	switch n := n.(type) {
	case *Filter:
		return r.pushIn(n, n.In, c, w)
	case *Compute:
		if c.Table != n.Table {
			return r.pushIn(n, n.In, c, w)
		}
	case *Project:
		if of, ok := n.Exprs[c.Column].(plan.ColumnRef); ok && c.Table == n.Table {
			return r.pushIn(n, n.In, of, w)
		}
	case *Join:
		if slices.Contains(visible(n.Left), c.Table) {
			return r.pushIn(n, n.Left, c, w)
		}
		if n.Kind == plan.InnerJoin && slices.Contains(visible(n.Right), c.Table) {
			return r.pushIn(n, n.Right, c, w)
		}
	case *Aggregate:
		if key := n.key(c); key != nil {
			return r.below(n, n.In, key, w)
		}
	case *Distinct:
		return r.below(n, n.In, c, w)
	case *Window:
		if n.within(c) {
			return r.below(n, n.In, c, w)
		}
	}
	return n, false
}

// pushIn is push for a node by one of its inputs.
func (r *restrictor) pushIn(n, in Node, c plan.ColumnRef, w wanted) (Node, bool) {
	now, ok := r.push(in, c, w)
	if !ok {
		return n, false
	}
	return change{input: func(x Node) Node {
		if x == in {
			return now
		}
		return x
	}, expr: same[plan.Expr]}.rebuild(n), true
}

// below restricts the input of a step that takes all its rows: further down, if there is
// another such step.
func (r *restrictor) below(n, in Node, key plan.Expr, w wanted) (Node, bool) {
	if c, ok := key.(plan.ColumnRef); ok {
		if out, ok := r.pushIn(n, in, c, w); ok {
			return out, true
		}
	}
	if len(columnsIn(key)) == 0 || !sameValues(key.Type(), w.column.Type()) || !r.worthLooking(w.node, in) {
		return n, false
	}
	w = r.values(w)
	equal := plan.Call{Op: plan.Eq, Args: []plan.Expr{key, w.column}, Of: plan.Type{Kind: plan.Bool}}
	semi := &Join{Kind: plan.SemiJoin, Left: in, Right: w.node, On: equal, Optional: true}
	return change{input: func(Node) Node { return semi }, expr: same[plan.Expr]}.rebuild(n), true
}

// worthLooking reports whether wanted values may be had for less than it takes to group
// rows: rows that are stored anyway for nothing, else a table is looked through.
func (r *restrictor) worthLooking(values, rows Node) bool {
	const oneIn = 2
	return !r.plain(values) || r.net.rows(values)*oneIn <= r.net.rows(rows)
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
func (r *restrictor) plain(n Node) bool {
	if r.shared[n] {
		return false
	}
	switch n := n.(type) {
	case *Scan:
		return true
	case *Filter:
		return r.plain(n.In)
	case *Project:
		return r.plain(n.In)
	}
	return false
}

// key gives the expression that a column of the groups is, nil for an aggregate.
func (n *Aggregate) key(c plan.ColumnRef) plan.Expr {
	switch at := c.Column - len(n.Keys) - len(n.Aggs); {
	case c.Table != n.Table:
		return nil
	case c.Column < len(n.Keys):
		return n.Keys[c.Column]
	case at >= 0 && at < len(n.More):
		return n.More[at]
	}
	return nil
}

// within reports whether all functions look at rows of one value of a column at a time.
func (n *Window) within(c plan.ColumnRef) bool {
	return c.Table != n.Table && !slices.ContainsFunc(n.Funcs, func(f WindowFunc) bool {
		return !slices.ContainsFunc(f.Partition, func(e plan.Expr) bool { return plan.Equal(e, c) })
	})
}
