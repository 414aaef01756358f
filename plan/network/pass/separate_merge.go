package pass

import (
	"gsdms/plan"
	"gsdms/plan/network"
)

// merged gives a Project or an Aggregate what it reads of a Project right below it that nobody else
// reads: what looks into a text that is made is then computed with it. What is computed there is
// computed no more often.
func (s *separator) merged(n network.Node) network.Node {
	switch n.(type) {
	case *network.Project, *network.Aggregate:
	default:
		return n
	}
	in, ok := n.Inputs()[0].(*network.Project)
	if !ok || s.readers[in] > 1 || !readOnce(n, in) {
		return n
	}
	of := func(r plan.ColumnRef) plan.Expr {
		if r.Table != in.Table {
			return nil
		}
		return in.Exprs[r.Column]
	}
	return s.merged(network.Change{
		Input: func(network.Node) network.Node { return in.In },
		Expr:  func(e plan.Expr) plan.Expr { return network.ReplaceColumns(e, of) },
	}.Rebuild(n))
}

// readOnce reports whether a node reads no column twice that a Project computes.
func readOnce(n network.Node, in *network.Project) bool {
	seen, once := map[int]bool{}, true
	network.VisitExprs(n, false, func(e plan.Expr) {
		for _, r := range network.ColumnsIn(e) {
			if r.Table != in.Table {
				continue
			}
			_, plain := in.Exprs[r.Column].(plan.ColumnRef)
			once = once && (plain || !seen[r.Column])
			seen[r.Column] = true
		}
	})
	return once
}
