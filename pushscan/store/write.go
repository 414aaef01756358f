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
	entry   *manifest.Column // gets File, Zones, Sums and Packed
	storage plan.Storage
	f       *disk.Paced
	buffer  []byte
	packed  []byte // for a packed segment; nil: none will be
}

// writeColumn writes the file of column i of m in the storage that its entry states. path is
// where; m.Rows is set and not 0.
func (e *edit) writeColumn(ctx context.Context, m *manifest.Manifest, i int, path string, read coding.Reader) error {
	return e.writeStored(ctx, m, i, path, coding.Encoded(read, m.Entry(i).Storage(), m.Rows))
}

// writeStored is writeColumn for numbers as they are stored.
func (e *edit) writeStored(ctx context.Context, m *manifest.Manifest, i int, path string, read coding.Stored) error {
	f, err := disk.Create(path)
	if err != nil {
		return err
	}
	entry := m.Entry(i)
	entry.File = &manifest.File{Name: filepath.Base(path), Grows: true}
	entry.Zones, entry.Sums, entry.Packed = nil, nil, nil
	w := &columnWriter{
		table: m.BoundTo(), rows: m.Rows, entry: entry, storage: entry.Storage(), f: &disk.Paced{File: f},
		buffer: coding.AlignedBytes(8 * min(m.Rows, plan.SegmentRows)),
	}
	if err := w.write(ctx, read); err != nil {
		return errors.Join(err, f.Close())
	}
	return e.files.Add(f, entry.File.Size)
}

func (w *columnWriter) write(ctx context.Context, read coding.Stored) error {
	packs, err := packingPays(ctx, w.storage, 0, w.rows, read)
	if err != nil {
		return err
	}
	if packs {
		w.packed = coding.AlignedBytes(coding.MostPacked(w.storage.Width))
	}
	for s := range coding.SegmentsOf(w.rows) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := w.segment(s, read); err != nil {
			return err
		}
	}
	end := w.entry.Place(w.rows)
	w.entry.File.Size = disk.FileSize(end)
	_, err = w.f.Write(make([]byte, w.entry.File.Size-end))
	return err
}

func (w *columnWriter) segment(s int, read coding.Stored) error {
	size, lo, hi, err := read(s, w.buffer)
	if err != nil {
		return err
	}
	out := w.buffer[:size]
	if !w.storage.Float {
		w.entry.Zones = append(w.entry.Zones, lo, hi)
	}
	if w.packed != nil && size == plan.SegmentRows*w.storage.Width {
		size := coding.Pack(w.packed, out, w.storage.Width)
		w.entry.Packed = append(w.entry.Packed, size)
		out = w.packed[:size]
	}
	d := manifest.BoundSum(w.table, w.entry.File.Name, manifest.Growing, w.storage.Width, s)
	d.Write(out)
	w.entry.Sums = append(w.entry.Sums, d.Sum64())
	_, err = w.f.Write(out)
	return err
}

// A column is packed if that saves a fifth of it, as some of its segments tell. Else its file is read
// as it is, which costs nothing.
const (
	leastSaved   = 5
	askedOfPacks = 8
)

// packingPays says whether the whole segments of rows from one on, up to as many as there are, are to
// be packed.
func packingPays(ctx context.Context, form plan.Storage, from, rows int, read coding.Stored) (bool, error) {
	first, whole := from/plan.SegmentRows, (rows-from)/plan.SegmentRows
	if form.Float || whole == 0 {
		return false, nil
	}
	plain := coding.AlignedBytes(plan.SegmentRows * form.Width)
	size, asked := 0, min(whole, askedOfPacks)
	for k := range asked {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		if _, _, _, err := read(first+k*whole/asked, plain); err != nil {
			return false, err
		}
		size += coding.PackedSize(plain, form.Width)
	}
	return leastSaved*size <= (leastSaved-1)*asked*len(plain), nil
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
