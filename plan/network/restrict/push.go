package restrict

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
)

// wanted is the values of columns of a node, together: of rows below another, only those with such
// values matter.
type wanted struct {
	node    network.Node
	columns []plan.ColumnRef
	made    bool // for this: nobody else reads the node
	scarce  bool // they are of all rows of a table: worth it only if these are few for the values that are there
}

// push gives a node with the rows whose columns have wanted values, below the steps that
// take all rows; false where it has no such step, or that is no use.
func (r *restrictor) push(n network.Node, of []plan.ColumnRef, w wanted) (network.Node, bool) {
	if r.shared[n] {
		return n, false
	}
	switch n := n.(type) {
	case *network.Filter:
		return r.pushIn(n, n.In, of, w)
	case *network.Compute:
		if !anyOf(of, n.Table) {
			return r.pushIn(n, n.In, of, w)
		}
	case *network.Project:
		if now, ok := columnsOf(n, of); ok {
			return r.pushIn(n, n.In, now, w)
		}
	case *network.Join:
		return r.pushJoin(n, of, w)
	case *network.Aggregate:
		if keys := keysOf(n, of); keys != nil {
			return r.below(n, n.In, keys, w)
		}
	case *network.Distinct:
		return r.below(n, n.In, exprsOf(of), w)
	case *network.Window:
		if !slices.ContainsFunc(of, func(c plan.ColumnRef) bool { return !onPartition(n, c) }) {
			return r.below(n, n.In, exprsOf(of), w)
		}
	}
	return n, false
}

func (r *restrictor) pushJoin(n *network.Join, of []plan.ColumnRef, w wanted) (network.Node, bool) {
	if allIn(network.Visible(n.Left), of) {
		out, ok := r.pushIn(n, n.Left, of, w)
		if there := partnersOf(n, of); there != nil {
			both, too := r.pushIn(out, n.Right, there, w)
			out, ok = both, ok || too
		}
		if ok || !decides(n) {
			return out, ok
		}
		return r.below(n, n.Left, exprsOf(of), w)
	}
	if n.Kind == plan.InnerJoin && allIn(network.Visible(n.Right), of) {
		return r.pushIn(n, n.Right, of, w)
	}
	return n, false
}

// partnersOf gives the columns of the right side of an inner join that are equal to some of the left one, so
// that rows with other values there are partners of none that matter; nil where there are none to all of them.
func partnersOf(n *network.Join, of []plan.ColumnRef) (there []plan.ColumnRef) {
	if n.Kind != plan.InnerJoin {
		return nil
	}
	right := network.Visible(n.Right)
	for _, c := range of {
		for _, e := range network.Conjuncts(n.On) {
			if other, ok := equalTo(c, e); ok && slices.Contains(right, other.Table) {
				there = append(there, other)
				break
			}
		}
	}
	if len(there) < len(of) {
		return nil
	}
	return there
}

// equalTo gives the column that a condition says a column is equal to, where both may be NULL, too.
func equalTo(c plan.ColumnRef, e plan.Expr) (other plan.ColumnRef, ok bool) {
	call, ok := e.(plan.Call)
	if !ok || call.Op != plan.Eq && call.Op != plan.NullEq {
		return other, false
	}
	for i, a := range call.Args {
		other, ok = call.Args[1-i].(plan.ColumnRef)
		if ok && plan.Equal(a, c) && sameValues(a.Type(), other.Type()) {
			return other, true
		}
	}
	return other, false
}

// anyOf reports whether a table has some of the columns.
func anyOf(of []plan.ColumnRef, table int) bool {
	return slices.ContainsFunc(of, func(c plan.ColumnRef) bool { return c.Table == table })
}

// allIn reports whether tables have all columns.
func allIn(tables []int, of []plan.ColumnRef) bool {
	return !slices.ContainsFunc(of, func(c plan.ColumnRef) bool { return !slices.Contains(tables, c.Table) })
}

// columnsOf gives the columns below a projection that some of its columns are; false where some are
// computed.
func columnsOf(n *network.Project, of []plan.ColumnRef) (out []plan.ColumnRef, ok bool) {
	for _, c := range of {
		if c.Table != n.Table {
			return nil, false
		}
		below, isColumn := n.Exprs[c.Column].(plan.ColumnRef)
		if !isColumn {
			return nil, false
		}
		out = append(out, below)
	}
	return out, true
}

// keysOf gives the keys of groups that some of their columns are; nil where some are none.
func keysOf(n *network.Aggregate, of []plan.ColumnRef) (out []plan.Expr) {
	for _, c := range of {
		key := network.KeyOf(n, c)
		if key == nil {
			return nil
		}
		out = append(out, key)
	}
	return out
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
func (r *restrictor) pushIn(n, in network.Node, of []plan.ColumnRef, w wanted) (network.Node, bool) {
	now, ok := r.push(in, of, w)
	if !ok {
		return n, false
	}
	return instead(n, in, now), true
}

// instead gives a node with another input in place of one.
func instead(n, in, now network.Node) network.Node {
	return network.Change{Input: func(x network.Node) network.Node {
		if x == in {
			return now
		}
		return x
	}, Expr: network.Same[plan.Expr]}.Rebuild(n)
}

// below restricts the input of a step that takes all its rows: further down, if there is
// another such step.
func (r *restrictor) below(n, in network.Node, keys []plan.Expr, w wanted) (network.Node, bool) {
	if of, ok := columns(keys); ok {
		if out, ok := r.pushIn(n, in, of, w); ok {
			return out, true
		}
	}
	for i, key := range keys {
		if len(network.ColumnsIn(key)) == 0 || !sameValues(key.Type(), w.columns[i].Type()) {
			return n, false
		}
	}
	if !r.worthLooking(w, keys, in) {
		return n, false
	}
	w = r.values(w)
	var equal []plan.Expr
	for i, key := range keys {
		equal = append(equal, plan.Call{Op: plan.Eq, Args: []plan.Expr{key, w.columns[i]}, Of: plan.Type{Kind: plan.Bool}})
	}
	semi := &network.Join{Kind: plan.SemiJoin, Left: in, Right: w.node, On: plan.Combine(plan.And, equal), Optional: true}
	return instead(n, in, semi), true
}

// exprsOf gives columns as expressions.
func exprsOf(of []plan.ColumnRef) (out []plan.Expr) {
	for _, c := range of {
		out = append(out, c)
	}
	return out
}

// columns gives expressions as columns; false where some are none.
func columns(exprs []plan.Expr) (out []plan.ColumnRef, ok bool) {
	for _, e := range exprs {
		c, ok := e.(plan.ColumnRef)
		if !ok {
			return nil, false
		}
		out = append(out, c)
	}
	return out, true
}

// worthLooking reports whether wanted values may be had for less than it takes to group
// rows: rows that are stored anyway for nothing, else a table is looked through.
func (r *restrictor) worthLooking(w wanted, keys []plan.Expr, rows network.Node) bool {
	if w.scarce && !r.few(r.net.MostRows(w.node), keys, rows) {
		return false
	}
	return !w.made && !r.plain(w.node) || r.net.MostRows(w.node) <= r.net.MostRows(rows)
}

// valuesOfFew is how many values a column has for each of few rows that one of them is wanted for.
const valuesOfFew = 4

// few reports whether so many rows can want few of the values only that one of some keys of a node's rows
// has, by its bounds.
func (r *restrictor) few(rows int, keys []plan.Expr, in network.Node) bool {
	return slices.ContainsFunc(keys, func(e plan.Expr) bool {
		of, ok := network.Source(e, in).(plan.ColumnRef)
		if !ok || r.net.Tables[of.Table].Table.Data == nil {
			return false
		}
		c := &r.net.Tables[of.Table].Table.Columns[of.Column]
		return c.Dict == nil && !c.Storage.Float && float64(c.Max)-float64(c.Min) >= valuesOfFew*float64(rows)
	})
}

// values gives wanted values to a step that looks them up: of a stored table under
// conditions that of another scan, else of rows that are stored and taken by both.
func (r *restrictor) values(w wanted) wanted {
	if w.made || r.plain(w.node) {
		node, exprs := r.net.CopyAll(w.node, exprsOf(w.columns))
		of, _ := columns(exprs)
		return wanted{node: node, columns: of, made: w.made}
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
