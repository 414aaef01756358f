package columnfile

import (
	"context"
	"errors"
	"path/filepath"

	"gsdms/plan"
	"gsdms/pushscan/store/coding"
	"gsdms/pushscan/store/disk"
	"gsdms/pushscan/store/manifest"
)

// Writer writes the files of one version of tables. All that it has named a path for are Written, to be
// removed if the version comes to nothing.
type Writer struct {
	disk.Files // those that may not be on disk yet
	Version    uint64
	Written    []string
}

// Path is where a new file of a column goes.
func (w *Writer) Path(folder string, ordinal int, column, ext string) string {
	path := filepath.Join(folder, manifest.ColumnFile(ordinal, column, w.Version, ext))
	w.Written = append(w.Written, path)
	return path
}

// Column writes the file of column i of m in the storage that its entry states. path is
// where; m.Rows is set and not 0.
func (w *Writer) Column(ctx context.Context, m *manifest.Manifest, i int, path string, read coding.Reader) error {
	return w.Stored(ctx, m, i, path, coding.Encoded(read, m.Entry(i).Storage(), m.Rows))
}

// Stored is Column for numbers as they are stored.
func (w *Writer) Stored(ctx context.Context, m *manifest.Manifest, i int, path string, read coding.Stored) error {
	f, err := disk.Create(path)
	if err != nil {
		return err
	}
	entry := m.Entry(i)
	entry.File = &manifest.File{Name: filepath.Base(path), Grows: true}
	entry.Zones, entry.Sums, entry.Packed = nil, nil, nil
	c := &segments{
		table: m.BoundTo(), rows: m.Rows, entry: entry, storage: entry.Storage(), f: &disk.Paced{File: f},
		buffer: coding.AlignedBytes(8 * min(m.Rows, plan.SegmentRows)),
	}
	if err := c.write(ctx, read); err != nil {
		return errors.Join(err, f.Close())
	}
	return w.Add(f, entry.File.Size)
}
