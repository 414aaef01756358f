package pass

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
)

// demands finds out which rows of steps that several others read anybody asks for: where all
// of these have conditions on a column, the rows for which none of them holds are computed for
// nobody. It goes from the result towards the tables, and below a step when all of its readers
// have been heard.
type demands struct {
	readers map[network.Node]int
	heard   map[network.Node][][]plan.Expr // the conditions of each reader so far
	common  map[network.Node][]plan.Expr   // of a step with several readers: what holds for what they ask for
}

func demandsOf(root network.Node, readers map[network.Node]int) map[network.Node][]plan.Expr {
	d := &demands{readers: readers, heard: map[network.Node][][]plan.Expr{}, common: map[network.Node][]plan.Expr{}}
	d.hear(root, nil)
	return d.common
}

// hear notes what a reader of a node asks for.
func (d *demands) hear(n network.Node, conditions []plan.Expr) {
	d.heard[n] = append(d.heard[n], conditions)
	if len(d.heard[n]) < d.readers[n] {
		return
	}
	if d.readers[n] > 1 {
		conditions = anyOf(d.heard[n])
		d.common[n] = conditions
	}
	d.pass(n, conditions)
}

// anyOf gives, for each column that all readers have conditions on, that one of these holds.
func anyOf(heard [][]plan.Expr) (out []plan.Expr) {
	done := map[network.Column]bool{}
	for _, c := range heard[0] {
		of, ok := network.OneColumn(c)
		if !ok || done[network.ColumnOf(of)] {
			continue
		}
		done[network.ColumnOf(of)] = true
		var either []plan.Expr
		for _, conditions := range heard {
			own := plan.Combine(plan.And, about(of, conditions))
			if own == nil {
				either = nil
				break
			}
			if !slices.ContainsFunc(either, func(e plan.Expr) bool { return plan.Equal(e, own) }) {
				either = append(either, own)
			}
		}
		if either != nil {
			out = append(out, plan.Combine(plan.Or, either))
		}
	}
	return out
}

// about gives the conditions that are about one column alone.
func about(r plan.ColumnRef, conditions []plan.Expr) (out []plan.Expr) {
	for _, c := range conditions {
		if of, ok := network.OneColumn(c); ok && network.ColumnOf(of) == network.ColumnOf(r) && network.Repeats(c) {
			out = append(out, c)
		}
	}
	return out
}

// pass tells a node's inputs what conditions on its rows ask of them.
func (d *demands) pass(n network.Node, conditions []plan.Expr) {
	switch n := n.(type) {
	case *network.Filter:
		d.hear(n.In, append(slices.Clone(conditions), plan.Conjuncts(n.Pred)...))
	case *network.Project:
		d.hear(n.In, substitutedAll(conditions, n.Table, n.Exprs))
	case *network.Join:
		d.join(n, conditions)
	case *network.Aggregate:
		d.hear(n.In, ofKeys(n, conditions))
	case *network.Window:
		d.hear(n.In, slices.DeleteFunc(slices.Clone(conditions), func(c plan.Expr) bool { return !ofPartitions(n, c) }))
	case *network.Distinct, *network.Sort:
		d.hear(n.Inputs()[0], conditions)
	case *network.Set:
		for _, s := range []network.Side{n.Left, n.Right} {
			d.hear(s.In, substitutedAll(conditions, n.Table, s.Exprs()))
		}
	default:
		for _, in := range n.Inputs() {
			d.hear(in, nil)
		}
	}
}

// join tells the sides of a join what is about them alone, and what is equal to that.
func (d *demands) join(n *network.Join, conditions []plan.Expr) {
	on := network.Conjuncts(n.On)
	left, right := onlyWithin(conditions, n.Left), on
	switch {
	case n.Kind == plan.InnerJoin:
		all := slices.Concat(conditions, on)
		left = withEquivalents(all, all)
		right = left
	case matchesOnly(n.Kind):
		right = slices.Concat(on, withEquivalents(left, on))
	default:
		right = nil
	}
	d.hear(n.Left, onlyWithin(left, n.Left))
	d.hear(n.Right, onlyWithin(right, n.Right))
}

// withEquivalents adds to conditions what they say of columns that others make equal to theirs.
func withEquivalents(conditions, equalities []plan.Expr) []plan.Expr {
	out := slices.Clone(conditions)
	for _, c := range conditions {
		out = append(out, equivalents(c, equalities)...)
	}
	return out
}

// onlyWithin gives the conditions that are about rows of a node alone.
func onlyWithin(conditions []plan.Expr, n network.Node) (out []plan.Expr) {
	for _, c := range conditions {
		if len(network.ColumnsIn(c)) > 0 && network.Within(c, n) {
			out = append(out, c)
		}
	}
	return out
}

// ofKeys gives those of the conditions on groups that are about the keys alone, as conditions
// on the rows that are grouped.
func ofKeys(n *network.Aggregate, conditions []plan.Expr) (out []plan.Expr) {
	for _, c := range conditions {
		if of := network.ColumnsIn(c); len(of) > 0 && !slices.ContainsFunc(of, func(r plan.ColumnRef) bool { return network.KeyOf(n, r) == nil }) {
			out = append(out, network.Substituted(c, n.Table, slices.Concat(n.Keys, make([]plan.Expr, len(n.Aggs)), n.More)))
		}
	}
	return out
}

// spared gives a step that several others read without rows that none of them asks for.
func (p *pusher) spared(n network.Node) network.Node {
	for _, c := range p.common[n] {
		of := p.readers[n]
		p.readers[n] = 1 // what is asked for by all may go below
		out, ok := p.sink(n, c)
		if !ok && p.placeable(n) {
			out, ok = p.place(n, c), true
		}
		p.readers[n] = of
		if ok {
			n, p.readers[out] = out, of
		}
	}
	return n
}
