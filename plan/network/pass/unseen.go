package pass

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
)

// Unseen takes away what nobody sees, as a query over a view or a common table leaves it that asks for some
// of its columns, or for sums of its rows: orders of rows that are grouped, and aggregates of groups that
// nobody reads. Groups keep one where they have no key. The network's nodes are not changed.
func Unseen(n *network.Network) {
	unsorted(n)
	for {
		u := &unreader{net: n, read: readOf(n), now: map[network.Column]plan.Expr{}, done: map[network.Node]network.Node{}}
		root := u.node(n.Root)
		if len(u.now) == 0 {
			return
		}
		n.Root = root
		n.Result = slices.Clone(n.Result)
		for i, r := range n.Result {
			n.Result[i] = u.expr(r).(plan.ColumnRef)
		}
	}
}

// readOf lists the columns that the result depends on, and those of sides, which stay columns. Of equal
// groups, as those of a view that is read twice are, what is read of one counts as read of all: they are
// made once then.
func readOf(n *network.Network) map[network.Column]bool {
	read := n.Live()
	var groups []*network.Aggregate
	for _, x := range network.InOrder(n.Root) {
		switch x := x.(type) {
		case *network.Set:
			for _, c := range slices.Concat(x.Left.Columns, x.Right.Columns) {
				read[network.ColumnOf(c)] = true
			}
		case *network.Aggregate:
			groups = append(groups, x)
		}
	}
	unread := func(a *network.Aggregate) bool {
		return slices.ContainsFunc(columnsOf(a), func(c network.Column) bool { return !read[c] })
	}
	if len(groups) < 2 || !slices.ContainsFunc(groups, unread) {
		return read
	}
	alike := map[string][]*network.Aggregate{}
	for _, a := range groups {
		text := n.Drawn(a)
		alike[text] = append(alike[text], a)
	}
	for _, some := range alike {
		readOfAll(some, read)
	}
	return read
}

// columnsOf are those of a grouping's aggregates.
func columnsOf(a *network.Aggregate) []network.Column {
	out := make([]network.Column, len(a.Aggs))
	for i := range out {
		out[i] = network.At(a.Table, len(a.Keys)+i)
	}
	return out
}

// readOfAll has what is read of one of equal groups be read of all.
func readOfAll(some []*network.Aggregate, read map[network.Column]bool) {
	for i := range some[0].Aggs {
		if !slices.ContainsFunc(some, func(a *network.Aggregate) bool { return read[columnsOf(a)[i]] }) {
			continue
		}
		for _, a := range some {
			read[columnsOf(a)[i]] = true
		}
	}
}

// unsorted takes away the orders of rows that may come in any.
func unsorted(n *network.Network) {
	loose := n.Loose()
	done := map[network.Node]network.Node{}
	var node func(network.Node) network.Node
	node = func(x network.Node) network.Node {
		out, ok := done[x]
		if ok {
			return out
		}
		if sort, is := x.(*network.Sort); is && loose[sort] {
			out = node(sort.In)
		} else {
			out = network.Change{Input: node, Expr: network.Same[plan.Expr]}.Rebuild(x)
		}
		done[x] = out
		return out
	}
	for x := range loose {
		if _, is := x.(*network.Sort); is && loose[x] {
			n.Root = node(n.Root)
			return
		}
	}
}

// unreader is the state of one look for aggregates; those that only other ones have read are found by the
// next.
type unreader struct {
	net  *network.Network
	read map[network.Column]bool
	now  map[network.Column]plan.Expr // the columns of groups that have lost some; NULL of those
	done map[network.Node]network.Node
}

func (u *unreader) node(n network.Node) network.Node {
	if out, ok := u.done[n]; ok {
		return out
	}
	out := network.Change{Input: u.node, Expr: u.expr}.Rebuild(n)
	if a, ok := out.(*network.Aggregate); ok {
		out = u.groups(a)
	}
	u.done[n] = out
	return out
}

func (u *unreader) expr(e plan.Expr) plan.Expr {
	return network.ReplaceColumns(e, func(r plan.ColumnRef) plan.Expr {
		if now, ok := u.now[network.ColumnOf(r)]; ok {
			return now
		}
		return nil
	})
}

// groups gives groups with the aggregates that are read, and notes which columns theirs are now.
func (u *unreader) groups(a *network.Aggregate) network.Node {
	keys := len(a.Keys)
	out := &network.Aggregate{In: a.In, Keys: a.Keys, More: a.More}
	var stay []int
	for i := range keys {
		stay = append(stay, i)
	}
	for i, g := range a.Aggs {
		if u.read[network.At(a.Table, keys+i)] || i == 0 && keys+len(a.More) == 0 {
			out.Aggs, stay = append(out.Aggs, g), append(stay, keys+i)
		}
	}
	if len(out.Aggs) == len(a.Aggs) {
		return a
	}
	for i := range a.More {
		stay = append(stay, keys+len(a.Aggs)+i)
	}
	of := u.net.Tables[a.Table].Table
	columns := make([]plan.Column, len(stay))
	for to, from := range stay {
		columns[to] = of.Columns[from]
	}
	out.Table = u.net.AddTable(of.Name, columns...)
	for i := range of.Columns {
		u.now[network.At(a.Table, i)] = plan.NullOf(of.Columns[i].Type)
	}
	for to, from := range stay {
		u.now[network.At(a.Table, from)] = u.net.Ref(out.Table, to)
	}
	return out
}
