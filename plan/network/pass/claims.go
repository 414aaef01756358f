package pass

import (
	"maps"
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/value"
)

// Bounds gives two numbers that an expression of columns of stored tables lies between; ok
// is false where that is not known.
type Bounds func(e plan.Expr) (lo, hi int64, ok bool)

// claims is what conditions make surely true of columns in all rows of a node: between which values they
// lie, and how they compare with each other. It is not changed once others have it.
type claims struct {
	spans     map[place]span
	equal     [][2]plan.ColumnRef
	relations []relation
	never     bool // there is no such row
	bounds    Bounds
}

// place is a column of a network.
type place struct{ table, column int }

func placeOf(c plan.ColumnRef) place { return place{c.Table, c.Column} }

// claims gives those of a node's rows; those of its inputs are known.
func (e *emptier) claims(n network.Node) *claims {
	switch n := n.(type) {
	case *network.Filter:
		return e.claimed[n.In].and(n.Pred)
	case *network.Join:
		if n.Kind == plan.InnerJoin || n.Kind == plan.SemiJoin {
			return e.paired(n)
		}
		return e.claimed[n.Left]
	case *network.Project:
		return e.claimed[n.In].made(n.Table, n.Exprs)
	case *network.Aggregate:
		keys := make([]plan.Expr, len(n.Keys)+len(n.Aggs), len(n.Keys)+len(n.Aggs)+len(n.More))
		copy(keys, n.Keys)
		return e.claimed[n.In].made(n.Table, append(keys, n.More...))
	case *network.Window, *network.Compute, *network.Distinct, *network.Sort, *network.Limit:
		return e.claimed[n.Inputs()[0]]
	}
	return &claims{bounds: e.bounds}
}

// paired gives what is true of the pairs of a join's rows that have its condition.
func (e *emptier) paired(j *network.Join) *claims {
	left, right := e.claimed[j.Left], e.claimed[j.Right]
	both := &claims{spans: maps.Clone(left.spans), equal: slices.Concat(left.equal, right.equal), relations: slices.Concat(left.relations, right.relations), bounds: e.bounds}
	if both.spans == nil {
		both.spans = map[place]span{}
	}
	maps.Copy(both.spans, right.spans)
	if j.On == nil {
		return both
	}
	return both.and(j.On)
}

// made gives what is true of a table's columns that are computed so; nil ones are left out.
func (c *claims) made(table int, exprs []plan.Expr) *claims {
	out := &claims{spans: map[place]span{}, bounds: c.bounds}
	for i, x := range exprs {
		switch x := x.(type) {
		case plan.ColumnRef:
			if s, ok := c.spans[placeOf(x)]; ok {
				out.spans[place{table, i}] = s
			}
		case plan.Const:
			switch {
			case x.Value.IsNull():
				out.spans[place{table, i}] = span{absent: true}
			case x.Digits == nil && x.Value.Kind == x.Of.Kind:
				out.spans[place{table, i}] = spanOf(plan.Eq, x.Value)
			}
		}
	}
	return out
}

// and gives the claims of the rows for which a condition is true as well.
func (c *claims) and(pred plan.Expr) *claims {
	out := &claims{spans: maps.Clone(c.spans), equal: slices.Clone(c.equal), relations: slices.Clone(c.relations), never: c.never, bounds: c.bounds}
	if out.spans == nil {
		out.spans = map[place]span{}
	}
	for _, x := range plan.Conjuncts(pred) {
		if folded, err := plan.FoldAll(x); err == nil { // an error is for who computes it
			out.add(folded)
		}
	}
	for range out.equal { // what is claimed of one goes to the next at least
		changed := false
		for _, pair := range out.equal {
			changed = out.meet(pair[0], out.of(pair[1])) || changed
			changed = out.meet(pair[1], out.of(pair[0])) || changed
		}
		if !changed {
			break
		}
	}
	out.never = out.never || out.circular()
	return out
}

// add takes a condition in.
func (c *claims) add(x plan.Expr) {
	switch x := x.(type) {
	case plan.Const:
		c.never = c.never || !x.Value.True()
	case plan.In:
		if of, ok := comparable(x.X); ok {
			c.meet(of, spanOfList(x.List))
		}
	case plan.Call:
		c.call(x)
	}
}

func (c *claims) call(x plan.Call) {
	switch {
	case x.Op == plan.IsNull || x.Op == plan.Not:
		c.presence(x)
	case len(x.Args) != 2 || opposed[x.Op] == "":
	default:
		a, isA := comparable(x.Args[0])
		b, isB := comparable(x.Args[1])
		switch {
		case isA && isB:
			c.paired(a, x.Op, b)
		case isA && !isB:
			c.compared(a, x.Op, x.Args[1])
		case isB && !isA:
			c.compared(b, opposed[x.Op], x.Args[0])
		}
	}
}

// paired takes in a comparison of two columns.
func (c *claims) paired(a plan.ColumnRef, op plan.Op, b plan.ColumnRef) {
	c.meet(a, span{present: true})
	c.meet(b, span{present: true})
	if a.Type().Kind != b.Type().Kind {
		return
	}
	c.related(placeOf(a), op, placeOf(b))
	if op == plan.Eq && placeOf(a) != placeOf(b) {
		c.equal = append(c.equal, [2]plan.ColumnRef{a, b})
	}
}

// presence takes in that a column is NULL, or that it is not.
func (c *claims) presence(x plan.Call) {
	s := span{absent: x.Op == plan.IsNull}
	if x.Op == plan.Not {
		inner, ok := x.Args[0].(plan.Call)
		if !ok || inner.Op != plan.IsNull {
			return
		}
		s.present, x = true, inner
	}
	if of, ok := x.Args[0].(plan.ColumnRef); ok {
		c.never = c.never || s.absent && !plan.MayBeNull(of)
		c.meet(of, s)
	}
}

// compared takes in a comparison of a column with a constant.
func (c *claims) compared(of plan.ColumnRef, op plan.Op, with plan.Expr) {
	k, ok := with.(plan.Const)
	if !ok || k.Digits != nil {
		return
	}
	if of.Type().Kind == plan.Decimal && k.Value.Kind == plan.Int {
		k.Value = value.OfDecimal(k.Value.Int, 0)
	}
	if k.Value.Kind == of.Type().Kind {
		c.meet(of, spanOf(op, k.Value))
	}
}

// opposed is a comparison with its operands in each other's place.
var opposed = map[plan.Op]plan.Op{plan.Eq: plan.Eq, plan.Ne: plan.Ne, plan.Lt: plan.Gt, plan.Gt: plan.Lt, plan.Le: plan.Ge, plan.Ge: plan.Le}

// comparable gives the column that an expression is where values of its type are ordered as Compare has it.
func comparable(x plan.Expr) (plan.ColumnRef, bool) {
	of, ok := x.(plan.ColumnRef)
	return of, ok && of.Type().Kind != plan.Null && of.Type().Name != value.JSONName
}

// of gives what is claimed of a column, by its bounds where nothing else is.
func (c *claims) of(ref plan.ColumnRef) span {
	if s, ok := c.spans[placeOf(ref)]; ok {
		return s
	}
	t := ref.Type()
	if c.bounds == nil || t.Keyed() || t.Kind != plan.Int && t.Kind != plan.Date && t.Kind != plan.DateTime && t.Kind != plan.Decimal {
		return span{}
	}
	lo, hi, ok := c.bounds(ref)
	if !ok || lo > hi {
		return span{}
	}
	return span{lo: value.OfNumber(t, lo), hi: value.OfNumber(t, hi)}
}

// meet takes in what is claimed of a column, and says whether that was not known.
func (c *claims) meet(ref plan.ColumnRef, s span) bool {
	before := c.of(ref)
	after, changed := before.and(s)
	c.spans[placeOf(ref)] = after
	c.never = c.never || after.empty()
	return changed
}
