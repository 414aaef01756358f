package parse

import "github.com/pingcap/tidb/pkg/parser/ast"

// asRows makes INSERT … VALUES ROW(…), … one of VALUES (…), …, in which DEFAULT may stand.
// Ordered or limited, VALUES ROW is a query as any other.
func asRows(stmts []ast.StmtNode) {
	for _, s := range stmts {
		insert, ok := s.(*ast.InsertStmt)
		if !ok {
			continue
		}
		rows, ok := insert.Select.(*ast.SelectStmt)
		if !ok || rows.Kind != ast.SelectStmtKindValues || rows.OrderBy != nil || rows.Limit != nil || rows.With != nil {
			continue
		}
		insert.Select = nil
		for _, row := range rows.Lists {
			insert.Lists = append(insert.Lists, row.Values)
		}
	}
}
