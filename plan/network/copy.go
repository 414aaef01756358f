package network

import "gsdms/plan"

// Copy gives a graph that makes the same rows as another, with tables of its own, and
// what a column of the other is in it.
func (n *Network) Copy(of Node, column plan.ColumnRef) (Node, plan.ColumnRef) {
	out, columns := n.CopyAll(of, []plan.Expr{column})
	return out, columns[0].(plan.ColumnRef)
}

// CopyAll is Copy for expressions of the other's columns.
func (n *Network) CopyAll(of Node, exprs []plan.Expr) (Node, []plan.Expr) {
	return n.CopyAbove(of, exprs, nil)
}

// CopyAbove is CopyAll down to nodes that the copy reads as well.
func (n *Network) CopyAbove(of Node, exprs []plan.Expr, shared []Node) (Node, []plan.Expr) {
	c := &copier{net: n, now: map[int]int{}, done: map[Node]Node{}}
	seen := map[Node]bool{}
	for _, s := range shared {
		c.done[s], seen[s] = s, true
	}
	c.tables(of, seen)
	out := c.node(of)
	return out, Change{Expr: c.expr}.Exprs(exprs)
}

// copier is the state of one Copy.
type copier struct {
	net  *Network
	now  map[int]int // the copies of tables that the graph makes
	done map[Node]Node
}

// tables copies the tables that the nodes of a graph make.
func (c *copier) tables(n Node, seen map[Node]bool) {
	if seen[n] {
		return
	}
	seen[n] = true
	if t := n.Made(); t >= 0 {
		ref := *c.net.Tables[t]
		if _, stored := n.(*Scan); !stored { // a schema may still get columns
			ref.Table = plan.Schema(ref.Table.Name, append([]plan.Column(nil), ref.Table.Columns...)...)
		}
		c.net.Tables = append(c.net.Tables, &ref)
		c.now[t] = len(c.net.Tables) - 1
	}
	if a, ok := n.(*Apply); ok && a.Params >= 0 {
		ref := *c.net.Tables[a.Params]
		c.net.Tables = append(c.net.Tables, &ref)
		c.now[a.Params] = len(c.net.Tables) - 1
	}
	for _, in := range n.Inputs() {
		c.tables(in, seen)
	}
}

func (c *copier) expr(e plan.Expr) plan.Expr {
	return ReplaceColumns(e, func(r plan.ColumnRef) plan.Expr {
		if now, ok := c.now[r.Table]; ok {
			return c.net.Ref(now, r.Column)
		}
		return nil
	})
}

func (c *copier) node(n Node) Node {
	if out, ok := c.done[n]; ok {
		return out
	}
	out := Change{Input: c.node, Expr: c.expr}.Rebuild(n)
	switch n := out.(type) {
	case *Scan:
		out = &Scan{Table: c.now[n.Table]}
	case *Project:
		n.Table = c.now[n.Table]
	case *Aggregate:
		n.Table = c.now[n.Table]
	case *Window:
		n.Table = c.now[n.Table]
	case *Compute:
		n.Table = c.now[n.Table]
	case *Unfold:
		n.Table = c.now[n.Table]
	case *Set:
		n.Table = c.now[n.Table]
	case *Recurse:
		n.Table = c.now[n.Table]
	case *Join:
		n.Mark = c.mark(n.Kind, n.Mark)
	case *Apply:
		n.Mark = c.mark(n.Kind, n.Mark)
		if n.Params >= 0 {
			n.Params = c.now[n.Params]
		}
	}
	c.done[n] = out
	return out
}

func (c *copier) mark(k plan.JoinKind, mark int) int {
	if k == plan.MarkJoin {
		return c.now[mark]
	}
	return mark
}
