package separate

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
)

// ofTexts reports whether an expression is one of a column of texts alone, and not the column itself: of
// texts in no order it may be computed where they are not, of many a table of each part costs too much,
// which none needs that loses nothing.
func ofTexts(e plan.Expr) bool {
	const many = 1 << 14
	r, ok := network.OneColumn(e)
	_, itself := e.(plan.ColumnRef)
	return ok && !itself && (isUnsorted(r) || r.Of.Table.Columns[r.Column].Texts() >= many && !plan.CanLoseWithin(e))
}

func isUnsorted(r plan.ColumnRef) bool { return r.Of.Table.Columns[r.Column].Unsorted != nil }

// counting has a node that counts the texts of such columns count the rows that have some, and of
// different texts their codes, where each has one.
func counting(n network.Node) network.Node {
	a, ok := n.(*network.Aggregate)
	if !ok {
		return n
	}
	out := *a
	out.Aggs = slices.Clone(a.Aggs)
	for i, g := range out.Aggs {
		r, ok := g.Arg.(plan.ColumnRef)
		if g.Gathered != nil || !ok || !isUnsorted(r) {
			continue
		}
		if g.Func == plan.CountDistinct && r.Of.Table.Columns[r.Column].Unsorted.Once() {
			out.Aggs[i].Arg = plan.Call{Op: plan.CodeOf, Args: []plan.Expr{r}, Of: plan.Type{Kind: plan.Int}}
		}
		if g.Func != plan.Count {
			continue
		}
		if out.Aggs[i].Arg = nil; r.Of.Outer || r.Of.Table.Columns[r.Column].Storage.Nullable {
			out.Aggs[i].Arg = ifAbsent(plan.Call{Op: plan.IsNull, Args: []plan.Expr{r}, Of: plan.Type{Kind: plan.Bool}})
		}
	}
	return &out
}

// extremeTexts lists the aggregates of a node that are the least or the greatest text of such a column,
// which programs find that stream the node's rows.
func (s *separator) extremeTexts(n network.Node) (out []int) {
	a, ok := n.(*network.Aggregate)
	if !ok || !s.pairs || slices.ContainsFunc(a.Aggs, plan.Agg.Behind) || !s.streams(a.In) {
		return nil
	}
	for i, g := range a.Aggs {
		r, ok := g.Arg.(plan.ColumnRef)
		if ok && (g.Func == plan.Min || g.Func == plan.Max) && g.Gathered == nil && isUnsorted(r) {
			out = append(out, i)
		}
	}
	return out
}

// streams reports whether the rows of a node are those of stored tables, joined and filtered, of which no
// step before has made rows of its own.
func (s *separator) streams(n network.Node) bool {
	switch n := n.(type) {
	case *network.Scan:
		return true
	case *network.Filter:
		return !s.shared[n] && s.streams(n.In)
	case *network.Join:
		return !s.shared[n] && s.streams(n.Left) && s.streams(n.Right)
	}
	return false
}

// unlessMade has such aggregates of a node, or those of what is looked up, take their arguments again, and keys that
// are looked up: as they are, or, where something else is computed below what the node has become, computed
// there as well.
func (l *lifter) unlessMade(of, n network.Node, args, keys []int) network.Node {
	made := len(l.used(exprsOf(n))) > 0
	again := func(e plan.Expr) plan.Expr {
		if made {
			return l.expr(e)
		}
		return e
	}
	n = withArgs(n, args, func(i int, _ plan.Expr) plan.Expr { return again(of.(*network.Aggregate).Aggs[i].Arg) })
	return withKeys(n, keys, func(i int, _ plan.Expr) plan.Expr { return again(keysOf(of)[i]) })
}
