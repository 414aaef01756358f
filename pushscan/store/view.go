package store

import (
	"context"
	"maps"
	"slices"
	"sync"

	"gsdms/plan"
	"gsdms/pushscan/store/roster"
)

// View is a consistent set of snapshots, of one folder or of several. It implements plan.Catalog
// and is safe for concurrent use. What it hands out stays valid until Close, whatever happens to the
// tables meanwhile.
type View struct {
	catalog *Catalog
	state   *state
	beside  []*View  // of the folders whose databases are beside those of the first
	names   []string // of the databases of all, where there are several folders
	closing sync.Once
}

// View takes the tables as they are now. The caller closes it. On a closed catalog it
// is empty.
func (c *Catalog) View() *View {
	s, err := c.current()
	if err != nil {
		s = &state{refs: 1, roster: &roster.Roster{}}
	}
	return &View{catalog: c, state: s}
}

// Keep gives another view of the same snapshots, to be closed by itself. The view is not
// closed yet.
func (v *View) Keep() *View {
	v.catalog.keepState(v.state)
	out := &View{catalog: v.catalog, state: v.state, names: v.names}
	for _, b := range v.beside {
		out.beside = append(out.beside, b.Keep())
	}
	return out
}

// With gives the same snapshots, but those of a view of one of the folders in place of its own. It
// is valid as long as both are, and not to be closed.
func (v *View) With(newer *View) *View {
	out := &View{catalog: v.catalog, state: v.state, beside: slices.Clone(v.beside), names: v.names}
	if newer.catalog == v.catalog {
		out.state = newer.state
	}
	for i, b := range v.beside {
		if newer.catalog == b.catalog {
			out.beside[i] = newer
		}
	}
	return out
}

// of is the view of the folder that has, or would have, what is called so.
func (v *View) of(name string) *View {
	for _, b := range v.beside {
		if database, _ := roster.Split(name, b.state.roster.Databases); database != "" {
			return b
		}
	}
	return v
}

// Table returns the snapshot of a table, an *UnknownTableError (code 1146), or why a
// table that is there cannot be used (*DamageError). Names are case-sensitive.
func (v *View) Table(name string) (*plan.Table, error) {
	t, err := v.of(name).state.find(name)
	if none, ok := err.(*UnknownTableError); ok && len(v.beside) > 0 {
		none.names = v.Tables
	}
	return t, err
}

// Home is the folder that has what is called so, and the database that its own tables are of.
func (v *View) Home(name string) (database, dir string) {
	c := v.of(name).catalog
	return string(c.mount), c.dir
}

// Check reads all files of a table's columns and compares them with their checksums: what is not
// as it was written is a *DamageError.
func (v *View) Check(ctx context.Context, name string) error {
	if _, err := v.Table(name); err != nil {
		return err
	}
	return v.of(name).state.versions[name].version.Check(ctx)
}

// Tables lists the names of all tables, sorted; damaged ones are among them.
func (v *View) Tables() []string {
	return v.sorted(func(s *state) []string { return slices.Collect(maps.Keys(s.versions)) })
}

// sorted gives the names of all folders.
func (v *View) sorted(in func(*state) []string) []string {
	names := in(v.state)
	for _, b := range v.beside {
		names = append(names, in(b.state)...)
	}
	slices.Sort(names)
	return names
}

// Close gives the snapshots up: nothing that came from the view may be used afterwards.
// The last view of a snapshot that was dropped or replaced deletes its files. Calls
// after the first do nothing. A file that cannot be deleted is swept at the next Open.
func (v *View) Close() {
	v.closing.Do(func() {
		v.catalog.release(v.state)
		v.catalog.tidy()
		for _, b := range v.beside {
			b.Close()
		}
	})
}
