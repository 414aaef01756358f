package store

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"

	"gsdms/plan"
	"gsdms/pushscan/store/coding"
	"gsdms/pushscan/store/dictionary"
	"gsdms/pushscan/store/disk"
	"gsdms/pushscan/store/manifest"
)

// columnWriter writes a column's file: segment by segment, with zones and checksums.
type columnWriter struct {
	table   string
	rows    int
	entry   *manifest.Column // gets File, Zones and Sums
	storage plan.Storage
	f       *disk.Paced
	buffer  []byte
	last    int // number of the last segment
}

// writeColumn writes the file of column i of m in the storage that its entry states. path is
// where; m.Rows is set and not 0.
func (e *edit) writeColumn(ctx context.Context, m *manifest.Manifest, i int, path string, read coding.Reader) error {
	f, err := disk.Create(path)
	if err != nil {
		return err
	}
	entry := m.Entry(i)
	entry.File = &manifest.File{Name: filepath.Base(path), Size: disk.FileSize(m.Rows * entry.Width), Grows: true}
	entry.Zones, entry.Sums = nil, nil
	w := &columnWriter{
		table: m.BoundTo(), rows: m.Rows, entry: entry, storage: entry.Storage(), f: &disk.Paced{File: f}, last: m.Segments() - 1,
		buffer: coding.AlignedBytes(8*min(m.Rows, plan.SegmentRows) + 2*disk.FilePadding),
	}
	if err := w.write(ctx, read); err != nil {
		return errors.Join(err, f.Close())
	}
	return e.files.Add(f, entry.File.Size)
}

func (w *columnWriter) write(ctx context.Context, read coding.Reader) error {
	n, null := coding.NewSegment(w.rows)
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
	lo, hi := coding.Encode(out, n, null, w.storage)
	if !w.storage.Float {
		w.entry.Zones = append(w.entry.Zones, lo, hi)
	}
	d := manifest.BoundSum(w.table, w.entry.File.Name, manifest.Growing, w.storage.Width, s)
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

// writeDict writes a dictionary's file, of all texts of the column.
func (e *edit) writeDict(ctx context.Context, m *manifest.Manifest, i int, path string, data []byte, texts int) error {
	d := manifest.BoundSum(m.BoundTo(), filepath.Base(path), texts, 0, -1)
	d.Write(data)
	m.Columns[i].Dict = &manifest.File{Name: filepath.Base(path), Size: len(data), Sum: d.Sum64()}
	m.Columns[i].Texts = texts
	m.Columns[i].Tail, m.Columns[i].Late = nil, 0
	return e.files.Write(ctx, path, data)
}

// writePackedDict is writeDict for a dictionary that is to stay as it is: it is packed where that pays.
func (e *edit) writePackedDict(ctx context.Context, m *manifest.Manifest, i int, path string, data []byte, texts int) error {
	file, err := dictionary.Pack(ctx, data, texts)
	if err != nil {
		return err
	}
	if file == nil {
		return e.writeDict(ctx, m, i, path, data, texts)
	}
	return e.writePacked(ctx, m, i, path, file, texts, len(data))
}

// writePacked writes a packed dictionary, of a file of so many bytes.
func (e *edit) writePacked(ctx context.Context, m *manifest.Manifest, i int, path string, file []byte, texts, plain int) error {
	file = append(file, bytes.Repeat([]byte{0}, disk.FileSize(len(file))-len(file))...)
	if err := e.writeDict(ctx, m, i, path, file, texts); err != nil {
		return err
	}
	m.Columns[i].Dict.Plain = plain
	return nil
}
