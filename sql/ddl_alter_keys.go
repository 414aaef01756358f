package sql

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/sql/account"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// renameTables is RENAME TABLE.
type renameTables struct{ node *ast.RenameTableStmt }

func (renameTables) nature() nature { return changesTables }

func (x renameTables) run(ctx context.Context, c *call) (*result.Set, error) {
	now := map[string]string{} // names as they are after the renames so far, and what they were
	was := func(name string) string {
		if old, ok := now[name]; ok {
			return old
		}
		return name
	}
	var texts []string
	for _, r := range x.node.TableToTables {
		from, to := r.OldTable.Name.O, r.NewTable.Name.O
		if err := errors.Join(c.checkSchema(r.OldTable), c.checkSchema(r.NewTable)); err != nil {
			return nil, err
		}
		old := was(from)
		if old == "" || !slices.Contains(c.view.Tables(), old) {
			if _, err := c.table(r.OldTable); err != nil {
				return nil, err
			}
		}
		if taken := was(to); taken != "" && (now[to] != "" || slices.Contains(c.view.Tables(), taken) || c.view.Query(to) != nil) {
			return nil, c.errorAt(r.NewTable, parse.CodeTableExists, "Table '%s' already exists", to)
		}
		now[to], now[from] = old, ""
		texts = append(texts, from+" is "+to)
	}
	to := map[string]string{}
	for name, old := range now {
		if old != "" && old != name {
			to[old] = name
		}
	}
	defer c.engine.changed()
	if err := c.engine.catalog.Rename(ctx, to); err != nil {
		return nil, err
	}
	return &result.Set{Message: fmt.Sprintf("renamed: %s", strings.Join(texts, ", "))}, nil
}

func (x renameTables) permit(r permits) error {
	for _, t := range x.node.TableToTables {
		err := r.Need(account.Alter|account.Drop, t.OldTable.Name.O)
		if err == nil {
			err = r.Need(account.Create|account.Insert, t.NewTable.Name.O)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
