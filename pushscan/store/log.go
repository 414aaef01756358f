package store

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync"

	"gsdms/plan"
	"gsdms/pushscan/store/disk"
	"gsdms/pushscan/store/manifest"
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

// growing is a change that only adds rows behind others.
type growing struct {
	next   *manifest.Manifest
	first  int // segment of the first row that comes
	mu     sync.Mutex
	pieces []piece
	bytes  [][]byte // of each piece
}

// piece is bytes that go to a file of the table from some place on.
type piece struct {
	File string `json:"file"`
	At   int    `json:"at"`
	Size int    `json:"size"`
}

// grown is what a record says: of a table's manifest what is another than before.
type grown struct {
	Table   string        `json:"table"`
	Version uint64        `json:"version"`
	Rows    int           `json:"rows"`
	Next    uint64        `json:"next_number,omitempty"`
	Order   []int         `json:"order,omitempty"`
	First   int           `json:"first"` // segment from which on zones and sums are others
	Columns []grownColumn `json:"columns"`
	Pieces  []piece       `json:"pieces"`
}

type grownColumn struct {
	Nulls bool           `json:"nulls,omitempty"`
	Min   int64          `json:"min"`
	Max   int64          `json:"max"`
	Size  int            `json:"size"`
	Zones []uint64       `json:"zones,omitempty"`
	Sums  []uint64       `json:"sums"`
	Tail  *manifest.File `json:"tail,omitempty"`
	Late  int            `json:"late,omitempty"`
}

// logs begins a growing of a table of which so many rows come, where the log takes it. Where
// there is no log yet, the change begins one.
func (e *edit) logs(old *snapshot.Version, next *manifest.Manifest, rows int) *growing {
	if rows > loggedRows {
		return nil
	}
	e.begins = true
	if log := e.catalog.ahead.log; log == nil || log.Size() > largestLog {
		return nil
	}
	return &growing{next: next, first: old.Manifest.Rows / plan.SegmentRows}
}

// grow writes bytes behind those of a file that are some version's.
func (e *edit) grow(ctx context.Context, path string, at int, data []byte) error {
	if e.growing == nil {
		return e.files.Grow(ctx, path, at, data)
	}
	e.growing.mu.Lock()
	e.growing.pieces = append(e.growing.pieces, piece{filepath.Base(path), at, len(data)})
	e.growing.bytes = append(e.growing.bytes, data)
	e.growing.mu.Unlock()
	return disk.WriteAt(path, data, at)
}

// record is the body of a growing's record: the length of its description, which has the table's
// name as files have it, this, and the bytes.
func (g *growing) record(table string) ([]byte, error) {
	r := grown{Table: table, Version: g.next.Version, Rows: g.next.Rows, Next: g.next.NextNumber, Order: g.next.Order, First: g.first, Pieces: g.pieces}
	for i := range g.next.Stored() {
		c := g.next.Entry(i)
		column := grownColumn{Nulls: c.Nulls, Min: c.Min, Max: c.Max, Size: c.File.Size, Sums: c.Sums[g.first:], Tail: c.Tail, Late: c.Late}
		if !c.Float {
			column.Zones = c.Zones[2*g.first:]
		}
		r.Columns = append(r.Columns, column)
	}
	text, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	out := append(binary.LittleEndian.AppendUint32(nil, uint32(len(text))), text...)
	return append(out, slices.Concat(g.bytes...)...), nil
}

// readRecord is the inverse of record.
func readRecord(body []byte) (r *grown, bytes []byte, err error) {
	if len(body) < 4 || uint64(len(body)-4) < uint64(binary.LittleEndian.Uint32(body)) {
		return nil, nil, errors.New("a record is cut short")
	}
	text := body[4 : 4+binary.LittleEndian.Uint32(body)]
	r = new(grown)
	if err := json.Unmarshal(text, r); err != nil {
		return nil, nil, err
	}
	return r, body[4+len(text):], nil
}

// applied gives the manifest that a record makes of the one before it.
func (r *grown) applied(m *manifest.Manifest) (*manifest.Manifest, error) {
	next := m.Clone()
	if len(r.Columns) != m.Stored() || r.First < 0 || r.First > m.Segments() {
		return nil, fmt.Errorf("a record of %d columns for %d", len(r.Columns), m.Stored())
	}
	if next.Dead != nil {
		dead := *next.Dead
		next.Dead = &dead
	}
	next.Version, next.Rows, next.NextNumber, next.Order = r.Version, r.Rows, r.Next, r.Order
	for i, g := range r.Columns {
		c := next.Entry(i)
		if c.File == nil {
			return nil, errors.New("a record for a column without rows")
		}
		file := *c.File
		file.Size = g.Size
		c.File, c.Nulls, c.Min, c.Max, c.Tail, c.Late = &file, g.Nulls, g.Min, g.Max, g.Tail, g.Late
		c.Sums = slices.Concat(c.Sums[:min(r.First, len(c.Sums))], g.Sums)
		c.Zones = slices.Concat(c.Zones[:min(2*r.First, len(c.Zones))], g.Zones)
	}
	next.Format = next.OldestFormat()
	body, err := json.Marshal(next)
	if err != nil {
		return nil, err
	}
	return manifest.Parse(body)
}

// each calls f for the bytes of a record, by the files of its table that they go to.
func (r *grown) each(folder string, bytes []byte, f func(path string, at int, bytes []byte) error) error {
	for _, p := range r.Pieces {
		if p.Size < 0 || p.Size > len(bytes) || p.At < 0 || filepath.Base(p.File) != p.File {
			return errors.New("a record is not whole")
		}
		if err := f(filepath.Join(folder, p.File), p.At, bytes[:p.Size]); err != nil {
			return err
		}
		bytes = bytes[p.Size:]
	}
	return nil
}

// putAhead puts the tables whose manifests are not on disk, but for those that the change puts or
// drops, and has the files on disk that have grown.
func (e *edit) putAhead(ctx context.Context) error {
	a := &e.catalog.ahead
	for _, name := range slices.Sorted(maps.Keys(a.tables)) {
		v := e.from.versions[name].version
		if _, put := e.put[name]; put || e.drop[name] || v == nil {
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
	r, bytes, err := readRecord(body)
	if err != nil {
		return err
	}
	i := c.state.roster.find(c.named(c.state.roster, r.Table))
	if i < 0 {
		return nil
	}
	return r.each(filepath.Join(c.dir, c.state.roster.Tables[i].Folder), bytes, func(path string, at int, bytes []byte) error {
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
func (e *edit) beginLog(next *roster) (log *disk.Log, err error) {
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
func (c *Catalog) replay(r *roster) (map[string]*manifest.Manifest, error) {
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

func (c *Catalog) replayOne(r *roster, body []byte, manifests map[string]*manifest.Manifest) error {
	g, bytes, err := readRecord(body)
	if err != nil {
		return err
	}
	table := c.named(r, g.Table)
	i := r.find(table)
	if i < 0 {
		return fmt.Errorf("a record of table %s, which is not there", table)
	}
	m := manifests[table]
	if m == nil {
		if m, err = c.readManifest(r, r.Tables[i]); err != nil {
			return nil // whoever asks for the table is told
		}
	}
	next, err := g.applied(m)
	if err != nil {
		return err
	}
	err = g.each(filepath.Join(c.dir, r.Tables[i].Folder), bytes, func(path string, at int, bytes []byte) error {
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
