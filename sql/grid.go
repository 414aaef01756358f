package sql

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/test_driver"

	"gsdms/plan"
	inmemory "gsdms/pushscan/relation"
	"gsdms/sql/bind"
	"gsdms/sql/result"
)

// grid is a small table that is made row by row: what SHOW lists, or a table of
// information_schema. The cells of a row are string, int or nil for NULL.
type grid struct {
	heads []head
	rows  [][]any
}

// head is a column of a grid.
type head struct {
	name   string
	number bool
}

// newGrid makes a grid of columns whose names commas divide; # behind one says that it
// holds numbers.
func newGrid(heads string) *grid {
	g := &grid{}
	for _, name := range strings.Split(heads, ",") {
		short, number := strings.CutSuffix(name, "#")
		g.heads = append(g.heads, head{short, number})
	}
	return g
}

func (g *grid) add(cells ...any) { g.rows = append(g.rows, cells) }

// result gives the rows; a row that has fewer cells than there are columns ends with NULLs.
func (g *grid) result() *result.Set {
	r := &result.Set{Rows: &plan.Rows{Len: len(g.rows)}}
	for i, h := range g.heads {
		v := g.column(i, h)
		r.Columns = append(r.Columns, plan.Output{Name: h.name, Type: v.Type})
		r.Rows.Columns = append(r.Rows.Columns, v)
	}
	return r
}

func (g *grid) column(i int, h head) plan.Vector {
	v := plan.Vector{Type: plan.Type{Kind: plan.String}, Texts: make([]string, 0, len(g.rows))}
	if h.number {
		v = plan.Vector{Type: plan.Type{Kind: plan.Int}, Ints: make([]int64, 0, len(g.rows))}
	}
	nulls, anyNull := make([]bool, len(g.rows)), false
	for at, row := range g.rows {
		var cell any
		if i < len(row) {
			cell = row[i]
		}
		nulls[at] = cell == nil
		anyNull = anyNull || nulls[at]
		n, _ := cell.(int)
		text, _ := cell.(string)
		if h.number {
			v.Ints = append(v.Ints, int64(n))
		} else {
			v.Texts = append(v.Texts, text)
		}
	}
	if anyNull {
		v.Nulls = nulls
	}
	return v
}

// tableOf makes a table of a result, which queries can read like any other.
func tableOf(ctx context.Context, name string, r *result.Set) (*plan.Table, error) {
	schema := make([]plan.Column, len(r.Columns))
	for i, c := range r.Columns {
		schema[i] = plan.Column{Name: c.Name, Type: c.Type, Nullable: true}
	}
	return inmemory.New(ctx, name, schema, r.Rows, func(int64) error { return nil }) // a few rows, of which nobody keeps count
}

// shownAs is the name that the rows of a SHOW have for its WHERE.
const shownAs = "shown"

// shown gives of the rows of a SHOW those that LIKE, which is about one column, or WHERE
// takes: it is a query over them like any other.
func (c *call) shown(ctx context.Context, n *ast.ShowStmt, r *result.Set, likeColumn int) (*result.Set, error) {
	if n.Pattern == nil && n.Where == nil {
		return r, nil
	}
	t, err := tableOf(ctx, shownAs, r)
	if err != nil {
		return nil, err
	}
	net, err := bind.Rows(c.text, shownCatalog{c.session.surround(c.names), t}, t, condition(n, r.Columns[likeColumn].Name))
	if err != nil {
		return nil, err
	}
	net.Output = slices.Clone(r.Columns)
	q, err := c.engine.run.Prepare(ctx, net)
	if err != nil {
		return nil, fmt.Errorf("list a part: %w", err)
	}
	out, err := c.session.runQuery(ctx, q, c.view, c.watch, false)
	if err != nil {
		return nil, err
	}
	out.Columns = r.Columns
	return out, nil
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
