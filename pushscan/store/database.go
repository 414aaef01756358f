package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gsdms/plan/fault"
	"gsdms/pushscan/store/manifest"
)

// A catalog has one database without a name of its own, and may have others. What is in one of
// these has its name before the own one, and a dot between: all tables are in one catalog, so a
// view is of one moment of all databases, and a change of several is one change.

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

// Split gives the database that a name is of, "" for the one without a name, and the name in it.
func Split(name string, databases []string) (database, own string) {
	if at := strings.IndexByte(name, '.'); at > 0 && slices.Contains(databases, name[:at]) {
		return name[:at], name[at+1:]
	}
	return "", name
}

// Join is the opposite of Split.
func Join(database, own string) string {
	if database == "" {
		return own
	}
	return database + "." + own
}

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
		if err := manifest.CheckName("database", name); err != nil {
			return err
		}
		if strings.Contains(name, ".") {
			return fmt.Errorf("the name %q of a database contains a dot", name)
		}
		if slices.Contains(e.from.roster.Databases, name) {
			return ErrDatabaseExists
		}
		if within := e.from.roster.within(name); len(within) > 0 {
			return fmt.Errorf("%s would be of it: give that another name first", within[0])
		}
		e.databases[name] = true
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
		if name == c.opts.Database {
			return fmt.Errorf("it is the folder %s itself: drop its tables", c.dir)
		}
		e.databases[name] = false
		for _, own := range e.from.roster.within(name) {
			e.takeAway(own)
		}
		for table := range e.drop {
			if by, err := e.from.references(table, e.drop); err != nil || len(by) > 0 {
				return cmp.Or(err, fmt.Errorf("%w by foreign keys of %s: drop that first", ErrReferenced, strings.Join(by, ", ")))
			}
		}
		return nil
	})
}

// takeAway has the table, the query and the function of a name go.
func (e *edit) takeAway(name string) {
	if e.from.roster.find(name) >= 0 {
		e.drop[name] = true
	}
	if e.from.roster.query(name) != nil {
		e.queries[name] = nil
	}
	if f := e.from.roster.function(name); f != nil {
		e.functions[f.Name] = nil
	}
}

// within lists the names of tables, queries and functions that are of a database.
func (r *roster) within(database string) (names []string) {
	for _, t := range r.Tables {
		names = append(names, t.Name)
	}
	for _, q := range r.Queries {
		names = append(names, q.Name)
	}
	for _, f := range r.Functions {
		names = append(names, f.Name)
	}
	return slices.DeleteFunc(names, func(name string) bool {
		of, _ := Split(name, []string{database})
		return of != database
	})
}

// checkName refuses a name that what is made cannot have: in a database either part of it is one.
func (r *roster) checkName(what, name string) error {
	_, own := Split(name, r.Databases)
	return manifest.CheckName(what, own)
}

// checkDatabases refuses names that are none.
func (r *roster) checkDatabases() error {
	for i, name := range r.Databases {
		if manifest.CheckName("database", name) != nil || strings.Contains(name, ".") || slices.Index(r.Databases, name) != i {
			return fmt.Errorf("database %q is not a valid entry", name)
		}
	}
	return nil
}

// nextDatabases gives the roster that a change leads to its databases.
func (e *edit) nextDatabases(next *roster) {
	for _, name := range e.from.roster.Databases {
		if stays, changed := e.databases[name]; stays || !changed {
			next.Databases = append(next.Databases, name)
		}
	}
	for name, stays := range e.databases {
		if stays && !slices.Contains(next.Databases, name) {
			next.Databases = append(next.Databases, name)
		}
	}
	slices.Sort(next.Databases)
}
