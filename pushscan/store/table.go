package store

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/memory"
	"github.com/cespare/xxhash/v2"
	"golang.org/x/sys/unix"

	"gsdms/plan"
)

// version is one version of a table: its manifest and its mapped files. It implements
// plan.Data. Everything but refs is immutable (verified apart, which only gains bits).
type version struct {
	manifest *manifest
	folder   string
	refs     int // states that hold it; guarded by the catalog's mutex
	columns  []storedColumn
	paths    []string // of the manifest itself
	large    bool     // the columns are more than the page cache can be trusted to keep
}

// storedColumn is the mapped form of a column; data is nil without rows.
type storedColumn struct {
	data     *mapping
	text     *mapping // dictionary
	dict     *plan.Dictionary
	storage  plan.Storage
	datatype arrow.DataType
	verified []atomic.Uint64 // a bit per segment
}

// openVersion maps the files that a manifest names; open gives a mapping and counts it.
// before is the version before it, or nil: what was found out of a file that both have holds.
func openVersion(folder string, m *manifest, before *version, open func(path string, of *file) (*mapping, error)) (*version, error) {
	v := &version{manifest: m, folder: folder, columns: make([]storedColumn, m.stored())}
	for i := range v.columns {
		if err := v.openColumn(i, before, open); err != nil {
			return v, err
		}
	}
	if v.large = v.bytes() > pageCache()/2; v.large {
		v.advise()
	}
	return v, nil
}

// advise has the kernel put out the columns' pages in the order that they came in. Else
// those that were read twice, to be checked and to be pushed, stay longer than those which
// were asked for and are not read yet, and a scan fetches these again.
func (v *version) advise() {
	for i := range v.columns {
		if d := v.columns[i].data; d != nil && len(d.data) > 0 {
			_ = unix.Madvise(d.data, unix.MADV_SEQUENTIAL)
		}
	}
}

// bytes is the size of the columns' files.
func (v *version) bytes() (n int64) {
	for i := range v.columns {
		if d := v.columns[i].data; d != nil {
			n += int64(len(d.data))
		}
	}
	return n
}

func (v *version) openColumn(i int, before *version, open func(path string, of *file) (*mapping, error)) error {
	c, entry := &v.columns[i], v.manifest.entry(i)
	c.storage, c.datatype = entry.storage(), arrowType(entry.storage())
	kind, _ := entry.Type.kind()
	text := (kind == plan.String || entry.Dict != nil) && v.manifest.foreign(i) == nil
	if text && entry.Dict == nil {
		c.dict = plan.NewDictionary([]uint32{0}, nil)
	}
	if entry.File == nil {
		return nil
	}
	var err error
	if c.data, err = open(filepath.Join(v.folder, entry.File.Name), entry.File); err != nil {
		return v.unopened(i, entry.File, err)
	}
	c.verified = before.verified(entry.File, v.manifest)
	if !text || entry.Dict == nil {
		return nil
	}
	if c.text, err = open(filepath.Join(v.folder, entry.Dict.Name), entry.Dict); err != nil {
		return v.unopened(i, entry.Dict, err)
	}
	if c.dict = before.dictionary(c.text); c.dict != nil {
		return nil
	}
	return v.openDict(i)
}

// verified gives the segments of a file that were checked for a version, which may be nil.
// The version of m shares them, unless it has more rows: then the last ones are others.
func (v *version) verified(of *file, m *manifest) []atomic.Uint64 {
	out := make([]atomic.Uint64, (m.segments()+63)/64)
	if v == nil {
		return out
	}
	at := slices.IndexFunc(v.columns, func(c storedColumn) bool { return c.data != nil && filepath.Base(c.data.path) == of.Name })
	if at < 0 {
		return out
	}
	if v.manifest.Rows == m.Rows {
		return v.columns[at].verified
	}
	for s := range min(v.manifest.Rows, m.Rows) / plan.SegmentRows {
		out[s/64].Or(v.columns[at].verified[s/64].Load() & (1 << (s % 64)))
	}
	return out
}

// dictionary gives the dictionary that a version, which may be nil, has out of a file, or nil.
func (v *version) dictionary(text *mapping) *plan.Dictionary {
	if v == nil {
		return nil
	}
	for i := range v.columns {
		if v.columns[i].text == text {
			return v.columns[i].dict
		}
	}
	return nil
}

// openDict checks the whole dictionary, because readers of it have no place for errors.
func (v *version) openDict(i int) error {
	c, entry := &v.columns[i], v.manifest.entry(i)
	return v.reading(i, entry.Dict, func() error {
		d := boundSum(v.manifest.bound(), entry.Dict.Name, entry.Texts, 0, -1)
		d.Write(c.text.data)
		if d.Sum64() != entry.Dict.Sum {
			return v.damage(i, entry.Dict, -1, badSum)
		}
		if entry.Dict.Plain != 0 {
			return v.openPackedDict(i)
		}
		head := 4 * (entry.Texts + 1)
		offsets, text := words[uint32](c.text.data[:head]), c.text.data[head:]
		for k := 1; k < len(offsets); k++ {
			if offsets[k] < offsets[k-1] || int(offsets[k]) > len(text) {
				return v.damage(i, entry.Dict, -1, "its offsets are out of order")
			}
		}
		c.dict = plan.NewDictionary(offsets, text)
		return nil
	})
}

// badSum is the reason of damage that a checksum shows.
const badSum = "its bytes do not match their checksum"

// check compares the file of every column with its checksum.
func (v *version) check(ctx context.Context) error {
	for i := range v.columns {
		f := v.manifest.entry(i).File
		if f == nil {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := v.reading(i, f, func() error { return v.checkColumn(i) }); err != nil {
			return err
		}
	}
	return nil
}

func (v *version) checkColumn(i int) error {
	entry := v.manifest.entry(i)
	if entry.File.Grows {
		return v.verify(i, 0, v.manifest.Rows)
	}
	d := boundSum(v.manifest.bound(), entry.File.Name, v.manifest.Rows, entry.Width, -1)
	d.Write(v.columns[i].data.data)
	if d.Sum64() != entry.File.Sum {
		return v.damage(i, entry.File, -1, badSum)
	}
	return nil
}

func (v *version) damage(column int, f *file, segment int, reason string) error {
	return &DamageError{
		Table: v.manifest.Table, Column: v.manifest.entry(column).Name,
		File: filepath.Join(v.folder, f.Name), Segment: segment, Reason: reason,
	}
}

// unopened says why a file could not be mapped: it is not as written, or the system
// lacks something.
func (v *version) unopened(column int, f *file, err error) error {
	if e := unread(v.manifest.Table, v.manifest.entry(column).Name, filepath.Join(v.folder, f.Name), err); e != nil {
		return e
	}
	return v.damage(column, f, -1, err.Error())
}

// reading runs f, which touches mapped pages: one that the system cannot bring in
// becomes an error, damage if the file was cut short since it was opened, else a failure
// of the disk.
func (v *version) reading(column int, of *file, f func() error) error {
	err := guarded(f)
	var known *DamageError
	if err == nil || errors.As(err, &known) || errors.Is(err, context.Canceled) {
		return err
	}
	if faulted(err) && whole(filepath.Join(v.folder, of.Name), of) {
		return v.unopened(column, of, errFault)
	}
	return v.damage(column, of, -1, "it cannot be read: "+err.Error())
}

// boundSum starts a checksum that holds for this table, file, form and segment only. A
// file's name has the ordinal and name of its column and the version that wrote it; its
// form is the number of its entries and their width.
func boundSum(table, file string, entries, width, segment int) *xxhash.Digest {
	d := xxhash.New()
	fmt.Fprintf(d, "%s\x00%s\x00%d %d %d\x00", table, file, entries, width, segment)
	return d
}

func arrowType(s plan.Storage) arrow.DataType {
	switch {
	case s.Float:
		return arrow.PrimitiveTypes.Float64
	case s.Width == 1:
		return arrow.PrimitiveTypes.Uint8
	case s.Width == 2:
		return arrow.PrimitiveTypes.Uint16
	case s.Width == 4:
		return arrow.PrimitiveTypes.Uint32
	}
	return arrow.PrimitiveTypes.Uint64
}

// Rows implements plan.Data.
func (v *version) Rows(ctx context.Context, column, lo, hi int) (arrow.Array, error) {
	if column < 0 || column > len(v.columns) || lo < 0 || lo > hi || hi > v.manifest.Rows || lo%64 != 0 {
		return nil, fmt.Errorf("store: table %s has no rows [%d, %d) of column %d that begin at a multiple of 64", v.manifest.Table, lo, hi, column)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if column == len(v.columns) {
		return rowNumbers(v.manifest.numbering(), lo, hi), nil
	}
	if err := v.verify(column, lo, hi); err != nil {
		return nil, err
	}
	return v.wrap(column, lo, hi), nil
}

// wrap makes an Arrow array over the file's own bytes.
func (v *version) wrap(column, lo, hi int) arrow.Array {
	c := &v.columns[column]
	var bytes []byte
	if hi > lo {
		bytes = c.data.data[lo*c.storage.Width : hi*c.storage.Width]
	}
	data := array.NewData(c.datatype, hi-lo, []*memory.Buffer{nil, memory.NewBufferBytes(bytes)}, nil, 0, 0)
	defer data.Release()
	return array.MakeFromData(data)
}

// verify checks the segments of [lo, hi) that were not checked before.
func (v *version) verify(column, lo, hi int) error {
	c := &v.columns[column]
	for s := c.unchecked(lo/plan.SegmentRows, hi); s*plan.SegmentRows < hi; s = c.unchecked(s+1, hi) {
		bit := uint64(1) << (s % 64)
		f := v.manifest.entry(column).File
		if err := v.reading(column, f, func() error { return v.verifySegment(column, s) }); err != nil {
			return err
		}
		c.verified[s/64].Or(bit)
	}
	return nil
}

// unchecked gives the first segment from s on that was not checked before, or one that
// begins at or after row hi.
func (c *storedColumn) unchecked(s, hi int) int {
	for s*plan.SegmentRows < hi {
		open := ^c.verified[s/64].Load() >> (s % 64)
		if open != 0 {
			return s + bits.TrailingZeros64(open)
		}
		s = s/64*64 + 64
	}
	return s
}

// growing stands for the number of rows in the sums of a file that grows.
const growing = -1

// verifySegment checks one segment; the last one includes the padding of a file that does not
// grow.
func (v *version) verifySegment(column, s int) error {
	c, entry := &v.columns[column], v.manifest.entry(column)
	lo, hi := s*plan.SegmentRows*c.storage.Width, (s+1)*plan.SegmentRows*c.storage.Width
	rows := v.manifest.Rows
	if entry.File.Grows {
		rows, hi = growing, min(hi, rows*c.storage.Width)
	} else if s == v.manifest.segments()-1 {
		hi = len(c.data.data)
	}
	d := boundSum(v.manifest.bound(), entry.File.Name, rows, entry.Width, s)
	d.Write(c.data.data[lo:hi])
	if d.Sum64() != entry.Sums[s] {
		return v.damage(column, entry.File, s, badSum)
	}
	return nil
}

// Zone implements plan.Data.
func (v *version) Zone(column, segment int) (lo, hi uint64) {
	if column == len(v.columns) {
		return uint64(segment * plan.SegmentRows), uint64(min((segment+1)*plan.SegmentRows, v.manifest.Rows) - 1)
	}
	zones := v.manifest.entry(column).Zones
	if v.columns[column].storage.Float || 2*segment+1 >= len(zones) {
		return 0, math.MaxUint64
	}
	return zones[2*segment], zones[2*segment+1]
}

// Passed implements plan.Data. The pages stay in the page cache for as long as the system
// has room for them.
func (v *version) Passed(column, lo, hi int) {
	if column == len(v.columns) {
		return
	}
	c := &v.columns[column]
	if c.data == nil || lo < 0 || lo >= hi || hi > v.manifest.Rows {
		return
	}
	page := os.Getpagesize()
	from, to := (lo*c.storage.Width+page-1)/page*page, hi*c.storage.Width/page*page
	if from < to {
		_ = unix.Madvise(c.data.data[from:to], unix.MADV_DONTNEED) // of a file's mapping, which is read again when it is touched
	}
}

// Prefetch implements plan.Data.
func (v *version) Prefetch(column, lo, hi int) {
	if column == len(v.columns) {
		return
	}
	c := &v.columns[column]
	if c.data == nil || lo < 0 || lo >= hi || hi > v.manifest.Rows {
		return
	}
	if !v.large && c.unchecked(lo/plan.SegmentRows, hi)*plan.SegmentRows >= hi {
		return // read before, so in the page cache, where asking costs more than it gives
	}
	page := os.Getpagesize()
	from := lo * c.storage.Width / page * page
	// Advice only: where it fails the pages come when they are touched.
	_ = unix.Madvise(c.data.data[from:hi*c.storage.Width], unix.MADV_WILLNEED)
}

// numbers reads segment s of a column in logical form: as many numbers as it has rows.
// n and null have room for them; where there is a dictionary the numbers are codes, for
// foreign keys row numbers, for doubles IEEE bits.
func (v *version) numbers(column, s int, n []int64, null []bool) (rows int, err error) {
	lo, hi := s*plan.SegmentRows, min((s+1)*plan.SegmentRows, v.manifest.Rows)
	if err := v.verify(column, lo, hi); err != nil {
		return 0, err
	}
	c := &v.columns[column]
	return hi - lo, v.reading(column, v.manifest.entry(column).File, func() error {
		decode(n[:hi-lo], null[:hi-lo], c.data.data[lo*c.storage.Width:hi*c.storage.Width], c.storage)
		return nil
	})
}
