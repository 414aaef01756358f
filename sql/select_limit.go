package sql

import (
	"fmt"
	"strconv"

	"github.com/pingcap/tidb/pkg/parser/ast"
)

// noSelectLimit is the value of sql_select_limit that is none.
const noSelectLimit = "18446744073709551615"

// selectLimit is set for how many rows a SELECT gives that has no LIMIT.
func selectLimit(v string) error {
	if _, err := strconv.ParseUint(v, 10, 64); err != nil {
		return fmt.Errorf("it is a number of rows up to %s, not %q", noSelectLimit, v)
	}
	return nil
}

// mostRows is sql_select_limit, false where there is none.
func (s *settings) mostRows() (uint64, bool) {
	text := s.values["sql_select_limit"]
	n, err := strconv.ParseUint(text, 10, 64)
	return n, err == nil && text != noSelectLimit
}

// keepsPlans reports whether plans are found by the text of a statement, and kept.
func (s *settings) keepsPlans() bool {
	_, limited := s.mostRows()
	return s.cache && !limited
}

// limited gives a SELECT that has no LIMIT the session's: subqueries and views have none of
// it, nor has what INSERT reads.
func (s *Session) limited(node ast.StmtNode) ast.StmtNode {
	most, ok := s.settings.mostRows()
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
