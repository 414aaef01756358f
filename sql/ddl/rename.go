package ddl

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/sql/account"
	"gsdms/sql/command"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// renameTables is RENAME TABLE.
type renameTables struct{ node *ast.RenameTableStmt }

func (x renameTables) run(ctx context.Context, c *call) (*result.Set, error) {
	now := map[string]string{} // names as they are after the renames so far, and what they were
	was := func(name string) string {
		if old, ok := now[name]; ok {
			return old
		}
		return name
	}
	var names, texts []string
	for _, r := range x.node.TableToTables {
		from, to := r.OldTable.Name.O, r.NewTable.Name.O
		if err := errors.Join(c.CheckSchema(r.OldTable), c.CheckSchema(r.NewTable)); err != nil {
			return nil, err
		}
		old := was(from)
		if old == "" || !slices.Contains(c.View.Tables(), old) {
			if _, err := c.Table(r.OldTable); err != nil {
				return nil, err
			}
		}
		if taken := was(to); taken != "" && (now[to] != "" || slices.Contains(c.View.Tables(), taken) || c.View.Query(to) != nil) {
			return nil, c.ErrorAt(r.NewTable, parse.CodeTableExists, "Table '%s' already exists", to)
		}
		now[to], now[from] = old, ""
		names, texts = append(names, from, to), append(texts, from+" is "+to)
	}
	to := map[string]string{}
	for name, old := range now {
		if old != "" && old != name {
			to[old] = name
		}
	}
	in, err := c.Together("CREATE TABLE … AS SELECT copies it there", names...)
	if err != nil {
		return nil, err
	}
	defer c.Session.Changed()
	if err := in.Rename(ctx, to); err != nil {
		return nil, err
	}
	return &result.Set{Message: fmt.Sprintf("renamed: %s", strings.Join(texts, ", "))}, nil
}

func (x renameTables) Permit(r command.Permits) error {
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
