package network

import "gsdms/plan"

// live lists the columns that the result depends on. Of a projection, and of rows put one
// after another, others need not be computed, nor stored.
func (n *Network) live() map[column]bool {
	l := liveness{net: n, live: map[column]bool{}, seen: map[Node]bool{}}
	for _, r := range n.Result {
		l.live[columnOf(r)] = true
	}
	l.order(n.Root)
	for i := len(l.nodes) - 1; i >= 0; i-- {
		l.node(l.nodes[i])
	}
	return l.live
}

// liveness is the state of one live.
type liveness struct {
	net   *Network
	live  map[column]bool
	seen  map[Node]bool
	nodes []Node // each behind those that it takes
}

func (l *liveness) order(n Node) {
	if l.seen[n] {
		return
	}
	l.seen[n] = true
	for _, in := range n.Inputs() {
		l.order(in)
	}
	l.nodes = append(l.nodes, n)
}

// node notes what a node reads, when all is known that others read of it.
func (l *liveness) node(n Node) {
	switch n := n.(type) {
	case *Project:
		for i, e := range n.Exprs {
			if l.live[column{n.Table, i}] {
				l.read(e)
			}
		}
	case *Set:
		for i := range n.Left.Columns {
			if n.Kind != UnionAll || l.live[column{n.Table, i}] {
				l.read(n.Left.Columns[i])
				l.read(n.Right.Columns[i])
			}
		}
	case *Distinct:
		for _, t := range visible(n.In) {
			for i := range l.net.Tables[t].Table.Columns {
				l.live[column{t, i}] = true
			}
		}
	default:
		visitExprs(n, false, l.read)
	}
}

func (l *liveness) read(e plan.Expr) {
	for _, c := range columnsIn(e) {
		l.live[columnOf(c)] = true
	}
}
