// Package change is the statements that change the rows of tables: INSERT, REPLACE, DELETE and
// UPDATE.
package change

import (
	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/sql/account"
	"gsdms/sql/command"
)

// Insert is what runs an INSERT or a REPLACE.
func Insert(n *ast.InsertStmt) command.Command {
	switch {
	case n.IgnoreErr || len(n.OnDuplicate) > 0:
		return mergeRows{n}
	case n.Select != nil:
		return insertSelect{n}
	}
	return insertRows{n}
}

// Delete is what runs a DELETE.
func Delete(n *ast.DeleteStmt) command.Command { return deleteRows{n} }

// Update is what runs an UPDATE.
func Update(n *ast.UpdateStmt) command.Command { return updateRows{n} }

// permitInsert also is for REPLACE, which takes rows away.
func permitInsert(r command.Permits, n *ast.InsertStmt) error {
	p := account.Insert
	if n.IsReplace {
		p |= account.Delete
	}
	if name, ok := insertTarget(n); ok {
		return r.Need(p, name.Name.O)
	}
	return nil // which the statement refuses
}
