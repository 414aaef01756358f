package growth

import (
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"gsdms/pushscan/store/manifest"
)

// before and after are manifests of a table of one column that has got 5 rows behind 3, in the same
// segment.
func before() *manifest.Manifest {
	return &manifest.Manifest{Format: manifest.WithGrowing, Table: "t", Version: 1, Rows: 3, NextNumber: 4, Columns: []manifest.Column{{
		Name: "n", Type: manifest.Type{Kind: "int", Name: "INT", Min: -1 << 31, Max: 1<<31 - 1}, Width: 1, Min: 0, Max: 9,
		File: &manifest.File{Name: "000-n.v1.col", Size: 128, Grows: true}, Zones: []uint64{0, 9}, Sums: []uint64{77},
	}}}
}

func after() *manifest.Manifest {
	m := before()
	m.Version, m.Rows, m.NextNumber = 2, 8, 9
	c := &m.Columns[0]
	c.Max, c.Zones, c.Sums = 200, []uint64{0, 200}, []uint64{88}
	return m
}

func body(t *testing.T) []byte {
	t.Helper()
	g := New(3, after())
	g.Add("000-n.v1.col", 3, []byte("abcde"))
	g.Add("000-n.v1.tail", 0, []byte("xy"))
	if got := g.Files(); !reflect.DeepEqual(got, []string{"000-n.v1.col", "000-n.v1.tail"}) {
		t.Errorf("files %q", got)
	}
	out, err := g.Body("t")
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestRecord(t *testing.T) {
	r, err := Read(body(t))
	if err != nil {
		t.Fatal(err)
	}
	if r.Table != "t" {
		t.Errorf("it is of table %s", r.Table)
	}
	from := before()
	next, err := r.Apply(from)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(next, after()) {
		t.Errorf("it makes %+v, want %+v", next, after())
	}
	if !reflect.DeepEqual(from, before()) {
		t.Errorf("the manifest before it has become %+v", from)
	}
	got := map[string]string{}
	err = r.Each("dir", func(path string, at int, bytes []byte) error {
		got[path] = strings.Repeat(".", at) + string(bytes)
		return nil
	})
	want := map[string]string{filepath.Join("dir", "000-n.v1.col"): "...abcde", filepath.Join("dir", "000-n.v1.tail"): "xy"}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("bytes %q, want %q, error %v", got, want, err)
	}
}

// What is cut short, or says what cannot be, is an error, and nothing that leads out of the folder is
// given to anybody.
func TestDamagedRecords(t *testing.T) {
	whole := body(t)
	for n := range whole {
		r, err := Read(whole[:n])
		if err == nil {
			err = r.Each("dir", func(string, int, []byte) error { return nil })
		}
		if err == nil {
			t.Errorf("the first %d of %d bytes are a record", n, len(whole))
		}
	}
	for what, spoil := range map[string]func(r *Record){
		"a file beside":      func(r *Record) { r.Pieces[0].File = "../t" },
		"a place before":     func(r *Record) { r.Pieces[0].At = -1 },
		"less than no bytes": func(r *Record) { r.Pieces[0].Size = -1 },
		"more than all":      func(r *Record) { r.Pieces[1].Size = 3 },
	} {
		r, err := Read(whole)
		if err != nil {
			t.Fatal(err)
		}
		spoil(r)
		if err := r.Each("dir", func(path string, _ int, _ []byte) error {
			if filepath.Dir(path) != "dir" {
				t.Errorf("%s: bytes for %s", what, path)
			}
			return nil
		}); err == nil {
			t.Errorf("%s: it is whole", what)
		}
	}
	for what, spoil := range map[string]func(r *Record, m *manifest.Manifest){
		"no column":             func(r *Record, _ *manifest.Manifest) { r.Columns = nil },
		"a segment before":      func(r *Record, _ *manifest.Manifest) { r.First = -1 },
		"a segment far behind":  func(r *Record, _ *manifest.Manifest) { r.First = 2 },
		"less than no rows":     func(r *Record, _ *manifest.Manifest) { r.Rows = -1 },
		"too few sums":          func(r *Record, _ *manifest.Manifest) { r.Columns[0].Sums = nil },
		"too few zones":         func(r *Record, _ *manifest.Manifest) { r.Columns[0].Zones = r.Columns[0].Zones[:1] },
		"a file that is short":  func(r *Record, _ *manifest.Manifest) { r.Columns[0].Size = 1 },
		"numbers not of a byte": func(r *Record, _ *manifest.Manifest) { r.Columns[0].Max = 256 },
		"a column without rows": func(_ *Record, m *manifest.Manifest) { m.Columns[0].File = nil },
	} {
		r, err := Read(whole)
		if err != nil {
			t.Fatal(err)
		}
		m := before()
		spoil(r, m)
		if next, err := r.Apply(m); err == nil {
			t.Errorf("%s: it makes %+v", what, next)
		}
	}
}
