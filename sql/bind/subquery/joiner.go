package subquery

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/value"
	"gsdms/sql/bind/scalar"
	"gsdms/sql/bind/step"
)

// Joiner joins the subqueries of the expressions of one SELECT to its rows. One goroutine owns it.
type Joiner struct {
	step.Steps
	net      *network.Network
	by       *scalar.Binder // binds the expressions
	attached []attached     // to the rows as they are
}

// NewJoiner makes a Joiner of a SELECT in a network, whose expressions are bound by a binder.
func NewJoiner(net *network.Network, by *scalar.Binder) Joiner {
	return Joiner{Steps: step.New(net, by), net: net, by: by}
}

// Forget says that the rows have no columns of subqueries any more: they are others.
func (j *Joiner) Forget() { j.attached = nil }

// Reads reports whether subqueries of an expression read one of some tables.
func Reads(e plan.Expr, tables []int) bool {
	found := false
	plan.Visit(e, func(x plan.Expr) bool {
		c, ok := x.(plan.Composite)
		found = found || ok && slices.ContainsFunc(network.TablesIn(c), func(t int) bool { return slices.Contains(tables, t) })
		return !found && !ok
	})
	return found
}

// Filter keeps the rows of a node for which conditions hold. Those with subqueries come
// last; EXISTS and IN become joins that leave rows out.
func (j *Joiner) Filter(node network.Node, conditions []plan.Expr) (network.Node, error) {
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
		if node, err = j.filterNested(node, e); err != nil {
			return nil, err
		}
	}
	return node, nil
}

func (j *Joiner) filterNested(node network.Node, e plan.Expr) (network.Node, error) {
	kind, x := plan.SemiJoin, e
	if not, ok := e.(plan.Call); ok && not.Op == plan.Not {
		kind, x = plan.AntiJoin, not.Args[0]
	}
	switch x := x.(type) {
	case *Query:
		if x.Exists {
			return x.apply(kind, node, nil, 0), nil
		}
	case *In:
		if kind == plan.SemiJoin || !x.Nullable() {
			return j.decided(kind, node, x)
		}
		if len(x.left) > 1 {
			return j.withoutOpen(node, x)
		}
	case *Quantified:
		if kind == plan.SemiJoin {
			return j.decided(x.kind, node, &x.In)
		}
	}
	node, pred, err := j.Attach(node, e)
	if err != nil {
		return nil, err
	}
	return &network.Filter{In: node, Pred: pred}, nil
}

// decided keeps the rows that have a partner, or have none.
func (j *Joiner) decided(kind plan.JoinKind, node network.Node, q *In) (network.Node, error) {
	node, left, err := j.AttachAll(node, q.left)
	if err != nil {
		return nil, err
	}
	return q.sub.apply(kind, node, q.on(left), 0), nil
}

// apply joins a subquery to rows.
func (s *Query) apply(kind plan.JoinKind, left network.Node, on plan.Expr, mark int) network.Node {
	return &network.Apply{Kind: kind, Left: left, Right: s.Node, On: on, Mark: mark, Params: s.Params, Args: s.Args}
}

// Attach joins the subqueries of an expression to the rows of a node, and gives the
// expression over the rows that result.
func (j *Joiner) Attach(node network.Node, e plan.Expr) (network.Node, plan.Expr, error) {
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
		case *Query:
			node, v, err = j.attachOne(node, x)
		case *In:
			node, v, err = j.attachIn(node, x)
		case *Quantified:
			node, v, err = j.Attach(node, x.value)
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

// AttachAll is Attach for several expressions.
func (j *Joiner) AttachAll(node network.Node, list []plan.Expr) (network.Node, []plan.Expr, error) {
	out := make([]plan.Expr, len(list))
	for i, e := range list {
		var err error
		if node, out[i], err = j.Attach(node, e); err != nil {
			return nil, nil, err
		}
	}
	return node, out, nil
}

// attached is a subquery that the rows have a column of.
type attached struct {
	of     *Query
	column plan.Expr
}

// attachOne joins the value of a Query, or the mark of EXISTS, unless the rows have it:
// an expression may name a subquery several times, and so may several by an alias.
func (j *Joiner) attachOne(node network.Node, s *Query) (network.Node, plan.Expr, error) {
	for _, a := range j.attached {
		if a.of.Node == s.Node && a.of.Exists == s.Exists && slices.EqualFunc(a.of.Args, s.Args, plan.Equal) {
			return node, a.column, nil
		}
	}
	if !s.Exists {
		c := s.Columns[0]
		j.net.Tables[c.Table].Outer = true
		j.attached = append(j.attached, attached{s, c})
		return s.apply(plan.SingleJoin, node, nil, 0), c, nil
	}
	mark, err := j.mark()
	if err != nil {
		return nil, nil, err
	}
	j.attached = append(j.attached, attached{s, j.net.Ref(mark, 0)})
	return s.apply(plan.MarkJoin, node, nil, mark), j.net.Ref(mark, 0), nil
}

func (j *Joiner) mark() (int, error) {
	return j.Made("mark", []plan.Expr{plan.Literal(value.OfBool(true))})
}

// attachIn joins the mark of IN; where NULLs can leave it open, they are counted. Of
// several columns each pair is compared.
func (j *Joiner) attachIn(node network.Node, q *In) (network.Node, plan.Expr, error) {
	node, left, err := j.AttachAll(node, q.left)
	if err != nil {
		return nil, nil, err
	}
	mark, err := j.mark()
	if err != nil {
		return nil, nil, err
	}
	found := j.net.Ref(mark, 0)
	node = q.sub.apply(plan.MarkJoin, node, q.on(left), mark)
	if !q.Nullable() {
		return node, found, nil
	}
	if len(left) > 1 {
		return j.attachOpen(node, q, left, found)
	}
	e, err := j.threeValued(left[0], q.sub, found, plan.Literal(value.OfBool(true)))
	if err != nil {
		return nil, nil, err
	}
	return j.Attach(node, e)
}
