package cut

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
)

// unfold gives rows of documents, which are computed behind the pipeline, with the columns that somebody reads.
func (c *cutter) unfold(n *network.Unfold) *builder {
	b := c.own(n.In)
	var op plan.Project
	now := &builder{}
	var places []int
	for _, k := range c.columnsOf(n) {
		if k.Table == n.Table {
			places = append(places, k.Column)
			continue
		}
		r := c.net.Ref(k.Table, k.Column)
		op.Exprs = append(op.Exprs, b.value(r))
		now.slot(k, r)
	}
	for _, at := range n.Rows.Refusing() {
		if !slices.Contains(places, at) {
			places = append(places, at)
		}
	}
	if len(now.slots)+len(places) == 0 {
		op.Exprs = append(op.Exprs, now.oneColumn())
	}
	op.Exprs = append(op.Exprs, b.value(n.Document))
	b.ops = append(b.ops, op, plan.Unfold{Outer: n.Outer, Rows: n.Rows.Keep(places)})
	for _, at := range places {
		now.slot(network.At(n.Table, at), c.net.Ref(n.Table, at))
	}
	b.slots, b.types = now.slots, now.types
	return b
}
