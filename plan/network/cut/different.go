package cut

import (
	"gsdms/plan"
	"gsdms/plan/network"
)

// countsMade reports whether a grouping of all rows only counts different texts that are computed
// right below it: they are told apart behind the pipeline, where they are made, and need no
// dictionary.
func (c *cutter) countsMade(n *network.Aggregate) bool {
	if len(n.Keys)+len(n.More) > 0 || len(n.Aggs) != 1 {
		return false
	}
	g := n.Aggs[0]
	return g.Func == plan.CountDistinct && g.Gathered == nil && c.madeBelow(n)(g.Arg)
}

// countDifferent counts the rows of which each text is left once.
func (c *cutter) countDifferent(n *network.Aggregate) *builder {
	b := c.own(n.In)
	text := plan.Slot{Index: 0, Of: n.Aggs[0].Arg.Type(), CanBeNil: true, Name: columnName(n.Aggs[0].Arg)}
	count := n.Aggs[0]
	count.Func, count.Arg = plan.Count, text
	b.ops = append(b.ops, plan.Project{Exprs: []plan.Expr{b.value(n.Aggs[0].Arg)}}, plan.Distinct{AnyOrder: true}, plan.Group{Aggs: []plan.Agg{count}})
	b.groups(c, n)
	return b
}
