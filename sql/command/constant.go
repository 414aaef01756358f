package command

import (
	"fmt"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/sql/bind"
)

// Constant evaluates an expression without columns, as the session sees it: one with queries in
// it as the one row of a SELECT. It has all digits of a quotient.
func (c *Call) Constant(n ast.ExprNode) (v plan.Value, err error) {
	if !HasQuery(n) {
		return bind.Value(c.Text, n, c.Queries.Surround(c.Names))
	}
	q := &ast.SelectStmt{
		SelectStmtOpts: &ast.SelectStmtOpts{}, Kind: ast.SelectStmtKindSelect,
		Fields: &ast.FieldList{Fields: []*ast.SelectField{{Expr: n, Offset: n.OriginTextPosition()}}},
	}
	r, err := c.RowsToStore(c.Names.Context, q)
	if err != nil {
		return v, err
	}
	defer r.Close()
	rows := 0
	for batch, err := range r.Batches() {
		if err != nil {
			return v, err
		}
		if rows += batch.Len; batch.Len > 0 {
			v = value.Raw(batch.Columns[0].Value(0), batch.Columns[0].Type)
		}
	}
	if rows != 1 {
		return v, fmt.Errorf("compute a value of %s: %d rows", c.Text, rows)
	}
	return v, nil
}

// HasQuery reports whether there is a query in an expression.
func HasQuery(n ast.Node) bool {
	f := &queryFinder{}
	n.Accept(f)
	return f.found
}

type queryFinder struct{ found bool }

// Enter is of ast.Visitor.
func (f *queryFinder) Enter(n ast.Node) (ast.Node, bool) {
	if _, ok := n.(*ast.SubqueryExpr); ok {
		f.found = true
	}
	return n, f.found
}

// Leave is of ast.Visitor.
func (*queryFinder) Leave(n ast.Node) (ast.Node, bool) { return n, true }
