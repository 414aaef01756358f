package change

import (
	"slices"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/test_driver"

	"gsdms/plan"
	"gsdms/sql/command"
	"gsdms/sql/define"
	"gsdms/sql/parse"
)

// Columns that make values themselves: AUTO_INCREMENT, DEFAULT and ON UPDATE CURRENT_TIMESTAMP.

// filling is a table with columns as define.ToFill gives them.
func filling(c *command.Call, t *plan.Table) *plan.Table {
	out := *t
	out.Columns = define.ToFill(t.Columns, c.Session.Moment())
	return &out
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
		out = append(out, &ast.Assignment{Column: &ast.ColumnName{Schema: called.Schema, Table: ast.NewCIStr(parse.OwnName(called)), Name: ast.NewCIStr(c.Name)}, Expr: now})
	}
	return out
}
