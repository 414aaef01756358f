package ddl

import (
	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/sql/account"
	"gsdms/sql/command"
)

// replacing is the right to make something, of which orReplace may take another's place.
func replacing(orReplace bool) account.Privileges {
	if orReplace {
		return account.Create | account.Drop
	}
	return account.Create
}

// referencing refuses foreign keys to tables that the user may not read.
func referencing(r command.Permits, n *ast.CreateTableStmt) error {
	var to []*ast.TableName
	for _, k := range n.Constraints {
		if k.Refer != nil && k.Refer.Table != nil {
			to = append(to, k.Refer.Table)
		}
	}
	for _, c := range n.Cols {
		for _, o := range c.Options {
			if o.Refer != nil && o.Refer.Table != nil {
				to = append(to, o.Refer.Table)
			}
		}
	}
	return command.NeedAll(r, account.Select, to)
}
