package cut

import (
	"gsdms/plan"
	"gsdms/plan/network"
)

// narrow leaves out the columns of a node's rows that only the operators at hand read, as windows do
// the columns that they sort by: they would be stored for nobody.
func (b *builder) narrow(c *cutter, n network.Node) {
	switch n.(type) {
	case *network.Window, *network.Filter, *network.Sort, *network.Limit:
	default:
		return
	}
	wanted := c.columnsOf(n)
	if len(b.ops) < 2 || len(wanted) >= len(b.slots) {
		return
	}
	var op plan.Project
	now := &builder{}
	for _, k := range wanted {
		r := c.net.Ref(k.Table, k.Column)
		op.Exprs = append(op.Exprs, b.value(r))
		now.slot(k, r)
	}
	if len(op.Exprs) == 0 {
		op.Exprs = append(op.Exprs, now.oneColumn())
	}
	b.ops, b.slots, b.types = append(b.ops, op), now.slots, now.types
}

// columnsOf lists the columns that a node's rows have and other nodes name, in order.
func (c *cutter) columnsOf(n network.Node) []network.Column {
	var out []network.Column
	own := map[network.Column]int{}
	network.NamesBelow(n, map[network.Node]bool{}, own)
	for _, t := range network.Visible(n) {
		for i := range c.net.Tables[t].Table.Columns {
			if k := (network.At(t, i)); c.named[k] > own[k] && c.live[k] {
				out = append(out, k)
			}
		}
	}
	return out
}
