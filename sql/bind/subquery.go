package bind

import (
	"slices"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/opcode"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/typing"
	"gsdms/plan/value"
	"gsdms/sql/bind/scalar"
	"gsdms/sql/parse"
)

// subquery is a query in an expression, until its rows are joined to those around it.
type subquery struct {
	relation
	params *parameters
	args   []plan.Expr // of params, as they are where the expression stands
	exists bool        // whether there are rows; else the value of the only column of the only row
	of     plan.Type
}

// inQuery is x IN (SELECT …), for one or several x.
type inQuery struct {
	sub   subquery
	left  []plan.Expr
	pairs func(left []plan.Expr) []plan.Expr // that left is a row of the subquery, column by column
}

// Type is Bool of EXISTS, else the column's.
func (s *subquery) Type() plan.Type { return s.of }

// Nullable reports whether the value can be NULL: without rows it is.
func (s *subquery) Nullable() bool { return !s.exists }

// String says that it is a query.
func (s *subquery) String() string {
	if s.exists {
		return "EXISTS (SELECT ...)"
	}
	return "(SELECT ...)"
}

// Operands are what it reads of the rows around.
func (s *subquery) Operands() []plan.Expr { return s.args }

// WithOperands gives a copy that reads others.
func (s *subquery) WithOperands(args []plan.Expr) plan.Expr {
	out := *s
	out.args = args
	return &out
}

// on holds where left is a row of the subquery.
func (q *inQuery) on(left []plan.Expr) plan.Expr { return plan.Combine(plan.And, q.pairs(left)) }

// Type is Bool.
func (q *inQuery) Type() plan.Type { return plan.Type{Kind: plan.Bool} }

// Nullable reports whether a NULL on either side can make it NULL.
func (q *inQuery) Nullable() bool {
	for i, l := range q.left {
		if l.Nullable() || q.sub.columns[i].Nullable() {
			return true
		}
	}
	return false
}

// String says what is looked for.
func (q *inQuery) String() string { return q.left[0].String() + " IN (SELECT ...)" }

// Operands are what it reads of the rows around, and what is looked for.
func (q *inQuery) Operands() []plan.Expr {
	return append(slices.Clone(q.left), q.sub.args...)
}

// WithOperands gives a copy that reads others.
func (q *inQuery) WithOperands(args []plan.Expr) plan.Expr {
	out := *q
	out.left, out.sub.args = args[:len(q.left)], args[len(q.left):]
	return &out
}

// quantified is x op ANY (SELECT …) or x op ALL (SELECT …).
type quantified struct {
	inQuery               // the rows that decide
	kind    plan.JoinKind // that keeps the rows it is true for
	value   plan.Expr     // the same with what NULLs leave open
}

// Operands are what it reads of the rows around, in both forms.
func (q *quantified) Operands() []plan.Expr {
	return append([]plan.Expr{q.value}, q.inQuery.Operands()...)
}

// WithOperands gives a copy that reads others.
func (q *quantified) WithOperands(args []plan.Expr) plan.Expr {
	return &quantified{*q.inQuery.WithOperands(args[1:]).(*inQuery), q.kind, args[0]}
}

// once binds an expression with a subquery the first time, and gives the same expression
// again where GROUP BY has bound it as that of an alias: it would be another query, and so
// no key.
func (b *binder) once(n ast.ExprNode, bind func(ast.ExprNode) (plan.Expr, error)) (plan.Expr, error) {
	if e, ok := b.nestedExprs[n]; ok {
		return e, nil
	}
	e, err := bind(n)
	if err == nil {
		b.nestedExprs[n] = e
	}
	return e, err
}

func (b *binder) subqueryIn(n ast.ExprNode) (plan.Expr, error) {
	switch n := n.(type) {
	case *ast.PatternInExpr:
		e, err := b.inSubquery(n.Expr, n.Sel)
		return b.Not(n.Not, e, err)
	case *ast.ExistsSubqueryExpr:
		return b.existence(n)
	case *ast.CompareSubqueryExpr:
		return b.quantified(n)
	}
	return b.scalar(n.(*ast.SubqueryExpr))
}

// inner binds a subquery whose values are compared, with all their digits.
func (b *binder) inner(n ast.ExprNode) (subquery, error) {
	s, err := b.asShown(n)
	b.net.AllInside(s.node, s.columns)
	return s, err
}

// asShown binds the query of a subquery, which sees the columns of this one.
func (b *binder) asShown(n ast.ExprNode) (subquery, error) {
	q, ok := scalar.Unwrap(n).(*ast.SubqueryExpr)
	if !ok {
		return subquery{}, b.Errorf(parse.CodeNotSupported, "a subquery is needed here")
	}
	in := b.statement.binder(b)
	in.views = b.views
	rel, err := in.query(q.Query)
	if err != nil {
		return subquery{}, err
	}
	return subquery{relation: rel, params: in.params, args: in.params.args}, nil
}

// scalar binds a subquery that is a value.
func (b *binder) scalar(n *ast.SubqueryExpr) (plan.Expr, error) {
	s, err := b.asShown(n)
	if err != nil {
		return nil, err
	}
	if len(s.columns) != 1 {
		return nil, b.Errorf(parse.CodeOperandColumns, "Operand should contain 1 column")
	}
	s.of = s.columns[0].Type()
	if all, ok := b.net.Inside(s.node, s.columns[0]); ok {
		shown := s.of
		s.columns, s.of = []plan.ColumnRef{all}, all.Type()
		return plan.Shown(&s, shown), nil
	}
	return &s, nil
}

// Row binds a subquery that stands for a row: a subquery of its own for each column.
func (b *binder) Row(n *ast.SubqueryExpr) (out []plan.Expr, err error) {
	s, err := b.inner(n)
	if err != nil {
		return nil, err
	}
	for i, c := range s.columns {
		one := s
		one.columns, one.of = s.columns[i:i+1], c.Type()
		if i > 0 {
			one.node, c = b.net.Copy(s.node, c)
			one.columns = []plan.ColumnRef{c}
		}
		out = append(out, &one)
	}
	return out, nil
}

// existence binds EXISTS.
func (b *binder) existence(n *ast.ExistsSubqueryExpr) (plan.Expr, error) {
	s, err := b.inner(n.Sel)
	if err != nil {
		return nil, err
	}
	s.exists, s.of = true, plan.Type{Kind: plan.Bool}
	s.node = network.WithoutOrder(s.node)
	return b.Not(n.Not, &s, nil)
}

// operands gives the parts of a row value, or the expression alone.
func (b *binder) operands(n ast.ExprNode) ([]plan.Expr, error) {
	if r, ok := scalar.Unwrap(n).(*ast.RowExpr); ok {
		return b.Exprs(r.Values)
	}
	return b.Exprs([]ast.ExprNode{n})
}

// inSelect binds x IN (SELECT …).
func (b *binder) inSubquery(x, sel ast.ExprNode) (plan.Expr, error) {
	left, err := b.operands(x)
	if err != nil {
		return nil, err
	}
	s, err := b.inner(sel)
	if err != nil {
		return nil, err
	}
	if len(left) != len(s.columns) {
		return nil, b.Errorf(parse.CodeOperandColumns, "Operand should contain %d column(s)", len(left))
	}
	s.of = plan.Type{Kind: plan.Bool}
	if _, limited := s.node.(*network.Limit); !limited {
		s.node = network.WithoutOrder(s.node)
	}
	pairs := make([]plan.Expr, len(left))
	for i := range left { // the sides are brought to one type here, the left is replaced later
		if pairs[i], err = b.Built(plan.Eq, []plan.Expr{left[i], s.columns[i]}); err != nil {
			return nil, b.At(err)
		}
	}
	return b.membership(s, left, pairs), nil
}

// membership makes an inQuery of the comparisons that hold for a partner. What stands on
// their left is replaced where the expressions around it are rewritten.
func (b *binder) membership(s subquery, left, pairs []plan.Expr) plan.Expr {
	operands := make([]plan.Expr, len(pairs))
	for i, p := range pairs {
		if c, ok := p.(plan.Call); ok && network.Decides(c, false) != nil {
			operands[i] = c.Args[0]
		} else {
			operands[i] = left[i]
		}
	}
	over := func(left []plan.Expr) []plan.Expr {
		out := make([]plan.Expr, len(pairs))
		for i, p := range pairs {
			if c, ok := p.(plan.Call); ok && network.Decides(c, false) != nil {
				p = plan.Call{Op: c.Op, Args: []plan.Expr{left[i], c.Args[1]}, Of: c.Of}
			}
			out[i] = p
		}
		return out
	}
	return &inQuery{sub: s, left: operands, pairs: over}
}

// quantified binds x op ANY (SELECT …) and x op ALL (SELECT …).
func (b *binder) quantified(n *ast.CompareSubqueryExpr) (plan.Expr, error) {
	op := scalar.Operator(n.Op)
	switch {
	case n.Op == opcode.EQ && !n.All:
		return b.inSubquery(n.L, n.R)
	case n.Op == opcode.NE && n.All:
		e, err := b.inSubquery(n.L, n.R)
		return b.Not(true, e, err)
	}
	x, err := b.Expr(n.L)
	if err != nil {
		return nil, err
	}
	s, err := b.inner(n.R)
	if err != nil {
		return nil, err
	}
	if len(s.columns) != 1 {
		return nil, b.Errorf(parse.CodeOperandColumns, "Operand should contain 1 column")
	}
	e, err := b.extremes(op, n.All, x, s)
	if err != nil || !network.Equates(s.node, s.params.table) {
		return e, err
	}
	compared, err := b.Built(op, []plan.Expr{x, s.columns[0]})
	if err != nil || network.Decides(compared, n.All) == nil {
		return e, err
	}
	in := b.membership(s, []plan.Expr{x}, []plan.Expr{compared}).(*inQuery)
	pairs := in.pairs
	in.pairs = func(left []plan.Expr) []plan.Expr { return []plan.Expr{network.Decides(pairs(left)[0], n.All)} }
	kind := map[bool]plan.JoinKind{false: plan.SemiJoin, true: plan.AntiJoin}[n.All]
	return &quantified{*in, kind, e}, nil
}

// extremes compares a value with the least and the greatest of a subquery's values, and
// minds its NULLs: of no rows ALL is true and ANY false; where the values decide, they do;
// else a NULL on either side makes NULL.
func (b *binder) extremes(op plan.Op, all bool, x plan.Expr, s subquery) (plan.Expr, error) {
	least, err := b.summary(s, plan.Min, true)
	if err != nil {
		return nil, err
	}
	greatest, err := b.summary(s, plan.Max, true)
	if err != nil {
		return nil, err
	}
	var decided plan.Expr // true where the values decide against ALL, or for ANY
	switch {
	case op == plan.Eq || op == plan.Ne:
		decided, err = b.eitherDiffers(x, least, greatest)
	case (op == plan.Gt || op == plan.Ge) != all:
		decided, err = b.Built(op, []plan.Expr{x, least})
	default:
		decided, err = b.Built(op, []plan.Expr{x, greatest})
	}
	if err == nil && all && op != plan.Eq {
		decided, err = typing.Build(plan.Not, decided)
	}
	if err != nil {
		return nil, b.At(err)
	}
	return b.threeValued(x, s, decided, plan.Literal(value.OfBool(!all)))
}

func (b *binder) eitherDiffers(x, least, greatest plan.Expr) (plan.Expr, error) {
	l, err := b.Built(plan.Ne, []plan.Expr{x, least})
	if err != nil {
		return nil, err
	}
	g, err := b.Built(plan.Ne, []plan.Expr{x, greatest})
	if err != nil {
		return nil, err
	}
	return typing.Build(plan.Or, l, g)
}

// threeValued is decides where found holds; where a NULL leaves it open, NULL; else the
// opposite of decides.
func (b *binder) threeValued(x plan.Expr, s subquery, found, decides plan.Expr) (plan.Expr, error) {
	rows, err := b.summary(s, plan.Count, false)
	if err != nil {
		return nil, err
	}
	values, err := b.summary(s, plan.Count, true)
	if err != nil {
		return nil, err
	}
	k := b.Building()
	zero := plan.Literal(value.OfInt(0))
	open := k.Build(plan.Or, k.Build(plan.And, k.Build(plan.IsNull, x), k.Build(plan.Gt, rows, zero)), k.Build(plan.Gt, rows, values))
	null := plan.NullOf(plan.Type{Kind: plan.Bool})
	other := k.Build(plan.Not, decides)
	return k.Build(plan.If, found, decides, k.Build(plan.If, open, null, other)), k.Err
}

// summary is an aggregate over a copy of a subquery: of its values, or its rows.
func (b *binder) summary(s subquery, f plan.AggFunc, values bool) (plan.Expr, error) {
	node, column := b.net.Copy(s.node, s.columns[0])
	var arg plan.Expr
	if values {
		arg = column
	}
	byKey, err := f != plan.Count && typing.IsJSON(column), error(nil) // the order of JSON values is not that of their texts
	if byKey {
		if arg, err = typing.ExtremeJSON(column); err != nil {
			return nil, b.At(err)
		}
	}
	g, err := typing.NewAgg(f, arg)
	if err != nil {
		return nil, b.At(err)
	}
	slot := plan.Slot{Of: g.Of, CanBeNil: g.Nullable(), Name: g.String()}
	at, err := b.made("", []plan.Expr{slot})
	if err != nil {
		return nil, err
	}
	agg := &network.Aggregate{In: node, Table: at, Aggs: []plan.Agg{g}}
	found := plan.Expr(b.net.Ref(at, 0))
	if byKey {
		if found, err = typing.JSONOfExtreme(found); err != nil {
			return nil, b.At(err)
		}
	}
	p := &network.Project{In: agg, Exprs: []plan.Expr{found}}
	if p.Table, err = b.made("", p.Exprs); err != nil {
		return nil, err
	}
	out := subquery{relation: relation{node: p, columns: []plan.ColumnRef{b.net.Ref(p.Table, 0)}}, params: s.params, args: s.args, of: found.Type()}
	return &out, nil
}
