package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gsdms/pushscan/store/columnfile"
	"gsdms/pushscan/store/disk"
	"gsdms/pushscan/store/growth"
	"gsdms/pushscan/store/manifest"
	"gsdms/pushscan/store/roster"
	"gsdms/pushscan/store/snapshot"
	"gsdms/pushscan/store/work"
)

// edit collects one change of the catalog: new versions of tables, tables that go, and
// queries and functions with names.
// Nothing is seen of it before commit; a crash or discard leaves no trace.
type edit struct {
	roster.Change
	catalog *Catalog
	from    *state
	files   columnfile.Writer  // what is written, until the commit; to be removed if the change fails
	renamed map[string]string  // by new name: the old one
	loaded  *manifest.Manifest // of the last load, to be put
	ranks   []uint32           // the numbers of its own rows in it; nil: they keep theirs
	numbers *numbering         // of the rows that come to a table; nil: it has no column of numbers
	growing *growth.Growth     // what goes to the log; nil: nothing
	begins  bool               // changes of this kind go to a log, where there is one
	ends    bool               // there is to be no log
}

func (c *Catalog) edit(from *state) *edit {
	c.last++ // under the turn
	return &edit{catalog: c, from: from, files: columnfile.Writer{Version: c.last}, Change: roster.NewChange(), renamed: map[string]string{}}
}

// folder gives a table's folder, made if need be.
func (e *edit) folder(table string) (string, error) {
	path := filepath.Join(e.catalog.dir, e.folderName(table))
	return path, os.MkdirAll(path, 0o755)
}

// folderName is the folder that a table has, or will get. One that was renamed keeps its own.
func (e *edit) folderName(table string) string {
	if was, ok := e.renamed[table]; ok {
		table = was
	}
	if i := e.from.roster.Find(table); i >= 0 {
		return e.from.roster.Tables[i].Folder
	}
	return manifest.FolderOf(e.catalog.mount.Written(table))
}

// rename has a table's new version, which is put under its new name, take the place of the
// one under the old name.
func (e *edit) rename(from, to string) {
	e.renamed[to] = from
	e.Drop[from] = true
}

// finish has a manifest say what a new version's does.
func (e *edit) finish(m *manifest.Manifest) {
	if m.Bound == m.Table {
		m.Bound = ""
	}
	if e.numbers != nil && m.Table == e.numbers.table {
		m.NextNumber = e.numbers.next
	}
	m.Format, m.Version = m.OldestFormat(), e.files.Version
}

// table adds a new version of a table. Its column files are written.
func (e *edit) table(ctx context.Context, m *manifest.Manifest) error {
	e.finish(m)
	body, err := json.MarshalIndent(e.catalog.mount.WrittenManifest(m), "", " ")
	if err != nil {
		return err
	}
	folder, err := e.folder(m.Table)
	if err != nil {
		return err
	}
	name := fmt.Sprintf("manifest.v%d.json", e.files.Version)
	path := filepath.Join(folder, name)
	e.files.Written = append(e.files.Written, path)
	if err := e.files.Write(ctx, path, disk.Seal(body)); err != nil {
		return err
	}
	e.Put[m.Table] = roster.Entry{Name: m.Table, Folder: e.folderName(m.Table), Manifest: name, Checksum: disk.Sum(body)}
	return e.files.AddFolder(folder)
}

// commit makes the change real: the rename of catalog.json is the moment. The new
// versions are opened before it, so that what cannot be read back is not committed. After
// an *UnsettledError the change is made, after another error it is not.
func (e *edit) commit(ctx context.Context) error {
	if e.growing != nil {
		if done, err := e.commitLogged(ctx); done {
			return err
		}
		if err := e.table(ctx, e.growing.Next); err != nil {
			return err
		}
	}
	if e.Empty() && !e.ends {
		return nil
	}
	if err := e.putAhead(ctx); err != nil {
		return err
	}
	return e.commitAll(ctx)
}

// commitAll is commit for what is put, or goes.
func (e *edit) commitAll(ctx context.Context) error {
	next := e.Apply(e.from.roster, e.files.Version)
	versions := make(map[string]opened, len(next.Tables))
	for _, t := range next.Tables {
		if _, put := e.Put[t.Name]; !put {
			versions[t.Name] = e.from.versions[t.Name]
			continue
		}
		v := e.catalog.openDescribed(t, e.catalog.describe(next, t), e.before(t.Name), Options{})
		if v.err != nil {
			return v.err
		}
		versions[t.Name] = v
	}
	s := newState(next, versions, e.from)
	return e.guarded(ctx, s, func() error { return e.replace(s) })
}

// replace has the roster of a state take the place of the one before it, and the state, too.
func (e *edit) replace(next *state) error {
	c := e.catalog
	log, err := e.beginLog(next.roster)
	if err == nil {
		err = e.replaceRoster(next.roster)
	}
	if err == nil {
		err = c.syncFolder(c.dir)
		e.publish(next, err == nil)
		if err == nil {
			c.settled(log, next.roster.Log)
			return nil
		}
		c.ahead.stop()
		err = &UnsettledError{Dir: c.dir, Err: err}
	}
	if log != nil && log != c.ahead.log {
		_ = log.Close() // has nothing that is not on disk
	}
	return err
}

func (e *edit) replaceRoster(next *roster.Roster) error {
	body, err := json.MarshalIndent(e.catalog.mount.WrittenRoster(next), "", " ")
	if err != nil {
		return err
	}
	if err := e.sync(); err != nil {
		return err
	}
	return disk.Replace(filepath.Join(e.catalog.dir, catalogFile), disk.Seal(body))
}

// before is the version that a table had, under its name or another; nil if it is new.
func (e *edit) before(name string) *snapshot.Version {
	if was, ok := e.renamed[name]; ok {
		name = was
	}
	return e.from.versions[name].version
}

// sync has all that the change wrote on disk, and the folders that it made.
func (e *edit) sync() error {
	if e.makesTable() {
		if err := e.files.AddFolder(e.catalog.dir); err != nil {
			return err
		}
	}
	return e.files.Sync()
}

// makesTable says whether a table is new: its folder may not be on disk yet.
func (e *edit) makesTable() bool {
	for name := range e.Put {
		if e.from.roster.Find(name) < 0 {
			return true
		}
	}
	return false
}

// publish gives the new state to views from now on. Until the rename is known to be on
// disk, a crash may bring the old state back: its files then stay for the next Open.
func (e *edit) publish(s *state, durable bool) {
	c := e.catalog
	old := c.publish(s)
	if durable {
		c.release(old)
	}
	for name := range e.Drop {
		c.doomed[filepath.Join(c.dir, e.folderName(name))] = true
	}
}

// run collects a change with f and commits it, or removes what f wrote.
func (c *Catalog) run(ctx context.Context, what, table string, f func(*edit) error) error {
	return c.change(ctx, what, table, func(from *state) error { return c.attempt(ctx, from, table, f) })
}

// runFreeing is run for a change that frees space, which it can on a full disk, too.
func (c *Catalog) runFreeing(ctx context.Context, what, table string, f func(*edit) error) error {
	return c.runWhereFreeing(ctx, what, table, func() bool { return true }, f)
}

// runWhereFreeing is runFreeing where frees says, once f has been tried, that it frees space,
// else run.
func (c *Catalog) runWhereFreeing(ctx context.Context, what, table string, frees func() bool, f func(*edit) error) error {
	return c.change(ctx, what, table, func(from *state) error {
		err := c.attempt(ctx, from, table, f)
		var made *UnsettledError
		if full(err) && !errors.As(err, &made) && frees() && c.giveReserve() {
			err = c.attempt(ctx, from, table, f)
		}
		if full(err) && !errors.As(err, &made) && frees() {
			err = fmt.Errorf("%w; to free space takes up to %d KiB first, and the reserve in %s is used up: make room by other means", err, reserveFiles*reserveSize>>10, c.dir)
		}
		return err
	})
}

// attempt is one try of a change.
func (c *Catalog) attempt(ctx context.Context, from *state, table string, f func(*edit) error) error {
	e := c.edit(from)
	err := work.Guarded(func() error { return f(e) })
	if err == nil {
		err = ctx.Err()
	}
	if err == nil {
		err = e.commit(ctx)
	}
	var made *UnsettledError
	if err == nil || errors.As(err, &made) {
		return err
	}
	err = errors.Join(err, e.files.Close(), c.discard(e.files.Written))
	if from.roster.Find(table) < 0 {
		c.doomed[filepath.Join(c.dir, manifest.FolderOf(c.mount.Written(table)))] = true
	}
	return err
}

// Create makes an empty table. It fails with ErrExists, also where a query has the name, and for a definition that
// cannot be kept: the error says what of it.
func (c *Catalog) Create(ctx context.Context, d Definition) error {
	return c.run(ctx, "create table", d.Name, func(e *edit) error {
		m, err := e.define(d)
		if err != nil {
			return err
		}
		return e.table(ctx, m)
	})
}

// define makes the manifest of a new table.
func (e *edit) define(d Definition) (*manifest.Manifest, error) {
	if err := e.from.roster.CheckName("table", d.Name); err != nil {
		return nil, err
	}
	if e.from.roster.Find(d.Name) >= 0 || e.from.roster.Query(d.Name) != nil {
		return nil, ErrExists
	}
	m, err := manifestOf(d, e.from)
	if err == nil && e.catalog.mount != "" {
		m.Bound = e.catalog.mount.Written(d.Name)
	}
	return m, err
}

// Drop removes tables, all or none, unless one that stays references one of them
// (ErrReferenced). Views that have them keep them.
func (c *Catalog) Drop(ctx context.Context, names ...string) error {
	return c.runFreeing(ctx, "drop table", strings.Join(names, ", "), func(e *edit) error {
		for _, name := range names {
			if e.from.roster.Find(name) < 0 {
				_, err := e.from.find(name)
				return err
			}
			e.Drop[name] = true
		}
		for _, name := range names {
			by, err := e.from.references(name, e.Drop)
			if err != nil {
				return err
			}
			if len(by) > 0 {
				err = fmt.Errorf("%w by foreign keys of %s: drop that first, or both together", ErrReferenced, strings.Join(by, ", "))
				if len(names) > 1 {
					err = fmt.Errorf("%s: %w", name, err)
				}
				return err
			}
		}
		return nil
	})
}

// Truncate removes all rows of a table, unless rows of another table reference them
// (ErrReferenced).
func (c *Catalog) Truncate(ctx context.Context, name string) error {
	return c.runFreeing(ctx, "truncate table", name, func(e *edit) error {
		if _, err := e.from.find(name); err != nil {
			return err
		}
		if err := e.unreferenced(ctx, name); err != nil {
			return err
		}
		by, err := e.from.references(name, nil)
		if err != nil {
			return err
		}
		old := e.from.versions[name].version
		next := old.Manifest.Clone()
		next.NextNumber = 0
		return e.rewriteRows(ctx, old, next, by, nil)
	})
}

// unreferenced fails where rows of another table reference the table.
func (e *edit) unreferenced(ctx context.Context, name string) error {
	references, err := e.from.references(name, nil)
	if err != nil {
		return err
	}
	for _, by := range references {
		refers, err := e.from.versions[by].version.RefersTo(ctx, name)
		if err != nil {
			return err
		}
		if refers {
			return fmt.Errorf("%w by rows of %s: truncate that first", ErrReferenced, by)
		}
	}
	return nil
}
