// Package depend tells which columns have one value in each group of rows, by what the conditions
// on the rows, the keys of their tables and the queries in FROM say: MySQL's functional dependence.
package depend

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/value"
)

// Columns are those that have one value in each group.
type Columns struct {
	one   int // the table whose columns are of one value in all rows; -1: none
	known map[network.Column]bool

	groups map[int]int // by the table of groups: how many of its first columns are their keys
}

// On finds the columns that follow from keys, on the rows of a node. The columns of the table one have
// the same value in all rows; -1 is none.
func On(net *network.Network, rows network.Node, keys []plan.Expr, one int) *Columns {
	out := &Columns{one: one, known: map[network.Column]bool{}}
	for _, k := range keys {
		if c, ok := k.(plan.ColumnRef); ok {
			out.known[network.ColumnOf(c)] = true
		}
	}
	f := facts{net: net, groups: map[int]int{}}
	f.gather(rows)
	out.groups = f.groups
	for again := true; again; {
		again = false
		for _, e := range f.equal {
			again = out.learn(e) || again
		}
	}
	return out
}

// Have reports whether a column is one of them: by itself, or since a key of its table is.
func (d *Columns) Have(c plan.ColumnRef) bool {
	if c.Table == d.one || d.known[network.ColumnOf(c)] {
		return true
	}
	if keys, grouped := d.groups[c.Table]; grouped {
		return d.whole(c.Table, first(keys))
	}
	t := c.Of.Table
	if len(t.PrimaryKey) > 0 && d.whole(c.Table, t.PrimaryKey) {
		return true
	}
	for _, r := range t.Rules {
		filled := !slices.ContainsFunc(r.Columns, func(i int) bool { return t.Columns[i].Nullable })
		if r.Check == "" && filled && d.whole(c.Table, r.Columns) {
			return true
		}
	}
	return false
}

// whole reports whether some columns of a table all are among them.
func (d *Columns) whole(table int, columns []int) bool {
	return !slices.ContainsFunc(columns, func(i int) bool { return !d.known[network.At(table, i)] })
}

// first are the ordinals of the first columns of a table.
func first(n int) (out []int) {
	for i := range n {
		out = append(out, i)
	}
	return out
}

// learn adds the columns that an equation gives, and reports whether there are any.
func (d *Columns) learn(e equation) bool {
	if !d.all(e.first) {
		return false
	}
	added := false
	for i := range e.sides {
		c, ok := e.sides[i].(plan.ColumnRef)
		if !ok || d.known[network.ColumnOf(c)] || !d.all(network.ColumnsIn(e.sides[1-i])) {
			continue
		}
		d.known[network.ColumnOf(c)], added = true, true
	}
	return added
}

// all reports whether all of some columns are among them.
func (d *Columns) all(columns []plan.ColumnRef) bool {
	return !slices.ContainsFunc(columns, func(c plan.ColumnRef) bool { return !d.Have(c) })
}

// equation says that two expressions are equal, or both NULL, where the columns of first have one value.
type equation struct {
	sides [2]plan.Expr
	first []plan.ColumnRef
}

// facts are what holds for all rows of a node.
type facts struct {
	net    *network.Network
	equal  []equation
	groups map[int]int
}

// gather takes the conditions of filters and joins, and what columns of queries are made of. Those of a partner that a row need not have say
// whether it has one, and so only hold where what they read beside it has one value.
func (f *facts) gather(n network.Node) {
	switch n := n.(type) {
	case *network.Filter:
		f.take(n.Pred)
		f.gather(n.In)
	case *network.Apply:
		f.gather(n.Left)
	case *network.Distinct:
		f.gather(n.In)
	case *network.Sort:
		f.gather(n.In)
	case *network.Limit:
		f.gather(n.In)
	case *network.Window:
		f.gather(n.In)
	case *network.Project:
		f.made(n.Table, n.Exprs)
		f.gather(n.In)
	case *network.Aggregate:
		f.made(n.Table, n.Keys)
		f.groups[n.Table] = len(n.Keys)
		f.gather(n.In)
	case *network.Join:
		f.gather(n.Left)
		switch {
		case n.Kind == plan.InnerJoin:
			f.take(n.On)
			f.gather(n.Right)
		case n.Kind == plan.LeftJoin && (n.On == nil || network.Repeats(n.On)):
			f.partner(n)
		}
	}
}

// partner takes the conditions of a join's right side.
func (f *facts) partner(n *network.Join) {
	inside := facts{net: f.net, groups: map[int]int{}}
	inside.gather(n.Right)
	for table, keys := range inside.groups {
		if !slices.ContainsFunc(f.net.Tables[table].Table.Columns[:keys], func(c plan.Column) bool { return c.Nullable }) {
			f.groups[table] = keys // a NULL key is that of a row without a partner, and of no group
		}
	}
	var beside []plan.ColumnRef
	if n.On != nil {
		inside.take(n.On)
		for _, c := range network.ColumnsIn(n.On) {
			if !network.Within(c, n.Right) {
				beside = append(beside, c)
			}
		}
	}
	for _, e := range inside.equal {
		e.first = append(e.first, beside...)
		f.equal = append(f.equal, e)
	}
}

// made takes the first columns of a table as what they are made of.
func (f *facts) made(table int, exprs []plan.Expr) {
	for i, e := range exprs {
		if network.Repeats(e) {
			f.equal = append(f.equal, equation{sides: [2]plan.Expr{f.net.Ref(table, i), e}})
		}
	}
}

// take takes the equations of a condition. Values of different kinds may be equal to several.
func (f *facts) take(pred plan.Expr) {
	for _, e := range network.Conjuncts(pred) {
		c, ok := e.(plan.Call)
		if !ok || c.Op != plan.Eq || !network.Repeats(e) {
			continue
		}
		if k := sole(c.Args[0].Type()); k != value.Null && k == sole(c.Args[1].Type()) {
			f.equal = append(f.equal, equation{sides: [2]plan.Expr{c.Args[0], c.Args[1]}})
		}
	}
}

// sole gives types whose equal values are the same value one kind, and Null to those of which several
// values may be equal.
func sole(t value.Type) value.Kind {
	switch {
	case t.Name == value.JSONName || t.Name == value.CaselessName:
		return value.Null
	case t.Kind == value.Bool || t.Kind == value.Unsigned || t.Kind == value.Decimal:
		return value.Int
	case t.Kind == value.DateTime:
		return value.Date
	}
	return t.Kind
}
