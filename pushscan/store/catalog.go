package store

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"

	"gsdms/pushscan/store/disk"
	"gsdms/pushscan/store/manifest"
	"gsdms/pushscan/store/roster"
	"gsdms/pushscan/store/snapshot"
	"gsdms/pushscan/store/work"
)

// Options sets how a catalog is opened. The zero value asks for the defaults.
type Options struct {
	// Verify compares every file with its checksum when the catalog is opened, not just
	// each segment when it is first read.
	Verify bool

	// Database is the name of the database that the folder's own tables are of, "" for the one
	// without a name. The files have nothing of it.
	Database string

	room *snapshot.Room // that is shared with other folders; nil: it has its own
}

// Catalog is a folder of tables. All methods are safe for concurrent use; changes take
// turns. One process at a time may have a folder open.
type Catalog struct {
	dir   string
	opts  Options
	lock  *os.File      // nil: the folder was not there; under the turn
	turns chan struct{} // holds one token; who has it may change tables

	syncFolder func(path string) error // tests have one that fails

	guard      Guard      // nil: none
	completing Completing // nil: none

	last   uint64          // version of the last attempt to change something; under the turn
	doomed map[string]bool // folders to remove once they are empty; under the turn

	reserved bool // the reserve is there; under the turn
	ahead    ahead
	room     *snapshot.Room
	mount    roster.Mount

	mu       sync.Mutex
	state    *state // nil: closed
	mappings map[snapshot.Key]*snapshot.Mapping
	paths    map[string]int // mappings of each file
}

// Open opens the folder, locks it against a second process and sweeps what an interrupted
// change left behind. A folder that is not there, or has no catalog, is one without tables, and made
// and locked by the first change. A table whose files are damaged
// does not keep the others from being used: the error comes when it is asked for.
// The caller closes the catalog.
func Open(dir string, opts Options) (*Catalog, error) {
	c, err := open(dir, opts)
	if err != nil {
		return nil, fmt.Errorf("open the catalog in %s: %w", dir, err)
	}
	return c, nil
}

func open(dir string, opts Options) (*Catalog, error) {
	one := uint16(1)
	if *(*byte)(unsafe.Pointer(&one)) != binary.LittleEndian.AppendUint16(nil, one)[0] {
		return nil, errors.New("the files are little-endian and this machine is not")
	}
	c := &Catalog{dir: dir, opts: opts, mount: roster.Mount(opts.Database), turns: make(chan struct{}, 1), syncFolder: disk.SyncFolder, mappings: map[snapshot.Key]*snapshot.Mapping{}, paths: map[string]int{}, doomed: map[string]bool{}, ahead: newAhead(), room: opts.room}
	if c.room == nil {
		c.room = new(snapshot.Room)
	}
	if has, err := IsCatalog(dir); err != nil {
		return nil, err
	} else if !has {
		c.publish(newState(c.mount.Empty(), nil, nil))
	} else if err := c.hold(); err != nil {
		return nil, err
	}
	c.turns <- struct{}{}
	return c, nil
}

// Dir is the folder.
func (c *Catalog) Dir() string { return c.dir }

// Hold makes the folder and locks it now, and not with the first change.
func (c *Catalog) Hold(ctx context.Context) error {
	select {
	case <-c.turns:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	defer func() { c.turns <- struct{}{} }()
	if err := c.hold(); err != nil {
		return fmt.Errorf("open %s: %w", c.dir, err)
	}
	return nil
}

// hold locks the folder, made if need be, and takes what is in it. It does nothing once
// the folder is held.
func (c *Catalog) hold() error {
	if c.lock != nil {
		return nil
	}
	if err := os.MkdirAll(c.dir, 0o755); err != nil {
		return err
	}
	held, err := lock(c.dir)
	if err != nil {
		return err
	}
	if err := c.recover(c.opts); err != nil {
		c.ahead.stop()
		return errors.Join(err, unlock(held))
	}
	c.lock = held
	c.keepReserve()
	return nil
}

// publish gives a state to views from now on, and what there was before to the caller,
// who releases it.
func (c *Catalog) publish(s *state) (before *state) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s.refs == 0 { // the guard has not seen it
		c.retain(s)
	}
	before, c.state = c.state, s
	return before
}

// opened is a table's version, or why it cannot be used.
type opened struct {
	version *snapshot.Version
	err     error
}

func (c *Catalog) openDescribed(t roster.Entry, d described, before *snapshot.Version, opts Options) opened {
	if d.err != nil {
		return opened{err: d.err}
	}
	return c.openManifest(t, d.manifest, before, opts)
}

func (c *Catalog) openManifest(t roster.Entry, m *manifest.Manifest, before *snapshot.Version, opts Options) opened {
	v, err := snapshot.Open(filepath.Join(c.dir, t.Folder), m, before, c.room, c.mapOnce)
	if err == nil && opts.Verify {
		err = v.Check(context.Background())
	}
	v.Paths = []string{filepath.Join(c.dir, t.Folder, t.Manifest)}
	return opened{version: v, err: err}
}

// mapOnce maps a file, or finds the mapping that another version made.
func (c *Catalog) mapOnce(path string, of *manifest.File) (*snapshot.Mapping, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	key := snapshot.Key{Path: path, Size: of.Size}
	if m := c.mappings[key]; m != nil {
		return m, nil
	}
	m, err := snapshot.MapFile(path, of)
	if err == nil {
		c.mappings[key] = m
		c.paths[path]++
	}
	return m, err
}

// Close unlocks the folder. Views that are still open stay valid until they are closed.
func (c *Catalog) Close() error {
	<-c.turns
	defer func() { c.turns <- struct{}{} }()
	err := c.settle()
	c.removeDoomed()
	c.mu.Lock()
	s := c.state
	c.state = nil
	c.mu.Unlock()
	if s == nil {
		return nil
	}
	c.ahead.stop()
	if c.ahead.durable != nil {
		c.release(c.ahead.durable)
	}
	c.release(s)
	if c.lock == nil {
		return err
	}
	return errors.Join(err, unlock(c.lock))
}

// change runs f alone among the changes, with the state it starts from.
func (c *Catalog) change(ctx context.Context, what, name string, f func(*state) error) error {
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-c.turns:
	}
	defer func() { c.turns <- struct{}{} }()
	s, err := c.toChange()
	if err != nil {
		return fmt.Errorf("%s %s: %w", what, name, err)
	}
	err = work.Guarded(func() error { return f(s) })
	c.release(s)
	c.removeDoomed()
	c.keepReserve()
	if err != nil {
		return fmt.Errorf("%s %s: %w", what, name, err)
	}
	return nil
}

// toChange retains the state that a change starts from, in a folder that is held.
func (c *Catalog) toChange() (*state, error) {
	s, err := c.current()
	if err != nil || c.lock != nil {
		return s, err
	}
	c.release(s)
	if err := c.hold(); err != nil {
		return nil, err
	}
	return c.current()
}

// tidy removes folders that have lost their last files, unless a change is under way,
// which does so at its end.
func (c *Catalog) tidy() {
	select {
	case <-c.turns:
		c.removeDoomed()
		c.turns <- struct{}{}
	default:
	}
}

// removeDoomed removes the folders of tables that are gone, as their last files go. On a
// closed catalog that is left to the next Open.
func (c *Catalog) removeDoomed() {
	if c.state == nil {
		return
	}
	for folder := range c.doomed {
		if c.state.roster.Holds(filepath.Base(folder)) || !errors.Is(unix.Rmdir(folder), unix.ENOTEMPTY) {
			delete(c.doomed, folder)
		}
	}
}

// current retains the state of now; the caller releases it.
func (c *Catalog) current() (*state, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.state == nil {
		return nil, ErrClosed
	}
	c.state.refs++
	return c.state, nil
}
