package store

import (
	"context"
	"errors"
	"path/filepath"

	"gsdms/plan"
)

// numberReader gives a column's numbers segment by segment (version.numbers,
// spill.numbers). The slices have room for the rows of the segment.
type numberReader func(segment int, n []int64, null []bool) (rows int, err error)

// newSegment makes room for the numbers of any segment of a table of so many rows.
func newSegment(rows int) (n []int64, null []bool) {
	rows = min(rows, plan.SegmentRows)
	return make([]int64, rows), make([]bool, rows)
}

// columnWriter writes a column's file: segment by segment, with zones and checksums.
type columnWriter struct {
	table   string
	rows    int
	entry   *columnEntry // gets File, Zones and Sums
	storage plan.Storage
	f       *pacedFile
	buffer  []byte
	last    int // number of the last segment
}

// column writes the file of column i of m in the storage that its entry states. path is
// where; m.Rows is set and not 0.
func (u *unsynced) column(ctx context.Context, m *manifest, i int, path string, read numberReader) error {
	f, err := create(path)
	if err != nil {
		return err
	}
	entry := m.entry(i)
	entry.File = &file{Name: filepath.Base(path), Size: fileSize(m.Rows * entry.Width), Grows: true}
	entry.Zones, entry.Sums = nil, nil
	w := &columnWriter{
		table: m.bound(), rows: m.Rows, entry: entry, storage: entry.storage(), f: &pacedFile{File: f}, last: m.segments() - 1,
		buffer: alignedBytes(8*min(m.Rows, plan.SegmentRows) + 2*filePadding),
	}
	if err := w.write(ctx, read); err != nil {
		return errors.Join(err, f.Close())
	}
	return u.add(f, entry.File.Size)
}

func (w *columnWriter) write(ctx context.Context, read numberReader) error {
	n, null := newSegment(w.rows)
	for s := 0; s <= w.last; s++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		rows, err := read(s, n, null)
		if err != nil {
			return err
		}
		if err := w.segment(s, n[:rows], null[:rows]); err != nil {
			return err
		}
	}
	return nil
}

func (w *columnWriter) segment(s int, n []int64, null []bool) error {
	if !w.storage.Nullable {
		null = nil
	}
	out := w.buffer[:len(n)*w.storage.Width]
	lo, hi := encode(out, n, null, w.storage)
	if !w.storage.Float {
		w.entry.Zones = append(w.entry.Zones, lo, hi)
	}
	d := boundSum(w.table, w.entry.File.Name, growing, w.storage.Width, s)
	d.Write(out)
	w.entry.Sums = append(w.entry.Sums, d.Sum64())
	if s == w.last {
		before := len(out)
		out = w.buffer[:w.entry.File.Size-s*plan.SegmentRows*w.storage.Width]
		clear(out[before:])
	}
	_, err := w.f.Write(out)
	return err
}

// dict writes a dictionary's file.
func (u *unsynced) dict(ctx context.Context, m *manifest, i int, path string, data []byte, texts int) error {
	d := boundSum(m.bound(), filepath.Base(path), texts, 0, -1)
	d.Write(data)
	m.Columns[i].Dict = &file{Name: filepath.Base(path), Size: len(data), Sum: d.Sum64()}
	m.Columns[i].Texts = texts
	return u.write(ctx, path, data)
}
