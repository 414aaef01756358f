package store

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"gsdms/plan"
	"gsdms/pushscan/store/manifest"
)

// Guard says whether the rows of a table, which is as a change would leave it, satisfy its rules:
// nil if they do, and else best a *RuleError. The view has all tables as they would be then. It is
// called while the change has its turn, so it must not change tables.
type Guard func(ctx context.Context, v *View, t *plan.Table) error

// RuleError says which rule of a table a change would break.
type RuleError struct {
	Message string
	Code    int // MySQL's error number
}

// Error implements error.
func (e *RuleError) Error() string { return e.Message }

// SQLCode is MySQL's error number.
func (e *RuleError) SQLCode() int { return e.Code }

// Guard has g asked of all tables with rules that changes leave other rows in, before the change
// is made; its error is that of the change, which then leaves no trace. It is called once, before
// tables change. Without a guard tables with rules cannot change.
func (c *Catalog) Guard(g Guard) { c.guard = g }

// guarded makes a state real if the guard has nothing against the tables of these names. The
// state is held meanwhile, by those who still read it, too.
func (e *edit) guarded(ctx context.Context, next *state, names []string, commit func() error) error {
	names = slices.DeleteFunc(names, func(name string) bool { return !e.rulesAsk(next, name) })
	if len(names) == 0 {
		return commit()
	}
	c := e.catalog
	c.mu.Lock()
	c.retain(next)
	c.mu.Unlock()
	err := e.ask(ctx, next, names)
	if err == nil {
		err = commit()
	}
	var made *UnsettledError
	if err != nil && !errors.As(err, &made) {
		c.release(next)
	}
	return err
}

// ask asks the guard of tables.
func (e *edit) ask(ctx context.Context, next *state, names []string) error {
	c := e.catalog
	c.keepState(next)
	view := &View{catalog: c, state: next}
	defer view.Close()
	for _, name := range names {
		t, err := next.find(name)
		if err == nil && c.guard == nil {
			err = fmt.Errorf("table %s has rules, and nobody holds them here", name)
		}
		if err == nil {
			err = c.guard(ctx, view, t)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// rulesAsk reports whether a table has rules, and rows or rules that are others than before.
func (e *edit) rulesAsk(next *state, name string) bool {
	m := next.versions[name].version.Manifest
	if len(m.Rules) == 0 || m.Rows == 0 {
		return false
	}
	old := e.before(name)
	if old == nil {
		return true
	}
	sameFile := func(a, b *manifest.File) bool { return a == b || a != nil && b != nil && *a == *b }
	sameRows := m.Rows == old.Manifest.Rows && slices.EqualFunc(m.Columns, old.Manifest.Columns, func(a, b manifest.Column) bool {
		return sameFile(a.File, b.File) && sameFile(a.Dict, b.Dict) && sameFile(a.Tail, b.Tail)
	})
	return !sameRows || !slices.EqualFunc(m.Rules, old.Manifest.Rules, func(a, b plan.Rule) bool {
		return a.Check == b.Check && slices.Equal(a.Columns, b.Columns)
	})
}
