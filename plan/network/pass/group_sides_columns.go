package pass

import (
	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/typing"
)

func (r *region) build(op plan.Op, args ...plan.Expr) plan.Expr {
	out, err := typing.Build(op, args...)
	if err != nil {
		r.failed = true
		return args[0]
	}
	return out
}

// shown gives groups of groups the columns of the aggregation that they are in place of.
func (r *region) shown(again *network.Aggregate) network.Node {
	out := &network.Project{In: again, Table: r.of.Table}
	refs, keys := r.p.net.Refs(again.Table), len(r.of.Keys)
	for _, k := range refs[:keys] {
		out.Exprs = append(out.Exprs, k)
	}
	for i, g := range r.of.Aggs {
		x, err := sumOfCounts(g, refs[len(again.Keys)+i])
		r.failed = r.failed || err != nil
		out.Exprs = append(out.Exprs, x)
	}
	for _, k := range refs[keys:len(again.Keys)] {
		out.Exprs = append(out.Exprs, k)
	}
	return out
}
