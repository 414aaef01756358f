package network

import "gsdms/plan"

// change is what a node is copied with: other inputs, and expressions that are replaced.
type change struct {
	input func(Node) Node
	expr  func(plan.Expr) plan.Expr
}

// rebuild copies a node with its inputs and expressions changed.
func (c change) rebuild(n Node) Node {
	switch n := n.(type) {
	case *Filter:
		return &Filter{In: c.input(n.In), Pred: c.expr(n.Pred)}
	case *Join:
		out := *n
		out.Left, out.Right, out.On = c.input(n.Left), c.input(n.Right), c.maybe(n.On)
		return &out
	case *Apply:
		out := *n
		out.Left, out.Right, out.On, out.Args = c.input(n.Left), c.input(n.Right), c.maybe(n.On), c.exprs(n.Args)
		return &out
	case *Project:
		return &Project{In: c.input(n.In), Table: n.Table, Exprs: c.exprs(n.Exprs)}
	case *Aggregate:
		return &Aggregate{In: c.input(n.In), Table: n.Table, Keys: c.exprs(n.Keys), Aggs: c.aggs(n.Aggs), More: c.exprs(n.More)}
	case *Window:
		return &Window{In: c.input(n.In), Table: n.Table, Funcs: c.windows(n.Funcs)}
	case *Compute:
		return &Compute{In: c.input(n.In), Table: n.Table, Exprs: c.exprs(n.Exprs)}
	case *Distinct:
		return &Distinct{In: c.input(n.In)}
	case *Sort:
		return &Sort{In: c.input(n.In), Keys: c.keys(n.Keys)}
	case *Limit:
		return &Limit{In: c.input(n.In), Offset: n.Offset, Count: n.Count}
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

func (c change) maybe(e plan.Expr) plan.Expr {
	if e == nil {
		return nil
	}
	return c.expr(e)
}

func (c change) exprs(in []plan.Expr) []plan.Expr {
	out := make([]plan.Expr, len(in))
	for i, e := range in {
		out[i] = c.expr(e)
	}
	return out
}

func (c change) aggs(in []plan.Agg) []plan.Agg {
	out := append([]plan.Agg(nil), in...)
	for i := range out {
		out[i] = out[i].WithArgs(c.exprs(out[i].Args()))
	}
	return out
}

func (c change) keys(in []Key) []Key {
	out := append([]Key(nil), in...)
	for i := range out {
		out[i].Expr = c.expr(out[i].Expr)
	}
	return out
}

func (c change) windows(in []WindowFunc) []WindowFunc {
	out := append([]WindowFunc(nil), in...)
	for i, f := range out {
		out[i].Args, out[i].Partition, out[i].Order = c.exprs(f.Args), c.exprs(f.Partition), c.keys(f.Order)
	}
	return out
}

// side changes the columns of a side of a set operation, which must stay columns.
func (c change) side(s Side) Side {
	out := Side{In: c.input(s.In), Columns: append([]plan.ColumnRef(nil), s.Columns...)}
	for i, col := range out.Columns {
		if now, ok := c.expr(col).(plan.ColumnRef); ok {
			out.Columns[i] = now
		}
	}
	return out
}

// visitExprs calls f for every expression of a node, and of all below it if deep is set: of
// each node once, however many ways lead to it.
func visitExprs(n Node, deep bool, f func(plan.Expr)) {
	if !deep {
		eachExpr(n, f)
		return
	}
	l := liveness{seen: map[Node]bool{}}
	l.order(n)
	for _, x := range l.nodes {
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

// same leaves an input or an expression as it is.
func same[T any](x T) T { return x }

// replaceColumns replaces the columns that f has something else for.
func replaceColumns(e plan.Expr, f func(plan.ColumnRef) plan.Expr) plan.Expr {
	return plan.Replace(e, func(x plan.Expr) plan.Expr {
		if c, ok := x.(plan.ColumnRef); ok {
			if r := f(c); r != nil {
				return r
			}
		}
		return nil
	})
}

// reads reports whether an expression names a column of a table. A network may have more
// tables than a plan.TableSet holds.
func reads(e plan.Expr, table int) bool {
	found := false
	plan.Visit(e, func(x plan.Expr) bool {
		c, ok := x.(plan.ColumnRef)
		found = found || ok && c.Table == table
		return !found
	})
	return found
}
