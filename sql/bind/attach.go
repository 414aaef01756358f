package bind

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/value"
)

// subqueriesRead reports whether subqueries of an expression read one of some tables.
func subqueriesRead(e plan.Expr, tables []int) bool {
	found := false
	plan.Visit(e, func(x plan.Expr) bool {
		c, ok := x.(plan.Composite)
		found = found || ok && slices.ContainsFunc(network.TablesIn(c), func(t int) bool { return slices.Contains(tables, t) })
		return !found && !ok
	})
	return found
}

// filter keeps the rows of a node for which conditions hold. Those with subqueries come
// last; EXISTS and IN become joins that leave rows out.
func (b *binder) filter(node network.Node, conditions []plan.Expr) (network.Node, error) {
	var plain, nested []plan.Expr
	for _, e := range conditions {
		if plan.HasComposite(e) {
			nested = append(nested, e)
		} else {
			plain = append(plain, e)
		}
	}
	if pred := plan.Combine(plan.And, plain); pred != nil {
		node = &network.Filter{In: node, Pred: pred}
	}
	for _, e := range nested {
		var err error
		if node, err = b.filterNested(node, e); err != nil {
			return nil, err
		}
	}
	return node, nil
}

func (b *binder) filterNested(node network.Node, e plan.Expr) (network.Node, error) {
	kind, x := plan.SemiJoin, e
	if not, ok := e.(plan.Call); ok && not.Op == plan.Not {
		kind, x = plan.AntiJoin, not.Args[0]
	}
	switch x := x.(type) {
	case *subquery:
		if x.exists {
			return x.apply(kind, node, nil, 0), nil
		}
	case *inQuery:
		if kind == plan.SemiJoin || !x.Nullable() {
			return b.decided(kind, node, x)
		}
		if len(x.left) > 1 {
			return b.withoutOpen(node, x)
		}
	case *quantified:
		if kind == plan.SemiJoin {
			return b.decided(x.kind, node, &x.inQuery)
		}
	}
	node, pred, err := b.attach(node, e)
	if err != nil {
		return nil, err
	}
	return &network.Filter{In: node, Pred: pred}, nil
}

// decided keeps the rows that have a partner, or have none.
func (b *binder) decided(kind plan.JoinKind, node network.Node, q *inQuery) (network.Node, error) {
	node, left, err := b.attachAll(node, q.left)
	if err != nil {
		return nil, err
	}
	return q.sub.apply(kind, node, q.on(left), 0), nil
}

// apply joins a subquery to rows.
func (s *subquery) apply(kind plan.JoinKind, left network.Node, on plan.Expr, mark int) network.Node {
	return &network.Apply{Kind: kind, Left: left, Right: s.node, On: on, Mark: mark, Params: s.params.table, Args: s.args}
}

// attach joins the subqueries of an expression to the rows of a node, and gives the
// expression over the rows that result.
func (b *binder) attach(node network.Node, e plan.Expr) (network.Node, plan.Expr, error) {
	if !plan.HasComposite(e) {
		return node, e, nil
	}
	var err error
	out := plan.Replace(e, func(x plan.Expr) plan.Expr {
		if err != nil {
			return x
		}
		var v plan.Expr
		switch x := x.(type) {
		case *subquery:
			node, v, err = b.attachOne(node, x)
		case *inQuery:
			node, v, err = b.attachIn(node, x)
		case *quantified:
			node, v, err = b.attach(node, x.value)
		default:
			return nil
		}
		if err != nil {
			return x
		}
		return v
	})
	if err != nil {
		return nil, nil, err
	}
	return node, out, nil
}

func (b *binder) attachAll(node network.Node, list []plan.Expr) (network.Node, []plan.Expr, error) {
	out := make([]plan.Expr, len(list))
	for i, e := range list {
		var err error
		if node, out[i], err = b.attach(node, e); err != nil {
			return nil, nil, err
		}
	}
	return node, out, nil
}

// attached is a subquery that the rows have a column of.
type attached struct {
	of     *subquery
	column plan.Expr
}

// attachOne joins the value of a subquery, or the mark of EXISTS, unless the rows have it:
// an expression may name a subquery several times, and so may several by an alias.
func (b *binder) attachOne(node network.Node, s *subquery) (network.Node, plan.Expr, error) {
	for _, a := range b.attached {
		if a.of.node == s.node && a.of.exists == s.exists && slices.EqualFunc(a.of.args, s.args, plan.Equal) {
			return node, a.column, nil
		}
	}
	if !s.exists {
		c := s.columns[0]
		b.net.Tables[c.Table].Outer = true
		b.attached = append(b.attached, attached{s, c})
		return s.apply(plan.SingleJoin, node, nil, 0), c, nil
	}
	mark, err := b.mark()
	if err != nil {
		return nil, nil, err
	}
	b.attached = append(b.attached, attached{s, b.net.Ref(mark, 0)})
	return s.apply(plan.MarkJoin, node, nil, mark), b.net.Ref(mark, 0), nil
}

func (b *binder) mark() (int, error) {
	return b.made("mark", []plan.Expr{plan.Literal(value.OfBool(true))})
}

// attachIn joins the mark of IN; where NULLs can leave it open, they are counted. Of
// several columns each pair is compared.
func (b *binder) attachIn(node network.Node, q *inQuery) (network.Node, plan.Expr, error) {
	node, left, err := b.attachAll(node, q.left)
	if err != nil {
		return nil, nil, err
	}
	mark, err := b.mark()
	if err != nil {
		return nil, nil, err
	}
	found := b.net.Ref(mark, 0)
	node = q.sub.apply(plan.MarkJoin, node, q.on(left), mark)
	if !q.Nullable() {
		return node, found, nil
	}
	if len(left) > 1 {
		return b.attachOpen(node, q, left, found)
	}
	e, err := b.threeValued(left[0], q.sub, found, plan.Literal(value.OfBool(true)))
	if err != nil {
		return nil, nil, err
	}
	return b.attach(node, e)
}
