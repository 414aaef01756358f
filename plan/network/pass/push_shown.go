package pass

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/typing"
	"gsdms/plan/typing/call"
	"gsdms/plan/typing/coerce"
)

// Texts that are chosen among those of dates, of moments and constants have an order of numbers (coerce.ShownOrder): rows
// are sorted and grouped by these, and the least and the greatest are found among them. A text is made for what a
// limit passes, and for each group.

// shownOrder gives the order of such a text; false of other expressions.
func shownOrder(e plan.Expr) (*coerce.ShownOrder, bool) {
	if !network.Repeats(e) {
		return nil, false
	}
	return coerce.OrderOfShown(e)
}

// shownBy gives a text in the form in which it is made of the numbers that it is ordered by, and these; nil of others.
func shownBy(e plan.Expr) (as plan.Expr, of []plan.Expr) {
	o, ok := shownOrder(e)
	if !ok {
		return e, nil
	}
	of, err := o.Numbers(e)
	if err == nil {
		as, err = o.Text(of)
	}
	if err != nil {
		return e, nil
	}
	return as, of
}

// sortShown sorts by numbers in place of such texts, which the projection right below makes beside the texts.
func (p *pusher) sortShown(n *network.Sort) network.Node {
	below := p.projection(n.In)
	if below == nil {
		return n
	}
	out := &network.Project{In: below.In, Table: below.Table, Exprs: slices.Clone(below.Exprs)}
	var keys []network.Key
	for _, k := range n.Keys {
		_, numbers := shownBy(network.Substituted(k.Expr, below.Table, below.Exprs))
		if numbers == nil {
			keys = append(keys, k)
		}
		for _, x := range numbers {
			out.Exprs = append(out.Exprs, x)
			keys = append(keys, network.Key{Expr: p.net.AddColumn(out.Table, x), Desc: k.Desc})
		}
	}
	if len(out.Exprs) == len(below.Exprs) {
		return n
	}
	p.readers[out] = 1
	return &network.Sort{In: out, Keys: keys}
}

// projection gives a projection, with those right below it that nobody else reads in its expressions; nil of another node.
func (p *pusher) projection(n network.Node) *network.Project {
	out, ok := n.(*network.Project)
	if !ok || p.readers[n] > 1 {
		return nil
	}
	for {
		below, ok := out.In.(*network.Project)
		if !ok || p.readers[below] > 1 || slices.ContainsFunc(below.Exprs, func(e plan.Expr) bool { return !network.Repeats(e) }) {
			return out
		}
		merged := network.Change{Expr: func(e plan.Expr) plan.Expr { return network.Substituted(e, below.Table, below.Exprs) }}
		out = &network.Project{In: below.In, Table: out.Table, Exprs: merged.Exprs(out.Exprs)}
	}
}

// windowsShown has window functions order rows by numbers in place of such texts.
func (p *pusher) windowsShown(n *network.Window) network.Node {
	some := false
	out := *n
	out.Funcs = slices.Clone(n.Funcs)
	for i, f := range n.Funcs {
		var order []network.Key
		for _, k := range f.Order {
			if _, numbers := shownBy(k.Expr); numbers != nil {
				some = true
				for _, x := range numbers {
					order = append(order, network.Key{Expr: x, Desc: k.Desc})
				}
				continue
			}
			order = append(order, k)
		}
		out.Funcs[i].Order = order
	}
	if !some {
		return n
	}
	return &out
}

// mostPlaces is how many places texts may have whose least or greatest is found by one aggregate for each.
const mostPlaces = 4

// extremesShown finds the least and the greatest moment for each place that such texts have, and makes the text of the
// first or the last of these.
func (p *pusher) extremesShown(n *network.Aggregate) network.Node {
	var aggs []plan.Agg
	made := make([]func(refs []plan.ColumnRef) (plan.Expr, error), len(n.Aggs))
	some := false
	for i, g := range n.Aggs {
		if now, text := extremeShown(g, aggs); text != nil {
			aggs, made[i], some = now, text, true
			continue
		}
		var at int
		aggs, at = withAgg(aggs, g)
		made[i] = func(refs []plan.ColumnRef) (plan.Expr, error) { return refs[at], nil }
	}
	if !some {
		return n
	}
	groups := &network.Aggregate{In: n.In, Keys: n.Keys, Aggs: aggs, More: n.More}
	groups.Table = p.net.AddGroups(groups)
	refs := p.net.Refs(groups.Table)
	out := &network.Project{Table: n.Table}
	for _, r := range refs[:len(n.Keys)] {
		out.Exprs = append(out.Exprs, r)
	}
	for _, text := range made {
		e, err := text(refs[len(n.Keys):])
		if err != nil {
			return n
		}
		out.Exprs = append(out.Exprs, e)
	}
	for _, r := range refs[len(n.Keys)+len(aggs):] {
		out.Exprs = append(out.Exprs, r)
	}
	p.readers[groups] = 1
	out.In = p.aggregate(groups)
	p.readers[out.In] = 1
	return out
}

// withAgg gives aggregates with one more, unless it is among them, and its place.
func withAgg(aggs []plan.Agg, g plan.Agg) ([]plan.Agg, int) {
	if i := slices.IndexFunc(aggs, g.Same); i >= 0 {
		return aggs, i
	}
	return append(aggs, g), len(aggs)
}

// extremeShown adds the aggregates for MIN or MAX of such a text to others, and gives what the text is of the columns
// of all; nil of another aggregate.
func extremeShown(g plan.Agg, aggs []plan.Agg) ([]plan.Agg, func(refs []plan.ColumnRef) (plan.Expr, error)) {
	if g.Func != plan.Min && g.Func != plan.Max || g.Gathered != nil {
		return nil, nil
	}
	o, ok := shownOrder(g.Arg)
	if !ok || o.Places() > mostPlaces {
		return nil, nil
	}
	columns := make([]int, o.Places())
	for at := range columns {
		x, f := o.Is(g.Arg, at), plan.Max
		var err error
		if o.Shows(at) {
			f = g.Func
			x, err = o.At(g.Arg, at)
		}
		var agg plan.Agg
		if err == nil {
			agg, err = typing.NewAgg(f, x)
		}
		if err != nil {
			return nil, nil
		}
		aggs, columns[at] = withAgg(aggs, agg)
	}
	return aggs, func(refs []plan.ColumnRef) (plan.Expr, error) {
		moments := make([]plan.Expr, len(columns))
		for at, c := range columns {
			moments[at] = plan.Expr(refs[c])
			if !o.Shows(at) {
				is := plan.Call{Op: plan.Eq, Args: []plan.Expr{refs[c], call.Num(1)}, Of: plan.Type{Kind: plan.Bool}}
				moments[at] = call.If(is, o.Constant(at), plan.NullOf(o.Constant(at).Type()))
			}
		}
		return extremeOf(o, g.Func, moments)
	}
}

// extremeOf gives the text of the first or the last of moments, one for each place. Of equal ones the place decides.
func extremeOf(o *coerce.ShownOrder, f plan.AggFunc, moments []plan.Expr) (plan.Expr, error) {
	before := plan.Le
	if f == plan.Max {
		before = plan.Gt
	}
	truth := plan.Type{Kind: plan.Bool}
	last := len(moments) - 1
	moment, at := moments[last], call.Num(int64(last))
	for i, m := range slices.Backward(moments[:last]) {
		none := plan.Call{Op: plan.IsNull, Args: []plan.Expr{moment}, Of: truth}
		is := plan.Call{Op: before, Args: []plan.Expr{m, moment}, Of: truth}
		first := plan.Combine(plan.Or, []plan.Expr{none, is})
		moment, at = call.If(first, m, moment), call.If(first, call.Num(int64(i)), at)
	}
	text, err := o.Text([]plan.Expr{moment, at})
	return call.UnlessNull(moment, text), err
}
