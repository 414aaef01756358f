package network

import (
	"slices"

	"gsdms/plan"
)

// demands finds out which rows of steps that several others read anybody asks for: where all
// of these have conditions on a column, the rows for which none of them holds are computed for
// nobody. It goes from the result towards the tables, and below a step when all of its readers
// have been heard.
type demands struct {
	readers map[Node]int
	heard   map[Node][][]plan.Expr // the conditions of each reader so far
	common  map[Node][]plan.Expr   // of a step with several readers: what holds for what they ask for
}

func demandsOf(root Node, readers map[Node]int) map[Node][]plan.Expr {
	d := &demands{readers: readers, heard: map[Node][][]plan.Expr{}, common: map[Node][]plan.Expr{}}
	d.hear(root, nil)
	return d.common
}

// hear notes what a reader of a node asks for.
func (d *demands) hear(n Node, conditions []plan.Expr) {
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
	done := map[column]bool{}
	for _, c := range heard[0] {
		of, ok := onlyColumn(c)
		if !ok || done[columnOf(of)] {
			continue
		}
		done[columnOf(of)] = true
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
		if of, ok := onlyColumn(c); ok && columnOf(of) == columnOf(r) && repeats(c) {
			out = append(out, c)
		}
	}
	return out
}

// pass tells a node's inputs what conditions on its rows ask of them.
func (d *demands) pass(n Node, conditions []plan.Expr) {
	switch n := n.(type) {
	case *Filter:
		d.hear(n.In, append(slices.Clone(conditions), plan.Conjuncts(n.Pred)...))
	case *Project:
		d.hear(n.In, substitutedAll(conditions, n.Table, n.Exprs))
	case *Join:
		d.join(n, conditions)
	case *Aggregate:
		d.hear(n.In, n.ofKeys(conditions))
	case *Window:
		d.hear(n.In, slices.DeleteFunc(slices.Clone(conditions), func(c plan.Expr) bool { return !ofPartitions(n, c) }))
	case *Distinct, *Sort:
		d.hear(n.Inputs()[0], conditions)
	case *Set:
		for _, s := range []Side{n.Left, n.Right} {
			d.hear(s.In, substitutedAll(conditions, n.Table, s.exprs()))
		}
	default:
		for _, in := range n.Inputs() {
			d.hear(in, nil)
		}
	}
}

// join tells the sides of a join what is about them alone, and what is equal to that.
func (d *demands) join(n *Join, conditions []plan.Expr) {
	on := conjuncts(n.On)
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
func onlyWithin(conditions []plan.Expr, n Node) (out []plan.Expr) {
	for _, c := range conditions {
		if len(columnsIn(c)) > 0 && within(c, n) {
			out = append(out, c)
		}
	}
	return out
}

// ofKeys gives those of the conditions on groups that are about the keys alone, as conditions
// on the rows that are grouped.
func (n *Aggregate) ofKeys(conditions []plan.Expr) (out []plan.Expr) {
	for _, c := range conditions {
		if of := columnsIn(c); len(of) > 0 && !slices.ContainsFunc(of, func(r plan.ColumnRef) bool { return n.key(r) == nil }) {
			out = append(out, substituted(c, n.Table, slices.Concat(n.Keys, make([]plan.Expr, len(n.Aggs)), n.More)))
		}
	}
	return out
}

// spared gives a step that several others read without rows that none of them asks for.
func (p *pusher) spared(n Node) Node {
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
