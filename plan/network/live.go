package network

import (
	"slices"

	"gsdms/plan"
)

// Live lists the columns that the result depends on. Of a projection, and of rows put one
// after another, others need not be computed, nor stored.
func (n *Network) Live() map[Column]bool {
	l := liveness{net: n, live: map[Column]bool{}}
	for _, r := range n.Result {
		l.live[ColumnOf(r)] = true
	}
	for _, node := range slices.Backward(InOrder(n.Root)) {
		l.node(node)
	}
	return l.live
}

// liveness is the state of one live.
type liveness struct {
	net  *Network
	live map[Column]bool
}

// node notes what a node reads, when all is known that others read of it.
func (l *liveness) node(n Node) {
	switch n := n.(type) {
	case *Project:
		for i, e := range n.Exprs {
			if l.live[Column{n.Table, i}] {
				l.read(e)
			}
		}
	case *Set:
		for i := range n.Left.Columns {
			if n.Kind != UnionAll || l.live[Column{n.Table, i}] {
				l.read(n.Left.Columns[i])
				l.read(n.Right.Columns[i])
			}
		}
	case *Distinct:
		for _, t := range Visible(n.In) {
			for i := range l.net.Tables[t].Table.Columns {
				l.live[Column{t, i}] = true
			}
		}
	default:
		VisitExprs(n, false, l.read)
	}
}

func (l *liveness) read(e plan.Expr) {
	for _, c := range ColumnsIn(e) {
		l.live[ColumnOf(c)] = true
	}
}
