package columnfile_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gsdms/plan"
	"gsdms/pushscan/store/coding"
	"gsdms/pushscan/store/columnfile"
	"gsdms/pushscan/store/disk"
	"gsdms/pushscan/store/growth"
	"gsdms/pushscan/store/manifest"
	"gsdms/pushscan/store/snapshot"
)

// table is a table of one column on its way to disk, and what is in it.
type table struct {
	t      *testing.T
	folder string
	m      *manifest.Manifest
	n      []int64
	null   []bool
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// written writes a column of numbers from 0 to 4999, one of which is NULL.
func written(t *testing.T, rows int, number func(row int) int64) *table {
	x := &table{t: t, folder: t.TempDir(), m: &manifest.Manifest{Format: manifest.Format, Table: "t", Version: 1, Rows: rows}}
	for row := range rows {
		x.n, x.null = append(x.n, number(row)), append(x.null, row == 7)
	}
	x.n[0], x.n[1] = 0, 4999
	must(t, x.m.AddColumn(plan.Column{Name: "n", Type: plan.Type{Kind: plan.Int, Name: "INT", Min: -1 << 31, Max: 1<<31 - 1}, Nullable: true}))
	sum := coding.Summarize(x.n, x.null)
	form, err := sum.Storage()
	must(t, err)
	c := x.m.Entry(0)
	c.Width, c.Bias, c.Nulls, c.Min, c.Max = form.Width, form.Bias, form.Nullable, sum.Min, sum.Max
	w := columnfile.Writer{Version: 1}
	path := w.Path(x.folder, 0, "n", "col")
	must(t, w.Column(t.Context(), x.m, 0, path, x.read))
	must(t, w.Sync())
	x.m.Format = x.m.OldestFormat()
	if !slices.Equal(w.Written, []string{path}) {
		t.Errorf("written are %q", w.Written)
	}
	return x
}

// read is a coding.Reader of what is in the table.
func (x *table) read(segment int, n []int64, null []bool) (rows int, err error) {
	lo := segment * plan.SegmentRows
	hi := min(len(x.n), lo+plan.SegmentRows)
	copy(null, x.null[lo:hi])
	return copy(n, x.n[lo:hi]), nil
}

// opened opens what is on disk by a manifest, and compares it with what should be there.
func (x *table) opened(m *manifest.Manifest) *snapshot.Version {
	x.t.Helper()
	v, err := snapshot.Open(x.folder, m, nil, new(snapshot.Room), snapshot.MapFile)
	must(x.t, err)
	x.t.Cleanup(func() { v.EachMapping(func(m *snapshot.Mapping) { _ = m.Unmap() }) })
	must(x.t, v.Check(x.t.Context()))
	for s := range m.Segments() {
		n, null := coding.NewSegment(m.Rows)
		rows, err := v.Numbers(0, s, n, null)
		must(x.t, err)
		lo, hi := v.Zone(0, s)
		for i := range rows {
			row := s*plan.SegmentRows + i
			if null[i] != x.null[row] || !null[i] && n[i] != x.n[row] {
				x.t.Fatalf("row %d is %d (NULL: %v), want %d (NULL: %v)", row, n[i], null[i], x.n[row], x.null[row])
			}
			if stored := m.Entry(0).Storage().Store(n[i]); !null[i] && (stored < lo || stored > hi) {
				x.t.Fatalf("row %d, stored as %d, is out of its zone [%d, %d]", row, stored, lo, hi)
			}
		}
	}
	return v
}

var shapes = map[string]func(row int) int64{
	"rising": func(row int) int64 { return int64(row) / 100 % 5000 }, // which is packed
	"random": func(row int) int64 { return int64(rand.New(rand.NewPCG(1, uint64(row))).IntN(5000)) },
}

// What is written is read back, also by a manifest that has been text.
func TestColumn(t *testing.T) {
	for name, shape := range shapes {
		for _, rows := range []int{9, plan.SegmentRows, 2*plan.SegmentRows + 5} {
			x := written(t, rows, shape)
			x.opened(x.m)
			if packed := len(x.m.Entry(0).Packed); packed != map[string]int{"rising": rows / plan.SegmentRows}[name] {
				t.Errorf("of %d %s rows %d segments are packed", rows, name, packed)
			}
		}
	}
}

// Rows that come behind others leave these as they are, and a record of the log, which is bytes, says
// of the manifest before it what the one behind it says.
func TestGrow(t *testing.T) {
	for name, shape := range shapes {
		for _, rows := range []int{9, plan.SegmentRows, plan.SegmentRows + 5} {
			x := written(t, rows, shape)
			old := x.opened(x.m)
			for _, more := range []int{1, 300, plan.SegmentRows} {
				before := x.m.Rows
				next := x.m.Clone()
				next.Version, next.Rows = x.m.Version+1, before+more
				for row := range more {
					x.n, x.null = append(x.n, shape(before+row)), append(x.null, row%11 == 3)
				}
				at, bytes, err := columnfile.Grow(old, next, 0, x.n[before:], x.null[before:])
				must(t, err)
				g := growth.New(before, next)
				g.Add(next.Entry(0).File.Name, at, bytes)
				next.Format = next.OldestFormat()
				body, err := g.Body("t")
				must(t, err)
				r, err := growth.Read(body)
				must(t, err)
				must(t, r.Each(x.folder, func(path string, at int, bytes []byte) error { return disk.WriteAt(path, bytes, at) }))
				by, err := r.Apply(x.m)
				must(t, err)
				x.opened(next)
				old, x.m = x.opened(by), by
			}
			if t.Failed() {
				t.Fatalf("%s, %d rows", name, rows)
			}
		}
	}
}

// Bytes of a dictionary are bound to their place.
func TestDict(t *testing.T) {
	folder := t.TempDir()
	m := &manifest.Manifest{Table: "t", Columns: make([]manifest.Column, 1)}
	w := columnfile.Writer{Version: 3}
	path := w.Path(folder, 0, "s", "dict")
	must(t, w.Dict(t.Context(), m, 0, path, []byte("abc"), 2))
	data, err := os.ReadFile(path)
	if err != nil || string(data) != "abc" || filepath.Base(path) != m.Columns[0].Dict.Name || m.Columns[0].Texts != 2 || m.Columns[0].Dict.Size != 3 {
		t.Errorf("%q is described as %+v, error %v", data, m.Columns[0], err)
	}
	sum := m.Columns[0].Dict.Sum
	other := w.Path(folder, 1, "s", "dict")
	if must(t, w.Dict(t.Context(), m, 0, other, []byte("abc"), 2)); m.Columns[0].Dict.Sum == sum {
		t.Error("two files with the same bytes have the same sum")
	}
}
