package network

import (
	"slices"

	"gsdms/plan"
)

// Column is a column of a table of the network.
type Column struct{ Table, Column int }

// At is the column of a table with an ordinal.
func At(table, column int) Column { return Column{table, column} }

// ColumnOf is the column that an expression names.
func ColumnOf(c plan.ColumnRef) Column { return Column{c.Table, c.Column} }

// Hidden is an expression and its column.
type Hidden struct {
	Expr   plan.Expr
	Column plan.ColumnRef
}

// Ref is a column of a table of the network.
func (n *Network) Ref(table, column int) plan.ColumnRef {
	return plan.ColumnRef{Table: table, Column: column, Of: n.Tables[table]}
}

// AddTable adds a table of columns to the network.
func (n *Network) AddTable(name string, columns ...plan.Column) int {
	n.Tables = append(n.Tables, &plan.TableRef{Alias: name, Table: plan.Schema(name, columns...)})
	return len(n.Tables) - 1
}

// AddColumn adds a column to a table that a step makes.
func (n *Network) AddColumn(table int, e plan.Expr) plan.ColumnRef {
	t := n.Tables[table].Table
	t.Columns = append(t.Columns, plan.Column{Name: e.String(), Type: e.Type(), Nullable: e.Nullable()})
	return n.Ref(table, len(t.Columns)-1)
}

// AddGroups adds the table of an aggregation: keys, aggregates, and the keys that are no part of its order.
func (n *Network) AddGroups(of *Aggregate) int {
	table := n.AddTable("")
	for _, k := range of.Keys {
		n.AddColumn(table, k)
	}
	for _, g := range of.Aggs {
		n.AddColumn(table, plan.Slot{Of: g.Of, CanBeNil: g.Nullable(), Name: g.String()})
	}
	for _, k := range of.More {
		n.AddColumn(table, k)
	}
	return table
}

// Refs are the columns of a table.
func (n *Network) Refs(table int) []plan.ColumnRef {
	out := make([]plan.ColumnRef, len(n.Tables[table].Table.Columns))
	for i := range out {
		out[i] = n.Ref(table, i)
	}
	return out
}

// Exprs gives the columns of a side.
func (s Side) Exprs() []plan.Expr {
	out := make([]plan.Expr, len(s.Columns))
	for i, c := range s.Columns {
		out[i] = c
	}
	return out
}

// Visible lists the tables whose columns a node's rows have.
func Visible(n Node) []int {
	switch n := n.(type) {
	case *Join:
		out := Visible(n.Left)
		if n.Kind.Shows() {
			return append(out, Visible(n.Right)...)
		}
		if n.Kind == plan.MarkJoin {
			out = append(out, n.Mark)
		}
		return out
	case *Window:
		return append(Visible(n.In), n.Table)
	case *Compute:
		return append(Visible(n.In), n.Table)
	case *Unfold:
		return append(Visible(n.In), n.Table)
	case *Row:
		return nil
	}
	if t := n.Made(); t >= 0 {
		return []int{t}
	}
	return Visible(n.Inputs()[0])
}

// ColumnsIn lists the columns that an expression reads.
func ColumnsIn(e plan.Expr) (out []plan.ColumnRef) {
	plan.Visit(e, func(x plan.Expr) bool {
		if r, ok := x.(plan.ColumnRef); ok {
			out = append(out, r)
		}
		return true
	})
	return out
}

// HasColumns reports whether an expression reads any.
func HasColumns(e plan.Expr) bool {
	found := false
	plan.Visit(e, func(x plan.Expr) bool {
		_, is := x.(plan.ColumnRef)
		found = found || is
		return !found
	})
	return found
}

// Within reports whether an expression reads columns of a node's rows only.
func Within(e plan.Expr, n Node) bool {
	tables := Visible(n)
	inside := true
	plan.Visit(e, func(x plan.Expr) bool {
		r, ok := x.(plan.ColumnRef)
		inside = inside && (!ok || slices.Contains(tables, r.Table))
		return inside
	})
	return inside
}

// Conjuncts are the conditions that an expression is a conjunction of; none of nil.
func Conjuncts(e plan.Expr) []plan.Expr {
	if e == nil {
		return nil
	}
	return plan.Conjuncts(e)
}

// Through replaces columns by what they are of other columns, which may be replaced, too.
func Through(e plan.Expr, values map[Column]plan.Expr) plan.Expr {
	return ReplaceColumns(e, func(c plan.ColumnRef) plan.Expr {
		if v, ok := values[ColumnOf(c)]; ok {
			return Through(v, values)
		}
		return nil
	})
}

// NamesOf counts the columns that the expressions of a node name.
func NamesOf(n Node, into map[Column]int) {
	VisitExprs(n, false, func(e plan.Expr) {
		plan.Visit(e, func(x plan.Expr) bool {
			if r, ok := x.(plan.ColumnRef); ok {
				into[ColumnOf(r)]++
			}
			return true
		})
	})
}

// NamesBelow counts the columns that a graph names itself.
func NamesBelow(n Node, seen map[Node]bool, into map[Column]int) {
	if seen[n] {
		return
	}
	seen[n] = true
	NamesOf(n, into)
	for _, in := range n.Inputs() {
		NamesBelow(in, seen, into)
	}
}

// OnlyColumns reports whether expressions are columns, each by itself.
func OnlyColumns(exprs []plan.Expr) bool {
	return !slices.ContainsFunc(exprs, func(e plan.Expr) bool {
		_, ok := e.(plan.ColumnRef)
		return !ok
	})
}

// Repeats reports whether an expression gives the same again for the same row.
func Repeats(e plan.Expr) bool {
	found := false
	plan.Visit(e, func(x plan.Expr) bool {
		call, ok := x.(plan.Call)
		found = found || ok && call.Op == plan.Rand
		return !found
	})
	return !found
}

// KeyOf gives the expression that a column of the groups is, nil for an aggregate.
func KeyOf(n *Aggregate, c plan.ColumnRef) plan.Expr {
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

// Source gives what a column of a node is of the rows below steps that show it as it is.
func Source(e plan.Expr, in Node) plan.Expr {
	switch n := in.(type) {
	case *Filter:
		return Source(e, n.In)
	case *Join:
		return Source(Source(e, n.Left), n.Right)
	case *Project:
		if c, ok := e.(plan.ColumnRef); ok && c.Table == n.Table {
			return Source(n.Exprs[c.Column], n.In)
		}
	}
	return e
}

// OneColumn gives the one column that an expression is about.
func OneColumn(c plan.Expr) (plan.ColumnRef, bool) {
	of := ColumnsIn(c)
	if len(of) == 0 || slices.ContainsFunc(of, func(r plan.ColumnRef) bool { return ColumnOf(r) != ColumnOf(of[0]) }) {
		return plan.ColumnRef{}, false
	}
	return of[0], true
}

// IsPlain reports whether an expression is a column, or a constant.
func IsPlain(e plan.Expr) bool {
	_, column := e.(plan.ColumnRef)
	return column || len(ColumnsIn(e)) == 0
}

// Substituted gives an expression with expressions in place of a table's columns.
func Substituted(c plan.Expr, table int, by []plan.Expr) plan.Expr {
	return ReplaceColumns(c, func(r plan.ColumnRef) plan.Expr {
		if r.Table != table {
			return nil
		}
		return by[r.Column]
	})
}

// MeetsAll reports whether each row of either side of an inner join meets all rows of the other that
// other conditions keep: neither its own condition nor one of these is about both sides.
func (j *Join) MeetsAll(conditions []plan.Expr) bool {
	both := func(e plan.Expr) bool { return !Within(e, j.Left) && !Within(e, j.Right) }
	return j.Kind == plan.InnerJoin && !slices.ContainsFunc(conditions, both) && !slices.ContainsFunc(Conjuncts(j.On), both)
}

// TablesIn lists the tables of the network whose columns an expression reads.
func TablesIn(e plan.Expr) (out []int) {
	plan.Visit(e, func(x plan.Expr) bool {
		if c, ok := x.(plan.ColumnRef); ok && !slices.Contains(out, c.Table) {
			out = append(out, c.Table)
		}
		return true
	})
	return out
}
