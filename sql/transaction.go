package sql

import (
	"context"
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/sql/command"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// transactions is what a session's BEGIN, SAVEPOINT and ROLLBACK are about. Each statement
// commits itself, so there is nothing to commit, and nothing can be taken back: what counts is
// whether there is anything to take back.
type transactions struct {
	open  bool        // by BEGIN
	reads bool        // by START TRANSACTION READ ONLY
	wrote int         // statements that changed rows since it was opened
	saves []savepoint // in the order in which they were made
}

// savepoint is what SAVEPOINT makes.
type savepoint struct {
	name  string // in lower case
	wrote int    // when it was made
}

// find gives the place of a savepoint, or error 1305.
func (t *transactions) find(c *call, name string) (int, error) {
	at := slices.IndexFunc(t.saves, func(s savepoint) bool { return s.name == strings.ToLower(name) })
	if at < 0 {
		return 0, c.Written().ErrorAtWord(name, parse.CodeNoFunction, "SAVEPOINT %s does not exist", name)
	}
	return at, nil
}

// inTransaction reports whether what a session writes now is of a transaction.
func (s *Session) inTransaction() bool {
	return s.transactions.open || !s.settings.Autocommit()
}

// transactionOnlyReads reports whether what a session does now is of a transaction that only reads:
// one that was opened so, or any after SET SESSION TRANSACTION READ ONLY.
func (s *Session) transactionOnlyReads() bool {
	return s.transactions.reads || s.settings.TransactionReads()
}

// Transaction says what clients are told of one, which some keep count of: whether BEGIN has
// been said, and whether statements outside of it commit themselves. Both change nothing.
func (s *Session) Transaction() (begun, autocommit bool) {
	return s.transactions.open, s.settings.Autocommit()
}

// wrote counts a statement that has changed rows, and ends the transaction for one that changes
// what there is, which commits in MySQL, too.
func (s *Session) wrote(x statement, r *result.Set) {
	switch n := x.Nature(); {
	case n.Has(command.ChangesRows) && r.Affected > 0 && s.inTransaction():
		s.transactions.wrote++
	case n.Has(command.ChangesTables):
		s.transactions = transactions{}
	}
}

// transaction is BEGIN, COMMIT, ROLLBACK and what there is about savepoints.
type transaction struct{ node ast.StmtNode }

func (transaction) Nature() command.Nature { return command.OnlyReads | command.Uncounted }

func (x transaction) run(_ context.Context, c *call) (*result.Set, error) {
	t := &c.session.transactions
	message := "each statement commits itself"
	switch n := x.node.(type) {
	case *ast.BeginStmt:
		*t = transactions{open: true, reads: n.ReadOnly}
	case *ast.CommitStmt:
		*t = transactions{}
	case *ast.SavepointStmt:
		t.saves = slices.DeleteFunc(t.saves, func(s savepoint) bool { return s.name == strings.ToLower(n.Name) })
		if c.session.inTransaction() {
			t.saves = append(t.saves, savepoint{strings.ToLower(n.Name), t.wrote})
		}
	case *ast.ReleaseSavepointStmt:
		at, err := t.find(c, n.Name)
		if err != nil {
			return nil, err
		}
		t.saves = t.saves[:at]
	case *ast.RollbackStmt:
		kept, err := t.back(c, n)
		if err != nil {
			return nil, err
		}
		if message = "there was nothing to roll back"; kept > 0 {
			c.session.warn("Warning", parse.CodeNotRolledBack, "Some non-transactional changed tables couldn't be rolled back: nothing was, since each statement commits itself")
			message = "nothing was rolled back: each statement commits itself"
		}
	}
	return &result.Set{Message: message}, nil
}

// back is ROLLBACK: to a savepoint, which stays, or of all. It says how many statements that
// changed rows stay done.
func (t *transactions) back(c *call, n *ast.RollbackStmt) (kept int, err error) {
	if n.SavepointName == "" {
		kept = t.wrote
		*t = transactions{}
		return kept, nil
	}
	at, err := t.find(c, n.SavepointName)
	if err != nil {
		return 0, err
	}
	kept = t.wrote - t.saves[at].wrote
	t.saves = t.saves[:at+1]
	return kept, nil
}
