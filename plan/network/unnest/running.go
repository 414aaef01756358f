package unnest

import (
	"fmt"
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/value"
	"gsdms/plan/window"
)

// running is a subquery that is one aggregate of the rows which are equal in keys to what stands
// around it, and on one side of a bound: MAX(b.t) WHERE b.k = a.k AND b.t <= a.t; or the last of
// these rows. It is window functions then, over the subquery's rows and those of the domain one
// after another, in the order of the bound: a row of the domain sees the rows before it.
type running struct {
	d      *domain
	in     network.Node // the rows of the subquery, without their conditions
	own    []plan.Expr  // conditions that read no parameters
	keys   []linked
	bound  linked
	op     plan.Op     // of the bound, the subquery's value first
	args   []plan.Expr // of the subquery's rows; NULL in those of the domain
	funcs  []function
	ties   []tie // the order of rows with the same bound
	nulls  bool  // rows of the subquery and of the domain whose bound is NULL count, too
	only   bool  // rows of the subquery are put in order, and none of the domain
	itself bool  // the functions give the args of the last row
}

// function is a window function of some of the args, by their places, of the rows on one side.
type function struct {
	of   plan.WindowFunc
	args []int
	way  direction
}

// direction says in which order of the bound the rows come.
type direction int

const (
	forward  direction = iota // that in which those that count are before it
	backward                  // the other one
	overall                   // none: all rows of the subquery come first, and are ordered by their ties
)

// tie is an order by one of the args, by its place.
type tie struct {
	arg  int
	desc bool
}

// linked is a used parameter, by its place among these, and what it is compared with.
type linked struct {
	param int
	own   plan.Expr
}

// running joins an aggregate of what is before a bound, where that is expected to cost less than
// all pairs of rows and bounds. It reports whether the subquery is of this kind, and changes the
// join.
func (d *domain) running(join *network.Join) bool {
	p, n, f := d.aggregated(join.Right)
	if f == nil || d.free(f.In) {
		return d.last(join)
	}
	r := &running{d: d, in: f.In}
	if !r.apart(plan.Conjuncts(f.Pred)) || !r.typed(n.Aggs) {
		return false
	}
	if r.only = join.Kind.Keeps() && r.alone(); !r.only && !r.pays() {
		return false
	}
	in, made, at := r.ordered()
	groups := &network.Project{In: in, Table: d.u.net.AddTable("running")}
	for _, c := range made {
		d.u.show(&groups.Exprs, groups.Table, c)
	}
	r.joined(join, groups, at)
	d.u.net.Tables[groups.Table].Outer = true
	now := map[network.Column]plan.Expr{}
	counts := d.u.emptyCounts(&network.Aggregate{Table: groups.Table, Aggs: n.Aggs})
	for i := range n.Aggs {
		now[network.At(n.Table, i)] = counts(d.u.net.Ref(groups.Table, i))
	}
	for i, e := range p.Exprs {
		d.u.values[network.At(p.Table, i)] = network.Through(d.in(d.args())(e), now)
	}
	return true
}

// apart sorts the conditions; false where parameters are read in another way.
func (r *running) apart(conditions []plan.Expr) bool {
	linkedBy := map[int]bool{}
	if r.bound.own != nil {
		linkedBy[r.bound.param] = true
	}
	for _, e := range conditions {
		if !network.Repeats(e) {
			return false
		}
		if !r.d.reads(e) {
			r.own = append(r.own, e)
			continue
		}
		op, l, ok := r.compared(e)
		switch {
		case !ok:
			return false
		case op == plan.Eq && !slices.ContainsFunc(r.keys, func(k linked) bool { return k.param == l.param }):
			r.keys = append(r.keys, l)
		case op != plan.Eq && r.bound.own == nil:
			r.bound, r.op = l, op
		default:
			return false
		}
		linkedBy[l.param] = true
	}
	return r.bound.own != nil && len(linkedBy) == len(r.d.used)
}

// flipped are the comparisons that link, with their sides changed.
var flipped = map[plan.Op]plan.Op{plan.Eq: plan.Eq, plan.Lt: plan.Gt, plan.Gt: plan.Lt, plan.Le: plan.Ge, plan.Ge: plan.Le}

// compared gives a comparison of a parameter with a column, or one that is widened, of the same type;
// false where it is another condition.
func (r *running) compared(e plan.Expr) (plan.Op, linked, bool) {
	c, ok := e.(plan.Call)
	op, known := flipped[c.Op]
	if !ok || !known {
		return c.Op, linked{}, false
	}
	own, param := c.Args[0], c.Args[1]
	if r.d.reads(own) {
		own, param = param, own
	} else {
		op = c.Op
	}
	p, isParam := param.(plan.ColumnRef)
	_, isColumn := widened(own).(plan.ColumnRef)
	if !isParam || !isColumn || p.Table != r.d.of.Params || r.d.reads(own) || !alike(p.Type(), own.Type(), op) {
		return c.Op, linked{}, false
	}
	return op, linked{slices.Index(r.d.used, p.Column), own}, true
}

// widened gives what days or moments are that have become moments with as many digits, or more, and
// what numbers are that have become doubles: they are in the same order, but different numbers may be
// one double.
func widened(e plan.Expr) plan.Expr {
	c, ok := e.(plan.Cast)
	if !ok {
		return e
	}
	from := c.X.Type()
	switch {
	case c.To.Kind == plan.DateTime && (from.Kind == plan.Date || from.Kind == plan.DateTime && from.Scale <= c.To.Scale),
		c.To.Kind == plan.Double && (from.Kind == plan.Int || from.Kind == plan.Unsigned || from.Kind == plan.Decimal):
		return c.X
	}
	return e
}

// alike reports whether values of two types can be in one column, where they are equal, and in
// order, as a comparison has it.
func alike(a, b plan.Type, op plan.Op) bool {
	a, b = plan.Plain(a), plan.Plain(b)
	switch {
	case a.Kind != b.Kind || a.Scale != b.Scale || a.Name != b.Name:
		return false
	case a.Kind == plan.String:
		return a.Name == "" && op == plan.Eq
	}
	return a.Kind != plan.Null && a.Kind != plan.Bool && (a.Kind != plan.Double || op != plan.Eq)
}

// typed has the aggregates as functions of windows; false where one is no such function.
func (r *running) typed(aggs []plan.Agg) bool {
	over := plan.Over{Frame: &plan.Frame{Hi: plan.Bound{At: plan.CurrentRow}}}
	for i, g := range aggs {
		of := g.Arg
		if of == nil {
			of = plan.Literal(value.OfInt(1))
		}
		arg := plan.Expr(plan.Slot{Of: of.Type(), CanBeNil: true})
		if !slices.Contains([]plan.AggFunc{plan.Count, plan.Sum, plan.Min, plan.Max}, g.Func) || g.Gathered != nil {
			return false
		}
		f, err := window.New(plan.WindowName(g.Func), []plan.Expr{arg}, over)
		if err != nil || f.Of != g.Of || len(f.Args) != 1 || !plan.Equal(f.Args[0], arg) {
			return false
		}
		r.args = append(r.args, of)
		r.funcs = append(r.funcs, function{of: f, args: []int{i}})
	}
	return true
}

// ordered gives the rows of the subquery, where only these are put in order, or those of the domain: see untilNext and
// window.
func (r *running) ordered() (in network.Node, made, at []plan.Expr) {
	if r.only {
		return r.untilNext()
	}
	return r.window()
}

// window gives the rows of the domain, what the functions are for each, and its keys and its bound.
func (r *running) window() (in network.Node, made, at []plan.Expr) {
	net := r.d.u.net
	set := r.union()
	columns := net.Refs(set.Table)
	for _, c := range columns[:len(r.keys)+1] {
		at = append(at, c)
	}
	tag, args := columns[len(r.keys)+1], columns[len(r.keys)+2:]
	w := &network.Window{In: set, Table: net.AddTable("running")}
	for _, f := range r.funcs {
		order := append([]network.Key{{Expr: at[len(r.keys)], Desc: r.ascending() == (f.way == backward)}, {Expr: tag}}, tied(r, args)...)
		if f.way == overall {
			order = order[1:]
		}
		of := network.WindowFunc{Func: f.of, Partition: at[:len(r.keys)], Order: order}
		name := fmt.Sprintf("%s(%s)", f.of.Name, r.args[f.args[0]])
		for _, a := range f.args {
			of.Args = append(of.Args, args[a])
		}
		w.Funcs = append(w.Funcs, of)
		made = append(made, net.AddColumn(w.Table, plan.Slot{Of: f.of.Of, CanBeNil: f.of.CanBeNil, Name: name}))
	}
	ofDomain := plan.Call{Op: plan.Eq, Args: []plan.Expr{tag, r.tag(true)}, Of: plan.Type{Kind: plan.Bool}}
	return &network.Filter{In: w, Pred: ofDomain}, made, at
}

// tied is the order of rows with the same bound, by what the args are.
func tied[E plan.Expr](r *running, args []E) (ties []network.Key) {
	for _, t := range r.ties {
		ties = append(ties, network.Key{Expr: args[t.arg], Desc: t.desc})
	}
	return ties
}

// ascending reports whether the rows that count are before the bound in ascending order.
func (r *running) ascending() bool { return r.op == plan.Lt || r.op == plan.Le }

// joined has what was made for each row of the domain, or of the subquery, be the right side of a join, with
// keys and bounds beside it.
func (r *running) joined(join *network.Join, groups *network.Project, at []plan.Expr) {
	shown := make([]plan.Expr, len(at))
	for i, e := range at {
		shown[i] = r.d.u.show(&groups.Exprs, groups.Table, e)
	}
	if join.Right = groups; join.Kind.Keeps() {
		join.Kind = plan.LeftJoin
	}
	var on []plan.Expr
	if r.only {
		on = r.within(shown)
	} else {
		on = r.d.equal(r.d.args(), !r.nulls, brought{at: r.byParam(shown), domain: r.nulls})
	}
	join.On = plan.Combine(plan.And, append(network.Conjuncts(join.On), on...))
}

// byParam gives what the keys and the bound are as the used parameters.
func (r *running) byParam(exprs []plan.Expr) []plan.Expr {
	params := make([]plan.Expr, len(r.d.used))
	for i, l := range r.links() {
		params[l.param] = exprs[i]
	}
	return params
}

// tag tells the rows of the domain from those of the subquery, and orders rows with the same
// bound: those of the subquery come first where they count for it.
func (r *running) tag(ofDomain bool) plan.Expr {
	inclusive := r.op == plan.Le || r.op == plan.Ge
	return plan.Literal(value.OfInt(int64(value.BoolInt(ofDomain == inclusive))))
}

// union gives the rows of the subquery and those of the domain: the keys, the bound, the tag, and
// what is aggregated, which is NULL in the domain. Rows with a NULL among keys and bounds are
// equal to nothing and on no side of anything.
func (r *running) union() *network.Set {
	net, domain := r.d.u.net, r.d.values()
	r.d.u.shared[domain.node] = true
	left := &network.Project{In: r.rows(domain), Table: net.AddTable("side")}
	right := &network.Project{In: network.Filtered(domain.node, known(r.counted(domain.at))), Table: net.AddTable("side")}
	for _, l := range r.links() {
		left.Exprs, right.Exprs = append(left.Exprs, l.own), append(right.Exprs, domain.at[l.param])
	}
	left.Exprs, right.Exprs = append(left.Exprs, r.tag(false)), append(right.Exprs, r.tag(true))
	for _, arg := range r.args {
		left.Exprs, right.Exprs = append(left.Exprs, arg), append(right.Exprs, plan.NullOf(arg.Type()))
	}
	set := &network.Set{Kind: network.UnionAll, Table: net.AddTable("union")}
	for i, e := range left.Exprs {
		set.Left.Columns = append(set.Left.Columns, net.AddColumn(left.Table, e))
		set.Right.Columns = append(set.Right.Columns, net.AddColumn(right.Table, right.Exprs[i]))
		either := plan.Slot{Of: plan.Plain(e.Type()), CanBeNil: e.Nullable() || right.Exprs[i].Nullable(), Name: e.String()}
		net.AddColumn(set.Table, either)
	}
	set.Left.In, set.Right.In = left, right
	return set
}

// counted gives the parameters that are not NULL in rows of the domain that count.
func (r *running) counted(at []plan.Expr) (out []plan.Expr) {
	for i, e := range at {
		if !r.nulls || i != r.bound.param {
			out = append(out, e)
		}
	}
	return out
}

// links are the keys and the bound.
func (r *running) links() []linked { return append(slices.Clone(r.keys), r.bound) }

// rows gives the rows of the subquery that can count: of keys that somebody asks for, where these
// are known to be few.
func (r *running) rows(domain brought) network.Node {
	var equal []plan.Expr
	for _, k := range r.keys {
		equal = append(equal, plan.Call{Op: plan.Eq, Args: []plan.Expr{k.own, domain.at[k.param]}, Of: plan.Type{Kind: plan.Bool}})
	}
	out := r.kept()
	if len(equal) == 0 {
		return out
	}
	return &network.Join{Kind: plan.SemiJoin, Left: out, Right: domain.node, On: plan.Combine(plan.And, equal), Optional: true}
}

// kept gives the rows of the subquery that its own conditions leave, and which are equal to something.
func (r *running) kept() network.Node {
	var compared []plan.Expr
	if !r.nulls {
		compared = append(compared, r.bound.own)
	}
	for _, k := range r.keys {
		compared = append(compared, k.own)
	}
	return network.Filtered(r.in, append(slices.Clone(r.own), known(compared)...))
}

// known are the conditions that expressions are not NULL, of those that can be.
func known(exprs []plan.Expr) (out []plan.Expr) {
	truth := plan.Type{Kind: plan.Bool}
	for _, e := range exprs {
		if e.Nullable() {
			isNull := plan.Call{Op: plan.IsNull, Args: []plan.Expr{e}, Of: truth}
			out = append(out, plan.Call{Op: plan.Not, Args: []plan.Expr{isNull}, Of: truth})
		}
	}
	return out
}
