package separate

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
)

// merged gives a Project or an Aggregate what it reads of a Project right below it that nobody else
// reads: what looks into a text that is made is then computed with it. What is computed there is
// computed no more often.
func (s *separator) merged(n network.Node) network.Node {
	switch n := n.(type) {
	case *network.Project, *network.Aggregate:
	case *network.Filter:
		return s.lowered(n)
	default:
		return n
	}
	below := n.Inputs()[0]
	if f, ok := below.(*network.Filter); ok && s.readers[f] <= 1 {
		below = s.lowered(f)
	}
	in, ok := below.(*network.Project)
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

// lowered gives the rows of a filter of a Project that nobody else reads with the conditions that read
// only what it passes on below it, where no program computes all of it: what is made is then made for
// the rows that are left, and nothing lies between it and what reads it.
func (s *separator) lowered(f *network.Filter) network.Node {
	in := s.maker(f.In)
	if in == nil {
		return f
	}
	var below, stay []plan.Expr
	for _, c := range plan.Conjuncts(f.Pred) {
		if network.Repeats(c) && !slices.ContainsFunc(network.ColumnsIn(c), func(r plan.ColumnRef) bool {
			return r.Table != in.Table || !network.IsPlain(in.Exprs[r.Column])
		}) {
			below = append(below, network.Substituted(c, in.Table, in.Exprs))
		} else {
			stay = append(stay, c)
		}
	}
	if len(below) == 0 {
		return f
	}
	under := s.lowered(&network.Filter{In: in.In, Pred: plan.Combine(plan.And, below)})
	return network.Filtered(&network.Project{In: under, Table: in.Table, Exprs: in.Exprs}, stay)
}

// maker gives a node if it is a Project that nobody else reads and that, or one right below it, makes
// what no program computes; else nil.
func (s *separator) maker(n network.Node) *network.Project {
	p, ok := n.(*network.Project)
	if !ok || s.readers[n] > 1 || !slices.ContainsFunc(p.Exprs, s.isMade) && s.maker(p.In) == nil {
		return nil
	}
	return p
}

// isMade reports whether no program computes an expression.
func (s *separator) isMade(e plan.Expr) bool {
	ok, err := s.computes(e)
	return err == nil && !ok
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
