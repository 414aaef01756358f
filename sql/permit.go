package sql

import (
	"errors"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/pushscan/load"
	"gsdms/sql/account"
	"gsdms/sql/inform"
	"gsdms/sql/parse"
)

// permit refuses a command that the session's user may not run. What the queries within it
// read is checked when they are bound; who may manage users is theirs to say.
func (c *call) permit(x command) error {
	r := permits{c.names.Rights, c.view}
	if r.All() {
		return nil
	}
	if known, err := r.define(x); known {
		return err
	}
	if known, err := r.change(x); known {
		return err
	}
	switch x := x.(type) {
	case lockTables:
		for _, l := range x.node.TableLocks {
			if err := r.NeedAny(l.Table.Name.O); err != nil {
				return err
			}
		}
	case showCreate:
		return r.NeedAny(x.name.Name.O)
	case showCreateView:
		return r.NeedAny(x.name.Name.O)
	case showList:
		return c.permitShow(x.node)
	}
	return nil
}

// define is permit for commands that make tables, views and functions, change what they are or
// take them away; known says whether the command is one.
func (r permits) define(x command) (known bool, err error) {
	switch x := x.(type) {
	case createTable:
		return true, errors.Join(r.create(x.node, account.Create), referencing(r, x.node))
	case createSelect:
		return true, errors.Join(r.create(x.node, account.Create|account.Insert), referencing(r, x.node))
	case createView:
		p := account.Create
		if x.node.OrReplace {
			p |= account.Drop
		}
		return true, r.Need(p, x.node.ViewName.Name.O)
	case createFunction:
		p := account.Create
		if x.node.Replace {
			p |= account.Drop
		}
		return true, r.NeedRoutine(p, x.node.Table.Name.O)
	case dropFunction:
		return true, r.NeedRoutine(account.Drop, x.node.Tables[0].Name.O)
	case dropTable:
		return true, needAll(r, account.Drop, x.node.Tables)
	case dropView:
		return true, needAll(r, account.Drop, x.node.Tables)
	case alterTable:
		return true, x.permit(r)
	case renameTables:
		return true, x.permit(r)
	case truncateTable:
		return true, r.Need(account.Drop, x.node.Table.Name.O)
	case optimizeTable:
		return true, needAll(r, account.Select|account.Insert, x.node.Tables)
	}
	return false, nil
}

// change is permit for commands that change rows, or read and write files.
func (r permits) change(x command) (known bool, err error) {
	switch x := x.(type) {
	case insertRows:
		return true, permitInsert(r, x.node)
	case insertSelect:
		return true, permitInsert(r, x.node)
	case appendRecords:
		return true, r.Need(account.Insert, x.table)
	case deleteRows:
		return true, needAll(r, account.Delete, x.targets())
	case updateRows:
		return true, needAll(r, account.Update, x.targets())
	case loadData:
		return true, errors.Join(r.NeedGlobal(account.File), r.Need(account.Insert, x.node.Table.Name.O))
	case selectInto:
		return true, r.NeedGlobal(account.File)
	}
	return false, nil
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
	case explainQuery, showList, showCreate, showCreateView, setSettings, useDatabase, prepareText, deallocate, lockTables, settled, unsupported:
		return nil
	}
	e := parse.ErrorAt(c.text, 0, parse.CodeReadOnly, "Cannot execute statement in a session that only reads")
	e.Hint = "SELECT, SHOW, EXPLAIN, SET and USE are run"
	return e
}

func needAll(r permits, p account.Privileges, tables []*ast.TableName) error {
	for _, t := range tables {
		if err := r.Need(p, t.Name.O); err != nil {
			return err
		}
	}
	return nil
}

// permitInsert also is for REPLACE, which takes rows away.
func permitInsert(r permits, n *ast.InsertStmt) error {
	p := account.Insert
	if n.IsReplace {
		p |= account.Delete
	}
	if name, ok := insertTarget(n); ok {
		return r.Need(p, name.Name.O)
	}
	return nil // which the statement refuses
}

// referencing refuses foreign keys to tables that the user may not read.
func referencing(r permits, n *ast.CreateTableStmt) error {
	for _, k := range n.Constraints {
		if k.Refer != nil && k.Refer.Table != nil {
			if err := r.Need(account.Select, k.Refer.Table.Name.O); err != nil {
				return err
			}
		}
	}
	return nil
}

// permitShow refuses to describe a table of which the user has nothing.
func (c *call) permitShow(n *ast.ShowStmt) error {
	r := permits{c.names.Rights, c.view}
	if n.Table == nil || n.Tp != ast.ShowColumns && n.Tp != ast.ShowIndex {
		return nil
	}
	schema := n.Table.Schema.O
	if schema == "" {
		schema = n.DBName
	}
	if inform.IsSchema(schema) || schema == "" && c.names.Describing {
		return nil
	}
	if name := n.Table.Name.O; !load.IsFileName(name) || !c.names.IsFile(name) {
		return r.NeedAny(name)
	}
	return r.NeedGlobal(account.File)
}
