package pass

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
)

// matched gives an INTERSECT or EXCEPT of columns of stored tables as the different rows of its left
// side for which its right one has an equal row, or none: a join by an index that is kept, in place of
// groups of the rows of both, which are stored for that. INTERSECT of 2 million pairs with as many
// takes 0.3 s of processor time when it is first asked and 0.01 then, and took 0.8 and 0.44. Where both
// of a pair of columns may be NULL, the rows that have one there, mostly few, are put together apart.
func (p *pusher) matched(n *network.Set) network.Node {
	if n.Kind != network.Except && n.Kind != network.Intersect {
		return n
	}
	if !flowing(n.Left.In, p.readers) || !p.scanned(n.Right.In) {
		return n
	}
	on, nulls := []plan.Expr(nil), []int(nil)
	right := n.Right.Exprs()
	for i, e := range n.Left.Exprs() {
		a, b := rootedIn(n.Left.In, e), rootedIn(n.Right.In, right[i])
		if plan.IsConstant(a) && plan.Equal(a, b) {
			continue // all rows are alike there
		}
		if !p.keyed(a) || !p.keyed(b) {
			return n
		}
		if plan.MayBeNull(a) && plan.MayBeNull(b) {
			nulls = append(nulls, i)
		}
		on = append(on, plan.Call{Op: plan.Eq, Args: []plan.Expr{e, right[i]}, Of: plan.Type{Kind: plan.Bool}})
	}
	if len(on) == 0 {
		return n
	}
	if len(nulls) == 0 {
		return p.partnered(n, n.Left.In, on, n.Table)
	}
	if !repeatable(n.Left.In) || !repeatable(n.Right.In) {
		return n
	}
	return p.partneredApart(n, on, nulls)
}

// partnered gives the different rows of a left side that have an equal one on the right, or none.
func (p *pusher) partnered(n *network.Set, in network.Node, on []plan.Expr, table int) network.Node {
	kind := plan.SemiJoin
	if n.Kind == network.Except {
		kind = plan.AntiJoin
	}
	joined := &network.Join{Kind: kind, Left: in, Right: n.Right.In, On: plan.Combine(plan.And, on)}
	rows := &network.Project{In: joined, Table: table, Exprs: n.Left.Exprs()}
	p.readers[joined], p.readers[rows] = 1, 1
	return &network.Distinct{In: rows}
}

// partneredApart gives the rows of a set operation whose values are there by partners, and those that
// are NULL in columns where both sides may be as they were.
func (p *pusher) partneredApart(n *network.Set, on []plan.Expr, nulls []int) network.Node {
	columns := slices.Clone(p.net.Tables[n.Table].Table.Columns)
	there, apart := p.net.AddTable("there", columns...), *n
	apart.Left, apart.Right, apart.Table = p.withNull(n.Left, nulls), p.withNull(n.Right, nulls), p.net.AddTable("null", slices.Clone(columns)...)
	in := n.Left.In
	if n.Kind == network.Except { // who has no partner may be NULL
		in = network.Filtered(in, []plan.Expr{not(anyNull(n.Left.Exprs(), nulls))})
		p.readers[in] = 1
	}
	rows := p.renamed(p.partnered(n, in, on, there), there, p.net.AddTable("there", slices.Clone(columns)...))
	all := p.net.Appended([]network.Node{rows, &apart})
	p.readers[&apart], p.readers[all] = 1, 1
	return p.renamed(all, all.Made(), n.Table)
}

// renamed gives the columns of one table as those of another.
func (p *pusher) renamed(in network.Node, from, to int) network.Node {
	out := &network.Project{In: in, Table: to}
	for _, c := range p.net.Refs(from) {
		out.Exprs = append(out.Exprs, c)
	}
	p.readers[out] = 1
	return out
}

// withNull gives the rows of a side that are NULL in some of its columns, by a scan of their own.
func (p *pusher) withNull(s network.Side, nulls []int) network.Side {
	in, exprs := p.net.CopyAll(s.In, s.Exprs())
	out := network.Side{In: &network.Project{In: network.Filtered(in, []plan.Expr{anyNull(exprs, nulls)}), Table: p.grouped(exprs, nil), Exprs: exprs}}
	out.Columns = p.net.Refs(out.In.Made())
	p.readers[out.In] = 1
	return out
}

// anyNull is the condition that some of expressions are NULL.
func anyNull(exprs []plan.Expr, which []int) plan.Expr {
	var any []plan.Expr
	for _, i := range which {
		any = append(any, plan.Call{Op: plan.IsNull, Args: []plan.Expr{exprs[i]}, Of: plan.Type{Kind: plan.Bool}})
	}
	return plan.Combine(plan.Or, any)
}

func not(e plan.Expr) plan.Expr {
	return plan.Call{Op: plan.Not, Args: []plan.Expr{e}, Of: plan.Type{Kind: plan.Bool}}
}

// repeatable reports whether a graph gives the same rows whenever it is asked.
func repeatable(n network.Node) bool {
	ok := true
	check := network.Change{Input: network.Same[network.Node], Expr: func(e plan.Expr) plan.Expr {
		ok = ok && network.Repeats(e)
		return e
	}}
	check.Rebuild(n)
	return ok && !slices.ContainsFunc(n.Inputs(), func(in network.Node) bool { return !repeatable(in) })
}

// keyed reports whether an expression is a column of a stored table by which rows are found: of
// numbers, or of texts in order.
func (p *pusher) keyed(e plan.Expr) bool {
	r, ok := e.(plan.ColumnRef)
	if !ok || p.net.Tables[r.Table].Table.Data == nil {
		return false
	}
	c := &p.net.Tables[r.Table].Table.Columns[r.Column]
	return c.Unsorted == nil && c.Type.Kind != plan.Double && (c.Type.Kind != plan.String || c.Dict != nil)
}

// rootedIn gives an expression of a side's rows over the tables below.
func rootedIn(in network.Node, e plan.Expr) plan.Expr {
	return part{in, []plan.Expr{e}}.rooted().exprs[0]
}

// scanned reports whether rows are those of one table, as a scan gives them.
func (p *pusher) scanned(n network.Node) bool {
	if p.readers[n] > 1 {
		return false
	}
	switch n := n.(type) {
	case *network.Scan:
		return true
	case *network.Filter:
		return p.scanned(n.In)
	case *network.Project:
		return p.scanned(n.In)
	}
	return false
}
