package network

import "gsdms/plan"

// Change is what a node is copied with: other inputs, and expressions that are replaced.
type Change struct {
	Input func(Node) Node
	Expr  func(plan.Expr) plan.Expr
}

// Rebuild copies a node with its inputs and expressions changed.
func (c Change) Rebuild(n Node) Node {
	switch n := n.(type) {
	case *Filter:
		return &Filter{In: c.Input(n.In), Pred: c.Expr(n.Pred)}
	case *Join:
		out := *n
		out.Left, out.Right, out.On = c.Input(n.Left), c.Input(n.Right), c.Maybe(n.On)
		return &out
	case *Apply:
		out := *n
		out.Left, out.Right, out.On, out.Args = c.Input(n.Left), c.Input(n.Right), c.Maybe(n.On), c.Exprs(n.Args)
		return &out
	case *Project:
		return &Project{In: c.Input(n.In), Table: n.Table, Exprs: c.Exprs(n.Exprs)}
	case *Aggregate:
		return &Aggregate{In: c.Input(n.In), Table: n.Table, Keys: c.Exprs(n.Keys), Aggs: c.Aggs(n.Aggs), More: c.Exprs(n.More)}
	case *Window:
		return &Window{In: c.Input(n.In), Table: n.Table, Funcs: c.Windows(n.Funcs)}
	case *Compute:
		return &Compute{In: c.Input(n.In), Table: n.Table, Exprs: c.Exprs(n.Exprs)}
	case *Unfold:
		return &Unfold{In: c.Input(n.In), Table: n.Table, Document: c.Expr(n.Document), Outer: n.Outer, Rows: n.Rows}
	case *Distinct:
		return &Distinct{In: c.Input(n.In)}
	case *Sort:
		return &Sort{In: c.Input(n.In), Keys: c.Keys(n.Keys)}
	case *Limit:
		return &Limit{In: c.Input(n.In), Offset: n.Offset, Count: n.Count}
	case *Set:
		out := *n
		out.Left, out.Right = c.side(n.Left), c.side(n.Right)
		return &out
	case *Recurse:
		out := *n
		out.Seed = c.side(n.Seed)
		return &out
	}
	return n // a Row or a Scan
}

// Maybe gives a changed expression, nil of nil.
func (c Change) Maybe(e plan.Expr) plan.Expr {
	if e == nil {
		return nil
	}
	return c.Expr(e)
}

// Exprs gives changed expressions.
func (c Change) Exprs(in []plan.Expr) []plan.Expr {
	out := make([]plan.Expr, len(in))
	for i, e := range in {
		out[i] = c.Expr(e)
	}
	return out
}

// Aggs gives aggregates with changed arguments.
func (c Change) Aggs(in []plan.Agg) []plan.Agg {
	out := append([]plan.Agg(nil), in...)
	for i := range out {
		out[i] = out[i].WithArgs(c.Exprs(out[i].Args()))
	}
	return out
}

// Keys gives changed keys of a sort.
func (c Change) Keys(in []Key) []Key {
	out := append([]Key(nil), in...)
	for i := range out {
		out[i].Expr = c.Expr(out[i].Expr)
	}
	return out
}

// Windows gives window functions with changed arguments and keys.
func (c Change) Windows(in []WindowFunc) []WindowFunc {
	out := append([]WindowFunc(nil), in...)
	for i, f := range out {
		out[i].Args, out[i].Partition, out[i].Order = c.Exprs(f.Args), c.Exprs(f.Partition), c.Keys(f.Order)
	}
	return out
}

// side changes the columns of a side of a set operation, which must stay columns.
func (c Change) side(s Side) Side {
	out := Side{In: c.Input(s.In), Columns: append([]plan.ColumnRef(nil), s.Columns...)}
	for i, col := range out.Columns {
		if now, ok := c.Expr(col).(plan.ColumnRef); ok {
			out.Columns[i] = now
		}
	}
	return out
}

// VisitExprs calls f for every expression of a node, and of all below it if deep is set: of
// each node once, however many ways lead to it.
func VisitExprs(n Node, deep bool, f func(plan.Expr)) {
	if !deep {
		eachExpr(n, f)
		return
	}
	for _, x := range InOrder(n) {
		eachExpr(x, f)
	}
}

// eachExpr calls f for every expression of a node.
func eachExpr(n Node, f func(plan.Expr)) {
	switch n := n.(type) {
	case *Filter:
		f(n.Pred)
	case *Join:
		eachOf(f, n.On)
	case *Apply:
		eachOf(f, n.On)
		eachOf(f, n.Args...)
	case *Project:
		eachOf(f, n.Exprs...)
	case *Aggregate:
		eachOf(f, n.Keys...)
		for _, g := range n.Aggs {
			eachOf(f, g.Args()...)
		}
		eachOf(f, n.More...)
	case *Window:
		for _, w := range n.Funcs {
			eachOf(f, w.Args...)
			eachOf(f, w.Partition...)
			eachKey(w.Order, f)
		}
	case *Compute:
		eachOf(f, n.Exprs...)
	case *Unfold:
		f(n.Document)
	case *Sort:
		eachKey(n.Keys, f)
	case *Set:
		eachColumn(n.Left, f)
		eachColumn(n.Right, f)
	case *Recurse:
		eachColumn(n.Seed, f)
	}
}

// eachOf calls f for those expressions that there are.
func eachOf(f func(plan.Expr), exprs ...plan.Expr) {
	for _, e := range exprs {
		if e != nil {
			f(e)
		}
	}
}

func eachKey(keys []Key, f func(plan.Expr)) {
	for _, k := range keys {
		f(k.Expr)
	}
}

func eachColumn(s Side, f func(plan.Expr)) {
	for _, c := range s.Columns {
		f(c)
	}
}

// Same leaves an input or an expression as it is.
func Same[T any](x T) T { return x }

// ReplaceColumns replaces the columns that f has something else for.
func ReplaceColumns(e plan.Expr, f func(plan.ColumnRef) plan.Expr) plan.Expr {
	return plan.Replace(e, func(x plan.Expr) plan.Expr {
		if c, ok := x.(plan.ColumnRef); ok {
			if r := f(c); r != nil {
				return r
			}
		}
		return nil
	})
}

// Reads reports whether an expression names a column of a table. A network may have more
// tables than a plan.TableSet holds.
func Reads(e plan.Expr, table int) bool {
	found := false
	plan.Visit(e, func(x plan.Expr) bool {
		c, ok := x.(plan.ColumnRef)
		found = found || ok && c.Table == table
		return !found
	})
	return found
}
