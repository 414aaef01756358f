package unnest

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/typing"
	"gsdms/plan/value"
	"gsdms/plan/window"
)

// nearest is a subquery of the row that is nearest to a parameter, of those that are equal in keys:
// SELECT b.x WHERE b.k = a.k ORDER BY ABS(b.t - a.t) LIMIT 1. That is the last row at or before it or
// the first at or behind it, whose distances are compared; but rows without a place come first, since
// they have no distance.
type nearest struct {
	*running
	distance plan.Expr
	exact    bool // rows of different places on one side have different distances
	shown    []plan.Expr
	keys     []network.Key // the order of rows at one distance
	marker   int           // the place among the args of what rows without a place have; -1 where there are none
	each     int           // that of what all rows have, where the order of all may be asked for; else -1
}

// candidate is what the windows give of one row: the args, by their places.
type candidate []plan.Expr

// nearest joins the nearest row, where that is expected to cost less than all pairs. It reports whether
// the subquery is of this kind, and changes the join.
func (d *domain) nearest(join *network.Join) bool {
	table, shown, keys, f := d.first(join.Right)
	if f == nil || d.free(f.In) || !join.Kind.Shows() {
		return false
	}
	n := &nearest{running: &running{d: d, in: f.In, op: plan.Le}, distance: keys[0].Expr, shown: shown, keys: keys[1:], marker: -1, each: -1}
	if keys[0].Desc || !n.differs() || !n.apart(network.Conjuncts(f.Pred)) || !n.tied() || !n.pays() {
		return false
	}
	n.picks()
	in, made, at := n.window()
	var found []candidate
	for rest := made; len(rest) > 0; rest = rest[len(n.args):] {
		found = append(found, candidate(rest[:len(n.args)]))
	}
	exprs, there := n.chosen(found, at)
	n.joined(join, &network.Project{In: network.Filtered(in, there), Table: table, Exprs: exprs}, at)
	return true
}

// differs finds the bound: the distance is the size of a difference of a column and a parameter of one
// type, or of whole units of it. So it is the less the nearer the two are, on each side.
func (n *nearest) differs() bool {
	abs, ok := n.distance.(plan.Call)
	if !ok || abs.Op != plan.Abs || n.distance.Type().Kind == plan.Unsigned {
		return false
	}
	var own, param plan.Expr
	for _, c := range network.ColumnsIn(abs) {
		of := &own
		if c.Table == n.d.of.Params {
			of = &param
		}
		if *of != nil && !plan.Equal(*of, c) {
			return false
		}
		*of = c
	}
	if own == nil || param == nil {
		return false
	}
	units, whole := unitsOf(abs.Args[0])
	if !differ(units, own, param) || !alike(own.Type(), param.Type(), plan.Le) || !network.Within(own, n.in) {
		return false
	}
	n.exact = whole && own.Type().Kind != plan.Double
	n.bound = linked{slices.Index(n.d.used, param.(plan.ColumnRef).Column), own}
	n.nulls = own.Nullable() || n.d.args()[n.bound.param].Nullable()
	return true
}

// unitsOf gives what an expression is whole units or multiples of, and whether it is the same for no two
// values of that.
func unitsOf(e plan.Expr) (of plan.Expr, exact bool) {
	exact = true
	for {
		c, ok := e.(plan.Call)
		if !ok || c.Op != plan.IntDiv && c.Op != plan.Mul {
			return e, exact
		}
		k, ok := c.Args[1].(plan.Const)
		if !ok || k.Value.Kind != plan.Int || k.Value.Int <= 0 {
			return e, exact
		}
		e, exact = c.Args[0], exact && c.Op == plan.Mul
	}
}

// differ reports whether an expression is one of two others less the other one.
func differ(e, a, b plan.Expr) bool {
	for _, sides := range [][2]plan.Expr{{a, b}, {b, a}} {
		if c, ok := e.(plan.Call); ok && c.Op == plan.DateDiff && plan.Equal(c.Args[0], sides[0]) && plan.Equal(c.Args[1], sides[1]) {
			return true
		}
		if less, err := typing.Build(plan.Sub, sides[0], sides[1]); err == nil && less.Type().Kind != plan.Unsigned && plan.Equal(e, less) {
			return true
		}
	}
	return false
}

// tied has the args: what is shown, the place, and the order of rows at one distance, which is that of
// rows at one place. It is false where these differ, of texts, and where other parameters are shown.
func (n *nearest) tied() bool {
	for _, e := range append(slices.Clone(n.shown), n.bound.own) {
		if plan.Equal(e, n.distance) { // computed of the place
			e = n.bound.own
		}
		if n.d.reads(e) {
			return false
		}
		n.args = append(n.args, e)
	}
	for _, k := range n.keys {
		if !n.exact || n.d.reads(k.Expr) || !network.Repeats(k.Expr) || k.Expr.Type().Kind == plan.String {
			return false
		}
		n.ties = append(n.ties, tie{len(n.args), !k.Desc})
		n.args = append(n.args, k.Expr)
	}
	return true
}

// picks makes the functions: all args of the last row at or before the bound, of the first at or behind
// it, and where there may be rows without a place, of one of them; where a bound may be NULL, from which
// all rows are at one distance, also of the first in the order of such.
func (n *nearest) picks() {
	one := plan.Literal(value.OfInt(1))
	if n.bound.own.Nullable() {
		n.marker = len(n.args)
		n.args = append(n.args, either(isNull(n.bound.own), one, plan.NullOf(one.Type()), one.Type()))
	}
	if len(n.keys) > 0 && n.d.args()[n.bound.param].Nullable() {
		n.each = len(n.args)
		n.args = append(n.args, one)
	}
	n.pick(len(n.shown), forward)
	n.pick(len(n.shown), backward)
	if n.marker >= 0 {
		n.pick(n.marker, forward)
	}
	if n.each >= 0 {
		n.pick(n.each, overall)
	}
}

// pick makes the functions that give the args of the last row whose marker is not NULL.
func (n *nearest) pick(marker int, way direction) {
	for i, e := range n.args {
		n.funcs = append(n.funcs, function{window.LastWhere(e.Type(), n.args[marker].Type()), []int{i, marker}, way})
	}
}

// choice is a candidate, and the condition that it is the nearest row, if none of the choices behind it is.
type choice struct {
	test plan.Expr
	of   candidate
}

// chosen gives what is shown of the nearest row, and the condition that there is one.
func (n *nearest) chosen(found []candidate, at []plan.Expr) (exprs, there []plan.Expr) {
	before, behind := found[0], found[1]
	place := len(n.shown)
	some := []plan.Expr{isThere(before[place]), isThere(behind[place])}
	nearer := plan.Combine(plan.Or, []plan.Expr{isNull(behind[place]), n.nearer(before, behind, at)})
	choices := []choice{{plan.Combine(plan.And, []plan.Expr{isThere(before[place]), nearer}), before}}
	found = found[2:]
	if n.marker >= 0 {
		some = append(some, isThere(found[0][n.marker]))
		choices, found = append(choices, choice{isThere(found[0][n.marker]), found[0]}), found[1:]
	}
	if n.each >= 0 {
		choices = append(choices, choice{isNull(at[len(n.running.keys)]), found[0]})
	}
	for i, e := range n.shown {
		shows := func(c candidate) plan.Expr { return c[i] }
		if plan.Equal(e, n.distance) {
			shows = func(c candidate) plan.Expr { return n.from(c, at) }
		}
		x := shows(behind)
		for _, c := range choices {
			x = either(c.test, shows(c.of), x, e.Type())
		}
		exprs = append(exprs, x)
	}
	return exprs, []plan.Expr{plan.Combine(plan.Or, some)}
}

// nearer is the condition that the row before the bound is nearer to it than the one behind it, or comes
// first of the two at one distance.
func (n *nearest) nearer(before, behind candidate, at []plan.Expr) plan.Expr {
	a, b := n.from(before, at), n.from(behind, at)
	if len(n.keys) == 0 {
		return compared(plan.Le, a, b)
	}
	var tied plan.Expr
	for i := len(n.ties) - 1; i >= 0; i-- {
		t := n.ties[i]
		x, y := before[t.arg], behind[t.arg]
		same := compared(plan.NullEq, x, y)
		if !t.desc { // the ties of the windows are turned round
			x, y = y, x
		}
		comes := plan.Combine(plan.Or, []plan.Expr{compared(plan.Lt, x, y), plan.Combine(plan.And, []plan.Expr{isNull(x), isThere(y)})})
		if tied != nil {
			comes = plan.Combine(plan.Or, []plan.Expr{comes, plan.Combine(plan.And, []plan.Expr{same, tied})})
		}
		tied = comes
	}
	return plan.Combine(plan.Or, []plan.Expr{compared(plan.Lt, a, b), plan.Combine(plan.And, []plan.Expr{compared(plan.Eq, a, b), tied})})
}

// from is the distance of a row from the bound.
func (n *nearest) from(c candidate, at []plan.Expr) plan.Expr {
	return n.d.in(n.byParam(at))(plan.Replace(n.distance, func(x plan.Expr) plan.Expr {
		if plan.Equal(x, n.bound.own) {
			return c[len(n.shown)]
		}
		return nil
	}))
}

func compared(op plan.Op, a, b plan.Expr) plan.Expr {
	return plan.Call{Op: op, Args: []plan.Expr{a, b}, Of: plan.Type{Kind: plan.Bool}}
}

func isNull(e plan.Expr) plan.Expr {
	return plan.Call{Op: plan.IsNull, Args: []plan.Expr{e}, Of: plan.Type{Kind: plan.Bool}}
}

func isThere(e plan.Expr) plan.Expr {
	return plan.Call{Op: plan.Not, Args: []plan.Expr{isNull(e)}, Of: plan.Type{Kind: plan.Bool}}
}

func either(test, a, b plan.Expr, of plan.Type) plan.Expr {
	return plan.Call{Op: plan.If, Args: []plan.Expr{test, a, b}, Of: plan.Plain(of)}
}
