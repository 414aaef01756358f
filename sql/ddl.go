package sql

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/pushscan/store"
	"gsdms/sql/define"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// createTable is CREATE TABLE.
type createTable struct{ node *ast.CreateTableStmt }

func (x createTable) run(ctx context.Context, c *call) (*result.Set, error) {
	d, err := c.reader().Definition(x.node)
	if err != nil {
		return nil, err
	}
	if x.node.IfNotExists && slices.Contains(c.view.Tables(), d.Name) {
		return &result.Set{Message: fmt.Sprintf("table %s exists", d.Name)}, nil
	}
	err = c.engine.catalog.Create(ctx, d)
	if errors.Is(err, store.ErrExists) {
		if x.node.IfNotExists {
			return &result.Set{Message: fmt.Sprintf("table %s exists", d.Name)}, nil
		}
		return nil, c.errorAt(x.node.Table, parse.CodeTableExists, "Table '%s' already exists", d.Name)
	}
	if err != nil {
		return nil, err
	}
	return &result.Set{Message: fmt.Sprintf("table %s created", d.Name)}, nil
}

// dropTable is DROP TABLE, of all the tables or none. A damaged one can be dropped, too.
type dropTable struct{ node *ast.DropTableStmt }

func (x dropTable) run(ctx context.Context, c *call) (*result.Set, error) {
	var doomed []string
	for _, name := range x.node.Tables {
		if err := c.checkSchema(name); err != nil {
			return nil, err
		}
		there := slices.Contains(c.view.Tables(), name.Name.O)
		if x.node.IfExists && !there {
			continue
		}
		if _, err := c.table(name); err != nil && !there {
			return nil, err
		}
		if !slices.Contains(doomed, name.Name.O) {
			doomed = append(doomed, name.Name.O)
		}
	}
	return c.drop(doomed, func() error { return c.engine.catalog.Drop(ctx, doomed...) })
}

// drop takes away what is named, if anything is.
func (c *call) drop(doomed []string, take func() error) (*result.Set, error) {
	if len(doomed) == 0 {
		return &result.Set{Message: "nothing to drop"}, nil
	}
	defer c.engine.changed()
	if err := take(); err != nil {
		return nil, err
	}
	return &result.Set{Message: "dropped " + strings.Join(doomed, ", ")}, nil
}

// truncateTable is TRUNCATE.
type truncateTable struct{ node *ast.TruncateTableStmt }

func (x truncateTable) run(ctx context.Context, c *call) (*result.Set, error) {
	t, err := c.table(x.node.Table)
	if err != nil {
		return nil, err
	}
	defer c.engine.changed()
	if err := c.engine.catalog.Truncate(ctx, t.Name); err != nil {
		return nil, err
	}
	return &result.Set{Message: fmt.Sprintf("table %s is empty", t.Name)}, nil
}

// optimizeTable is OPTIMIZE TABLE: the rows go back into the order of the hierarchy.
type optimizeTable struct{ node *ast.OptimizeTableStmt }

func (x optimizeTable) run(ctx context.Context, c *call) (*result.Set, error) {
	var names []string
	for _, name := range x.node.Tables {
		t, err := c.table(name)
		if err != nil {
			return nil, err
		}
		names = append(names, t.Name)
	}
	defer c.engine.changed()
	for _, name := range names {
		if err := c.engine.catalog.Optimize(ctx, name); err != nil {
			return nil, err
		}
	}
	return &result.Set{Message: "optimized " + strings.Join(names, ", ")}, nil
}

// reader reads what the statement declares.
func (c *call) reader() define.Reader {
	return define.Reader{Text: c.written(), Table: c.table, CheckSchema: c.checkSchema}
}
