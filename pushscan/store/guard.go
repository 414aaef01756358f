package store

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"gsdms/plan"
	"gsdms/pushscan/store/manifest"
)

// Guard says whether the rows of a table, which is as a change would leave it, satisfy the rules that it
// is asked for: nil if they do, and else best a *RuleError. The view has all tables as they would be then. It is
// called while the change has its turn, so it must not change tables.
type Guard func(ctx context.Context, v *View, t *plan.Table, asked manifest.Asked) error

// RuleError says which rule of a table a change would break.
type RuleError struct {
	Message string
	Code    int // MySQL's error number
}

// Error implements error.
func (e *RuleError) Error() string { return e.Message }

// SQLCode is MySQL's error number.
func (e *RuleError) SQLCode() int { return e.Code }

// Guard has g asked of all tables with rules that a change may break, before the change
// is made; its error is that of the change, which then leaves no trace. It is called once, before
// tables change. Without a guard tables with rules cannot change.
func (c *Catalog) Guard(g Guard) { c.guard = g }

// guarded makes a state real if the guard has nothing against its tables. The state is held meanwhile, by
// those who still read it, too.
func (e *edit) guarded(ctx context.Context, next *state, commit func() error) error {
	asked := e.asked(next)
	if len(asked) == 0 {
		return commit()
	}
	c := e.catalog
	c.mu.Lock()
	c.retain(next)
	c.mu.Unlock()
	err := e.ask(ctx, next, asked)
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
func (e *edit) ask(ctx context.Context, next *state, asked map[string]manifest.Asked) error {
	c := e.catalog
	c.keepState(next)
	view := &View{catalog: c, state: next}
	defer view.Close()
	for _, name := range slices.Sorted(maps.Keys(asked)) {
		t, err := next.find(name)
		if err == nil && c.guard == nil {
			err = fmt.Errorf("table %s has rules, and nobody holds them here", name)
		}
		if err == nil {
			err = c.guard(ctx, view, t, asked[name])
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// asked are the rules that the change may break, by table.
func (e *edit) asked(next *state) map[string]manifest.Asked {
	out := map[string]manifest.Asked{}
	change := func(name string) (c manifest.Change) {
		before, after := e.before(name), next.versions[name]
		if before != nil && after.err == nil {
			c.Before = before.Manifest
		}
		if after.version != nil {
			c.After = after.version.Manifest
		}
		return c
	}
	for name := range next.versions {
		if a := change(name).Asks(change); a.Rules || len(a.References) > 0 {
			out[name] = a
		}
	}
	return out
}
