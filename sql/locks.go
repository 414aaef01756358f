package sql

import (
	"context"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/sql/command"
	"gsdms/sql/doing"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// Arguments is of bind.Doers.
func (v *sessionView) Arguments(function string) (n int, ok bool) { return doing.Arguments(function) }

// Do is of bind.Doers.
func (v *sessionView) Do(function string, later []func() (plan.Value, error)) (plan.Value, error) {
	v.personal = true
	d := doing.Doing{Locks: &v.session.engine.locks, Own: &v.session.locks, Idle: v.idle}
	return d.Do(v.Context, function, later)
}

// lockTables is LOCK TABLES: no table is locked, and a warning says so.
type lockTables struct{ node *ast.LockTablesStmt }

func (lockTables) Nature() command.Nature { return command.OnlyReads }

func (x lockTables) Permit(r command.Permits) error {
	for _, l := range x.node.TableLocks {
		if err := r.NeedAny(l.Table.Name.O); err != nil {
			return err
		}
	}
	return nil
}

func (x lockTables) run(_ context.Context, c *call) (*result.Set, error) {
	var names []string
	for _, l := range x.node.TableLocks {
		t, err := c.readable(l.Table)
		if err != nil {
			return nil, err
		}
		names = append(names, t)
	}
	text := "No table is locked: a statement reads a snapshot, and each writes all or nothing"
	c.session.warn("Warning", parse.CodeNotSupported, text)
	return &result.Set{Message: strings.Join(names, ", ") + " not locked: a statement reads a snapshot"}, nil
}

// readable gives the name of a table or a view, which must be there.
func (c *call) readable(n *ast.TableName) (string, error) {
	if err := c.CheckSchema(n); err != nil || c.View.Query(n.Name.O) != nil {
		return n.Name.O, err
	}
	t, err := c.Table(n)
	if err != nil {
		return "", err
	}
	return t.Name, nil
}

// unlocked gives a SELECT without FOR UPDATE or FOR SHARE, and notes that it had it.
func (v *sessionView) unlocked(node ast.StmtNode, w *watch) ast.StmtNode {
	q, ok := node.(*ast.SelectStmt)
	if !ok || q.LockInfo == nil {
		return node
	}
	v.personal = true // the warning is for each time that it runs
	w.unlocked = true
	out := *q
	out.LockInfo = nil
	return &out
}
