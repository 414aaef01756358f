package sql

import (
	"slices"
	"time"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/test_driver"

	"gsdms/plan"
	"gsdms/sql/define"
)

// Columns that make values themselves: AUTO_INCREMENT, DEFAULT and ON UPDATE CURRENT_TIMESTAMP.

// filling is a table with columns as toFill gives them.
func (s *Session) filling(t *plan.Table) *plan.Table {
	out := *t
	out.Columns = define.ToFill(t.Columns, s.moment())
	return &out
}

// moment is when the statement began, which is what NOW() says throughout it.
func (s *Session) moment() time.Time {
	if s.began.IsZero() {
		return time.Now()
	}
	return s.began
}

// numbered keeps the number that a row has got first for LAST_INSERT_ID; 0 is none.
func (s *Session) numbered(first uint64) {
	if first > 0 {
		s.lastNumber = first
	}
}

// updatedNow are the columns that an UPDATE of others gives the moment.
func updatedNow(t *plan.Table, assigned []int) (out []int) {
	for i, c := range t.Shown() {
		if c.Own.Has(plan.UpdatesToNow) && !slices.Contains(assigned, i) {
			out = append(out, i)
		}
	}
	return out
}

// nowAssigned are assignments of the moment to columns of the table that is called so.
func nowAssigned(called *ast.TableName, t *plan.Table, columns []int) (out []*ast.Assignment) {
	for _, i := range columns {
		c := &t.Columns[i]
		digits := new(test_driver.ValueExpr)
		digits.SetInt64(int64(c.Type.Scale))
		now := &ast.FuncCallExpr{FnName: ast.NewCIStr("CURRENT_TIMESTAMP"), Args: []ast.ExprNode{digits}}
		out = append(out, &ast.Assignment{Column: &ast.ColumnName{Table: called.Name, Name: ast.NewCIStr(c.Name)}, Expr: now})
	}
	return out
}
