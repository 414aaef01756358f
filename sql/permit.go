package sql

import (
	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/sql/account"
	"gsdms/sql/parse"
)

// nature is what a session knows of a command before it runs it.
type nature uint8

const (
	onlyReads     nature = 1 << iota // it changes nothing and writes nothing
	uncounted                        // it shows, sets or kills, and does not count among those that a user runs
	changesRows                      // it is of a transaction
	changesTables                    // or users: what there is. It ends a transaction
	keepsWarnings                    // those of the statement before stay
)

// has reports whether it is all of q.
func (n nature) has(q nature) bool { return n&q == q }

// natureOf is a command's nature; nil is a query.
func natureOf(x command) nature {
	if x == nil {
		return onlyReads
	}
	return x.nature()
}

// permitted is a command that not everybody may run.
type permitted interface {
	permit(r permits) error
}

// permit refuses a command that the session's user may not run. What the queries within it
// read is checked when they are bound; who may manage users is theirs to say.
func (c *call) permit(x command) error {
	r := permits{c.names.Rights, c.names}
	if p, ok := x.(permitted); ok && !r.All() {
		return p.permit(r)
	}
	return nil
}

// OnlyReads has the session refuse what changes tables, users or other sessions, and what
// writes files.
func (s *Session) OnlyReads() { s.onlyReads = true }

// permitReads refuses a command that does more than read, where the session only reads.
func (c *call) permitReads(x command) error {
	if !c.session.onlyReads || x.nature().has(onlyReads) {
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

// replacing is the right to make something, of which orReplace may take another's place.
func replacing(orReplace bool) account.Privileges {
	if orReplace {
		return account.Create | account.Drop
	}
	return account.Create
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
