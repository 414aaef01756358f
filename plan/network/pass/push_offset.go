package pass

import (
	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/typing"
	"gsdms/plan/value"
)

// behind passes over the rows that a limit skips by their numbers, where it is over all rows of a
// stored table in their order: zone maps know the segments of these, so that nobody reads them.
func (p *pusher) behind(n *network.Limit) network.Node {
	if n.Offset <= 0 {
		return n
	}
	in, ok := p.from(n.In, n.Offset)
	if !ok {
		return n
	}
	return &network.Limit{In: in, Count: n.Count}
}

// from gives a node without its first rows; false where it is not a stored table whose rows have
// numbers, or what is computed of it.
func (p *pusher) from(n network.Node, first int64) (network.Node, bool) {
	if p.readers[n] > 1 {
		return nil, false
	}
	switch n := n.(type) {
	case *network.Scan:
		number := p.net.Tables[n.Table].Table.NumberColumn()
		if number < 0 {
			return nil, false
		}
		e, err := typing.Build(plan.Ge, p.net.Ref(n.Table, number), plan.Literal(value.OfInt(first)))
		return network.Filtered(n, []plan.Expr{e}), err == nil
	case *network.Project:
		in, ok := p.from(n.In, first)
		return &network.Project{In: in, Table: n.Table, Exprs: n.Exprs}, ok
	}
	return nil, false
}
