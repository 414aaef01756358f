package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"

	"gsdms/plan"
)

// growth appends to a column's file. What it writes lies behind the rows of every version that
// there is, so nobody reads it before the manifest that counts it is committed, and a change
// that fails leaves bytes that the next one writes over.
type growth struct {
	old     *version
	column  int
	entry   *columnEntry // gets Size, Zones and Sums
	storage plan.Storage
	rows    int // after it
}

// grow appends the numbers of rows to the file of a column whose form holds them.
func (a *appender) grow(ctx context.Context, i int, n []int64, null []bool) error {
	g := &growth{old: a.old, column: i, entry: a.next.entry(i), storage: a.old.manifest.entry(i).storage(), rows: a.next.Rows}
	before := a.old.manifest.Rows
	if err := a.old.verify(i, before-1-(before-1)%plan.SegmentRows, before); err != nil {
		return err
	}
	out := alignedBytes(fileSize(g.rows*g.storage.Width) - before*g.storage.Width)
	if err := a.old.reading(i, g.entry.File, func() error { g.encode(out, n, null); return nil }); err != nil {
		return err
	}
	return a.edit.files.grow(ctx, filepath.Join(a.folder, g.entry.File.Name), before*g.storage.Width, out)
}

// encode writes the numbers to out, and describes the file with them.
func (g *growth) encode(out []byte, n []int64, null []bool) {
	before := g.old.manifest.Rows
	grown := *g.entry.File
	g.entry.Zones, g.entry.Sums = slices.Clone(g.entry.Zones), slices.Clone(g.entry.Sums)
	for row := before; row < g.rows; {
		s := row / plan.SegmentRows
		to := min(g.rows, (s+1)*plan.SegmentRows)
		part := out[(row-before)*g.storage.Width : (to-before)*g.storage.Width]
		var nulls []bool
		if g.storage.Nullable || g.storage.Float && null != nil {
			nulls = null[row-before : to-before]
		}
		lo, hi := encode(part, n[row-before:to-before], nulls, g.storage)
		g.describe(s, row, part, lo, hi)
		row = to
	}
	grown.Size = fileSize(g.rows * g.storage.Width)
	g.entry.File = &grown
}

// describe sets the zone and the sum of a segment that has got bytes from a row on.
func (g *growth) describe(s, row int, part []byte, lo, hi uint64) {
	first := s * plan.SegmentRows
	d := boundSum(g.old.manifest.bound(), g.entry.File.Name, growing, g.storage.Width, s)
	if row > first {
		d.Write(g.old.columns[g.column].data.data[first*g.storage.Width : row*g.storage.Width])
		if d.Write(part); !g.storage.Float {
			g.entry.Zones[2*s], g.entry.Zones[2*s+1] = min(lo, g.entry.Zones[2*s]), max(hi, g.entry.Zones[2*s+1])
		}
		g.entry.Sums[s] = d.Sum64()
		return
	}
	if d.Write(part); !g.storage.Float {
		g.entry.Zones = append(g.entry.Zones, lo, hi)
	}
	g.entry.Sums = append(g.entry.Sums, d.Sum64())
}

// grow writes bytes to a file from some place on.
func (u *unsynced) grow(ctx context.Context, path string, at int, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	if _, err = f.Seek(int64(at), 0); err == nil {
		err = (&pacedFile{File: f, written: int64(at), begun: int64(at), done: int64(at)}).writeAll(ctx, data)
	}
	if err != nil {
		return errors.Join(err, f.Close())
	}
	return u.add(f, len(data))
}
