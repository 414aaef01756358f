package cut

import (
	"gsdms/plan"
	"gsdms/plan/network"
)

// Loop makes a stage a recursion: its only part gives the first rows, and Step is run over
// those that were new last until there are none.
type Loop struct {
	Step     *network.Network
	Columns  []plan.Column // of the rows
	Distinct bool          // as in Recurse, as are Depth and Enough
	Depth    int
	Enough   int64
}

// recurse gives the rows of a recursion.
func (c *cutter) recurse(n *network.Recurse) *builder {
	t := c.net.Tables[n.Table].Table
	b := &builder{
		parts: []int{c.rowsOf(n.Seed.In, n.Seed.Columns)},
		loop:  &Loop{Step: n.Step, Columns: t.Columns, Distinct: n.Distinct, Depth: n.Depth, Enough: n.Enough},
	}
	for i := range t.Columns {
		b.slot(network.At(n.Table, i), c.net.Ref(n.Table, i))
	}
	return b
}

// source says where the rows of a scanned table come from, as Stage.From.
func source(n *network.Network, table int) int {
	if n.Working != nil && n.Tables[table].Table == n.Working {
		return Working
	}
	return Stored
}
