package sql

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/pushscan/store"
)

// createTable is CREATE TABLE.
type createTable struct{ node *ast.CreateTableStmt }

func (x createTable) run(ctx context.Context, c *call) (*Result, error) {
	d, err := c.definition(x.node)
	if err != nil {
		return nil, err
	}
	if x.node.IfNotExists && slices.Contains(c.view.Tables(), d.Name) {
		return &Result{Message: fmt.Sprintf("table %s exists", d.Name)}, nil
	}
	err = c.engine.catalog.Create(ctx, d)
	if errors.Is(err, store.ErrExists) {
		if x.node.IfNotExists {
			return &Result{Message: fmt.Sprintf("table %s exists", d.Name)}, nil
		}
		return nil, c.errorAt(x.node.Table, codeTableExists, "Table '%s' already exists", d.Name)
	}
	if err != nil {
		return nil, err
	}
	return &Result{Message: fmt.Sprintf("table %s created", d.Name)}, nil
}

// dropTable is DROP TABLE. A damaged table can be dropped, too.
type dropTable struct{ node *ast.DropTableStmt }

func (x dropTable) run(ctx context.Context, c *call) (*Result, error) {
	if x.node.IsView {
		return nil, c.refuse(x.node, "views")
	}
	var doomed []string
	for _, name := range x.node.Tables {
		there := slices.Contains(c.view.Tables(), name.Name.O)
		if x.node.IfExists && !there {
			continue
		}
		if _, err := c.table(name); err != nil && !there {
			return nil, err
		}
		doomed = append(doomed, name.Name.O)
	}
	defer c.engine.changed()
	dropped, err := c.engine.dropAll(ctx, doomed)
	switch {
	case err != nil:
		return nil, err
	case len(dropped) == 0:
		return &Result{Message: "nothing to drop"}, nil
	}
	return &Result{Message: "dropped " + strings.Join(dropped, ", ")}, nil
}

// dropAll drops tables, each after those of them that reference it, and gives their
// names in that order. Those it cannot drop stay, and the error says why.
func (e *Engine) dropAll(ctx context.Context, names []string) (dropped []string, err error) {
	left := slices.Compact(slices.Sorted(slices.Values(names)))
	for len(left) > 0 {
		var blocked []string
		var why error
		for _, name := range left {
			switch err := e.catalog.Drop(ctx, name); {
			case errors.Is(err, store.ErrReferenced):
				blocked, why = append(blocked, name), err
			case err != nil:
				return dropped, err
			default:
				dropped = append(dropped, name)
			}
		}
		if len(blocked) == len(left) {
			return dropped, why
		}
		left = blocked
	}
	return dropped, nil
}

// truncateTable is TRUNCATE.
type truncateTable struct{ node *ast.TruncateTableStmt }

func (x truncateTable) run(ctx context.Context, c *call) (*Result, error) {
	t, err := c.table(x.node.Table)
	if err != nil {
		return nil, err
	}
	defer c.engine.changed()
	if err := c.engine.catalog.Truncate(ctx, t.Name); err != nil {
		return nil, err
	}
	return &Result{Message: fmt.Sprintf("table %s is empty", t.Name)}, nil
}

// optimizeTable is OPTIMIZE TABLE: the rows go back into the order of the hierarchy.
type optimizeTable struct{ node *ast.OptimizeTableStmt }

func (x optimizeTable) run(ctx context.Context, c *call) (*Result, error) {
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
	return &Result{Message: "optimized " + strings.Join(names, ", ")}, nil
}
