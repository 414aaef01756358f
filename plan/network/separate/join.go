package separate

import (
	"fmt"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/typing"
	"gsdms/plan/window"
)

// join computes what a join's condition needs of either side below it. What it needs of
// both is computed for the pairs that pass the rest of the condition.
func (s *separator) join(n *network.Join) network.Node {
	l := lifter{s: s, pairs: n}
	whole, lifted := l.parted(network.Conjuncts(n.On))
	out := *n
	out.Left, out.Right = l.mayMeet(n, lifted, whole)
	var pairs []network.Hidden
	ofPairs := map[network.Column]bool{}
	for _, h := range l.used(lifted) {
		switch {
		case network.Within(h.Expr, n.Left):
			out.Left = s.place(out.Left, h, nil)
		case network.Within(h.Expr, n.Right):
			out.Right = s.place(out.Right, h, nil)
		default:
			pairs = append(pairs, h)
			ofPairs[network.ColumnOf(h.Column)] = true
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
		return network.Filtered(s.under(&out, pairs), last)
	}
	return s.numbered(&out, pairs, last)
}

func readsAny(e plan.Expr, of map[network.Column]bool) bool {
	for _, r := range network.ColumnsIn(e) {
		if of[network.ColumnOf(r)] {
			return true
		}
	}
	return false
}

// numbered is a join, not an inner one, whose condition last needs columns that are
// computed for pairs: its left rows get numbers, the pairs are found by an inner join, and
// each left row is joined with those of its number.
func (s *separator) numbered(n *network.Join, pairs []network.Hidden, last []plan.Expr) network.Node {
	f, err := window.New(plan.RowNumber, nil, plan.Over{})
	if err != nil {
		s.err = fmt.Errorf("number the rows of a join: %w", err)
		return n
	}
	w := &network.Window{In: n.Left, Table: s.net.AddTable("numbered", plan.Column{Name: "number", Type: f.Of}), Funcs: []network.WindowFunc{{Func: f}}}
	s.shared[w] = true
	number := s.net.Ref(w.Table, 0)
	inner := network.Node(&network.Join{Kind: plan.InnerJoin, Left: w, Right: n.Right, On: n.On})
	inner = network.Filtered(s.under(inner, pairs), last)
	p := &network.Project{In: inner, Table: s.net.AddTable("pairs")}
	add := func(e plan.ColumnRef) plan.ColumnRef {
		p.Exprs = append(p.Exprs, e)
		return s.net.AddColumn(p.Table, e)
	}
	on, err := typing.Build(plan.Eq, number, add(number))
	if err != nil {
		s.err = fmt.Errorf("join by the numbers of rows: %w", err)
		return n
	}
	if n.Kind.Shows() {
		s.net.Tables[p.Table].Outer = n.Kind.Keeps()
		for _, t := range network.Visible(n.Right) {
			for i := range s.net.Tables[t].Table.Columns {
				s.values[network.At(t, i)] = add(s.net.Ref(t, i))
			}
		}
	}
	return &network.Join{Kind: n.Kind, Left: w, Right: p, On: on, Mark: n.Mark}
}
