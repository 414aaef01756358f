package sql

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/test_driver"

	"gsdms/plan"
	"gsdms/sql/bind"
	"gsdms/sql/inform"
	"gsdms/sql/result"
)

// shownAs is the name that the rows of a SHOW have for its WHERE.
const shownAs = "shown"

// shown gives of the rows of a SHOW those that LIKE, which is about one column, or WHERE
// takes: it is a query over them like any other.
func (c *call) shown(ctx context.Context, n *ast.ShowStmt, r *result.Set, likeColumn int) (*result.Set, error) {
	if n.Pattern == nil && n.Where == nil {
		return r, nil
	}
	t, err := inform.TableOf(ctx, shownAs, r)
	if err != nil {
		return nil, err
	}
	net, err := bind.Rows(c.Text, shownCatalog{c.session.surround(c.Names), t}, t, condition(n, r.Columns[likeColumn].Name))
	if err != nil {
		return nil, err
	}
	net.Output = slices.Clone(r.Columns)
	q, err := c.engine.run.Prepare(ctx, net)
	if err != nil {
		return nil, fmt.Errorf("list a part: %w", err)
	}
	out, err := c.session.runQuery(ctx, q, c.View, c.watch, false)
	if err != nil {
		return nil, err
	}
	out.Columns = c.matched(n, r.Columns)
	return out, nil
}

// matched is what clients are told of the columns: MySQL has the pattern of LIKE in the head of the names
// of tables and databases.
func (c *call) matched(n *ast.ShowStmt, columns []plan.Output) []plan.Output {
	if c.session.client == nil || n.Pattern == nil || n.Tp != ast.ShowTables && n.Tp != ast.ShowDatabases {
		return columns
	}
	v, ok := n.Pattern.Pattern.(*test_driver.ValueExpr)
	if !ok {
		return columns
	}
	out := slices.Clone(columns)
	out[0].Name += " (" + v.GetString() + ")"
	return out
}

// condition is the WHERE of a SHOW, or what its LIKE says of a column. Names are compared
// without regard to case, as MySQL compares them.
func condition(n *ast.ShowStmt, column string) ast.ExprNode {
	if n.Where != nil {
		return n.Where
	}
	like := *n.Pattern
	like.IsLike = true
	like.Expr = &ast.FuncCallExpr{FnName: ast.NewCIStr("LOWER"), Args: []ast.ExprNode{
		&ast.ColumnNameExpr{Name: &ast.ColumnName{Name: ast.NewCIStr(column)}},
	}}
	if v, ok := like.Pattern.(*test_driver.ValueExpr); ok && v.Kind() == test_driver.KindString {
		lower := *v
		lower.SetString(strings.ToLower(v.GetString()))
		like.Pattern = &lower
	}
	return &like
}

// shownCatalog has the rows of a SHOW besides what the session has.
type shownCatalog struct {
	*sessionView
	rows *plan.Table
}

// Table implements plan.Catalog.
func (s shownCatalog) Table(name string) (*plan.Table, error) {
	if name == shownAs {
		return s.rows, nil
	}
	return s.sessionView.Table(name)
}
