package change

import (
	"cmp"
	"context"
	"slices"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/pushscan/store/ingest"
	"gsdms/sql/command"
	"gsdms/sql/parse"
	"gsdms/sql/result"
	"gsdms/sql/source"
)

// insertSelect is INSERT … SELECT, and REPLACE … SELECT: all rows of the query, or none.
type insertSelect struct{ node *ast.InsertStmt }

func (insertSelect) Nature() command.Nature { return command.ChangesRows }

func (x insertSelect) Permit(r command.Permits) error {
	return permitInsert(r, x.node)
}

func (x insertSelect) Run(ctx context.Context, c *command.Call) (*result.Set, error) {
	t, to, err := insertInto(c, x.node)
	if err != nil {
		return nil, err
	}
	if x.node.IsReplace && hasUnique(t) {
		return mergeRows(x).Run(ctx, c)
	}
	if err := allGivable(c, x.node.Table, t, to); err != nil {
		return nil, err
	}
	r, err := c.RowsToStore(ctx, x.node.Select)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	name, _ := insertTarget(x.node) // insertInto has refused what has none
	if len(r.Columns) != len(to) {
		return nil, c.ErrorAt(name, parse.CodeValueCount, "Column count doesn't match value count at row 1: %d columns, and the query has %d", len(to), len(r.Columns))
	}
	src, err := source.FromResult(c.Written(), name, t.Shown(), to, r)
	if err != nil {
		return nil, err
	}
	defer src.Stop()
	var rows ingest.Source = src
	var last uint64
	if at := numberOf(t); slices.Contains(to, at) {
		rows = remembering{rows, at, t.Columns[at].Type.Kind, &last}
	}
	put, err := put(ctx, c, x.node, t, rows)
	if err != nil {
		return nil, c.RowError(err)
	}
	put.First = cmp.Or(put.First, last)
	return put, nil
}
