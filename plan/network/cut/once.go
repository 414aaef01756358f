package cut

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
)

// joined gives what streams the rows of a side of an inner join. Numbers that are computed of rows which a
// stage leaves are computed there, once for each of these rows and not for each that it is joined with.
func (c *cutter) joined(n network.Node) *fragment {
	if c.computesStored(n) {
		return c.taken(n)
	}
	return c.rows(n)
}

// computesStored reports whether a node, under conditions and projections, computes numbers of rows that
// have to be stored below it.
func (c *cutter) computesStored(n network.Node) bool {
	if c.readers[n] > 1 {
		return false
	}
	switch n := n.(type) {
	case *network.Filter:
		return c.computesStored(n.In)
	case *network.Project:
		return slices.ContainsFunc(n.Exprs, c.computesNumber(n)) && c.leaves(n.In) || c.computesStored(n.In)
	}
	return false
}

// computesNumber tells which expressions of a Project somebody reads are numbers that are computed of columns.
func (c *cutter) computesNumber(n *network.Project) func(plan.Expr) bool {
	at := -1
	return func(e plan.Expr) bool {
		at++
		return c.live[network.At(n.Table, at)] && e.Type().Kind != plan.String && !network.IsPlain(e)
	}
}

// leaves reports whether the rows of a node, or those under its conditions and projections, are what a
// stage leaves.
func (c *cutter) leaves(n network.Node) bool {
	if c.readers[n] > 1 {
		return true
	}
	switch n := n.(type) {
	case *network.Filter:
		return c.leaves(n.In)
	case *network.Project:
		return c.leaves(n.In)
	case *network.Window:
		_, streams := c.ofEachRow(n)
		return !streams || c.leaves(n.In)
	case *network.Row, *network.Scan, *network.Join:
		return false
	}
	return true
}
