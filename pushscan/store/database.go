package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gsdms/plan/fault"
	"gsdms/pushscan/store/roster"
)

// UnknownDatabaseError says that a database is not there.
type UnknownDatabaseError struct{ Name string }

// Error implements error.
func (e *UnknownDatabaseError) Error() string {
	return fmt.Sprintf("Can't drop database '%s'; database doesn't exist", e.Name)
}

// SQLCode is MySQL's error number.
func (e *UnknownDatabaseError) SQLCode() int { return fault.CodeNoDatabase }

// ErrDatabaseExists says that there is a database of the name.
var ErrDatabaseExists = errors.New("the database exists already")

// Databases lists the names of the databases that have one, sorted.
func (v *View) Databases() []string {
	if len(v.beside) == 0 {
		return v.state.roster.Databases
	}
	return v.names
}

// Databases lists the names of the databases that there are now.
func (c *Catalog) Databases() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.state == nil {
		return nil
	}
	return c.state.roster.Databases
}

// CreateDatabase makes a database without tables. It fails with ErrDatabaseExists, and where a
// name that is there would be one of it.
func (c *Catalog) CreateDatabase(ctx context.Context, name string) error {
	return c.run(ctx, "create database", name, func(e *edit) error {
		if err := roster.CheckDatabase(name); err != nil {
			return err
		}
		if slices.Contains(e.from.roster.Databases, name) {
			return ErrDatabaseExists
		}
		if within := e.from.roster.Within(name); len(within) > 0 {
			return fmt.Errorf("%s would be of it: give that another name first", within[0])
		}
		e.Databases[name] = true
		return nil
	})
}

// DropDatabase removes a database with all that is in it. It fails with ErrReferenced where a
// table of another one references one of its tables.
func (c *Catalog) DropDatabase(ctx context.Context, name string) error {
	return c.runFreeing(ctx, "drop database", name, func(e *edit) error {
		if !slices.Contains(e.from.roster.Databases, name) {
			return &UnknownDatabaseError{name}
		}
		if name == string(c.mount) {
			return fmt.Errorf("it is the folder %s itself: drop its tables", c.dir)
		}
		e.Databases[name] = false
		for _, own := range e.from.roster.Within(name) {
			e.TakeAway(e.from.roster, own)
		}
		for table := range e.Drop {
			if by, err := e.from.references(table, e.Drop); err != nil || len(by) > 0 {
				return cmp.Or(err, fmt.Errorf("%w by foreign keys of %s: drop that first", ErrReferenced, strings.Join(by, ", ")))
			}
		}
		return nil
	})
}
