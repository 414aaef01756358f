package pass

import (
	"math"
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/typing"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
)

// reader is a step that reads the rows of a UNION ALL, with what it computes of them.
type reader struct {
	p     *pusher
	exprs []plan.Expr
}

// union gives the UNION ALL that a step reads through projections, and its expressions
// over the columns of that; nil where it reads something else, or is not alone.
func (r reader) union(in network.Node) (*network.Set, []plan.Expr) {
	exprs := r.exprs
	for r.p.readers[in] <= 1 && !slices.ContainsFunc(exprs, func(e plan.Expr) bool { return !network.Repeats(e) }) {
		switch n := in.(type) {
		case *network.Project:
			exprs = substitutedAll(exprs, n.Table, n.Exprs)
			in = n.In
			continue
		case *network.Set:
			if n.Kind == network.UnionAll {
				return n, exprs
			}
		}
		break
	}
	return nil, nil
}

// part is a side of a UNION ALL that is none itself, with a reader's expressions over it.
type part struct {
	in    network.Node
	exprs []plan.Expr
}

// parts gives the sides of a UNION ALL.
func (p *pusher) parts(n *network.Set, exprs []plan.Expr) (out []part) {
	for _, s := range []network.Side{n.Left, n.Right} {
		of := reader{p, substitutedAll(exprs, n.Table, s.Exprs())}
		if below, exprs := of.union(s.In); below != nil {
			out = append(out, p.parts(below, exprs)...)
		} else {
			out = append(out, part{s.In, of.exprs})
		}
	}
	return out
}

// groupParts groups each side of a UNION ALL that is grouped, and groups what that gives:
// the rows of the sides need not be stored. The aggregates must be aggregates of
// aggregates, too, and surely fit what is stored; values that are counted once are keys of a
// side's groups, where these are surely few.
func (p *pusher) groupParts(n *network.Aggregate) network.Node {
	exprs := slices.Concat(n.Keys, n.More)
	keys := len(exprs)
	for _, g := range n.Aggs {
		exprs = append(exprs, g.Args()...)
	}
	set, exprs := reader{p, exprs}.union(n.In)
	if set == nil {
		return n
	}
	parts, folded := p.parts(set, exprs), slices.DeleteFunc(slices.Clone(n.Aggs), countedOnce)
	for _, s := range parts {
		if _, side := s.rooted().groups(n.Aggs, keys); !p.regrouped(folded, side) {
			return n
		}
	}
	if len(folded) < len(n.Aggs) && !p.fewGroups(parts, n.Aggs, keys) {
		return n
	}
	sides := make([]network.Node, len(parts))
	for i, s := range parts {
		by, aggs := s.groups(n.Aggs, keys)
		sides[i] = p.groupConditions(&network.Aggregate{In: s.in, Table: p.grouped(by, folded), Keys: by, Aggs: aggs})
	}
	return p.regroup(n, p.net.Appended(sides))
}

// countedOnce reports whether an aggregate counts each value once.
func countedOnce(g plan.Agg) bool { return g.Func == plan.CountDistinct && g.Gathered == nil }

// groups gives what the rows of a side are grouped by, the keys and then the values that are counted
// once, and the aggregates of these groups.
func (s part) groups(of []plan.Agg, keys int) (by []plan.Expr, aggs []plan.Agg) {
	by = slices.Clone(s.exprs[:keys])
	for _, g := range s.withArgs(of, keys) {
		if countedOnce(g) {
			by = append(by, g.Arg)
		} else {
			aggs = append(aggs, g)
		}
	}
	return by, aggs
}

// withArgs gives aggregates over the rows of a side.
func (s part) withArgs(aggs []plan.Agg, at int) []plan.Agg {
	out := slices.Clone(aggs)
	for i, g := range out {
		n := len(g.Args())
		out[i], at = g.WithArgs(s.exprs[at:at+n]), at+n
	}
	return out
}

// rooted gives the expressions over what projections below read, and what groups are made by: a least or
// greatest value is one of those that it is of.
func (s part) rooted() part {
	values := map[network.Column]plan.Expr{}
	var gather func(network.Node)
	gather = func(n network.Node) {
		switch n := n.(type) {
		case *network.Project:
			for i, e := range n.Exprs {
				values[network.At(n.Table, i)] = e
			}
			gather(n.In)
		case *network.Aggregate:
			for i, e := range ofRows(n) {
				values[network.At(n.Table, i)] = e
			}
			gather(n.In)
		case *network.Filter:
			gather(n.In)
		case *network.Join:
			gather(n.Left)
			gather(n.Right)
		}
	}
	gather(s.in)
	out := part{s.in, make([]plan.Expr, len(s.exprs))}
	for i, e := range s.exprs {
		out.exprs[i] = network.Through(e, values)
	}
	return out
}

// ofRows gives the columns of groups that have only values that an expression has in their rows, and NULL,
// with that: keys, and what is the least or the greatest.
func ofRows(n *network.Aggregate) map[int]plan.Expr {
	out := map[int]plan.Expr{}
	for i, k := range n.Keys {
		out[i] = k
	}
	for i, g := range n.Aggs {
		if g.Gathered == nil && (g.Func == plan.Min || g.Func == plan.Max) && g.Of == g.Arg.Type() {
			out[len(n.Keys)+i] = g.Arg
		}
	}
	for i, k := range n.More {
		out[len(n.Keys)+len(n.Aggs)+i] = k
	}
	return out
}

// fewGroups reports whether sides have surely few groups, together, for their rows.
func (p *pusher) fewGroups(parts []part, aggs []plan.Agg, keys int) bool {
	groups, rows := 0.0, 0.0
	for _, s := range parts {
		by, _ := s.rooted().groups(aggs, keys)
		of := float64(p.net.MostRows(s.in))
		groups, rows = groups+min(of, p.combinations(by)), rows+of
	}
	return fewFor(groups, rows, rowsOfValue)
}

// regrouped reports whether aggregates can be aggregated again; side are those over the
// rows of a side.
func (p *pusher) regrouped(aggs, side []plan.Agg) bool {
	for i, g := range side {
		again := g.Gathered == nil && aggs[i].Of.Guard == 0 && g.Of == aggs[i].Of &&
			(g.Func == plan.Count || g.Func == plan.Min || g.Func == plan.Max || g.Func == plan.Sum && p.sumFits(g.Arg))
		if !again {
			return false
		}
	}
	return true
}

// sumFits reports whether the sum of an expression over as many rows as a table can have
// fits 64 bits.
func (p *pusher) sumFits(e plan.Expr) bool {
	if k := e.Type().Kind; k != plan.Int && k != plan.Decimal {
		return false
	}
	return p.narrow(e)
}

// narrow reports whether the numbers that an expression gives surely have 32 bits.
func (p *pusher) narrow(e plan.Expr) bool {
	switch x := e.(type) {
	case plan.Const:
		n, ok := x.Value.Number()
		return x.Value.IsNull() || ok && n >= math.MinInt32 && n <= math.MaxInt32
	case plan.Call:
		if x.Op == plan.If { // of a condition on another table nothing need be known
			return p.narrow(x.Args[1]) && p.narrow(x.Args[2])
		}
	}
	lo, hi, ok := p.bounds(e)
	return ok && lo >= math.MinInt32 && hi <= math.MaxInt32
}

// grouped adds the table of a grouping: keys, then aggregates.
func (p *pusher) grouped(keys []plan.Expr, aggs []plan.Agg) int {
	return p.net.AddGroups(&network.Aggregate{Keys: keys, Aggs: aggs})
}

// regroup groups groups, and gives them the columns of the grouping that they are of.
func (p *pusher) regroup(n *network.Aggregate, in network.Node) network.Node {
	refs := p.net.Refs(in.Made())
	keys := len(n.Keys) + len(n.More)
	values, folds := refs[keys:], refs[keys:]
	for _, g := range n.Aggs {
		if countedOnce(g) {
			folds = folds[1:]
		}
	}
	args := make([]plan.Expr, len(n.Aggs))
	for i, g := range n.Aggs {
		if countedOnce(g) {
			args[i], values = values[0], values[1:]
		} else {
			args[i], folds = folds[0], folds[1:]
		}
	}
	return p.regroupBy(n, in, refs[:keys], args)
}

// regroupBy groups groups by columns, with aggregates of what has been made of the aggregates
// of the groups, and gives them the columns of the grouping that they are of.
func (p *pusher) regroupBy(n *network.Aggregate, in network.Node, keys []plan.ColumnRef, args []plan.Expr) network.Node {
	again := &network.Aggregate{In: in}
	for _, r := range keys {
		again.Keys = append(again.Keys, r)
	}
	for i, g := range n.Aggs {
		f := g.Func
		if f == plan.Count {
			f = plan.Sum
		}
		agg, err := typing.NewAgg(f, args[i])
		if err != nil {
			return n
		}
		again.Aggs = append(again.Aggs, agg)
	}
	again.Table = p.grouped(again.Keys, again.Aggs)
	out := &network.Project{In: again, Table: n.Table}
	groups := p.net.Refs(again.Table)
	for _, r := range groups[:len(n.Keys)] {
		out.Exprs = append(out.Exprs, r)
	}
	for i, g := range n.Aggs {
		x, err := sumOfCounts(g, groups[len(again.Keys)+i])
		if err != nil {
			return n
		}
		out.Exprs = append(out.Exprs, x)
	}
	for _, r := range groups[len(n.Keys):len(again.Keys)] {
		out.Exprs = append(out.Exprs, r)
	}
	return out
}

// sumOfCounts gives an aggregate of aggregates the type of those: a sum of counts is no
// decimal, and never NULL.
func sumOfCounts(g plan.Agg, again plan.Expr) (plan.Expr, error) {
	x, err := coerce.To(again, g.Of)
	if c, ok := x.(plan.Cast); ok {
		c.For = g.String()
		x = c
	}
	if err != nil || g.Func != plan.Count {
		return x, err
	}
	null, err := typing.Build(plan.IsNull, x)
	if err != nil {
		return nil, err
	}
	return typing.Build(plan.If, null, plan.Literal(value.OfInt(0)), x)
}

// maxFirst is how many rows a limit may pass to be one on the sides of a UNION ALL, too.
const maxFirst = 1 << 20

// firstOfParts takes of each side of a UNION ALL the rows that a limit can pass.
func (p *pusher) firstOfParts(n *network.Limit) network.Node {
	sort, ordered := n.In.(*network.Sort)
	in, r := n.In, reader{p: p}
	if ordered {
		in = sort.In
		for _, k := range sort.Keys {
			r.exprs = append(r.exprs, k.Expr)
		}
	}
	if p.readers[n.In] > 1 || n.Count < 0 || n.Offset+n.Count > maxFirst {
		return n
	}
	first := func(s network.Side, keys []plan.Expr) network.Side {
		if ordered {
			s = p.sorted(s, sort.Keys, keys)
		}
		return network.Side{In: &network.Limit{In: s.In, Count: n.Offset + n.Count}, Columns: s.Columns}
	}
	in, ok := r.eachPart(in, r.exprs, first)
	if !ok {
		return n
	}
	if ordered {
		in = &network.Sort{In: in, Keys: sort.Keys}
	}
	return &network.Limit{In: in, Offset: n.Offset, Count: n.Count}
}

// sorted sorts the rows of a side by keys whose expressions are others over them. What is
// computed becomes a column first: a sort knows columns only.
func (p *pusher) sorted(s network.Side, like []network.Key, by []plan.Expr) network.Side {
	keys := slices.Clone(like)
	for i, e := range by {
		keys[i].Expr = e
	}
	if !slices.ContainsFunc(by, isComputed) {
		return network.Side{In: &network.Sort{In: s.In, Keys: keys}, Columns: s.Columns}
	}
	made := &network.Project{In: s.In, Table: p.net.AddTable("")}
	p.readers[made] = 1
	add := func(e plan.Expr) plan.ColumnRef {
		made.Exprs = append(made.Exprs, e)
		return p.net.AddColumn(made.Table, e)
	}
	out := network.Side{}
	for _, c := range s.Columns {
		out.Columns = append(out.Columns, add(c))
	}
	for i, e := range by {
		keys[i].Expr = add(e)
	}
	out.In = &network.Sort{In: made, Keys: keys}
	return out
}

// isComputed reports whether an expression is neither a column nor a constant.
func isComputed(e plan.Expr) bool {
	switch e.(type) {
	case plan.ColumnRef, plan.Const:
		return false
	}
	return true
}

// eachPart gives a node with the sides of the UNION ALL that it reads through projections
// replaced; false if it reads none.
func (r reader) eachPart(n network.Node, exprs []plan.Expr, by func(network.Side, []plan.Expr) network.Side) (network.Node, bool) {
	if set, _ := (reader{r.p, exprs}).union(n); set == nil {
		return n, false
	}
	switch n := n.(type) {
	case *network.Project:
		in, ok := r.eachPart(n.In, substitutedAll(exprs, n.Table, n.Exprs), by)
		return &network.Project{In: in, Table: n.Table, Exprs: n.Exprs}, ok
	case *network.Set:
		out := *n
		out.Left, out.Right = r.eachSide(n, n.Left, exprs, by), r.eachSide(n, n.Right, exprs, by)
		return &out, true
	}
	return n, false
}

func (r reader) eachSide(n *network.Set, s network.Side, exprs []plan.Expr, by func(network.Side, []plan.Expr) network.Side) network.Side {
	exprs = substitutedAll(exprs, n.Table, s.Exprs())
	if in, ok := r.eachPart(s.In, exprs, by); ok {
		return network.Side{In: in, Columns: s.Columns}
	}
	return by(s, exprs)
}

// substitutedAll gives expressions with others in place of a table's columns.
func substitutedAll(exprs []plan.Expr, table int, by []plan.Expr) []plan.Expr {
	out := make([]plan.Expr, len(exprs))
	for i, e := range exprs {
		out[i] = network.Substituted(e, table, by)
	}
	return out
}
