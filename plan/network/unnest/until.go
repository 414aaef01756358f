package unnest

import (
	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/network/few"
	"gsdms/plan/value"
	"gsdms/plan/window"
)

// Where the subquery has no more rows than ask, only its own are put in order: each is the last before the bounds from
// its own on until that of the next row, so that it is found by bisection among spans that do not overlap.

// mostBound is what whole numbers that bounds are may be, that there are some beyond.
const mostBound = 1 << 60

// alone reports whether only the rows of the subquery are put in order: they are no more than those that ask, and there
// are values beyond their bounds. Where all rows of a table ask, that costs less than all pairs, however few these are.
func (r *running) alone() bool {
	bounds := r.d.u.net.MostRows(r.d.of.Left)
	_, known := r.beyond()
	if r.nulls || !known || r.d.u.net.MostRows(r.in) > bounds {
		return false
	}
	return bounds >= leastRows && (whole(r.d.of.Left) || r.crowded()) || r.pays()
}

// crowded reports whether the rows that a condition is expected to leave of those that ask have more pairs by the keys
// than the subquery has rows: a pair costs more than a row that is put in order.
func (r *running) crowded() bool {
	asks := few.Expected(r.d.u.net, r.d.of.Left)
	return len(r.keys) > 0 && r.pairs(asks) > float64(r.d.u.net.MostRows(r.in))
}

// untilNext gives the rows of the subquery, what the functions are for the bounds of each, its keys and its bound, and
// the bound of the next row: behind the last one a value beyond all others.
func (r *running) untilNext() (in network.Node, made, at []plan.Expr) {
	net := r.d.u.net
	side := &network.Project{In: r.kept(), Table: net.AddTable("side")}
	for _, l := range r.links() {
		at = append(at, r.d.u.show(&side.Exprs, side.Table, l.own))
	}
	var args []plan.Expr
	for _, e := range r.args {
		args = append(args, r.d.u.show(&side.Exprs, side.Table, e))
	}
	w := &network.Window{In: side, Table: net.AddTable("until")}
	bound := at[len(r.keys)]
	order := append([]network.Key{{Expr: bound, Desc: !r.ascending()}}, tied(r, args)...)
	add := func(f plan.WindowFunc, of []plan.Expr) plan.Expr {
		w.Funcs = append(w.Funcs, network.WindowFunc{Func: f, Args: of, Partition: at[:len(r.keys)], Order: order})
		return net.AddColumn(w.Table, plan.Slot{Of: f.Of, CanBeNil: f.CanBeNil, Name: string(f.Name)})
	}
	for _, f := range r.funcs {
		if r.itself {
			made = append(made, args[f.args[0]])
		} else {
			made = append(made, add(f.of, []plan.Expr{args[f.args[0]]}))
		}
	}
	next, _ := window.New(plan.Lead, []plan.Expr{plan.Slot{Of: plan.Plain(bound.Type())}}, plan.Over{})
	beyond, _ := r.beyond()
	end := add(next, []plan.Expr{bound})
	none := plan.Call{Op: plan.IsNull, Args: []plan.Expr{end}, Of: plan.Type{Kind: plan.Bool}}
	return w, made, append(at, plan.Call{Op: plan.If, Args: []plan.Expr{none, plan.Literal(beyond), end}, Of: plan.Plain(bound.Type())})
}

// within are the conditions that a row of the left side is within the bounds of one of untilNext.
func (r *running) within(at []plan.Expr) (on []plan.Expr) {
	compare := func(op plan.Op, own plan.Expr, l linked) {
		on = append(on, plan.Call{Op: op, Args: []plan.Expr{own, r.d.of.Args[r.d.used[l.param]]}, Of: plan.Type{Kind: plan.Bool}})
	}
	for i, k := range r.keys {
		compare(plan.Eq, at[i], k)
	}
	compare(r.op, at[len(r.keys)], r.bound)
	compare(passed[r.op], at[len(r.keys)+1], r.bound)
	return on
}

// passed is for each comparison of a row's bound with what is asked for the one that the next row's does not fail.
var passed = map[plan.Op]plan.Op{plan.Lt: plan.Ge, plan.Le: plan.Gt, plan.Gt: plan.Le, plan.Ge: plan.Lt}

// beyond gives a value that lies behind all bounds, in their order; false where none is known.
func (r *running) beyond() (v plan.Value, ok bool) {
	of := plan.Plain(r.bound.own.Type())
	lo, hi, ok := int64(0), int64(0), true
	switch of.Kind {
	case plan.Date:
		lo, hi = value.MinDate, value.MaxDate
	case plan.DateTime:
		lo, hi = value.TickBounds(of.Kind, of.Scale)
	case plan.Int:
		lo, hi, ok = r.numbers()
	default:
		ok = false
	}
	if !r.ascending() {
		return value.OfNumber(of, lo-1), ok
	}
	return value.OfNumber(of, hi+1), ok
}

// numbers gives the least and the greatest of the whole numbers that are bounds or are compared with one; false where
// they are not stored, or there may be none beyond.
func (r *running) numbers() (lo, hi int64, ok bool) {
	for i, e := range []plan.Expr{r.bound.own, network.Source(r.d.of.Args[r.d.used[r.bound.param]], r.d.of.Left)} {
		c, isColumn := e.(plan.ColumnRef)
		if !isColumn || r.d.u.net.Tables[c.Table].Table.Data == nil {
			return 0, 0, false
		}
		column := &r.d.u.net.Tables[c.Table].Table.Columns[c.Column]
		if column.Ref != nil || column.Dict != nil {
			return 0, 0, false
		}
		if i == 0 {
			lo, hi = column.Min, column.Max
		}
		lo, hi = min(lo, column.Min), max(hi, column.Max)
	}
	return lo, hi, lo > -mostBound && hi < mostBound
}
