package pass

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/typing"
	"gsdms/plan/value"
)

// groupConditions groups also by what the conditions in the arguments of aggregates read,
// where that has few values, as in SUM(IF(day = 'Sunday', price, NULL)) for each day of a
// week, and tests the conditions for these groups: so there is one sum for a row in place of
// seven. The aggregates must be aggregates of aggregates, too.
func (p *pusher) groupConditions(n *network.Aggregate) network.Node {
	if len(n.Aggs) <= sparedLeast || !slices.ContainsFunc(n.Aggs, hasCondition) {
		return n
	}
	v := &pivot{p: p, in: n.In, keys: slices.Concat(n.Keys, n.More)}
	own := len(v.keys)
	for _, g := range n.Aggs {
		if !v.add(g) {
			return n
		}
	}
	if !v.pays(own) {
		return n
	}
	groups := &network.Aggregate{In: n.In, Keys: v.keys, Aggs: v.aggs, Table: p.grouped(v.keys, v.aggs)}
	p.readers[groups] = 1
	refs := p.net.Refs(groups.Table)
	args := make([]plan.Expr, len(v.cases))
	for i, c := range v.cases {
		var err error
		if args[i], err = v.over(c, refs); err != nil {
			return n
		}
	}
	return p.regroupBy(n, groups, refs[:own], args)
}

// pivot is aggregates under conditions that are made ones of groups.
type pivot struct {
	p     *pusher
	in    network.Node // the rows that are grouped
	keys  []plan.Expr  // of the groups: those of the grouping, then what conditions read
	aggs  []plan.Agg   // of the groups, each once
	cases []pivoted    // by aggregate
}

// pivoted is an aggregate of those of the groups for which a condition holds.
type pivoted struct {
	condition plan.Expr // nil: of all
	agg       int
	other     plan.Expr // what the others have: NULL, or of a sum 0, and of one of truths what they are
}

// add takes an aggregate apart; false where that cannot be.
func (v *pivot) add(g plan.Agg) bool {
	again := g.Gathered == nil && g.Of.Guard == 0 && len(g.Args()) <= 1 &&
		(g.Func == plan.Count || g.Func == plan.Min || g.Func == plan.Max || g.Func == plan.Sum)
	if !again || g.Arg != nil && !network.Repeats(g.Arg) {
		return false
	}
	condition, of, other := conditional(g)
	inner, err := typing.NewAgg(g.Func, of)
	if err != nil || g.Func == plan.Sum && !v.p.sumFits(v.rooted(inner.Arg)[0]) || of != nil && plan.CanFail(of) && !v.known(of) {
		return false
	}
	at := slices.IndexFunc(v.aggs, func(x plan.Agg) bool { return x.Func == inner.Func && equalArgs(x.Arg, inner.Arg) })
	if at < 0 {
		at = len(v.aggs)
		v.aggs = append(v.aggs, inner)
	}
	if condition != nil {
		for _, r := range network.ColumnsIn(condition) {
			if v.key(r) < 0 {
				v.keys = append(v.keys, r)
			}
		}
	}
	v.cases = append(v.cases, pivoted{condition, at, other})
	return true
}

// conditional gives the condition of an aggregate's argument, what it is then and else; no
// condition where it has none of this kind.
func conditional(g plan.Agg) (condition, then, other plan.Expr) {
	if truth, ok := g.Arg.(plan.Cast); ok && g.Func == plan.Sum && truth.X.Type().Kind == plan.Bool && network.HasColumns(truth) {
		return truth.X, plan.Literal(value.OfInt(1)), truth
	}
	c, ok := g.Arg.(plan.Call)
	if !ok || c.Op != plan.If || len(network.ColumnsIn(c.Args[0])) == 0 {
		return nil, g.Arg, nil
	}
	k, ok := c.Args[2].(plan.Const)
	zero := false
	if ok && g.Func == plan.Sum && !k.Value.IsNull() {
		n, isNumber := k.Value.Number()
		zero = isNumber && n == 0
	}
	if !ok || !k.Value.IsNull() && !zero {
		return nil, g.Arg, nil
	}
	if zero {
		return c.Args[0], c.Args[1], plan.Literal(value.OfInt(0))
	}
	return c.Args[0], c.Args[1], nil
}

func hasCondition(g plan.Agg) bool {
	condition, _, _ := conditional(g)
	return condition != nil
}

func equalArgs(a, b plan.Expr) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return plan.Equal(a, b)
}

// rooted gives expressions over the tables below the rows that are grouped.
func (v *pivot) rooted(exprs ...plan.Expr) []plan.Expr { return part{v.in, exprs}.rooted().exprs }

// known reports whether the bounds of an expression are known: it does not leave 64 bits.
func (v *pivot) known(e plan.Expr) bool {
	_, _, ok := v.p.bounds(v.rooted(e)[0])
	return ok
}

func (v *pivot) key(r plan.ColumnRef) int {
	return slices.IndexFunc(v.keys, func(k plan.Expr) bool { return plan.Equal(k, r) })
}

// The conditions may read so many values, and must spare so many aggregates. They may read
// more where each of the aggregates that are spared stands for that many values.
const (
	mostPivoted = 256
	sparedLeast = 2
	sparedMany  = 32       // values for each
	fewPivoted  = 1.0 / 16 // of the rows
)

// pays reports whether there are fewer aggregates, and surely fewer groups than rows.
func (v *pivot) pays(own int) bool {
	spared := len(v.cases) - len(v.aggs)
	if len(v.keys) == own || spared < sparedLeast {
		return false
	}
	keys, rows := v.rooted(v.keys...), float64(v.p.net.MostRows(v.in))
	values, groups := v.p.combinations(keys[own:]), v.p.combinations(keys)
	return values <= mostPivoted && groups <= rows/2 || values <= float64(sparedMany*spared) && groups <= rows*fewPivoted
}

// over gives what an aggregate is one of, over the groups.
func (v *pivot) over(c pivoted, refs []plan.ColumnRef) (plan.Expr, error) {
	of := refs[len(v.keys)+c.agg]
	if c.condition == nil {
		return of, nil
	}
	other := c.other
	if other == nil {
		other = plan.NullOf(of.Type())
	}
	ofGroups := func(r plan.ColumnRef) plan.Expr { return refs[v.key(r)] }
	return typing.Build(plan.If, network.ReplaceColumns(c.condition, ofGroups), of, network.ReplaceColumns(other, ofGroups))
}
