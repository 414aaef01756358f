package sql

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/sql/bind/strict"
	"gsdms/sql/command"
	"gsdms/sql/lock"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// maxLockName is how many characters the name of a lock has at most.
const maxLockName = 64

// Arguments is of bind.Doers: the functions of locks by name, those that take time, and UUID.
func (v *sessionView) Arguments(function string) (n int, ok bool) {
	switch function {
	case "get_lock", "benchmark":
		return 2, true
	case "release_lock", "is_free_lock", "is_used_lock", "sleep":
		return 1, true
	case "release_all_locks", "uuid":
		return 0, true
	}
	return 0, false
}

// Do is of bind.Doers.
func (v *sessionView) Do(function string, later []func() (plan.Value, error)) (plan.Value, error) {
	v.personal = true
	args := make([]plan.Value, len(later))
	for i, arg := range later {
		var err error
		if args[i], err = arg(); err != nil {
			return plan.Value{}, err
		}
	}
	switch {
	case function == "uuid":
		return value.OfString(newUUID()), nil
	case function == "rand":
		return value.OfFloat(rand.Float64()), nil
	case v.idle:
		return value.OfInt(0), nil
	case function == "sleep":
		return value.OfInt(0), sleep(v.Context, args[0])
	case function == "benchmark":
		return benchmark(v.Context, args[0], later[1])
	}
	return v.doLocked(function, args)
}

// doLocked is Do for the functions of locks.
func (v *sessionView) doLocked(function string, args []plan.Value) (plan.Value, error) {
	locks, own := &v.session.engine.locks, &v.session.locks
	if function == "release_all_locks" {
		return value.OfInt(int64(locks.ReleaseAll(own))), nil
	}
	name, err := lockName(args[0])
	if err != nil {
		return plan.Value{}, err
	}
	switch function {
	case "get_lock":
		return getLock(v.Context, locks, own, name, args[1])
	case "release_lock":
		if there, released := locks.Release(name, own); there {
			return value.OfInt(int64(boolInt(released))), nil
		}
		return plan.Value{}, nil
	}
	id, held := locks.Holder(name)
	switch {
	case function == "is_free_lock":
		return value.OfInt(int64(boolInt(!held))), nil
	case held:
		return value.OfInt(int64(id)), nil
	}
	return plan.Value{}, nil
}

// lockName is the name of a lock.
func lockName(v plan.Value) (string, error) {
	name := v.String()
	if v.IsNull() || name == "" || utf8.RuneCountInString(name) > maxLockName {
		return "", parse.ErrorAt("", -1, parse.CodeLockName, "Incorrect user-level lock name '%s'.", name)
	}
	return name, nil
}

// getLock is GET_LOCK: 1 where the lock is there within so many seconds, for ever where these
// are less than 0; else 0.
func getLock(ctx context.Context, locks *lock.Locks, own *lock.Owner, name string, seconds plan.Value) (plan.Value, error) {
	s, err := strict.Convert(seconds, plan.Type{Kind: plan.Double})
	if err != nil || s.IsNull() {
		return plan.Value{}, parse.ErrorAt("", -1, parse.CodeWrongArguments, "Incorrect arguments to get_lock: %s seconds", seconds)
	}
	wait := time.Duration(-1)
	if n := math.Round(s.Float); n >= 0 && n < float64(math.MaxInt64/time.Second) {
		wait = time.Duration(n) * time.Second
	}
	got, err := locks.Get(ctx, name, own, wait)
	if errors.Is(err, lock.ErrDeadlock) {
		return plan.Value{}, parse.ErrorAt("", -1, parse.CodeLockDeadlock, "Deadlock found when trying to get user-level lock; try rolling back transaction/releasing locks and restarting lock acquisition.")
	}
	return value.OfInt(int64(boolInt(got))), err
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
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
