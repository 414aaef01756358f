package sql

import (
	"context"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/sql/command"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// selectVariables is SELECT … INTO @a, @b: of one row, or of none, which leaves the variables as
// they are.
type selectVariables struct{ node *parse.IntoVariables }

func (selectVariables) Nature() command.Nature { return command.OnlyReads }

func (x selectVariables) run(ctx context.Context, c *call) (*result.Set, error) {
	r, err := c.Queries.Query(ctx, c.Call, x.node.StmtNode)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	var row []plan.Value
	for rows, err := range r.Batches() {
		switch {
		case err != nil:
			return nil, err
		case len(rows.Columns) != len(x.node.Names):
			return nil, c.ErrorAt(nil, parse.CodeSetColumns, "The used SELECT statements have a different number of columns")
		case rows.Len > 1 || rows.Len == 1 && row != nil:
			return nil, c.ErrorAt(nil, parse.CodeRowsForVariables, "Result consisted of more than one row")
		case rows.Len == 1:
			for i := range rows.Columns {
				row = append(row, value.Raw(rows.Columns[i].Value(0), rows.Columns[i].Type))
			}
		}
	}
	if row == nil {
		c.session.warn("Warning", parse.CodeNoData, "No data - zero rows fetched, selected, or processed")
		return &result.Set{Message: "no row"}, nil
	}
	return x.assign(c, row)
}

// assign sets all variables, or none.
func (x selectVariables) assign(c *call, row []plan.Value) (*result.Set, error) {
	next := c.session.settings.Clone()
	for i, name := range x.node.Names {
		if err := next.SetOwn(name, row[i]); err != nil {
			return nil, c.Written().ErrorAtWord(name, parse.CodeWrongVariableValue, "%s", err)
		}
	}
	c.session.settings = next
	return &result.Set{Affected: 1, Message: "set"}, nil
}

// selectCounted is SELECT SQL_CALC_FOUND_ROWS … LIMIT n: FOUND_ROWS() says behind it how many rows
// there were without the limit, so the query runs without it first.
type selectCounted struct{ node *ast.SelectStmt }

// countedOf is what runs such a query, nil for any other.
func countedOf(n *ast.SelectStmt) statement {
	if n.SelectStmtOpts == nil || !n.SelectStmtOpts.CalcFoundRows || n.Limit == nil {
		return nil
	}
	return selectCounted{n}
}

func (selectCounted) Nature() command.Nature { return command.OnlyReads }

func (x selectCounted) run(ctx context.Context, c *call) (*result.Set, error) {
	whole := *x.node
	whole.Limit, whole.OrderBy = nil, nil
	all, err := c.Queries.Query(ctx, c.Call, &whole)
	if err != nil {
		return nil, err
	}
	defer all.Close()
	found := int64(0)
	for rows, err := range all.Batches() {
		if err != nil {
			return nil, err
		}
		found += int64(rows.Len)
	}
	q, err := c.engine.compile(ctx, c.Text, x.node, c.session.surround(c.Names), c.watch)
	if err != nil {
		return nil, err
	}
	r, err := c.session.runQuery(ctx, q, c.View, c.watch, false)
	if err != nil {
		return nil, err
	}
	c.session.counts.all = found
	return r, c.session.counted(r)
}
