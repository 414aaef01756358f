package store

import (
	"context"
	"maps"
	"slices"
	"sync"

	"gsdms/plan"
)

// View is a consistent set of snapshots. It implements plan.Catalog and is safe for
// concurrent use. What it hands out stays valid until Close, whatever happens to the
// tables meanwhile.
type View struct {
	catalog *Catalog
	state   *state
	closing sync.Once
}

// View takes the tables as they are now. The caller closes it. On a closed catalog it
// is empty.
func (c *Catalog) View() *View {
	s, err := c.current()
	if err != nil {
		s = &state{refs: 1, roster: &roster{}}
	}
	return &View{catalog: c, state: s}
}

// Keep gives another view of the same snapshots, to be closed by itself. The view is not
// closed yet.
func (v *View) Keep() *View {
	v.catalog.mu.Lock()
	defer v.catalog.mu.Unlock()
	v.state.refs++
	return &View{catalog: v.catalog, state: v.state}
}

// Table returns the snapshot of a table, an *UnknownTableError (code 1146), or why a
// table that is there cannot be used (*DamageError). Names are case-sensitive.
func (v *View) Table(name string) (*plan.Table, error) { return v.state.find(name) }

// Check reads all files of a table's columns and compares them with their checksums: what is not
// as it was written is a *DamageError.
func (v *View) Check(ctx context.Context, name string) error {
	if _, err := v.Table(name); err != nil {
		return err
	}
	return v.state.versions[name].version.Check(ctx)
}

// Tables lists the names of all tables, sorted; damaged ones are among them.
func (v *View) Tables() []string { return slices.Sorted(maps.Keys(v.state.versions)) }

// Close gives the snapshots up: nothing that came from the view may be used afterwards.
// The last view of a snapshot that was dropped or replaced deletes its files. Calls
// after the first do nothing. A file that cannot be deleted is swept at the next Open.
func (v *View) Close() {
	v.closing.Do(func() {
		v.catalog.release(v.state)
		v.catalog.tidy()
	})
}
