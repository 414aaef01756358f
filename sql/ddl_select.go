package sql

import (
	"context"
	"errors"
	"fmt"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/pushscan/store"
	"gsdms/sql/account"
	"gsdms/sql/parse"
	"gsdms/sql/result"
	"gsdms/sql/source"
)

// createSelect is CREATE TABLE … SELECT: the table with all rows of the query, or no
// table.
type createSelect struct{ node *ast.CreateTableStmt }

func (createSelect) nature() nature { return changesTables }

func (x createSelect) permit(r permits) error {
	return errors.Join(r.create(x.node, account.Create|account.Insert), referencing(r, x.node))
}

func (x createSelect) run(ctx context.Context, c *call) (*result.Set, error) {
	n := x.node
	if n.OnDuplicate != ast.OnDuplicateKeyHandlingError {
		return nil, c.refuseWord("SELECT", "IGNORE and REPLACE in CREATE TABLE … SELECT")
	}
	exists := c.made(n)
	if exists && n.IfNotExists {
		return &result.Set{Message: fmt.Sprintf("table %s exists", n.Table.Name.O)}, nil
	}
	if exists {
		return nil, c.errorAt(n.Table, parse.CodeTableExists, "Table '%s' already exists", n.Table.Name.O)
	}
	if err := c.reader().CheckPlain(n); err != nil {
		return nil, err
	}
	r, err := c.rowsOf(ctx, n.Select)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	d, to, err := c.reader().SelectDefinition(n, r)
	if err != nil {
		return nil, err
	}
	if err := c.withoutKeys(n, d); err != nil {
		return nil, err
	}
	in, err := c.catalogFor(n)
	if err != nil {
		return nil, err
	}
	src, err := source.FromResult(c.written(), n.Table, d.Columns, to, r)
	if err != nil {
		return nil, err
	}
	defer src.Stop()
	defer c.engine.changed()
	rows, err := in.CreateLoad(ctx, d, src)
	if errors.Is(err, store.ErrExists) {
		return nil, c.errorAt(n.Table, parse.CodeTableExists, "Table '%s' already exists", d.Name)
	}
	if err != nil {
		return nil, c.rowError(err)
	}
	return &result.Set{Affected: int64(rows), Message: fmt.Sprintf("table %s created with %s", d.Name, countRows(rows))}, nil
}
