package bind

import (
	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/opcode"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/sql/bind/scalar"
	"gsdms/sql/bind/subquery"
	"gsdms/sql/parse"
)

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
func (b *binder) inner(n ast.ExprNode) (subquery.Query, error) {
	s, err := b.asShown(n)
	b.net.AllInside(s.Node, s.Columns)
	return s, err
}

// asShown binds the query of a subquery, which sees the columns of this one.
func (b *binder) asShown(n ast.ExprNode) (subquery.Query, error) {
	q, ok := scalar.Unwrap(n).(*ast.SubqueryExpr)
	if !ok {
		return subquery.Query{}, b.Errorf(parse.CodeNotSupported, "a subquery is needed here")
	}
	in := b.statement.binder(b)
	in.views = b.views
	rel, err := in.query(q.Query)
	if err != nil {
		return subquery.Query{}, err
	}
	return subquery.Query{Node: rel.node, Columns: rel.columns, Params: in.params.table, Args: in.params.args}, nil
}

// scalar binds a subquery that is a value: one that is an expression as that.
func (b *binder) scalar(n *ast.SubqueryExpr) (plan.Expr, error) {
	if x := parse.Alone(n.Query); x != nil {
		return b.Expr(x)
	}
	s, err := b.asShown(n)
	if err != nil {
		return nil, err
	}
	if len(s.Columns) != 1 {
		return nil, b.Errorf(parse.CodeOperandColumns, "Operand should contain 1 column")
	}
	if s.Of = s.Columns[0].Type(); s.Of.Listed() { // whose number is that of its text
		return b.Build("CONCAT", &s)
	}
	if all, ok := b.net.Inside(s.Node, s.Columns[0]); ok {
		shown := s.Of
		s.Columns, s.Of = []plan.ColumnRef{all}, all.Type()
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
	for i, c := range s.Columns {
		one := s
		one.Columns, one.Of = s.Columns[i:i+1], c.Type()
		if i > 0 {
			one.Node, c = b.net.Copy(s.Node, c)
			one.Columns = []plan.ColumnRef{c}
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
	s.Exists, s.Of = true, plan.Type{Kind: plan.Bool}
	s.Node = network.WithoutOrder(s.Node)
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
	if len(left) != len(s.Columns) {
		return nil, b.Errorf(parse.CodeOperandColumns, "Operand should contain %d column(s)", len(left))
	}
	s.Of = plan.Type{Kind: plan.Bool}
	if _, limited := s.Node.(*network.Limit); !limited {
		s.Node = network.WithoutOrder(s.Node)
	}
	pairs := make([]plan.Expr, len(left))
	for i := range left { // the sides are brought to one type here, the left is replaced later
		if pairs[i], err = b.Built(plan.Eq, []plan.Expr{left[i], s.Columns[i]}); err != nil {
			return nil, b.At(err)
		}
	}
	return subquery.NewIn(s, left, pairs), nil
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
	if len(s.Columns) != 1 {
		return nil, b.Errorf(parse.CodeOperandColumns, "Operand should contain 1 column")
	}
	e, err := b.Compared(op, n.All, x, s)
	if err != nil || !network.Equates(s.Node, s.Params) {
		return e, err
	}
	compared, err := b.Built(op, []plan.Expr{x, s.Columns[0]})
	if err != nil || network.Decides(compared, n.All) == nil {
		return e, err
	}
	return subquery.NewQuantified(s, n.All, x, compared, e), nil
}
