package parse

import "github.com/pingcap/tidb/pkg/parser/ast"

// Alone is the expression that a query in parentheses is, (SELECT x), nil where it is more: one that reads rows of its own,
// or aggregates, would be another one outside of it.
func Alone(q ast.ResultSetNode) ast.ExprNode {
	n, ok := q.(*ast.SelectStmt)
	if !ok || !onlyFields(n) || len(n.Fields.Fields) != 1 || n.Fields.Fields[0].Expr == nil {
		return nil
	}
	x := n.Fields.Fields[0].Expr
	if within, ok := x.(*ast.SubqueryExpr); ok {
		return Alone(within.Query)
	}
	if OfOneRow(x) {
		return x
	}
	return nil
}

// OfOneRow reports whether an expression is one of the values of one row: it has no queries, aggregates or windows.
func OfOneRow(x ast.ExprNode) bool {
	finder := &refusedInBody{}
	x.Accept(finder)
	return finder.what == ""
}

// onlyFields reports whether a SELECT has nothing but what it selects.
func onlyFields(n *ast.SelectStmt) bool {
	return n.From == nil && n.Where == nil && n.GroupBy == nil && n.Having == nil && n.OrderBy == nil && n.Limit == nil &&
		n.WindowSpecs == nil && n.LockInfo == nil && n.SelectIntoOpt == nil && n.With == nil && !n.Distinct
}

// refusedInBody finds what is no expression of the values of one row.
type refusedInBody struct {
	node ast.Node
	what string
}

// Enter implements ast.Visitor.
func (r *refusedInBody) Enter(n ast.Node) (ast.Node, bool) {
	what := ""
	switch n.(type) {
	case *ast.SubqueryExpr, *ast.ExistsSubqueryExpr:
		what = "subqueries"
	case *ast.AggregateFuncExpr:
		what = "aggregates"
	case *ast.WindowFuncExpr:
		what = "window functions"
	case ast.ParamMarkerExpr:
		what = "parameters (?)"
	}
	if what != "" && r.what == "" {
		r.node, r.what = n, what
	}
	return n, r.what != ""
}

// Leave implements ast.Visitor.
func (r *refusedInBody) Leave(n ast.Node) (ast.Node, bool) { return n, true }
