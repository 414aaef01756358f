package store

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"

	"gsdms/pushscan/store/disk"
	"gsdms/pushscan/store/growth"
	"gsdms/pushscan/store/manifest"
	"gsdms/pushscan/store/roster"
	"gsdms/pushscan/store/snapshot"
)

// Rows that come to a table one small change after another are on disk with one write: the bytes
// that go behind the files of its columns, and what the manifest then says, are a record of the
// folder's log. The files get these bytes, too, but nobody waits for them. catalog.json leads to
// the log by its key. Any other change, and a log that is large, writes the manifests that the
// tables have by then and has the files on disk, and with the new catalog.json the log begins anew.
// When a folder is opened whose log has records, their bytes are written to the files once more.
const (
	logFile    = "catalog.log"
	loggedRows = 1 << 14  // of a change, at most
	largestLog = 32 << 20 // bytes
)

// ahead is how the tables have changed since catalog.json was written. Under the turn.
type ahead struct {
	log     *disk.Log
	tables  map[string]bool
	files   map[string]bool // that may not be on disk as they are
	lost    bool            // what was written to them may be: a disk has failed
	durable *state          // what catalog.json leads to: its manifests stay
}

func newAhead() ahead { return ahead{tables: map[string]bool{}, files: map[string]bool{}} }

// logs begins a growing of a table of which so many rows come, where the log takes it. Where
// there is no log yet, the change begins one.
func (e *edit) logs(old *snapshot.Version, next *manifest.Manifest, rows int) *growth.Growth {
	if rows > loggedRows {
		return nil
	}
	e.begins = true
	if log := e.catalog.ahead.log; log == nil || log.Size() > largestLog {
		return nil
	}
	return growth.New(old.Manifest.Rows, next)
}

// grow writes bytes behind those of a file that are some version's.
func (e *edit) grow(ctx context.Context, path string, at int, data []byte) error {
	if e.growing == nil {
		return e.files.Grow(ctx, path, at, data)
	}
	e.growing.Add(filepath.Base(path), at, data)
	return disk.WriteAt(path, data, at)
}

// putAhead puts the tables whose manifests are not on disk, but for those that the change puts or
// drops, and has the files on disk that have grown.
func (e *edit) putAhead(ctx context.Context) error {
	a := &e.catalog.ahead
	for _, name := range slices.Sorted(maps.Keys(a.tables)) {
		v := e.from.versions[name].version
		if _, put := e.Put[name]; put || e.Drop[name] || v == nil {
			continue
		}
		if err := e.table(ctx, v.Manifest.Clone()); err != nil {
			return err
		}
	}
	if a.lost {
		if err := e.catalog.writeAgain(); err != nil {
			return err
		}
	}
	err := disk.SyncAll(slices.Sorted(maps.Keys(a.files)))
	a.lost = err != nil
	return err
}

// writeAgain writes the bytes of all records to their files: a disk that has failed to take them
// may have lost them, and says so once. Those of a file are written together: what a record pads the
// file with is where the rows of the next one are, which somebody may be reading.
func (c *Catalog) writeAgain() error {
	log, bodies, err := disk.OpenLog(filepath.Join(c.dir, logFile), c.ahead.durable.roster.Log)
	if err != nil {
		return err
	}
	ends := map[string]*end{}
	for _, body := range bodies {
		if err = c.gatherEnds(body, ends); err != nil {
			break
		}
	}
	for _, path := range slices.Sorted(maps.Keys(ends)) {
		if err == nil {
			err = disk.WriteAt(path, ends[path].bytes, ends[path].at)
		}
	}
	return errors.Join(err, log.Close())
}

// end is what records have put to the end of a file.
type end struct {
	at    int
	bytes []byte
}

// gatherEnds adds what a record puts to files.
func (c *Catalog) gatherEnds(body []byte, ends map[string]*end) error {
	r, err := growth.Read(body)
	if err != nil {
		return err
	}
	i := c.state.roster.Find(c.mount.Named(c.state.roster, r.Table))
	if i < 0 {
		return nil
	}
	return r.Each(filepath.Join(c.dir, c.state.roster.Tables[i].Folder), func(path string, at int, bytes []byte) error {
		e := ends[path]
		if e == nil {
			e = &end{at: at}
			ends[path] = e
		}
		if at < e.at || at > e.at+len(e.bytes) {
			return fmt.Errorf("a record of file %s begins at %d", path, at)
		}
		e.bytes = append(e.bytes[:at-e.at], bytes...)
		return nil
	})
}

// beginLog gives the log for the key that the next catalog.json gets, or nil if it gets none. What
// the log has until then stays.
func (e *edit) beginLog(next *roster.Roster) (log *disk.Log, err error) {
	if e.ends || !e.begins && e.from.roster.Log == 0 {
		return nil, nil
	}
	for next.Log == 0 {
		next.Log = rand.Uint64()
	}
	if log = e.catalog.ahead.log; log == nil {
		log, err = disk.NewLog(filepath.Join(e.catalog.dir, logFile))
	}
	return log, err
}

// settled says that catalog.json is on disk, and leads to a log by a key, or to none.
func (c *Catalog) settled(log *disk.Log, key uint64) {
	before := c.ahead
	c.ahead = newAhead()
	if c.ahead.log = log; log == nil {
		before.stop()
		_ = disk.RemoveIfThere(filepath.Join(c.dir, logFile)) // nothing leads to it
	} else {
		log.Begin(key)
	}
	if before.durable != nil {
		c.release(before.durable)
	}
}

// stop ends the use of the log's file.
func (a *ahead) stop() {
	if a.log != nil {
		_ = a.log.Close() // what it has is on disk
		a.log = nil
	}
}

// replay reads the log that a roster leads to, writes its bytes to the files, and gives the
// manifests that the tables have by it.
func (c *Catalog) replay(r *roster.Roster) (map[string]*manifest.Manifest, error) {
	out := map[string]*manifest.Manifest{}
	if r.Log == 0 {
		return out, nil
	}
	path := filepath.Join(c.dir, logFile)
	log, bodies, err := disk.OpenLog(path, r.Log)
	if err != nil {
		return nil, err
	}
	for _, body := range bodies {
		if err := c.replayOne(r, body, out); err != nil {
			return nil, errors.Join(fmt.Errorf("%s: %w; restore it from a copy", path, err), log.Close())
		}
	}
	c.ahead.log = log
	return out, nil
}

func (c *Catalog) replayOne(r *roster.Roster, body []byte, manifests map[string]*manifest.Manifest) error {
	g, err := growth.Read(body)
	if err != nil {
		return err
	}
	table := c.mount.Named(r, g.Table)
	i := r.Find(table)
	if i < 0 {
		return fmt.Errorf("a record of table %s, which is not there", table)
	}
	m := manifests[table]
	if m == nil {
		if m, err = c.readManifest(r, r.Tables[i]); err != nil {
			return nil // whoever asks for the table is told
		}
	}
	next, err := g.Apply(m)
	if err != nil {
		return err
	}
	err = g.Each(filepath.Join(c.dir, r.Tables[i].Folder), func(path string, at int, bytes []byte) error {
		c.ahead.files[path] = true
		return disk.WriteAt(path, bytes, at)
	})
	if err != nil {
		return err
	}
	manifests[table], c.last = next, max(c.last, g.Version)
	c.ahead.tables[table] = true
	return nil
}

// settle has catalog.json lead to all tables by itself. Where that fails nothing is lost: the next
// Open reads the log.
func (c *Catalog) settle() error {
	s, err := c.current()
	if err != nil {
		return nil // closed before
	}
	defer c.release(s)
	if s.roster.Log == 0 {
		return nil
	}
	err = c.attempt(context.Background(), s, "", func(e *edit) error { e.ends = true; return nil })
	if err != nil {
		return fmt.Errorf("write the manifests of %s: %w; its log has what they lack", c.dir, err)
	}
	return nil
}
