package pass

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/typing"
	"gsdms/plan/window"
)

// firstOfPartitions has a window that ranks rows, of which a filter right behind passes the
// first of each partition, as the newest row of each device, see only those whose first key is
// the least or the greatest of the partition: of these there are few, where the others would
// be stored and sorted. The rows of stored tables are grouped for that, where they have few
// partitions. NULLs come first ascending, and last descending.
func (p *pusher) firstOfPartitions(f *network.Filter) network.Node {
	w, ok := f.In.(*network.Window)
	if !ok || p.readers[w] > 1 || !onlyRanks(w) || !firstAsked(w, plan.Conjuncts(f.Pred)) || !flowing(w.In, p.readers) {
		return f
	}
	parts, key := w.Funcs[0].Partition, w.Funcs[0].Order[0]
	all := append(slices.Clone(parts), key.Expr)
	rooted := part{w.In, all}.rooted().exprs
	if !repeatsBelow(w) || !p.fewDiffer(rooted[:len(parts)], float64(p.net.MostRows(w.In))) {
		return f
	}
	in, own := p.net.CopyAll(w.In, all)
	group := &network.Aggregate{In: in, Keys: own[:len(parts)]}
	first, err := p.firstKey(group, key, own[len(parts)], plan.MayBeNull(rooted[len(parts)]))
	if err != nil {
		return f
	}
	join := &network.Join{Left: w.In, Right: group, On: plan.Combine(plan.And, p.samePartition(group, parts, rooted))}
	p.readers[join], p.readers[group], p.readers[in] = 1, 1, 1
	return &network.Filter{In: &network.Window{In: network.Filtered(join, []plan.Expr{first}), Table: w.Table, Funcs: w.Funcs}, Pred: f.Pred}
}

// repeatsBelow reports whether a node and all below it give the same rows when they are computed
// once more.
func repeatsBelow(n network.Node) bool {
	again := true
	network.VisitExprs(n, true, func(e plan.Expr) { again = again && network.Repeats(e) })
	return again
}

// onlyRanks reports whether all functions of a window rank rows, by the same order.
func onlyRanks(n *network.Window) bool {
	first := n.Funcs[0]
	return len(first.Order) > 0 && !slices.ContainsFunc(n.Funcs, func(f network.WindowFunc) bool {
		sameKey := func(a, b network.Key) bool { return a.Desc == b.Desc && plan.Equal(a.Expr, b.Expr) }
		return !f.Func.Name.Ranks() || !slices.EqualFunc(f.Partition, first.Partition, plan.Equal) || !slices.EqualFunc(f.Order, first.Order, sameKey)
	})
}

// firstAsked reports whether some condition wants a function of a window to be at most 1.
func firstAsked(n *network.Window, conditions []plan.Expr) bool {
	return slices.ContainsFunc(conditions, func(e plan.Expr) bool {
		of, most := window.AtMost(e)
		r, isColumn := of.(plan.ColumnRef)
		return isColumn && r.Table == n.Table && most == 1
	})
}

// samePartition compares the keys of a grouping, whose columns come first, with what they are
// of each row; rooted is that over stored tables.
func (p *pusher) samePartition(group *network.Aggregate, parts, rooted []plan.Expr) (out []plan.Expr) {
	for i, e := range parts {
		op := plan.Eq
		if plan.MayBeNull(rooted[i]) {
			op = plan.NullEq
		}
		out = append(out, plan.Call{Op: op, Args: []plan.Expr{p.net.Ref(group.Table, i), e}, Of: plan.Type{Kind: plan.Bool}})
	}
	return out
}

// firstKey adds to a grouping what tells the first value of a key, given as it is below the
// grouping, and gives the condition that a row has it; null: the key may be NULL.
func (p *pusher) firstKey(group *network.Aggregate, key network.Key, below plan.Expr, null bool) (plan.Expr, error) {
	extreme := plan.Min
	if key.Desc {
		extreme = plan.Max
	}
	funcs := []plan.AggFunc{extreme}
	if null && !key.Desc {
		funcs = append(funcs, plan.Count)
	}
	for _, f := range funcs {
		g, err := typing.NewAgg(f, below)
		if err != nil {
			return nil, err
		}
		group.Aggs = append(group.Aggs, g)
	}
	if len(funcs) > 1 {
		rows, err := typing.NewAgg(plan.Count, nil)
		if err != nil {
			return nil, err
		}
		group.Aggs = append(group.Aggs, rows)
	}
	group.Table = p.grouped(group.Keys, group.Aggs)
	column := func(i int) plan.Expr { return p.net.Ref(group.Table, len(group.Keys)+i) }
	is, err := typing.Build(plan.Eq, key.Expr, column(0))
	switch {
	case err != nil || !null:
		return is, err
	case key.Desc: // the greatest is NULL where all are
		return plan.Combine(plan.Or, []plan.Expr{is, isNull(column(0))}), nil
	}
	none := plan.Call{Op: plan.Eq, Args: []plan.Expr{column(1), column(2)}, Of: plan.Type{Kind: plan.Bool}}
	return plan.Combine(plan.Or, []plan.Expr{
		plan.Combine(plan.And, []plan.Expr{none, is}),
		plan.Combine(plan.And, []plan.Expr{plan.Call{Op: plan.Not, Args: []plan.Expr{none}, Of: none.Of}, isNull(key.Expr)}),
	}), nil
}

func isNull(e plan.Expr) plan.Expr {
	return plan.Call{Op: plan.IsNull, Args: []plan.Expr{e}, Of: plan.Type{Kind: plan.Bool}}
}
