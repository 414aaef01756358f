package pass

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/typing"
)

// existence is the condition of a join that asks whether there is a partner, apart: what is
// equal to what, and one column of the right side that is compared with the left.
type existence struct {
	join     *network.Join
	left     []plan.Expr // about the left side alone
	own      []plan.Expr // about the right side alone
	equal    []plan.Call // the right side's column first
	compared []plan.Call // the right side's column first
}

// flipped are the comparisons with their sides changed.
var flipped = map[plan.Op]plan.Op{
	plan.Eq: plan.Eq, plan.NullEq: plan.NullEq, plan.Ne: plan.Ne,
	plan.Lt: plan.Gt, plan.Gt: plan.Lt, plan.Le: plan.Ge, plan.Ge: plan.Le,
}

// extreme has a join that asks whether there is a partner, with a column on one side of
// bounds, compare the least or the greatest value of those that are equal in the others:
// there is one beyond a bound where the last one is, and one that differs where the least or
// the greatest does. NULLs count for neither. Only columns are grouped, which cannot fail
// where nobody asks for them.
func (s *splitter) extreme(j *network.Join) network.Node {
	x := existence{join: j}
	if j.Optional || !slices.Contains([]plan.JoinKind{plan.SemiJoin, plan.AntiJoin, plan.MarkJoin}, j.Kind) || !x.apart() || !x.oneSided() || !s.crowded(&x) {
		return j
	}
	group := &network.Aggregate{In: network.Filtered(j.Right, x.own), Table: s.net.AddTable("")}
	for _, e := range x.equal {
		group.Keys = append(group.Keys, e.Args[0])
		s.net.AddColumn(group.Table, e.Args[0])
	}
	last, err := s.last(group, x.compared)
	if err != nil {
		return j
	}
	if len(x.equal) == 0 {
		return s.beside(j, group, append(x.left, last...))
	}
	out := *j
	out.Right = group
	on := slices.Concat(x.left, last)
	for i, e := range x.equal {
		on = append(on, plan.Call{Op: e.Op, Args: []plan.Expr{s.net.Ref(group.Table, i), e.Args[1]}, Of: e.Of})
	}
	out.On = plan.Combine(plan.And, on)
	return &out
}

// apart sorts the conditions; false where one is of another kind.
func (x *existence) apart() bool {
	for _, e := range network.Conjuncts(x.join.On) {
		switch c, ok := x.acrossOf(e); {
		case !network.Repeats(e):
			return false
		case network.Within(e, x.join.Left):
			x.left = append(x.left, e)
		case network.Within(e, x.join.Right):
			x.own = append(x.own, e)
			if !cannotFail(e) {
				return false
			}
		case !ok:
			return false
		case c.Op == plan.Eq || c.Op == plan.NullEq:
			x.equal = append(x.equal, c)
		default:
			x.compared = append(x.compared, c)
		}
	}
	return true
}

// acrossOf gives a comparison of a column of the right side with the left one.
func (x *existence) acrossOf(e plan.Expr) (plan.Call, bool) {
	c, ok := e.(plan.Call)
	op, known := flipped[c.Op]
	if !ok || !known {
		return c, false
	}
	if network.Within(c.Args[0], x.join.Left) {
		c.Op, c.Args = op, []plan.Expr{c.Args[1], c.Args[0]}
	}
	_, ok = c.Args[0].(plan.ColumnRef)
	return c, ok && network.Within(c.Args[0], x.join.Right) && network.Within(c.Args[1], x.join.Left)
}

// oneSided reports whether one value of the right side decides: that of one column, which is
// bounded on one side, or differs from one value.
func (x *existence) oneSided() bool {
	for _, c := range x.compared {
		first := x.compared[0]
		if !plan.Equal(c.Args[0], first.Args[0]) || below(c.Op) != below(first.Op) || c.Op == plan.Ne && len(x.compared) > 1 {
			return false
		}
	}
	return len(x.compared) > 0
}

// crowded reports whether keys have so many rows that it is dearer to look for one of them
// than to group all: those of a stored table do, by the bounds of its columns.
func (s *splitter) crowded(x *existence) bool {
	const many = 16 // rows of a key
	if len(x.equal) == 0 {
		return true
	}
	scan := scanBelow(x.join.Right)
	if scan == nil {
		return false
	}
	rows := float64(many)
	for _, c := range x.equal {
		lo, hi, ok := s.bounds(c.Args[0])
		if !ok {
			return false
		}
		rows *= float64(hi) - float64(lo) + 1
	}
	return rows <= float64(s.net.Tables[scan.Table].Table.Rows)
}

// scanBelow gives the stored table that a node has rows of, under conditions; nil where it
// is something else.
func scanBelow(n network.Node) *network.Scan {
	switch n := n.(type) {
	case *network.Scan:
		return n
	case *network.Filter:
		return scanBelow(n.In)
	}
	return nil
}

func below(op plan.Op) bool { return op == plan.Lt || op == plan.Le }

// last adds the extremes that comparisons need to a grouping, and gives what they say of
// these.
func (s *splitter) last(group *network.Aggregate, compared []plan.Call) ([]plan.Expr, error) {
	least, greatest, err := plan.Expr(nil), plan.Expr(nil), error(nil)
	if compared[0].Op == plan.Ne || below(compared[0].Op) {
		least, err = s.aggregated(group, plan.Min, compared[0].Args[0])
	}
	if err == nil && !below(compared[0].Op) {
		greatest, err = s.aggregated(group, plan.Max, compared[0].Args[0])
	}
	var out []plan.Expr
	for _, c := range compared {
		var either []plan.Expr
		for _, of := range []plan.Expr{least, greatest} {
			if of == nil || err != nil {
				continue
			}
			var e plan.Expr
			e, err = typing.Build(c.Op, of, c.Args[1])
			either = append(either, e)
		}
		if err == nil {
			out = append(out, plan.Combine(plan.Or, either))
		}
	}
	return out, err
}

// aggregated adds an aggregate to a grouping.
func (s *splitter) aggregated(group *network.Aggregate, f plan.AggFunc, arg plan.Expr) (plan.Expr, error) {
	g, err := typing.NewAgg(f, arg)
	if err != nil {
		return nil, err
	}
	group.Aggs = append(group.Aggs, g)
	return s.net.AddColumn(group.Table, plan.Slot{Of: g.Of, CanBeNil: g.Nullable(), Name: g.String()}), nil
}

// beside joins the one row of a grouping without keys, in place of asking for a partner.
func (s *splitter) beside(j *network.Join, group network.Node, on []plan.Expr) network.Node {
	out := &network.Join{Left: j.Left, Right: group}
	found := plan.Combine(plan.And, on)
	switch j.Kind {
	case plan.SemiJoin:
		return &network.Filter{In: out, Pred: found}
	case plan.AntiJoin:
		return &network.Filter{In: out, Pred: notTrue(found)}
	}
	s.values[network.At(j.Mark, 0)] = notTrue(notTrue(found))
	return out
}

// cannotFail reports whether an expression compares columns and constants only.
func cannotFail(e plan.Expr) bool {
	safe := true
	plan.Visit(e, func(x plan.Expr) bool {
		switch x := x.(type) {
		case plan.Call:
			_, compares := flipped[x.Op]
			safe = safe && (compares || slices.Contains([]plan.Op{plan.And, plan.Or, plan.Not, plan.IsNull, plan.If}, x.Op))
		case plan.Cast:
			safe = false
		}
		return safe
	})
	return safe
}
