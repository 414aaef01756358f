package pass

import (
	"cmp"
	"math"
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/typing"
	"gsdms/plan/value"
)

// groupSides groups, below an aggregation over inner joined tables, those that have many rows
// for what the joins and the grouping ask of them: of the pairs of two such tables nothing is
// wanted but sums, which are products of the sums of both sides, and least and greatest values
// (Yan and Larson, VLDB 1995). With one such table there are no more pairs than it has rows, and
// it stays, unless it is expected to be joined with several rows of others. So does what cannot
// be taken apart, or might leave 64 bits.
func (p *pusher) groupSides(n *network.Aggregate) network.Node {
	for leave := 0; ; leave++ {
		r := &region{p: p, of: n, values: map[network.Column]plan.Expr{}}
		if !r.gather(n.In) || len(r.parts) < 2 || !r.asked() {
			return n
		}
		exprs := r.exprs()
		if slices.ContainsFunc(slices.Concat(r.on, exprs), func(e plan.Expr) bool { return !network.Repeats(e) }) {
			return n
		}
		chosen := r.sides(exprs)
		if leave >= len(chosen) {
			return n
		}
		slices.SortStableFunc(chosen, func(a, b *side) int { return cmp.Compare(b.rows, a.rows) })
		for _, s := range chosen[:leave] { // products of fewer sums are smaller
			s.group = nil
		}
		if out := r.again(exprs); !r.failed {
			return out
		}
	}
}

// region is inner joined tables below an aggregation.
type region struct {
	p      *pusher
	of     *network.Aggregate
	parts  []side
	asks   []*network.Join // that ask for partners of some part
	on     []plan.Expr
	values map[network.Column]plan.Expr // what columns of projections between are
	failed bool
}

// side is one of the tables, or some that are joined, and how it is grouped.
type side struct {
	node   network.Node
	rows   float64            // at most
	joined bool               // expected to be worth grouping
	own    []plan.Expr        // conditions on it alone
	keys   []plan.Expr        // what is asked of its rows beside sums
	group  *network.Aggregate // nil: it is not
}

// gather lists the tables below a node; false where one is something else.
func (r *region) gather(n network.Node) bool {
	if r.p.readers[n] > 1 {
		return false
	}
	switch x := n.(type) {
	case *network.Project:
		for i, e := range x.Exprs {
			r.values[network.At(x.Table, i)] = e
		}
		return r.gather(x.In)
	case *network.Filter:
		r.on = append(r.on, plan.Conjuncts(x.Pred)...)
		return r.gather(x.In)
	case *network.Join:
		if (x.Kind == plan.SemiJoin || x.Kind == plan.AntiJoin) && !x.Optional {
			r.asks = append(r.asks, x)
			return r.gather(x.Left)
		}
		r.on = append(r.on, network.Conjuncts(x.On)...)
		return x.Kind == plan.InnerJoin && r.gather(x.Left) && r.gather(x.Right)
	case *network.Scan:
		r.parts = append(r.parts, side{node: n, rows: float64(r.p.net.Tables[x.Table].Table.Rows)})
		return true
	}
	return false
}

// exprs gives the keys of the aggregation and the arguments of its aggregates over the
// tables' columns, and makes the conditions such.
func (r *region) exprs() (out []plan.Expr) {
	for i, e := range r.on {
		r.on[i] = network.Through(e, r.values)
	}
	for _, k := range slices.Concat(r.of.Keys, r.of.More) {
		out = append(out, network.Through(k, r.values))
	}
	for _, g := range r.of.Aggs {
		var arg plan.Expr = plan.Literal(value.OfInt(1))
		if g.Gathered != nil || g.Of.Guard != 0 || len(g.Args()) > 1 {
			return []plan.Expr{plan.Call{Op: plan.Rand}}
		} else if g.Arg != nil {
			arg = network.Through(g.Arg, r.values)
		}
		out = append(out, arg)
	}
	return out
}

// certain decides whether to group a table: where there surely are few groups for its rows.
func (r *region) certain(s *side, exprs []plan.Expr) {
	r.askAll(s, exprs)
	const few = 4 // rows of a group
	groups := float64(few)
	if s.rows < groups {
		return
	}
	for _, k := range s.keys {
		lo, hi, ok := r.p.bounds(k)
		if !ok {
			return
		}
		groups *= float64(hi) - float64(lo) + 1
	}
	if t := scanOf(s.node); t < 0 || groups > s.rows || s.unique(r.p.net.Tables[t].Table) {
		return
	}
	r.group(s)
}

// group groups a side.
func (r *region) group(s *side) {
	net := r.p.net
	s.group = &network.Aggregate{In: network.Filtered(s.node, s.own), Table: net.AddTable("")}
	for _, k := range s.keys {
		s.group.Keys = append(s.group.Keys, k)
		net.AddColumn(s.group.Table, k)
	}
}

// unique reports whether the keys find one row of a table, by its primary key.
func (s *side) unique(t *plan.Table) bool {
	return len(t.PrimaryKey) > 0 && !slices.ContainsFunc(t.PrimaryKey, func(key int) bool {
		return !slices.ContainsFunc(s.keys, func(k plan.Expr) bool {
			c, ok := k.(plan.ColumnRef)
			return ok && c.Column == key
		})
	})
}

// ask makes what an expression reads of a table its keys: the largest parts of it that read
// no other.
func (r *region) ask(s *side, e plan.Expr) {
	if !r.meets(e, s) {
		return
	}
	if network.Within(e, s.node) {
		_, _, ok := r.p.bounds(e)
		if _, isColumn := e.(plan.ColumnRef); ok || isColumn {
			if !slices.ContainsFunc(s.keys, func(k plan.Expr) bool { return plan.Equal(k, e) }) {
				s.keys = append(s.keys, e)
			}
			return
		}
	}
	for _, c := range plan.Children(e) {
		r.ask(s, c)
	}
}

// meets reports whether an expression reads a side.
func (r *region) meets(e plan.Expr, s *side) bool {
	tables := network.Visible(s.node)
	return slices.ContainsFunc(network.ColumnsIn(e), func(c plan.ColumnRef) bool { return slices.Contains(tables, c.Table) })
}

// again is the aggregation over the groups.
func (r *region) again(exprs []plan.Expr) network.Node {
	keys := len(r.of.Keys) + len(r.of.More)
	out := &network.Aggregate{}
	for _, k := range exprs[:keys] {
		out.Keys = append(out.Keys, r.over(k))
	}
	for i, g := range r.of.Aggs {
		out.Aggs = append(out.Aggs, r.aggregate(g, exprs[keys+i]))
	}
	if r.failed {
		return nil
	}
	var on []plan.Expr
	for _, e := range r.on {
		if !slices.ContainsFunc(r.parts, func(s side) bool { return s.group != nil && network.Within(e, s.node) }) {
			on = append(on, r.over(e))
		}
	}
	var joined network.Node
	for i := range r.parts {
		s := &r.parts[i]
		in := s.node
		if s.group != nil {
			if len(s.keys) == 0 { // there is a group of no rows, too
				on = append(on, r.build(plan.Gt, r.sum(s, plan.Count, nil), plan.Literal(value.OfInt(0))))
			}
			in = r.p.groupSides(s.group)
		}
		if joined != nil {
			in = &network.Join{Left: joined, Right: in}
		}
		joined = in
	}
	out.In = network.Filtered(joined, on)
	out.Table = r.p.grouped(out.Keys, out.Aggs)
	return r.shown(out)
}

// over gives an expression over the groups: their keys in place of what these are.
func (r *region) over(e plan.Expr) plan.Expr {
	out := plan.Replace(e, func(x plan.Expr) plan.Expr {
		for _, s := range r.parts {
			if s.group == nil {
				continue
			}
			if at := slices.IndexFunc(s.keys, func(k plan.Expr) bool { return plan.Equal(k, x) }); at >= 0 {
				return r.p.net.Ref(s.group.Table, at)
			}
		}
		return nil
	})
	for i := range r.parts {
		r.failed = r.failed || r.parts[i].group != nil && r.meets(out, &r.parts[i])
	}
	return out
}

// aggregate gives an aggregate over the groups for one over rows.
func (r *region) aggregate(g plan.Agg, arg plan.Expr) plan.Agg {
	of, all := r.read(arg), r.all()
	ofOne := len(of) == 1 && network.Within(arg, of[0].node)
	f, e := g.Func, arg
	switch {
	case g.Func == plan.Count && (g.Arg == nil || !arg.Nullable()):
		f, e = plan.Sum, standsFor(g, r.product(r.counts(all)...))
	case g.Func == plan.Count && ofOne:
		f, e = plan.Sum, standsFor(g, r.product(append(r.counts(without(all, of)), r.sum(of[0], plan.Count, arg))...))
	case g.Func == plan.Sum && isExact(arg):
		var most float64
		e, most = r.weighed(arg, all)
		r.fits(most)
	case (g.Func == plan.Min || g.Func == plan.Max) && ofOne:
		e = r.sum(of[0], g.Func, arg)
	case g.Func == plan.Min || g.Func == plan.Max || g.Func == plan.CountDistinct:
		e = r.over(arg)
	default:
		r.failed = true
	}
	if r.failed {
		return g
	}
	out, err := typing.NewAgg(f, e)
	r.failed = r.failed || err != nil
	return out
}

// standsFor has an error in a product of counts name the aggregate that was written.
func standsFor(g plan.Agg, e plan.Expr) plan.Expr {
	c, ok := e.(plan.Call)
	if !ok {
		return e
	}
	c.For, c.Args = g.String(), slices.Clone(c.Args)
	for i := range c.Args {
		c.Args[i] = standsFor(g, c.Args[i])
	}
	return c
}

// isExact reports whether an expression is a whole number or a decimal.
func isExact(e plan.Expr) bool { return e.Type().Kind == plan.Int || e.Type().Kind == plan.Decimal }

// weighed gives the sum of an expression over the pairs of rows that groups of tables stand
// for, and how large it may be.
func (r *region) weighed(e plan.Expr, of []*side) (plan.Expr, float64) {
	read := r.read(e)
	c, _ := e.(plan.Call)
	switch {
	case len(read) == 0:
		return r.product(append([]plan.Expr{e}, r.counts(of)...)...), r.bound(e) * r.rowsOf(of)
	case len(read) == 1 && network.Within(e, read[0].node):
		out := r.product(append(r.counts(without(of, read)), r.sum(read[0], plan.Sum, e))...)
		return out, r.bound(e) * r.rowsOf(of)
	case c.Op == plan.Mul:
		x, y := r.read(c.Args[0]), r.read(c.Args[1])
		a, most := r.weighed(c.Args[0], x)
		b, other := r.weighed(c.Args[1], y)
		r.failed = r.failed || len(without(x, y)) < len(x) || c.Of.Scale != c.Args[0].Type().Scale+c.Args[1].Type().Scale
		rest := without(without(of, x), y)
		return r.product(append(r.counts(rest), a, b)...), most * other * r.rowsOf(rest)
	case (c.Op == plan.Add || c.Op == plan.Sub) && !c.Args[0].Nullable() && !c.Args[1].Nullable() && isExact(c.Args[0]) && isExact(c.Args[1]):
		a, most := r.weighed(c.Args[0], of)
		b, other := r.weighed(c.Args[1], of)
		return r.build(c.Op, a, b), most + other
	}
	r.failed = true
	return e, 0
}

// bound gives the largest magnitude of an expression.
func (r *region) bound(e plan.Expr) float64 {
	if c, ok := e.(plan.Const); ok && c.Value.Kind == plan.Int {
		return max(math.Abs(float64(c.Value.Int)), 1)
	}
	lo, hi, ok := r.p.bounds(e)
	r.failed = r.failed || !ok
	return max(math.Abs(float64(lo)), math.Abs(float64(hi)), 1)
}

func (r *region) fits(most float64) { r.failed = r.failed || most >= 1<<62 }

// all lists the tables that are grouped.
func (r *region) all() (out []*side) {
	for i := range r.parts {
		if r.parts[i].group != nil {
			out = append(out, &r.parts[i])
		}
	}
	return out
}

// read lists the grouped tables that an expression reads.
func (r *region) read(e plan.Expr) (out []*side) {
	for _, s := range r.all() {
		if r.meets(e, s) {
			out = append(out, s)
		}
	}
	return out
}

func without(all, some []*side) []*side {
	return slices.DeleteFunc(slices.Clone(all), func(s *side) bool { return slices.Contains(some, s) })
}

// rowsOf gives how many rows tables have together, joined.
func (r *region) rowsOf(of []*side) float64 {
	n := 1.0
	for _, s := range of {
		n *= max(s.rows, 1)
	}
	return n
}

// counts gives how many rows the groups of tables have.
func (r *region) counts(of []*side) (out []plan.Expr) {
	for _, s := range of {
		out = append(out, r.sum(s, plan.Count, nil))
	}
	return out
}

// sum gives an aggregate of a group, which the group gets where it does not have it.
func (r *region) sum(s *side, f plan.AggFunc, arg plan.Expr) plan.Expr {
	g, err := typing.NewAgg(f, arg)
	if err != nil {
		r.failed = true
		return arg
	}
	at := slices.IndexFunc(s.group.Aggs, g.Same)
	if at < 0 {
		at = len(s.group.Aggs)
		s.group.Aggs = append(s.group.Aggs, g)
		r.p.net.AddColumn(s.group.Table, plan.Slot{Of: g.Of, CanBeNil: g.Nullable(), Name: g.String()})
	}
	return r.p.net.Ref(s.group.Table, len(s.keys)+at)
}

// product multiplies factors.
func (r *region) product(factors ...plan.Expr) plan.Expr {
	out := factors[0]
	for _, f := range factors[1:] {
		out = r.build(plan.Mul, out, f)
	}
	return out
}
