package network

import "gsdms/plan"

// Loop makes a stage a recursion: its only part gives the first rows, and Step is run over
// those that were new last until there are none.
type Loop struct {
	Step     *Network
	Columns  []plan.Column // of the rows
	Distinct bool          // as in Recurse, as is Depth
	Depth    int
}

// recurse gives the rows of a recursion.
func (c *cutter) recurse(n *Recurse) *builder {
	t := c.net.Tables[n.Table].Table
	b := &builder{
		parts: []int{c.rowsOf(n.Seed.In, n.Seed.Columns)},
		loop:  &Loop{Step: n.Step, Columns: t.Columns, Distinct: n.Distinct, Depth: n.Depth},
	}
	for i := range t.Columns {
		b.slot(column{n.Table, i}, c.net.Ref(n.Table, i))
	}
	return b
}

// source says where the rows of a scanned table come from, as Stage.From.
func (n *Network) source(table int) int {
	if n.Working != nil && n.Tables[table].Table == n.Working {
		return Working
	}
	return Stored
}
