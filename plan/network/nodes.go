package network

import (
	"slices"

	"gsdms/plan"
)

// InOrder lists a node and all below it, each once and behind those that it takes.
func InOrder(root Node) (out []Node) {
	seen := map[Node]bool{}
	var visit func(Node)
	visit = func(n Node) {
		if seen[n] {
			return
		}
		seen[n] = true
		for _, in := range n.Inputs() {
			visit(in)
		}
		out = append(out, n)
	}
	visit(root)
	return out
}

// Filtered keeps the rows of a node under conditions: the node itself where there are none.
func Filtered(in Node, conjuncts []plan.Expr) Node {
	if pred := plan.Combine(plan.And, conjuncts); pred != nil {
		return &Filter{In: in, Pred: pred}
	}
	return in
}

// Readers counts for each node how many others, or the result, take its rows.
func Readers(root Node) map[Node]int {
	readers := map[Node]int{}
	var count func(Node)
	count = func(n Node) {
		if readers[n]++; readers[n] == 1 {
			for _, in := range n.Inputs() {
				count(in)
			}
		}
	}
	count(root)
	return readers
}

// side gives all columns that a node makes, by a Project of them.
func (n *Network) side(in Node) Side {
	table := n.AddTable("", n.Tables[in.Made()].Table.Columns...)
	project := &Project{In: in, Table: table}
	for _, r := range n.Refs(in.Made()) {
		project.Exprs = append(project.Exprs, r)
	}
	return Side{In: project, Columns: n.Refs(table)}
}

// Appended gives the rows of nodes, each the maker of a table of like columns, one after
// another.
func (n *Network) Appended(nodes []Node) Node {
	out := n.side(nodes[0])
	for _, in := range nodes[1:] {
		left, right := out, n.side(in)
		columns := slices.Clone(n.Tables[left.In.Made()].Table.Columns)
		for i := range columns {
			columns[i].Nullable = columns[i].Nullable || n.Tables[right.In.Made()].Table.Columns[i].Nullable
		}
		set := &Set{Kind: UnionAll, Left: left, Right: right, Table: n.AddTable("union", columns...)}
		out = Side{In: set, Columns: n.Refs(set.Table)}
	}
	return out.In
}

// MostRows is how many rows the largest table below a node has. Steps that several others read,
// and these several more, are looked at once.
func (net *Network) MostRows(n Node) int { return net.mostBelow(n, map[Node]bool{}) }

// Fewer reports whether a node is expected to have fewer rows than another: by the largest tables below
// them, and of equally large ones groups are fewer than what they are made of.
func (net *Network) Fewer(a, b Node) bool {
	x, y := net.MostRows(a), net.MostRows(b)
	return x < y || x == y && grouped(a) && !grouped(b)
}

// grouped reports whether a node's rows are groups.
func grouped(n Node) bool {
	switch n := n.(type) {
	case *Aggregate, *Distinct:
		return true
	case *Filter:
		return grouped(n.In)
	case *Project:
		return grouped(n.In)
	case *Compute:
		return grouped(n.In)
	}
	return false
}

func (net *Network) mostBelow(n Node, seen map[Node]bool) int {
	if seen[n] {
		return 0
	}
	seen[n] = true
	if t, ok := n.(*Scan); ok {
		return net.Tables[t.Table].Table.Rows
	}
	most := 0
	for _, in := range n.Inputs() {
		most = max(most, net.mostBelow(in, seen))
	}
	return most
}
