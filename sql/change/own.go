package change

import (
	"context"
	"slices"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/test_driver"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan/store/ingest"
	"gsdms/sql/command"
	"gsdms/sql/define"
	"gsdms/sql/parse"
	"gsdms/sql/source"
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

// numberOf is the ordinal of the column of a table that numbers its rows, -1 for none.
func numberOf(t *plan.Table) int {
	return slices.IndexFunc(t.Shown(), func(c plan.Column) bool { return c.Own.Has(plan.Numbered) })
}

// remembered is an assignment of what column = LAST_INSERT_ID(x) assigns, and whether it is one: the
// session has x as its last number then.
func remembered(a *ast.Assignment, of *plan.Column) (*ast.Assignment, bool) {
	f, ok := a.Expr.(*ast.FuncCallExpr)
	if k := of.Type.Kind; !ok || f.FnName.L != "last_insert_id" || len(f.Args) != 1 || k != plan.Int && k != plan.Unsigned {
		return a, false
	}
	return &ast.Assignment{Column: a.Column, Expr: f.Args[0]}, true
}

// remembering hands rows on, and keeps the number that the last of them has in a column.
type remembering struct {
	ingest.Source
	column int
	of     value.Kind // of it
	last   *uint64
}

// Next is of ingest.Source.
func (r remembering) Next(ctx context.Context) (*ingest.Batch, error) {
	b, err := r.Source.Next(ctx)
	if b != nil && b.Rows > 0 {
		if c := b.Columns[r.column]; c.Nulls == nil || !c.Nulls[b.Rows-1] {
			*r.last = source.Counted(plan.Value{Kind: r.of, Int: c.Ints[b.Rows-1]})
		}
	}
	return b, err
}
