package cut

import (
	"gsdms/plan"
	"gsdms/plan/network"
)

// unfold gives rows for the elements of arrays, which are computed behind the pipeline.
func (c *cutter) unfold(n *network.Unfold) *builder {
	b := c.own(n.In)
	var op plan.Project
	now := &builder{}
	for _, k := range c.columnsOf(n) {
		if k.Table != n.Table {
			r := c.net.Ref(k.Table, k.Column)
			op.Exprs = append(op.Exprs, b.value(r))
			now.slot(k, r)
		}
	}
	op.Exprs = append(op.Exprs, b.value(n.Array))
	b.ops = append(b.ops, op, plan.Unfold{Outer: n.Outer})
	for i, r := range c.net.Refs(n.Table) {
		now.slot(network.At(n.Table, i), r)
	}
	b.slots, b.types = now.slots, now.types
	return b
}
