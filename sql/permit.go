package sql

import (
	"errors"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/pushscan/load"
	"gsdms/sql/parse"
)

// permit refuses a command that the session's user may not run. What the queries within it
// read is checked when they are bound; who may manage users is theirs to say.
func (c *call) permit(x command) error {
	r := c.names.rights
	if r.grants == nil {
		return nil
	}
	switch x := x.(type) {
	case createTable:
		return errors.Join(r.need(mayCreate, x.node.Table.Name.O), referencing(r, x.node))
	case createSelect:
		return errors.Join(r.need(mayCreate|mayInsert, x.node.Table.Name.O), referencing(r, x.node))
	case createView:
		p := mayCreate
		if x.node.OrReplace {
			p |= mayDrop
		}
		return r.need(p, x.node.ViewName.Name.O)
	case createFunction:
		p := mayCreate
		if x.node.Replace {
			p |= mayDrop
		}
		return r.needRoutine(p, x.node.Table.Name.O)
	case dropFunction:
		return r.needRoutine(mayDrop, x.node.Tables[0].Name.O)
	case dropTable:
		return needAll(r, mayDrop, x.node.Tables)
	case dropView:
		return needAll(r, mayDrop, x.node.Tables)
	case alterTable:
		return x.permit(r)
	case renameTables:
		return x.permit(r)
	case truncateTable:
		return r.need(mayDrop, x.node.Table.Name.O)
	case optimizeTable:
		return needAll(r, maySelect|mayInsert, x.node.Tables)
	case insertRows:
		return permitInsert(r, x.node)
	case insertSelect:
		return permitInsert(r, x.node)
	case appendRecords:
		return r.need(mayInsert, x.table)
	case deleteRows:
		return needAll(r, mayDelete, x.targets())
	case updateRows:
		return needAll(r, mayUpdate, x.targets())
	case loadData:
		return errors.Join(r.needGlobal(mayFile), r.need(mayInsert, x.node.Table.Name.O))
	case selectInto:
		return r.needGlobal(mayFile)
	case showCreate:
		return r.needAny(x.name.Name.O)
	case showCreateView:
		return r.needAny(x.name.Name.O)
	case showList:
		return c.permitShow(x.node)
	}
	return nil
}

// OnlyReads has the session refuse what changes tables, users or other sessions, and what
// writes files.
func (s *Session) OnlyReads() { s.onlyReads = true }

// permitReads refuses a command that does more than read, where the session only reads.
func (c *call) permitReads(x command) error {
	if !c.session.onlyReads {
		return nil
	}
	switch x.(type) {
	case explainQuery, showList, showCreate, showCreateView, setSettings, useDatabase, unsupported:
		return nil
	}
	e := parse.ErrorAt(c.text, 0, parse.CodeReadOnly, "Cannot execute statement in a session that only reads")
	e.Hint = "SELECT, SHOW, EXPLAIN, SET and USE are run"
	return e
}

func needAll(r rights, p privileges, tables []*ast.TableName) error {
	for _, t := range tables {
		if err := r.need(p, t.Name.O); err != nil {
			return err
		}
	}
	return nil
}

// permitInsert also is for REPLACE, which takes rows away.
func permitInsert(r rights, n *ast.InsertStmt) error {
	p := mayInsert
	if n.IsReplace {
		p |= mayDelete
	}
	if name, ok := insertTarget(n); ok {
		return r.need(p, name.Name.O)
	}
	return nil // which the statement refuses
}

// referencing refuses foreign keys to tables that the user may not read.
func referencing(r rights, n *ast.CreateTableStmt) error {
	for _, k := range n.Constraints {
		if k.Refer != nil && k.Refer.Table != nil {
			if err := r.need(maySelect, k.Refer.Table.Name.O); err != nil {
				return err
			}
		}
	}
	return nil
}

// permitShow refuses to describe a table of which the user has nothing.
func (c *call) permitShow(n *ast.ShowStmt) error {
	r := c.names.rights
	if n.Table == nil || n.Tp != ast.ShowColumns && n.Tp != ast.ShowIndex {
		return nil
	}
	schema := n.Table.Schema.O
	if schema == "" {
		schema = n.DBName
	}
	if isSchema(schema) || schema == "" && r.inSchema {
		return nil
	}
	if name := n.Table.Name.O; !load.IsFileName(name) || !c.names.isFile(name) {
		return r.needAny(name)
	}
	return r.needGlobal(mayFile)
}
