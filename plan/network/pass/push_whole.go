package pass

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/typing"
)

// wholeLeast is how many rows there must be for partitions to be grouped: below that, it costs
// less to sort them.
const wholeLeast = 1 << 15

// wholePartitions has aggregates that see all of their partition computed once for each: the
// rows are grouped by the partitions, and each row looks its group up, where a window would store
// and order them all. It takes rows that flow from stored tables. Those are read twice where all
// of the tables pass and that gives the same rows, and stored once where conditions or joins
// leave fewer of them.
func (p *pusher) wholePartitions(n *network.Window) network.Node {
	rows := p.net.MostRows(n.In)
	if !flowing(n.In, p.readers) || rows < wholeLeast && !p.joins.Always {
		return n
	}
	group := &network.Aggregate{Keys: p.partitioned(n)}
	for _, f := range n.Funcs {
		agg, whole := p.wholeAgg(n, f)
		if !whole {
			return n
		}
		group.Aggs = append(group.Aggs, agg)
	}
	keys := group.Keys
	p.readRows(n.In, group)
	group.Table = p.grouped(group.Keys, group.Aggs)
	refs := p.net.Refs(group.Table)
	named := &network.Project{In: group, Table: n.Table}
	for _, r := range refs[len(keys):] {
		named.Exprs = append(named.Exprs, r)
	}
	join := &network.Join{Kind: plan.InnerJoin, Left: n.In, Right: named}
	if len(keys) > 0 { // every row has one partner: groups are looked up, and not the rows for each of them
		join.Kind = plan.LeftJoin
	}
	var same []plan.Expr
	for i, e := range keys {
		named.Exprs = append(named.Exprs, refs[i])
		same = append(same, p.sameKey(n.In, p.net.AddColumn(n.Table, refs[i]), e))
	}
	join.On = plan.Combine(plan.And, same)
	p.readers[join], p.readers[named], p.readers[group] = 1, 1, 1
	return join
}

// partitioned gives what parts the rows of a window's first function; a constant parts nothing.
func (p *pusher) partitioned(n *network.Window) (out []plan.Expr) {
	for _, e := range n.Funcs[0].Partition {
		if _, constant := e.(plan.Const); !constant {
			out = added(out, []plan.Expr{e})
		}
	}
	return out
}

// wholeAgg gives the aggregate that a window function computes of its partition; false where it
// sees less than that, depends on the order, or has other partitions than the first function.
func (p *pusher) wholeAgg(n *network.Window, f network.WindowFunc) (plan.Agg, bool) {
	if !seesPartition(f) || !slices.EqualFunc(f.Partition, n.Funcs[0].Partition, plan.Equal) {
		return plan.Agg{}, false
	}
	var arg plan.Expr
	if len(f.Args) > 0 {
		arg = f.Args[0]
	}
	agg, err := typing.NewAgg(plan.AggFunc(f.Func.Name), arg)
	return agg, err == nil && agg.Of == f.Func.Of && !slices.ContainsFunc(added(f.Partition, f.Args), p.late(n.In))
}

// late tells whether an expression over a node's rows is computed behind a pipeline, or gives
// something else when it is computed again.
func (p *pusher) late(in network.Node) func(plan.Expr) bool {
	return func(e plan.Expr) bool {
		if !network.Repeats(e) {
			return true
		}
		_, constant := e.(plan.Const)
		return !constant && p.isLate(part{in, []plan.Expr{e}}.rooted().exprs[0])
	}
}

// readRows has a grouping, whose expressions are over the rows of a node, read them: from the
// tables once more where no condition or join drops any, else as they are stored.
func (p *pusher) readRows(in network.Node, group *network.Aggregate) {
	if !allRows(in) || !repeatsBelow(in) {
		group.In = in
		p.readers[in]++
		return
	}
	exprs := slices.Clone(group.Keys)
	for _, g := range group.Aggs {
		if g.Arg != nil {
			exprs = append(exprs, g.Arg)
		}
	}
	copied, own := p.net.CopyAll(in, exprs)
	group.In, group.Keys = copied, own[:len(group.Keys):len(group.Keys)]
	own = own[len(group.Keys):]
	for i := range group.Aggs {
		if group.Aggs[i].Arg != nil {
			group.Aggs[i].Arg, own = own[0], own[1:]
		}
	}
	p.readers[copied] = 1
}

// allRows reports whether a node gives all rows of one table.
func allRows(n network.Node) bool {
	switch n := n.(type) {
	case *network.Scan:
		return true
	case *network.Project:
		return allRows(n.In)
	}
	return false
}

// sameKey compares the key of a group with what it is of each row of a node.
func (p *pusher) sameKey(in network.Node, key plan.ColumnRef, e plan.Expr) plan.Expr {
	op := plan.Eq
	if plan.MayBeNull(part{in, []plan.Expr{e}}.rooted().exprs[0]) {
		op = plan.NullEq
	}
	return plan.Call{Op: op, Args: []plan.Expr{key, e}, Of: plan.Type{Kind: plan.Bool}}
}
