package network

import (
	"fmt"

	"gsdms/plan"
	"gsdms/plan/typing"
	"gsdms/plan/window"
)

// join computes what a join's condition needs of either side below it. What it needs of
// both is computed for the pairs that pass the rest of the condition.
func (s *separator) join(n *Join) Node {
	l := lifter{s: s}
	whole, lifted := l.parted(conjuncts(n.On))
	out := *n
	var pairs []hidden
	ofPairs := map[column]bool{}
	for _, h := range l.used(lifted) {
		switch {
		case within(h.expr, n.Left):
			out.Left = s.place(out.Left, h, nil)
		case within(h.expr, n.Right):
			out.Right = s.place(out.Right, h, nil)
		default:
			pairs = append(pairs, h)
			ofPairs[columnOf(h.column)] = true
		}
	}
	var last []plan.Expr
	for _, e := range lifted {
		if readsAny(e, ofPairs) {
			last = append(last, e)
		} else {
			whole = append(whole, e)
		}
	}
	out.On = plan.Combine(plan.And, whole)
	switch {
	case len(last) == 0:
		return &out
	case n.Kind == plan.InnerJoin:
		return filtered(s.under(&out, pairs), last)
	}
	return s.numbered(&out, pairs, last)
}

func readsAny(e plan.Expr, of map[column]bool) bool {
	for _, r := range columnsIn(e) {
		if of[columnOf(r)] {
			return true
		}
	}
	return false
}

// numbered is a join, not an inner one, whose condition last needs columns that are
// computed for pairs: its left rows get numbers, the pairs are found by an inner join, and
// each left row is joined with those of its number.
func (s *separator) numbered(n *Join, pairs []hidden, last []plan.Expr) Node {
	f, err := window.New(plan.RowNumber, nil, plan.Over{})
	if err != nil {
		s.err = fmt.Errorf("number the rows of a join: %w", err)
		return n
	}
	w := &Window{In: n.Left, Table: s.net.table("numbered", plan.Column{Name: "number", Type: f.Of}), Funcs: []WindowFunc{{Func: f}}}
	s.shared[w] = true
	number := s.net.Ref(w.Table, 0)
	inner := Node(&Join{Kind: plan.InnerJoin, Left: w, Right: n.Right, On: n.On})
	inner = filtered(s.under(inner, pairs), last)
	p := &Project{In: inner, Table: s.net.table("pairs")}
	add := func(e plan.ColumnRef) plan.ColumnRef {
		p.Exprs = append(p.Exprs, e)
		return s.net.addColumn(p.Table, e)
	}
	on, err := typing.Build(plan.Eq, number, add(number))
	if err != nil {
		s.err = fmt.Errorf("join by the numbers of rows: %w", err)
		return n
	}
	if n.Kind.Shows() {
		s.net.Tables[p.Table].Outer = n.Kind.Keeps()
		for _, t := range visible(n.Right) {
			for i := range s.net.Tables[t].Table.Columns {
				s.values[column{t, i}] = add(s.net.Ref(t, i))
			}
		}
	}
	return &Join{Kind: n.Kind, Left: w, Right: p, On: on, Mark: n.Mark}
}
