package sql

import (
	"fmt"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/sql/bind"
)

// constant evaluates an expression without columns, as the session sees it: one with queries in
// it as the one row of a SELECT.
func (c *call) constant(n ast.ExprNode) (v plan.Value, err error) {
	if !hasQuery(n) {
		return bind.Value(c.text, n, c.session.surround(c.names))
	}
	q := &ast.SelectStmt{
		SelectStmtOpts: &ast.SelectStmtOpts{}, Kind: ast.SelectStmtKindSelect,
		Fields: &ast.FieldList{Fields: []*ast.SelectField{{Expr: n, Offset: n.OriginTextPosition()}}},
	}
	r, err := c.rowsOf(c.names.Context, q)
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
			v = batch.Columns[0].Value(0)
		}
	}
	if rows != 1 {
		return v, fmt.Errorf("compute a value of %s: %d rows", c.text, rows)
	}
	return v, nil
}

// hasQuery reports whether there is a query in an expression.
func hasQuery(n ast.Node) bool {
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
