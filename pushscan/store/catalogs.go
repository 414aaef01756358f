package store

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"gsdms/pushscan/store/roster"
	"gsdms/pushscan/store/snapshot"
)

// Folder is a folder of tables and the name of the database that its own tables are of.
type Folder struct {
	Database, Dir string
}

// Catalogs are folders whose databases are beside each other. The first has the database without
// a name. Each folder has its own lock and its own files, and a change is of one of them. Safe for
// concurrent use.
type Catalogs struct {
	all []*Catalog
}

// OpenAll opens a folder as Open does, and others beside it, each as a database of its name.
// No two of them may have a database of one name.
func OpenAll(dir string, others []Folder, opts Options) (*Catalogs, error) {
	c := &Catalogs{}
	opts.room = new(snapshot.Room)
	for _, f := range append([]Folder{{Dir: dir}}, others...) {
		opts.Database = f.Database
		if err := c.open(f.Dir, opts); err != nil {
			return nil, errors.Join(err, c.Close())
		}
	}
	return c, nil
}

// open opens one folder more.
func (c *Catalogs) open(dir string, opts Options) error {
	if err := c.checkNew(dir); err != nil {
		return err
	}
	one, err := Open(dir, opts)
	if err != nil {
		return err
	}
	c.all = append(c.all, one)
	return c.checkLast()
}

// checkNew refuses a folder that is open already.
func (c *Catalogs) checkNew(dir string) error {
	path, err := filepath.Abs(dir)
	for _, before := range c.all {
		if other, _ := filepath.Abs(before.dir); err == nil && other == path {
			return fmt.Errorf("open the catalog in %s: the folder is given twice", dir)
		}
	}
	return err
}

// checkLast refuses a folder with a database that one before it has.
func (c *Catalogs) checkLast() error {
	last := c.all[len(c.all)-1]
	for _, before := range c.all[:len(c.all)-1] {
		for _, name := range last.Databases() {
			if slices.Contains(before.Databases(), name) {
				return fmt.Errorf("open the catalog in %s: it has a database %s, and so has %s: open one of them by another name, or without the other", last.dir, name, before.dir)
			}
		}
	}
	return nil
}

// First is the folder that has the database without a name.
func (c *Catalogs) First() *Catalog { return c.all[0] }

// Of is the folder that has, or would have, what is called so.
func (c *Catalogs) Of(name string) *Catalog {
	for _, one := range c.all[1:] {
		if database, _ := roster.Split(name, one.Databases()); database != "" {
			return one
		}
	}
	return c.all[0]
}

// Having is the folder that has all that is called so, a *SeparateError where there is none.
func (c *Catalogs) Having(names ...string) (*Catalog, error) {
	first := c.Of(names[0])
	for _, name := range names[1:] {
		if c.Of(name) != first {
			return nil, &SeparateError{names[0], first.dir, name, c.Of(name).dir}
		}
	}
	return first, nil
}

// SeparateError says that a change is of several folders.
type SeparateError struct{ One, Dir, Other, OtherDir string }

// Error implements error.
func (e *SeparateError) Error() string {
	return fmt.Sprintf("%s is in the folder %s and %s in %s, and folders change one by one: where the second change fails, the first would stay", e.One, e.Dir, e.Other, e.OtherDir)
}

// Databases lists the names of the databases that have one, sorted.
func (c *Catalogs) Databases() []string {
	if len(c.all) == 1 {
		return c.all[0].Databases()
	}
	names := slices.Clone(c.all[0].Databases())
	for _, one := range c.all[1:] {
		names = append(names, one.Databases()...)
	}
	slices.Sort(names)
	return names
}

// CreateDatabase is that of the first folder, for a name that none has.
func (c *Catalogs) CreateDatabase(ctx context.Context, name string) error {
	if slices.Contains(c.Databases(), name) {
		return ErrDatabaseExists
	}
	return c.First().CreateDatabase(ctx, name)
}

// DropDatabase is that of the folder that has it.
func (c *Catalogs) DropDatabase(ctx context.Context, name string) error {
	return c.Of(name+".").DropDatabase(ctx, name)
}

// Mounted is the folder whose own tables are of a database, "" for none.
func (c *Catalogs) Mounted(database string) (dir string) {
	for _, one := range c.all[1:] {
		if string(one.mount) == database {
			return one.dir
		}
	}
	return ""
}

// View takes the tables of all folders as they are now, one folder after the other. The caller
// closes it.
func (c *Catalogs) View() *View {
	v := c.all[0].View()
	if len(c.all) == 1 {
		return v
	}
	for _, one := range c.all[1:] {
		v.beside = append(v.beside, one.View())
	}
	v.names = v.sorted(func(s *state) []string { return slices.Clone(s.roster.Databases) })
	return v
}

// Hold is Catalog.Hold of all folders.
func (c *Catalogs) Hold(ctx context.Context) error {
	for _, one := range c.all {
		if err := one.Hold(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Guard is Catalog.Guard of all folders.
func (c *Catalogs) Guard(g Guard) {
	for _, one := range c.all {
		one.Guard(g)
	}
}

// Completes is Catalog.Completes of all folders.
func (c *Catalogs) Completes(f Completing) {
	for _, one := range c.all {
		one.Completes(f)
	}
}

// Bill is Catalog.Bill of all folders, which have one room.
func (c *Catalogs) Bill(charge func(bytes int64) error) { c.First().Bill(charge) }

// Share is Catalog.Share of all folders together.
func (c *Catalogs) Share(bytes int64) { c.First().Share(bytes) }

// Forget is Catalog.Forget of all folders.
func (c *Catalogs) Forget() {
	for _, one := range c.all {
		one.Forget()
	}
}

// Close closes all folders.
func (c *Catalogs) Close() (err error) {
	for _, one := range c.all {
		err = errors.Join(err, one.Close())
	}
	return err
}
