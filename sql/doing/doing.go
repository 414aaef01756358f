// Package doing has the functions that do something, and not only give a value: those of locks by
// name, those that take time, and those that give another value each time.
package doing

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"time"
	"unicode/utf8"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/sql/bind/strict"
	"gsdms/sql/lock"
	"gsdms/sql/parse"
)

// maxLockName is how many characters the name of a lock has at most.
const maxLockName = 64

// Doing has what functions do for a session.
type Doing struct {
	Locks *lock.Locks
	Own   *lock.Owner // of the session
	Idle  bool        // nothing is done, since only what a statement gives is asked: 0 is given
}

// Arguments is how many arguments a function has; ok is false for one that is not of these.
func Arguments(function string) (n int, ok bool) {
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

// Do calls a function, whose arguments are computed now: BENCHMARK's again each time.
func (d Doing) Do(ctx context.Context, function string, later []func() (plan.Value, error)) (plan.Value, error) {
	args := make([]plan.Value, len(later))
	for i, arg := range later {
		var err error
		if args[i], err = arg(); err != nil {
			return plan.Value{}, err
		}
	}
	switch {
	case function == "uuid":
		return value.OfString(NewUUID()), nil
	case function == "rand":
		return value.OfFloat(rand.Float64()), nil
	case d.Idle:
		return value.OfInt(0), nil
	case function == "sleep":
		return value.OfInt(0), sleep(ctx, args[0])
	case function == "benchmark":
		return benchmark(ctx, args[0], later[1])
	}
	return d.locked(ctx, function, args)
}

// locked is Do for the functions of locks.
func (d Doing) locked(ctx context.Context, function string, args []plan.Value) (plan.Value, error) {
	locks, own := d.Locks, d.Own
	if function == "release_all_locks" {
		return value.OfInt(int64(locks.ReleaseAll(own))), nil
	}
	name, err := lockName(args[0])
	if err != nil {
		return plan.Value{}, err
	}
	switch function {
	case "get_lock":
		return getLock(ctx, locks, own, name, args[1])
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
