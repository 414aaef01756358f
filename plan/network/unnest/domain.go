package unnest

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/plan/network"
)

// domain is the parameters of a subquery while it is unnested: used are those columns of
// the table of parameters that it reads.
type domain struct {
	u    *unnester
	of   *network.Apply
	used []int
	done map[network.Node]brought // of nodes that several steps read
}

// brought is a graph in which every row has its parameters beside it: at gives, for each
// used one, an expression of the graph's columns. Where they are not of the domain, they
// are what conditions have made the parameters equal to, and never NULL in effect.
type brought struct {
	node   network.Node
	at     []plan.Expr
	domain bool
}

// args are the expressions of the left side that the used parameters are.
func (d *domain) args() []plan.Expr {
	out := make([]plan.Expr, len(d.used))
	for i, p := range d.used {
		out[i] = d.of.Args[p]
	}
	return out
}

// equal are the conditions that hold where two lists of parameters are the same. A NULL
// is the same as another only where both are of the domain.
func (d *domain) equal(left []plan.Expr, substituted bool, right brought) []plan.Expr {
	out := make([]plan.Expr, len(left))
	for i, l := range left {
		op := plan.Eq
		if !substituted && right.domain && l.Nullable() {
			op = plan.NullEq
		}
		out[i] = plan.Call{Op: op, Args: []plan.Expr{l, right.at[i]}, Of: plan.Type{Kind: plan.Bool}}
	}
	return out
}

// free reports whether a graph reads parameters.
func (d *domain) free(n network.Node) bool { return len(paramsIn(n, d.of.Params)) > 0 }

func (d *domain) reads(e plan.Expr) bool { return network.Reads(e, d.of.Params) }

// in gives an expression with the parameters replaced by what they are in a graph.
func (d *domain) in(at []plan.Expr) func(plan.Expr) plan.Expr {
	return func(e plan.Expr) plan.Expr {
		return network.ReplaceColumns(e, func(c plan.ColumnRef) plan.Expr {
			if c.Table != d.of.Params {
				return nil
			}
			return at[slices.Index(d.used, c.Column)]
		})
	}
}

// values gives the distinct parameters of the left side.
func (d *domain) values() brought {
	node, at := d.u.distinct(d.of.Left, d.args())
	return brought{node: node, at: at, domain: true}
}

// bring gives a graph with the rows it has for every row of the domain, and the
// parameters beside them; of a node that several steps read, the same one to each.
func (d *domain) bring(n network.Node) brought {
	b, ok := d.done[n]
	if !ok {
		b = d.brought(n)
		d.done[n] = b
	}
	b.at = slices.Clone(b.at)
	return b
}

func (d *domain) brought(n network.Node) brought {
	if !d.free(n) {
		b := d.values()
		b.node = &network.Join{Left: b.node, Right: n}
		return b
	}
	switch n := n.(type) {
	case *network.Filter:
		return d.filter(n)
	case *network.Project:
		return d.project(n)
	case *network.Aggregate:
		return d.group(n)
	case *network.Join:
		return d.join(n)
	case *network.Set:
		return d.set(n)
	case *network.Distinct:
		b := d.bring(n.In)
		b.node = &network.Distinct{In: b.node}
		return b
	case *network.Window:
		return d.window(n)
	case *network.Compute, *network.Unfold: // their rows keep the columns that they have
		b := d.bring(n.Inputs()[0])
		b.node = d.with(n, b)
		return b
	case *network.Limit:
		return d.limit(n)
	case *network.Sort: // its order is lost in the join
		return d.bring(n.In)
	}
	d.u.fail("this correlated subquery")
	return brought{node: n, at: d.args()}
}

func (u *unnester) fail(what string) {
	if u.err == nil {
		u.err = fault.Errorf(fault.CodeNotSupported, "%s is not supported", what)
	}
}

// with copies a node over another input, its expressions as they are there.
func (d *domain) with(n network.Node, b brought) network.Node {
	return network.Change{Input: func(network.Node) network.Node { return b.node }, Expr: d.in(b.at)}.Rebuild(n)
}

// filter takes the conditions that make parameters equal to expressions of the graph
// below, if it has no other way to read them; else the parameters come from below.
func (d *domain) filter(n *network.Filter) brought {
	if b, rest, ok := d.substitute(n); ok {
		if pred := plan.Combine(plan.And, rest); pred != nil {
			b.node = &network.Filter{In: b.node, Pred: d.in(b.at)(pred)}
		}
		return b
	}
	b := d.bring(n.In)
	b.node = d.with(n, b)
	return b
}

// substitute finds, for every parameter, an expression that a condition makes it equal
// to, and gives the conditions that are left.
func (d *domain) substitute(n *network.Filter) (b brought, rest []plan.Expr, ok bool) {
	if d.free(n.In) {
		return b, nil, false
	}
	b = brought{node: n.In, at: make([]plan.Expr, len(d.used))}
	for _, e := range plan.Conjuncts(n.Pred) {
		i, x := d.equates(e)
		if i < 0 || b.at[i] != nil {
			rest = append(rest, e)
			continue
		}
		b.at[i] = x
	}
	return b, rest, !slices.Contains(b.at, nil)
}

// equates gives the used parameter that a condition makes equal to an expression without
// parameters, -1 if it is no such condition.
func (d *domain) equates(e plan.Expr) (int, plan.Expr) {
	c, ok := e.(plan.Call)
	if !ok || c.Op != plan.Eq {
		return -1, nil
	}
	for side := range 2 {
		p, ok := c.Args[side].(plan.ColumnRef)
		if ok && p.Table == d.of.Params && !network.Reads(c.Args[1-side], p.Table) {
			return slices.Index(d.used, p.Column), c.Args[1-side]
		}
	}
	return -1, nil
}

// project adds the parameters to what the projection makes.
func (d *domain) project(n *network.Project) brought {
	b := d.bring(n.In)
	out := d.with(n, b).(*network.Project)
	for i, e := range b.at {
		b.at[i] = d.u.show(&out.Exprs, out.Table, e)
	}
	b.node = out
	return b
}

// show makes an expression one more column of a table whose columns are exprs.
func (u *unnester) show(exprs *[]plan.Expr, table int, e plan.Expr) plan.Expr {
	columns := u.net.Tables[table].Table.Columns
	for i := len(*exprs); i < len(columns); i++ { // those that another copy of the step has got
		*exprs = append(*exprs, plan.NullOf(columns[i].Type))
	}
	*exprs = append(*exprs, e)
	return u.net.AddColumn(table, e)
}

// group groups by the parameters, too. Where there are no other keys, a row of the
// domain without a group gets an empty one.
func (d *domain) group(n *network.Aggregate) brought {
	b := d.bring(n.In)
	out := d.with(n, b).(*network.Aggregate)
	if len(n.Keys)+len(n.More) > 0 {
		d.addKeys(out, &b)
		return b
	}
	out.Table = d.u.net.AddTable("", d.u.net.Tables[n.Table].Table.Columns[:len(n.Aggs)]...)
	d.addKeys(out, &b)
	d.u.net.Tables[out.Table].Outer = true
	all := d.values()
	join := &network.Join{Kind: plan.LeftJoin, Left: all.node, Right: b.node, On: plan.Combine(plan.And, d.equal(all.at, false, b))}
	p := &network.Project{In: join, Table: n.Table} // in place of the aggregation, for the steps above
	counts := d.u.emptyCounts(out)
	for i := range n.Aggs {
		p.Exprs = append(p.Exprs, counts(d.u.net.Ref(out.Table, i)))
	}
	for i, e := range all.at {
		all.at[i] = d.u.show(&p.Exprs, p.Table, e)
	}
	all.node = p
	return all
}

// addKeys makes the parameters keys of an aggregation.
func (d *domain) addKeys(out *network.Aggregate, b *brought) {
	for i, e := range b.at {
		columns := d.u.net.Tables[out.Table].Table.Columns
		for len(out.Keys)+len(out.Aggs)+len(out.More) < len(columns) {
			out.More = append(out.More, plan.NullOf(columns[len(out.Keys)+len(out.Aggs)+len(out.More)].Type))
		}
		out.More = append(out.More, e)
		b.at[i] = d.u.net.AddColumn(out.Table, e)
	}
	b.node = out
}

// emptyCounts gives what has the aggregates that are never NULL read as what they are over
// no values, where there is no group: counts as 0.
func (u *unnester) emptyCounts(a *network.Aggregate) func(plan.Expr) plan.Expr {
	empty := map[network.Column]plan.Value{}
	for i, g := range a.Aggs {
		if !g.Nullable() {
			empty[network.At(a.Table, len(a.Keys)+i)] = g.Empty()
		}
	}
	return func(e plan.Expr) plan.Expr {
		return network.ReplaceColumns(e, func(c plan.ColumnRef) plan.Expr {
			v, ok := empty[network.ColumnOf(c)]
			if !ok {
				return nil
			}
			isNull := plan.Call{Op: plan.IsNull, Args: []plan.Expr{c}, Of: plan.Type{Kind: plan.Bool}}
			return plan.Call{Op: plan.If, Args: []plan.Expr{isNull, plan.Literal(v), c}, Of: c.Type()}
		})
	}
}

// join brings the parameters into the side that reads them, or into both.
func (d *domain) join(n *network.Join) brought {
	left, right := d.free(n.Left), d.free(n.Right)
	switch {
	case !right:
		b := d.bring(n.Left)
		b.node = network.Change{Input: d.instead(n.Left, b.node), Expr: d.in(b.at)}.Rebuild(n)
		return b
	case !left && n.Kind == plan.InnerJoin:
		b := d.bring(n.Right)
		b.node = network.Change{Input: d.instead(n.Right, b.node), Expr: d.in(b.at)}.Rebuild(n)
		return b
	}
	l, r := d.bring(n.Left), d.bring(n.Right)
	out := *n
	out.Left, out.Right = l.node, r.node
	on := d.equal(l.at, !l.domain, r)
	if n.On != nil {
		on = append(on, d.in(l.at)(n.On))
	}
	out.On = plan.Combine(plan.And, on)
	return brought{node: &out, at: l.at, domain: l.domain}
}

func (d *domain) instead(of, now network.Node) func(network.Node) network.Node {
	return func(n network.Node) network.Node {
		if n == of {
			return now
		}
		return n
	}
}

// set brings the parameters into both sides.
func (d *domain) set(n *network.Set) brought {
	l, r := d.bring(n.Left.In), d.bring(n.Right.In)
	if l.domain != r.domain { // NULLs of the domain are the same, those of substitutes match nothing
		l, r = d.withoutNulls(l), d.withoutNulls(r)
	}
	out := *n
	out.Left, out.Right = d.side(n.Left, n.Table, l), d.side(n.Right, n.Table, r)
	b := brought{node: &out, domain: l.domain || r.domain}
	for _, c := range out.Left.Columns[len(out.Left.Columns)-len(d.used):] {
		b.at = append(b.at, d.u.net.AddColumn(n.Table, c))
	}
	return b
}

// withoutNulls drops the rows whose substitute for a parameter is NULL.
func (d *domain) withoutNulls(b brought) brought {
	if b.domain {
		return b
	}
	var there []plan.Expr
	for _, e := range b.at {
		if e.Nullable() {
			truth := plan.Type{Kind: plan.Bool}
			isNull := plan.Call{Op: plan.IsNull, Args: []plan.Expr{e}, Of: truth}
			there = append(there, plan.Call{Op: plan.Not, Args: []plan.Expr{isNull}, Of: truth})
		}
	}
	if pred := plan.Combine(plan.And, there); pred != nil {
		b.node = &network.Filter{In: b.node, Pred: pred}
	}
	return b
}

// side gives a side of the set operation that makes a table, with the parameters as
// columns.
func (d *domain) side(s network.Side, of int, b brought) network.Side {
	out := network.Side{In: b.node, Columns: slices.Clone(s.Columns)}
	p := &network.Project{In: b.node, Table: d.u.net.AddTable("side")}
	for _, c := range s.Columns {
		p.Exprs = append(p.Exprs, c)
	}
	for _, c := range d.u.net.Tables[of].Table.Columns[len(p.Exprs):] { // those that another copy of the step has got
		p.Exprs = append(p.Exprs, plan.NullOf(c.Type))
	}
	p.Exprs = append(p.Exprs, b.at...)
	out.In, out.Columns = p, nil
	for _, e := range p.Exprs {
		out.Columns = append(out.Columns, d.u.net.AddColumn(p.Table, e))
	}
	return out
}
