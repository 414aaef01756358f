package store

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"

	"gsdms/plan"
	"gsdms/pushscan/store/disk"
	"gsdms/pushscan/store/manifest"
	"gsdms/pushscan/store/roster"
	"gsdms/pushscan/store/snapshot"
)

// state is the set of tables between two changes: immutable but for refs.
type state struct {
	roster   *roster.Roster
	versions map[string]opened
	tables   map[string]*plan.Table
	broken   map[string]error // tables that cannot be used, and why
	refs     int              // the catalog's own, views and changes; guarded by the catalog's mutex
}

// newState makes the snapshots of the tables. Those that did not change since before,
// nor the tables that they reference, keep their pointers.
func newState(r *roster.Roster, versions map[string]opened, before *state) *state {
	s := &state{roster: r, versions: versions, tables: map[string]*plan.Table{}, broken: map[string]error{}}
	for name := range versions {
		s.table(name, before, 0)
	}
	return s
}

// table makes the snapshot of a table after those that it references.
func (s *state) table(name string, before *state, depth int) (*plan.Table, error) {
	if t := s.tables[name]; t != nil {
		return t, nil
	}
	if err := s.broken[name]; err != nil {
		return nil, err
	}
	t, err := s.snapshot(name, before, depth)
	if err != nil {
		s.broken[name] = err
		return nil, err
	}
	s.tables[name] = t
	return t, nil
}

func (s *state) snapshot(name string, before *state, depth int) (*plan.Table, error) {
	v, ok := s.versions[name]
	switch {
	case !ok:
		return nil, fmt.Errorf("table %s, which a foreign key references, is not there", name)
	case v.err != nil:
		return nil, v.err
	case depth > len(s.versions):
		return nil, fmt.Errorf("the foreign keys of table %s lead in a circle", name)
	}
	refs := make([]*plan.Table, len(v.version.Manifest.Foreign))
	for i, f := range v.version.Manifest.Foreign {
		var err error
		if refs[i], err = s.table(f.Table, before, depth+1); err != nil {
			return nil, fmt.Errorf("table %s references table %s: %w", name, f.Table, err)
		}
	}
	if old := before.reusable(v.version, name, refs); old != nil {
		return old, nil
	}
	t, err := snapshotOf(v.version, refs)
	if err == nil {
		t.Database, _ = roster.Split(name, s.roster.Databases)
		for i, r := range t.References {
			t.References[i].Database, _ = roster.Split(r.Table, s.roster.Databases)
		}
	}
	return t, err
}

// reusable gives the old snapshot if it is of the same version with the same refs.
func (s *state) reusable(v *snapshot.Version, name string, refs []*plan.Table) *plan.Table {
	if s == nil || s.tables[name] == nil || s.versions[name].version != v {
		return nil
	}
	t := s.tables[name]
	for i, f := range v.Manifest.Foreign {
		if t.Columns[f.Column].Ref.Table != refs[i] {
			return nil
		}
	}
	return t
}

// snapshotOf describes a version to the planner.
func snapshotOf(v *snapshot.Version, refs []*plan.Table) (*plan.Table, error) {
	m := v.Manifest
	t := &plan.Table{
		Name: m.Table, Version: m.Version, Rows: m.Rows, Data: v,
		PrimaryKey: slices.Clone(m.PrimaryKey), Order: slices.Clone(m.Order), Rules: m.Rules, References: slices.Clone(m.References), Indexes: m.Indexes, Comment: m.Comment,
		Columns: columnsOf(m), Dead: m.DeadRows,
	}
	for i := range m.Columns {
		c, out := &m.Columns[i], &t.Columns[i]
		out.Storage, out.Min, out.Max, out.Dict = c.Storage(), c.Min, c.Max, v.Columns[i].Dict
	}
	m.Hide(t)
	if i := m.Numbered(); i >= 0 {
		t.NextNumber = m.NextOf(i)
	}
	for i, f := range m.Foreign {
		if f.RefColumn < 0 || f.RefColumn >= len(refs[i].Columns) || !m.Within(f.Column, refs[i].Rows) {
			return nil, fmt.Errorf("column %s of table %s does not fit the rows of table %s", m.Columns[f.Column].Name, m.Table, f.Table)
		}
		t.Columns[f.Column].Ref = &plan.Ref{Table: refs[i], Column: f.RefColumn}
		t.ForeignKeys = append(t.ForeignKeys, plan.ForeignKey{Name: f.Name, Column: f.Column, Table: f.Table, RefColumn: refs[i].Columns[f.RefColumn].Name})
		t.Version = max(t.Version, refs[i].Version)
	}
	return t, nil
}

// references lists the tables with a foreign key to name, sorted, but for those of
// except. It fails if there is a table of which that cannot be told: one whose manifest
// is damaged, unless name itself leads to it, since foreign keys lead in no circle.
func (s *state) references(name string, except map[string]bool) ([]string, error) {
	var from []string
	for _, table := range slices.Sorted(maps.Keys(s.versions)) {
		if except[table] {
			continue
		}
		v := s.versions[table]
		if v.version == nil && table != name && !s.leadsTo(name, table) {
			return nil, fmt.Errorf("%w, it may be, by table %s, which cannot be read: have it read, or drop it, first: %w", ErrReferenced, table, v.err)
		}
		if v.version != nil && slices.ContainsFunc(v.version.Manifest.Foreign, func(f manifest.ForeignKey) bool { return f.Table == name }) {
			from = append(from, table)
		}
	}
	return from, nil
}

// leadsTo says whether a table references another one, or a table that does.
func (s *state) leadsTo(name, other string) bool {
	seen := map[string]bool{name: true}
	for todo := []string{name}; len(todo) > 0; todo = todo[1:] {
		v := s.versions[todo[0]].version
		if v == nil {
			continue
		}
		for _, f := range v.Manifest.Foreign {
			if f.Table == other {
				return true
			}
			if !seen[f.Table] {
				seen[f.Table] = true
				todo = append(todo, f.Table)
			}
		}
	}
	return false
}

// find gives a usable table.
func (s *state) find(name string) (*plan.Table, error) {
	if t := s.tables[name]; t != nil {
		return t, nil
	}
	if err := s.broken[name]; err != nil {
		return nil, err
	}
	return nil, &UnknownTableError{Name: name, names: func() []string { return slices.Sorted(maps.Keys(s.versions)) }}
}

// retain counts a new state, and through it its versions and their files.
func (c *Catalog) retain(s *state) {
	s.refs = 1
	for _, v := range s.versions {
		if v.version == nil {
			continue
		}
		if v.version.Refs++; v.version.Refs == 1 {
			v.version.EachMapping(func(m *snapshot.Mapping) { m.Refs++ })
		}
	}
}

// keepState counts somebody more who holds a state that is held.
func (c *Catalog) keepState(s *state) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s.refs++
}

// release gives up one reference to a state. Files that nobody needs any more are
// unmapped and deleted, unless they belong to the state that Close left behind. What
// cannot be deleted is swept at the next Open.
func (c *Catalog) release(s *state) {
	c.mu.Lock()
	var unused []*snapshot.Mapping
	var stale []string
	s.refs--
	if s.refs == 0 {
		for _, v := range s.versions {
			if v.version == nil {
				continue
			}
			if v.version.Refs--; v.version.Refs == 0 {
				stale = append(stale, v.version.Paths...)
				unused = append(unused, c.forget(v.version)...)
			}
		}
	}
	for _, m := range unused {
		if c.paths[m.Path] == 0 {
			stale = append(stale, m.Path)
		}
	}
	deleting := c.state != nil
	c.mu.Unlock()
	for _, m := range unused {
		_ = m.Unmap() // fails only for what is no mapping
	}
	for _, path := range stale {
		if deleting {
			_ = os.Remove(path)
		}
	}
}

// forget takes a version's references from its files and gives those without any.
func (c *Catalog) forget(v *snapshot.Version) []*snapshot.Mapping {
	var unused []*snapshot.Mapping
	v.EachMapping(func(m *snapshot.Mapping) {
		if m.Refs--; m.Refs == 0 {
			unused = append(unused, m)
			c.unmapped(m)
		}
	})
	return unused
}

// unmapped forgets a mapping; the mutex is held.
func (c *Catalog) unmapped(m *snapshot.Mapping) {
	delete(c.mappings, snapshot.Key{Path: m.Path, Size: len(m.Data)})
	if c.paths[m.Path]--; c.paths[m.Path] == 0 {
		delete(c.paths, m.Path)
	}
}

// discard unmaps what a failed change had mapped, which nobody uses, and removes the files
// that it wrote.
func (c *Catalog) discard(paths []string) error {
	c.mu.Lock()
	var unused []*snapshot.Mapping
	for _, m := range c.mappings {
		if m.Refs == 0 {
			unused = append(unused, m)
			c.unmapped(m)
		}
	}
	c.mu.Unlock()
	var err error
	for _, m := range unused {
		err = errors.Join(err, m.Unmap())
	}
	for _, path := range paths {
		err = errors.Join(err, disk.RemoveIfThere(path))
	}
	return err
}
