package unnest

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
)

// conditions makes the conditions of a subquery that reads parameters nowhere else
// conditions of the join; those of a stored table all, for these are tested where it is
// looked up, and those of other steps that read parameters: the others make its joins. It
// reports whether the subquery is of this kind, and changes the join. Where columns of the right side show behind an outer join, what is computed of
// them, or is of the left side, would be NULL for want of a partner: so no projection that
// computes or reads parameters is passed; nor is a step whose rows others take as well, for
// they know its columns by it.
func (d *domain) conditions(join *network.Join) bool {
	values := map[network.Column]plan.Expr{}
	n := join.Right
	for p, ok := n.(*network.Project); ok && !d.u.shared[n]; p, ok = n.(*network.Project) {
		if join.Kind.Keeps() && (!network.OnlyColumns(p.Exprs) || slices.ContainsFunc(p.Exprs, d.reads)) {
			return false
		}
		for i, e := range p.Exprs {
			values[network.At(p.Table, i)] = e
		}
		n = p.In
	}
	var preds []plan.Expr
	for f, ok := n.(*network.Filter); ok && !d.u.shared[n]; f, ok = n.(*network.Filter) {
		preds = append(preds, plan.Conjuncts(f.Pred)...)
		n = f.In
	}
	if d.free(n) {
		return false
	}
	args := d.in(d.args())
	on := network.Conjuncts(join.On)
	for i := range on {
		on[i] = args(network.Through(on[i], values))
	}
	var own []plan.Expr
	_, table := n.(*network.Scan)
	for _, e := range preds {
		if table || d.reads(e) {
			on = append(on, args(e))
		} else {
			own = append(own, e)
		}
	}
	for k, e := range values {
		if c, ok := e.(plan.ColumnRef); ok && join.Kind.Keeps() {
			d.u.net.Tables[c.Table].Outer = true
		}
		d.u.values[k] = args(network.Through(e, values))
	}
	join.Right, join.On = network.Filtered(n, own), plan.Combine(plan.And, on)
	return true
}

// aggregate joins the groups of a subquery that is one aggregate for each row, and what
// is computed of it, without the domain: expressions of aggregates are computed behind
// the join, where a row without a group has NULLs for its aggregates. It reports whether
// the subquery is of this kind, and changes the join.
func (d *domain) aggregate(join *network.Join) bool { return d.groups(join, false) }

// groupsOfDomain is aggregate of a subquery whose rows need the domain: by bounds of theirs, say. Rows of
// the left side have their groups all the same, and need not find the domain before. Those of a join do
// it: its value for each of the domain may find the rows of one side for those of the other.
func (d *domain) groupsOfDomain(join *network.Join) bool {
	if joined, _ := d.u.innerJoin(join.Left); joined != nil {
		return false
	}
	return d.groups(join, true)
}

func (d *domain) groups(join *network.Join, ofDomain bool) bool {
	p, n, f := d.aggregated(join.Right)
	if f == nil {
		return false
	}
	below := &domain{u: d.u, of: d.of, used: paramsIn(n, d.of.Params), done: d.done}
	if _, _, ok := below.substitute(f); !ok && !ofDomain || len(below.used) == 0 {
		return false
	}
	b := below.filter(f)
	out := network.Change{Input: func(network.Node) network.Node { return b.node }, Expr: network.Same[plan.Expr]}.Rebuild(n).(*network.Aggregate)
	below.addKeys(out, &b)
	join.Kind, join.Right = plan.LeftJoin, out
	join.On = plan.Combine(plan.And, append(network.Conjuncts(join.On), below.equal(below.args(), !b.domain, b)...))
	d.u.net.Tables[out.Table].Outer = true
	counts := d.u.emptyCounts(out)
	for i, e := range p.Exprs {
		d.u.values[network.At(p.Table, i)] = counts(d.in(d.args())(e))
	}
	return true
}

// aggregated gives a projection of one aggregate for each row, of rows under conditions, that reads
// no parameters itself: the projection, the aggregate and the conditions; nil of another subquery.
// Of projections of a projection, as a LATERAL table's of its query, it gives one. A join with a condition
// of its own is none of this kind: where that fails, what counts rows is NULL and not 0.
func (d *domain) aggregated(right network.Node) (*network.Project, *network.Aggregate, *network.Filter) {
	p, ok := right.(*network.Project)
	if !ok || !always(d.of.On) {
		return nil, nil, nil
	}
	for below, ok := p.In.(*network.Project); ok && !d.u.shared[below]; below, ok = p.In.(*network.Project) {
		p = &network.Project{In: below.In, Table: p.Table, Exprs: substituted(p.Exprs, below)}
	}
	n, ok := p.In.(*network.Aggregate)
	if !ok || len(n.Keys)+len(n.More) > 0 {
		return nil, nil, nil
	}
	f, ok := n.In.(*network.Filter)
	if !ok || d.aggregateReads(n) {
		return nil, nil, nil
	}
	return p, n, f
}

// always reports whether a condition of a join is none, or TRUE.
func always(on plan.Expr) bool {
	k, constant := on.(plan.Const)
	return on == nil || constant && k.Value.True()
}

// substituted gives expressions over what a projection reads, which were over its columns.
func substituted(exprs []plan.Expr, of *network.Project) []plan.Expr {
	out := make([]plan.Expr, len(exprs))
	for i, e := range exprs {
		out[i] = network.Substituted(e, of.Table, of.Exprs)
	}
	return out
}

// aggregateReads reports whether the aggregates themselves read parameters.
func (d *domain) aggregateReads(n *network.Aggregate) bool {
	found := false
	network.VisitExprs(n, false, func(e plan.Expr) { found = found || network.Reads(e, d.of.Params) })
	return found
}
