package sql

import (
	"context"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/sql/bind"
	"gsdms/sql/command"
)

// queryOf gives the query that a statement explains or takes its rows from, or the
// statement itself.
func queryOf(node ast.StmtNode) ast.StmtNode {
	switch n := node.(type) {
	case *ast.ExplainStmt:
		return n.Stmt
	case *ast.InsertStmt:
		if n.Select != nil {
			return command.WithoutParentheses(n.Select)
		}
	case *ast.CreateTableStmt:
		if n.Select != nil {
			return command.WithoutParentheses(n.Select)
		}
	}
	return node
}

// placeOf gives the offset of an expression of a query, or of one that is explained; -1
// if it is not known.
func (s *Session) placeOf(text, expr string) int {
	view := s.views()
	defer view.Close()
	names := s.engine.names(context.Background(), view)
	names.Database = s.within()
	node, err := names.Parse(text)
	node = queryOf(node)
	if err != nil || node == nil {
		return -1
	}
	return bind.Place(text, node, s.around(names), expr)
}
