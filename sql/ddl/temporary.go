package ddl

import (
	"context"
	"errors"
	"slices"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/pushscan/store/roster"
	"gsdms/sql/parse"
)

// catalogFor is the catalog that a statement makes a table in.
func (c *call) catalogFor(ctx context.Context, n *ast.CreateTableStmt) (*store.Catalog, error) {
	switch {
	case n.TemporaryKeyword == ast.TemporaryNone:
		return c.Session.Catalogs().Of(n.Table.Name.O), nil
	case n.TemporaryKeyword == ast.TemporaryGlobal:
		return nil, c.RefuseWord("GLOBAL", "GLOBAL temporary tables")
	}
	return c.own(ctx, n.Table.Name.O)
}

// own is the catalog of the session's temporary tables, for one of a name.
func (c *call) own(ctx context.Context, name string) (*store.Catalog, error) {
	in, err := c.doors.Temporary()
	if err != nil {
		return nil, err
	}
	if database, _ := roster.Split(name, c.View.Databases()); database != "" {
		if err := in.CreateDatabase(ctx, database); err != nil && !errors.Is(err, store.ErrDatabaseExists) {
			return nil, err
		}
	}
	return in, nil
}

// made reports whether there is a table or a view that a statement would make.
func (c *call) made(n *ast.CreateTableStmt) bool {
	name := n.Table.Name.O
	if n.TemporaryKeyword != ast.TemporaryNone {
		return c.View.Has(name)
	}
	return slices.Contains(c.View.Tables(), name) || c.View.View.Query(name) != nil
}

// lasting refuses a key to a temporary table, which is there for a session only.
func (c *call) lasting(name *ast.TableName) (*plan.Table, error) {
	if c.View.Has(name.Name.O) {
		return nil, c.ErrorAt(name, parse.CodeNotSupported, "gsdms does not support foreign keys to temporary tables")
	}
	return c.Table(name)
}

// withoutKeys refuses foreign keys and rules of temporary tables.
func (c *call) withoutKeys(n *ast.CreateTableStmt, d store.Definition) error {
	if n.TemporaryKeyword == ast.TemporaryNone || len(d.ForeignKeys)+len(d.References)+len(d.Rules) == 0 {
		return nil
	}
	if len(d.Rules) > 0 {
		return c.Refuse(n.Table, "UNIQUE and CHECK of temporary tables")
	}
	return c.Refuse(n.Table, "foreign keys of temporary tables")
}
