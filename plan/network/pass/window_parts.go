package pass

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
)

// PartWindows takes windows apart: aggregates that see all of their partition get a window for
// each way to part the rows, below the one of the functions that are left. Push then computes
// such a window without one. The network's nodes are not changed.
func PartWindows(n *network.Network) {
	parts, now := map[*network.Window][]*network.Window{}, map[network.Column]plan.ColumnRef{}
	all := network.InOrder(n.Root)
	for _, x := range all {
		if w, ok := x.(*network.Window); ok {
			parts[w] = parted(n, w, now)
		}
	}
	if len(now) == 0 {
		return
	}
	done := map[network.Node]network.Node{}
	moved := func(c plan.ColumnRef) plan.Expr {
		if r, ok := now[network.ColumnOf(c)]; ok {
			return r
		}
		return nil
	}
	change := network.Change{
		Input: func(in network.Node) network.Node { return done[in] },
		Expr:  func(e plan.Expr) plan.Expr { return network.ReplaceColumns(e, moved) },
	}
	for _, x := range all {
		out := change.Rebuild(x)
		if w, ok := x.(*network.Window); ok {
			out = done[w.In]
			for _, one := range parts[w] {
				out = &network.Window{In: out, Table: one.Table, Funcs: change.Windows(one.Funcs)}
			}
		}
		done[x] = out
	}
	n.Root = done[n.Root]
	for i, r := range n.Result {
		if to, ok := now[network.ColumnOf(r)]; ok {
			n.Result[i] = to
		}
	}
}

// parted gives the windows, the lowest first, that a window is taken apart to; now gets what its
// columns are in them, if there are several.
func parted(n *network.Network, w *network.Window, now map[network.Column]plan.ColumnRef) []*network.Window {
	kind := make([]int, len(w.Funcs)) // the function whose partitions it shares; -1: it sees no whole partition
	var kinds []int
	for i, f := range w.Funcs {
		kind[i] = -1
		if seesPartition(f) {
			kind[i] = slices.IndexFunc(w.Funcs, func(g network.WindowFunc) bool {
				return seesPartition(g) && slices.EqualFunc(f.Partition, g.Partition, plan.Equal)
			})
		}
		if !slices.Contains(kinds, kind[i]) {
			kinds = append(kinds, kind[i])
		}
	}
	if len(kinds) == 1 {
		return []*network.Window{w}
	}
	slices.SortFunc(kinds, func(a, b int) int { return b - a }) // -1, what sees less, comes last
	var out []*network.Window
	for _, k := range kinds {
		one := &network.Window{Table: n.AddTable(n.Tables[w.Table].Alias)}
		for i, f := range w.Funcs {
			if kind[i] == k {
				schema := n.Tables[one.Table].Table
				now[network.At(w.Table, i)] = n.Ref(one.Table, len(one.Funcs))
				schema.Columns = append(schema.Columns, n.Tables[w.Table].Table.Columns[i])
				one.Funcs = append(one.Funcs, f)
			}
		}
		out = append(out, one)
	}
	return out
}

// seesPartition reports whether a window function is an aggregate of all rows of its partition.
func seesPartition(f network.WindowFunc) bool {
	over := f.Func.Over
	switch f.Func.Name {
	case plan.WindowCount, plan.WindowSum, plan.WindowMin, plan.WindowMax, plan.WindowName(plan.VarPop), plan.WindowName(plan.VarSamp),
		plan.WindowName(plan.StddevPop), plan.WindowName(plan.StddevSamp):
	default:
		return false
	}
	if over.Frame == nil {
		return len(f.Order) == 0
	}
	return over.Frame.Lo.At == plan.UnboundedPreceding && over.Frame.Hi.At == plan.UnboundedFollowing
}
