package columnfile

import (
	"slices"

	"gsdms/plan"
	"gsdms/pushscan/store/coding"
	"gsdms/pushscan/store/disk"
	"gsdms/pushscan/store/manifest"
	"gsdms/pushscan/store/snapshot"
)

// growth is what comes behind a column's file. It lies behind the rows of every version that
// there is, so nobody reads it before the manifest that counts it is committed, and a change
// that fails leaves bytes that the next one writes over.
type growth struct {
	old     *snapshot.Version
	column  int
	entry   *manifest.Column // gets Size, Zones and Sums
	storage plan.Storage
	rows    int // after it
}

// Grow gives the bytes of rows that come behind those that a version has of a column whose form holds
// them, and the place in its file where they go; next describes the file with them.
func Grow(old *snapshot.Version, next *manifest.Manifest, i int, n []int64, null []bool) (at int, out []byte, err error) {
	g := &growth{old: old, column: i, entry: next.Entry(i), storage: old.Manifest.Entry(i).Storage(), rows: next.Rows}
	before := old.Manifest.Rows
	if err := old.Verify(i, before-1-(before-1)%plan.SegmentRows, before); err != nil {
		return 0, nil, err
	}
	at = g.entry.Place(before)
	out = coding.AlignedBytes(disk.FileSize(g.entry.Place(g.rows)) - at)
	return at, out, old.Reading(i, g.entry.File, func() error { g.encode(out, n, null); return nil })
}

// encode writes the numbers to out, and describes the file with them.
func (g *growth) encode(out []byte, n []int64, null []bool) {
	before := g.old.Manifest.Rows
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
		lo, hi := coding.Encode(part, n[row-before:to-before], nulls, g.storage)
		g.describe(s, row, part, lo, hi)
		row = to
	}
	grown.Size = disk.FileSize(g.entry.Place(g.rows))
	g.entry.File = &grown
}

// describe sets the zone and the sum of a segment that has got bytes from a row on.
func (g *growth) describe(s, row int, part []byte, lo, hi uint64) {
	first := s * plan.SegmentRows
	d := manifest.BoundSum(g.old.Manifest.BoundTo(), g.entry.File.Name, manifest.Growing, g.storage.Width, s)
	if row > first {
		d.Write(g.old.Columns[g.column].Data.Data[g.entry.Place(first):g.entry.Place(row)])
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
