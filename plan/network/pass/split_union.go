package pass

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
)

// maxSides is how many joins one with a UNION ALL may become.
const maxSides = 32

// spread is what a UNION ALL becomes that is joined: for each of its sides a node with the
// columns that the union has.
type spread struct {
	sides  []network.Node
	shared []network.Node // what these read, which stays as it is where they are copied
	rows   int            // of the sides that flow, of the largest table of each
}

// spread gives the sides of a UNION ALL that a node reads through projections and conditions;
// none if it reads something else, or is not alone.
func (s *splitter) spread(n network.Node) (out spread) {
	if s.readers[n] > 1 || !repeat(n) {
		return out
	}
	switch n := n.(type) {
	case *network.Project, *network.Filter:
		out = s.spread(n.Inputs()[0])
		for i, in := range out.sides {
			out.sides[i] = network.Change{Input: func(network.Node) network.Node { return in }, Expr: network.Same[plan.Expr]}.Rebuild(n)
		}
	case *network.Set:
		if n.Kind == network.UnionAll {
			out.add(s, n, n.Left)
			out.add(s, n, n.Right)
		}
	}
	return out
}

// add adds a side of a UNION ALL, or the sides of one that is it.
func (out *spread) add(s *splitter, n *network.Set, side network.Side) {
	as := func(in network.Node) network.Node {
		return &network.Project{In: in, Table: n.Table, Exprs: side.Exprs()}
	}
	below := s.spread(side.In)
	for _, in := range below.sides {
		out.sides = append(out.sides, as(in))
	}
	out.shared, out.rows = append(out.shared, below.shared...), out.rows+below.rows
	if len(below.sides) > 0 {
		return
	}
	out.sides, out.shared = append(out.sides, as(side.In)), append(out.shared, side.In)
	if flowing(side.In, s.readers) {
		out.rows += s.net.MostRows(side.In)
	}
}

// flowing reports whether a node's rows are those of a stored table, joined and under
// conditions, so that they need not be stored.
func flowing(n network.Node, readers map[network.Node]int) bool {
	if readers[n] > 1 {
		return false
	}
	switch n := n.(type) {
	case *network.Scan:
		return true
	case *network.Filter:
		return flowing(n.In, readers)
	case *network.Project:
		return flowing(n.In, readers)
	case *network.Join:
		return flowing(n.Left, readers) || n.Kind == plan.InnerJoin && flowing(n.Right, readers)
	}
	return false
}

// pays reports whether joining the sides of a UNION ALL with the other parts of a join one by
// one spares more rows than it reads again: at most the parts have as many rows.
func (u spread) pays(s *splitter, parts []network.Node, union int) bool {
	return len(u.sides) > 0 && len(u.sides) <= maxSides && !slices.ContainsFunc(parts, func(p network.Node) bool {
		return p != parts[union] && s.net.MostRows(p) > u.rows
	})
}

// union makes a join a UNION ALL of a join for each side of a UNION ALL that one of its parts
// is, of the first parts, the one of most rows: nothing of the sides is stored before rows have
// found their partners, and what is grouped above is grouped in each. joined gives the join
// with another node in place of a part. It is nil where no such part is a UNION ALL, and where
// that does not pay.
func (s *splitter) union(parts []network.Node, first int, columns []plan.Expr, joined func(part int, by network.Node) network.Node) (sides []network.Node) {
	var of spread
	union := -1
	for i, p := range parts[:first] {
		if u := s.spread(p); union < 0 || u.rows > of.rows {
			of, union = u, i
		}
	}
	if !of.pays(s, parts, union) {
		return nil
	}
	shared := slices.Concat(parts[:union], parts[union+1:], of.shared)
	for _, side := range of.sides {
		sides = append(sides, s.copied(joined(union, side), shared, columns))
	}
	return sides
}

// repeat reports whether the expressions of a node give the same again for the same row.
func repeat(n network.Node) bool {
	again := true
	network.VisitExprs(n, false, func(e plan.Expr) { again = again && network.Repeats(e) })
	return again
}
