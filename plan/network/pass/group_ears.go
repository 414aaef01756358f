package pass

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/join"
	"gsdms/plan/network"
)

// Joins is what Push is told of joins.
type Joins struct {
	Repeats join.Repeats // nil: nothing is known
	Always  bool         // sides of joins are grouped whatever that is expected to cost
}

// asked puts the joins that ask for partners over the part that they read; false where one
// reads several.
func (r *region) asked() bool {
	for _, j := range slices.Backward(r.asks) {
		now := *j
		now.On = network.Change{Expr: func(e plan.Expr) plan.Expr { return network.Through(e, r.values) }}.Maybe(j.On)
		at := slices.IndexFunc(r.parts, func(s side) bool {
			now.Left = s.node
			return network.Within(now.On, &network.Join{Left: s.node, Right: j.Right})
		})
		if at < 0 {
			return false
		}
		r.parts[at].node = &now
	}
	return true
}

// sides groups some of the tables, or of what joins of them give: those that surely have few
// groups, if there are two, or one of two that joins ask nothing of; or else those that joins are
// expected to multiply.
func (r *region) sides(exprs []plan.Expr) []*side {
	if !r.p.joins.Always {
		scans := slices.Clone(r.parts)
		for i := range r.parts {
			r.certain(&r.parts[i], exprs)
		}
		chosen := r.all()
		if len(chosen) > 1 || len(chosen) == 1 && len(r.parts) == 2 && len(chosen[0].keys) == 0 {
			return chosen
		}
		r.parts = scans
	}
	r.join(r.ears(exprs))
	for i := range r.parts {
		if s := &r.parts[i]; s.joined {
			r.askAll(s, exprs)
			r.group(s)
		}
	}
	return r.all()
}

// ears gives the sets of parts that are expected to be better grouped before they are joined.
func (r *region) ears(exprs []plan.Expr) [][]int {
	at := map[int]int{}
	var tables []*plan.TableRef
	for i, s := range r.parts {
		t := scanOf(s.node)
		at[t] = i
		tables = append(tables, r.p.net.Tables[t])
	}
	numbered := network.Change{Expr: func(e plan.Expr) plan.Expr {
		return network.ReplaceColumns(e, func(c plan.ColumnRef) plan.Expr {
			c.Table = at[c.Table]
			return c
		})
	}}
	var asked []plan.Expr
	keys := len(r.of.Keys) + len(r.of.More)
	for i, e := range exprs {
		if i < keys || !slices.ContainsFunc(r.parts, func(s side) bool { return folds(r.of.Aggs[i-keys], e, &s) }) {
			asked = append(asked, e)
		}
	}
	return join.Ears(tables, numbered.Exprs(r.on), numbered.Exprs(asked), r.p.joins.Repeats, r.p.joins.Always)
}

// join makes one part each of sets of them.
func (r *region) join(sets [][]int) {
	parts := r.parts
	r.parts = nil
	for i, s := range parts {
		if !slices.ContainsFunc(sets, func(set []int) bool { return slices.Contains(set, i) }) {
			r.parts = append(r.parts, s)
		}
	}
	for _, set := range sets {
		s := side{rows: 1, joined: true}
		var nodes []network.Node
		for _, at := range set {
			nodes = append(nodes, parts[at].node)
			s.rows *= max(1, parts[at].rows)
		}
		s.node = product(nodes)
		r.parts = append(r.parts, s)
	}
}

// askAll parts what is said of a side alone from what is asked of its rows: by conditions, keys
// and such aggregates as groups cannot tell.
func (r *region) askAll(s *side, exprs []plan.Expr) {
	for _, e := range r.on {
		if network.Within(e, s.node) {
			s.own = append(s.own, e)
			continue
		}
		r.ask(s, e)
	}
	keys := len(r.of.Keys) + len(r.of.More)
	for i, e := range exprs {
		if i < keys || !folds(r.of.Aggs[i-keys], e, s) {
			r.ask(s, e)
		}
	}
}

// folds reports whether groups of a side can have what an aggregate reads of them.
func folds(g plan.Agg, arg plan.Expr, s *side) bool {
	extreme := g.Func == plan.Min || g.Func == plan.Max
	return g.Func != plan.CountDistinct && (!extreme || network.Within(arg, s.node))
}

// scanOf gives the stored table whose rows a part has; -1 of several.
func scanOf(n network.Node) int {
	switch n := n.(type) {
	case *network.Scan:
		return n.Table
	case *network.Join:
		if !n.Kind.Shows() {
			return scanOf(n.Left)
		}
	}
	return -1
}

// distinctOf gives what joins give once by groups, where sides of them are grouped before.
func (p *pusher) distinctOf(n *network.Distinct) network.Node {
	of, ok := n.In.(*network.Project)
	if !ok || p.readers[of] > 1 {
		return n
	}
	groups := &network.Aggregate{In: of.In, Table: of.Table, Keys: of.Exprs}
	if out := p.groupSides(groups); out != network.Node(groups) {
		return out
	}
	return n
}
