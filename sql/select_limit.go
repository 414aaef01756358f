package sql

import "github.com/pingcap/tidb/pkg/parser/ast"

// limited gives a SELECT that has no LIMIT the session's: subqueries and views have none of
// it, nor has what INSERT reads.
func (s *Session) limited(node ast.StmtNode) ast.StmtNode {
	most, ok := s.settings.MostRows()
	if !ok {
		return node
	}
	limit := &ast.Limit{Count: ast.NewValueExpr(most, "", "")}
	switch n := node.(type) {
	case *ast.SelectStmt:
		if n.Limit == nil {
			out := *n
			out.Limit = limit
			return &out
		}
	case *ast.SetOprStmt:
		if n.Limit == nil {
			out := *n
			out.Limit = limit
			return &out
		}
	}
	return node
}
