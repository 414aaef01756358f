package command

import (
	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/sql/account"
	"gsdms/sql/scope"
)

// Permits are the rights of who asks, who may do everything with temporary tables.
type Permits struct {
	account.Rights
	Names *scope.Names
}

// Need is of account.Rights.
func (p Permits) Need(q account.Privileges, table string) error {
	if p.Names.Has(table) {
		return nil
	}
	return p.Rights.Need(q, table)
}

// NeedAny is of account.Rights.
func (p Permits) NeedAny(table string) error {
	if p.Names.Has(table) {
		return nil
	}
	return p.Rights.NeedAny(table)
}

// Create is the right to make a table.
func (p Permits) Create(n *ast.CreateTableStmt, q account.Privileges) error {
	if n.TemporaryKeyword == ast.TemporaryNone {
		return p.Rights.Need(q, n.Table.Name.O)
	}
	return p.NeedTemporary(n.Table.Name.O)
}

// NeedAll asks for a right to all of the tables.
func NeedAll(r Permits, p account.Privileges, tables []*ast.TableName) error {
	for _, t := range tables {
		if err := r.Need(p, t.Name.O); err != nil {
			return err
		}
	}
	return nil
}
