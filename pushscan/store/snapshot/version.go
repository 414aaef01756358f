package snapshot

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"sync/atomic"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/memory"
	"golang.org/x/sys/unix"

	"gsdms/plan"
	"gsdms/pushscan/store/coding"
	"gsdms/pushscan/store/disk"
	"gsdms/pushscan/store/manifest"
	"gsdms/pushscan/store/work"
)

// Version is one version of a table: its manifest and its mapped files. It implements
// plan.Data. Everything but refs is immutable (verified apart, which only gains bits).
type Version struct {
	Manifest *manifest.Manifest
	Folder   string
	Refs     int // states that hold it; guarded by the catalog's mutex
	Columns  []Column
	room     *Room    // for texts in memory; may be nil
	Paths    []string // of the manifest itself
	large    bool     // the columns are more than the page cache can be trusted to keep
}

// Column is the mapped form of a column; data is nil without rows.
type Column struct {
	Data     *Mapping
	Text     *Mapping // dictionary
	Dict     *plan.Dictionary
	Tail     *Mapping // texts that came later
	late     *late    // of Tail
	packed   *packed  // nil: nothing of Data is
	storage  plan.Storage
	datatype arrow.DataType
	verified []atomic.Uint64 // a bit per segment
}

// Open maps the files that a manifest names; open gives a mapping and counts it.
// before is the version before it, or nil: what was found out of a file that both have holds.
func Open(folder string, m *manifest.Manifest, before *Version, room *Room, open func(path string, of *manifest.File) (*Mapping, error)) (*Version, error) {
	v := &Version{Manifest: m, Folder: folder, room: room, Columns: make([]Column, m.Stored())}
	for i := range v.Columns {
		if err := v.openColumn(i, before, open); err != nil {
			return v, err
		}
	}
	if v.large = v.bytes() > disk.PageCache()/2; v.large {
		v.advise()
	}
	return v, nil
}

// advise has the kernel put out the columns' pages in the order that they came in. Else
// those that were read twice, to be checked and to be pushed, stay longer than those which
// were asked for and are not read yet, and a scan fetches these again.
func (v *Version) advise() {
	for i := range v.Columns {
		if d := v.Columns[i].Data; d != nil && len(d.Data) > 0 {
			_ = unix.Madvise(d.Data, unix.MADV_SEQUENTIAL)
		}
	}
}

// bytes is the size of the columns' files.
func (v *Version) bytes() (n int64) {
	for i := range v.Columns {
		if d := v.Columns[i].Data; d != nil {
			n += int64(len(d.Data))
		}
	}
	return n
}

func (v *Version) openColumn(i int, before *Version, open func(path string, of *manifest.File) (*Mapping, error)) error {
	c, entry := &v.Columns[i], v.Manifest.Entry(i)
	c.storage, c.datatype = entry.Storage(), arrowType(entry.Storage())
	kind, _ := entry.Type.ParseKind()
	text := (kind == plan.String || entry.Dict != nil) && v.Manifest.ForeignOf(i) == nil
	if text && entry.Dict == nil {
		c.Dict = plan.NewDictionary([]uint32{0}, nil)
	}
	if entry.File == nil {
		return nil
	}
	var err error
	if c.Data, err = open(filepath.Join(v.Folder, entry.File.Name), entry.File); err != nil {
		return v.unopened(i, entry.File, err)
	}
	c.verified = before.verified(entry.File, v.Manifest)
	v.openPacked(i, before)
	if !text || entry.Dict == nil {
		return nil
	}
	if c.Text, err = open(filepath.Join(v.Folder, entry.Dict.Name), entry.Dict); err != nil {
		return v.unopened(i, entry.Dict, err)
	}
	if c.Dict = before.dictionary(c.Text); c.Dict == nil {
		if err = v.openDict(i); err != nil {
			return err
		}
	}
	return v.openTail(i, before, open)
}

// dictionary gives the dictionary that a version, which may be nil, has out of a file, or nil.
func (v *Version) dictionary(text *Mapping) *plan.Dictionary {
	if v == nil {
		return nil
	}
	for i := range v.Columns {
		if v.Columns[i].Text == text {
			base, _ := v.Tail(i)
			return base
		}
	}
	return nil
}

// openDict checks a dictionary and gives its texts; one that is packed is checked when they are asked for,
// so that a folder opens without reading what may be as large as its columns.
func (v *Version) openDict(i int) error {
	c, entry := &v.Columns[i], v.Manifest.Entry(i)
	if entry.Dict.Plain != 0 {
		c.Dict = v.packedDict(i)
		return nil
	}
	return v.Reading(i, entry.Dict, func() error {
		if err := v.checkDict(i); err != nil {
			return err
		}
		head := 4 * (entry.Texts + 1)
		offsets, text := coding.Words[uint32](c.Text.Data[:head]), c.Text.Data[head:]
		for k, end := 1, 0; k < len(offsets); k++ {
			if end += int(offsets[k] - offsets[k-1]); end > len(text) { // modulo 2^32: one before the other is far behind it
				return v.damage(i, entry.Dict, -1, "its offsets are out of order")
			}
		}
		c.Dict = plan.NewDictionary(offsets, text)
		return nil
	})
}

func (v *Version) damage(column int, f *manifest.File, segment int, reason string) error {
	return &DamageError{
		Table: v.Manifest.Table, Column: v.Manifest.Entry(column).Name,
		File: filepath.Join(v.Folder, f.Name), Segment: segment, Reason: reason,
	}
}

// unopened says why a file could not be mapped: it is not as written, or the system
// lacks something.
func (v *Version) unopened(column int, f *manifest.File, err error) error {
	if e := Unread(v.Manifest.Table, v.Manifest.Entry(column).Name, filepath.Join(v.Folder, f.Name), err); e != nil {
		return e
	}
	return v.damage(column, f, -1, err.Error())
}

// Reading runs f, which touches mapped pages: one that the system cannot bring in
// becomes an error, damage if the file was cut short since it was opened, else a failure
// of the disk.
func (v *Version) Reading(column int, of *manifest.File, f func() error) error {
	err := work.Guarded(f)
	var known *DamageError
	if err == nil || errors.As(err, &known) || errors.Is(err, context.Canceled) {
		return err
	}
	if faulted(err) && whole(filepath.Join(v.Folder, of.Name), of) {
		return v.unopened(column, of, errFault)
	}
	return v.damage(column, of, -1, "it cannot be read: "+err.Error())
}

// Rows implements plan.Data.
func (v *Version) Rows(ctx context.Context, column, lo, hi int) (arrow.Array, error) {
	if column < 0 || column > len(v.Columns) || lo < 0 || lo > hi || hi > v.Manifest.Rows || lo%64 != 0 {
		return nil, fmt.Errorf("store: table %s has no rows [%d, %d) of column %d that begin at a multiple of 64", v.Manifest.Table, lo, hi, column)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if column == len(v.Columns) {
		return rowNumbers(v.Manifest.Numbering(), lo, hi), nil
	}
	c := &v.Columns[column]
	bytes, of, err := v.stored(ctx, column, lo, hi)
	if err == nil && c.late != nil && hi > lo {
		before := of
		bytes, of, err = v.recoded(column, bytes)
		before.giveBack()
	}
	if err != nil {
		return nil, err
	}
	return c.wrap(bytes, of, hi-lo), nil
}

// stored gives the stored numbers of some rows, in the column's form, and the memory that was made
// for them, if it was.
func (v *Version) stored(ctx context.Context, column, lo, hi int) ([]byte, *loan, error) {
	c := &v.Columns[column]
	if lo == hi {
		return nil, nil, nil
	}
	if c.packedAt(lo) {
		return v.unpackedRows(ctx, column, lo, hi)
	}
	if err := v.Verify(column, lo, hi); err != nil {
		return nil, nil, err
	}
	begin, end := c.span(lo, hi)
	return c.Data.Data[begin:end], nil, nil
}

// wrap makes an Arrow array over bytes, with whose release the memory that was made for them no longer
// counts.
func (c *Column) wrap(bytes []byte, of *loan, rows int) arrow.Array {
	buffer := memory.NewBufferBytes(bytes)
	if of != nil {
		buffer = memory.NewBufferWithAllocator(bytes, of)
		defer buffer.Release() // the array has it
	}
	data := array.NewData(c.datatype, rows, []*memory.Buffer{nil, buffer}, nil, 0, 0)
	defer data.Release()
	return array.MakeFromData(data)
}

// Zone implements plan.Data.
func (v *Version) Zone(column, segment int) (lo, hi uint64) {
	lo, hi = v.storedZone(column, segment)
	if column < len(v.Columns) && v.Columns[column].late != nil {
		return v.Columns[column].zone(lo, hi, v.Manifest.Entry(column).AllTexts())
	}
	return lo, hi
}

// storedZone is Zone in the codes that Stored gives.
func (v *Version) storedZone(column, segment int) (lo, hi uint64) {
	if column == len(v.Columns) {
		return uint64(segment * plan.SegmentRows), uint64(min((segment+1)*plan.SegmentRows, v.Manifest.Rows) - 1)
	}
	zones := v.Manifest.Entry(column).Zones
	if v.Columns[column].storage.Float || 2*segment+1 >= len(zones) {
		return 0, math.MaxUint64
	}
	return zones[2*segment], zones[2*segment+1]
}

// Passed implements plan.Data. The pages stay in the page cache for as long as the system
// has room for them.
func (v *Version) Passed(column, lo, hi int) {
	if column == len(v.Columns) {
		return
	}
	c := &v.Columns[column]
	if c.Data == nil || lo < 0 || lo >= hi || hi > v.Manifest.Rows {
		return
	}
	page := os.Getpagesize()
	begin, end := c.span(lo, hi)
	from, to := (begin+page-1)/page*page, end/page*page
	if from < to {
		_ = unix.Madvise(c.Data.Data[from:to], unix.MADV_DONTNEED) // of a file's mapping, which is read again when it is touched
	}
}

// Prefetch implements plan.Data.
func (v *Version) Prefetch(column, lo, hi int) {
	if column == len(v.Columns) {
		return
	}
	c := &v.Columns[column]
	if c.Data == nil || lo < 0 || lo >= hi || hi > v.Manifest.Rows {
		return
	}
	if !v.large && c.unchecked(lo/plan.SegmentRows, hi)*plan.SegmentRows >= hi {
		return // read before, so in the page cache, where asking costs more than it gives
	}
	if c.packedAt(lo) && c.packed.plain.held.Load().has(c.packed, lo, hi) {
		return
	}
	page := os.Getpagesize()
	begin, end := c.span(lo, hi)
	// Advice only: where it fails the pages come when they are touched.
	_ = unix.Madvise(c.Data.Data[begin/page*page:end], unix.MADV_WILLNEED)
}

// Numbers reads segment s of a column in logical form: as many numbers as it has rows.
// n and null have room for them; where there is a dictionary the numbers are codes, for
// foreign keys row numbers, for doubles IEEE bits.
func (v *Version) Numbers(column, s int, n []int64, null []bool) (rows int, err error) {
	if rows, err = v.Stored(column, s, n, null); err != nil || v.Columns[column].late == nil {
		return rows, err
	}
	c := &v.Columns[column]
	codes, err := c.merged()
	for i, code := range n[:rows] {
		if err == nil && !null[i] {
			n[i], _ = c.storage.Load(uint64(codes[c.storage.Store(code)]))
		}
	}
	return rows, err
}

// Stored is Numbers in the codes that the file has, where the column's dictionary has a tail.
func (v *Version) Stored(column, s int, n []int64, null []bool) (rows int, err error) {
	lo, hi := s*plan.SegmentRows, min((s+1)*plan.SegmentRows, v.Manifest.Rows)
	if err := v.Verify(column, lo, hi); err != nil {
		return 0, err
	}
	c := &v.Columns[column]
	return hi - lo, v.Reading(column, v.Manifest.Entry(column).File, func() error {
		// Who decodes writes behind what he reads next, so the end of n is room to unpack.
		bytes, err := v.plainSegment(column, s, coding.BytesOf(n[:hi-lo])[(hi-lo)*(8-c.storage.Width):])
		if err == nil {
			coding.Decode(n[:hi-lo], null[:hi-lo], bytes, c.storage)
		}
		return err
	})
}
