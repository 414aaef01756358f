package store

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"gsdms/plan"
	"gsdms/pushscan/store/disk"
	"gsdms/pushscan/store/ingest"
	"gsdms/pushscan/store/manifest"
	"gsdms/pushscan/store/roster"
)

// once is a Source of one batch.
type once struct{ batch *ingest.Batch }

func (o *once) Next(context.Context) (*ingest.Batch, error) {
	if o.batch == nil {
		return nil, io.EOF
	}
	b := o.batch
	o.batch = nil
	return b, nil
}

// exhibit makes a folder with tables "d" and "t": of every kind of column one, with
// NULLs, a dictionary and a foreign key.
func exhibit(t testing.TB, dir string) {
	t.Helper()
	c, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	ctx := context.Background()
	column := func(name string, kind plan.Kind) plan.Column {
		return plan.Column{Name: name, Type: plan.Type{Kind: kind}, Nullable: true}
	}
	d := Definition{Name: "d", Columns: []plan.Column{column("k", plan.Int)}, PrimaryKey: []int{0}}
	all := Definition{Name: "t", Columns: []plan.Column{
		column("n", plan.Int), column("s", plan.String), column("f", plan.Double), column("r", plan.Int),
	}, ForeignKeys: []plan.ForeignKey{{Column: 3, Table: "d", RefColumn: "k"}}}
	null := []bool{false, true, false}
	load := func(name string, columns ...ingest.Column) {
		if _, err := c.Load(ctx, name, &once{&ingest.Batch{Rows: 3, Columns: columns}}); err != nil {
			t.Fatal(err)
		}
	}
	for _, def := range []Definition{d, all} {
		if err := c.Create(ctx, def); err != nil {
			t.Fatal(err)
		}
	}
	load("d", ingest.Column{Ints: []int64{30, 10, 20}})
	load("t", ingest.Column{Ints: []int64{5, 0, 700}, Nulls: null}, ingest.Column{Codes: []uint32{1, 0, 0}, Dict: []string{"x", "yy"}, Nulls: null},
		ingest.Column{Floats: []float64{1, 2, 3}, Nulls: null}, ingest.Column{Ints: []int64{10, 10, 30}, Nulls: null})
}

// useEverything opens a folder and touches all that it has, as a query would.
func useEverything(dir string) error {
	c, err := Open(dir, Options{Verify: true})
	if err != nil {
		return err
	}
	defer c.Close()
	v := c.View()
	defer v.Close()
	for _, name := range v.Tables() {
		t, tableErr := v.Table(name)
		if tableErr != nil {
			err = tableErr
			continue
		}
		for i := range t.Shown() {
			if columnErr := useColumn(t, i); columnErr != nil {
				err = columnErr
			}
		}
	}
	return err
}

func useColumn(t *plan.Table, i int) error {
	t.Data.Prefetch(i, 0, t.Rows)
	for s := range t.Segments() {
		t.Data.Zone(i, s)
	}
	for code := 0; t.Columns[i].Dict != nil && code < t.Columns[i].Dict.Len(); code++ {
		t.Columns[i].Dict.At(code)
	}
	a, err := t.Data.Rows(context.Background(), i, 0, t.Rows)
	if err == nil {
		a.Release()
	}
	return err
}

// allocated gives the bytes that f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// current reads the body of the manifest of table t, and its roster entry.
func current(t testing.TB, dir string) (body []byte, r *roster.Roster) {
	t.Helper()
	data, err := disk.ReadSealed(filepath.Join(dir, catalogFile))
	if err == nil {
		r, err = roster.Parse(data)
	}
	if err == nil {
		body, err = disk.ReadSealed(filepath.Join(dir, "t", r.Tables[r.Find("t")].Manifest))
	}
	if err != nil {
		t.Fatal(err)
	}
	return body, r
}

// plant puts a manifest, sealed and named as if the store had written it, in place of
// the one of table t.
func plant(t testing.TB, dir string, r *roster.Roster, body []byte) {
	t.Helper()
	entry := &r.Tables[r.Find("t")]
	entry.Checksum = disk.Sum(body)
	catalog, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	for path, data := range map[string][]byte{filepath.Join(dir, "t", entry.Manifest): disk.Seal(body), filepath.Join(dir, catalogFile): disk.Seal(catalog)} {
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// FuzzManifest opens hostile manifests whose checksums are right: no panic, and no
// memory beyond what the input's size explains.
func FuzzManifest(f *testing.F) {
	origin := f.TempDir()
	exhibit(f, origin)
	good, _ := current(f, origin)
	f.Add(good)
	for _, change := range [][2]string{
		{`"rows": 3`, `"rows": 1099511627776`}, {`"rows": 3`, `"rows": -1`}, {`"rows": 3`, `"rows": 0`},
		{`"width": 2`, `"width": 0`}, {`"texts": 2`, `"texts": 4294967294`}, {`"size": 128`, `"size": 9223372036854775807`},
		{`"table": "d"`, `"table": "t"`}, {`"ref_column": 0`, `"ref_column": 7`}, {`000-n`, `../../000-n`}, {`"max": 1`, `"max": 9`},
	} {
		f.Add(bytes.Replace(good, []byte(change[0]), []byte(change[1]), 1))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		dir := filepath.Join(t.TempDir(), "db")
		if err := os.CopyFS(dir, os.DirFS(origin)); err != nil {
			t.Fatal(err)
		}
		_, r := current(t, dir)
		plant(t, dir, r, body)
		limit := uint64(16<<20 + 64*len(body))
		if got := allocated(func() { _ = useEverything(dir) }); got > limit {
			t.Errorf("%d bytes allocated for a manifest of %d", got, len(body))
		}
	})
}

// FuzzColumnFile puts anything in the place of a column's or dictionary's file: an
// error, unless it is the file itself.
func FuzzColumnFile(f *testing.F) {
	origin := f.TempDir()
	exhibit(f, origin)
	body, _ := current(f, origin)
	m, err := manifest.Parse(body)
	if err != nil {
		f.Fatal(err)
	}
	names := m.Files()
	for i, name := range names {
		data, err := os.ReadFile(filepath.Join(origin, "t", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(uint8(i), data)
		f.Add(uint8(i+1), data)
	}
	f.Fuzz(func(t *testing.T, which uint8, data []byte) {
		dir := filepath.Join(t.TempDir(), "db")
		if err := os.CopyFS(dir, os.DirFS(origin)); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, "t", names[int(which)%len(names)])
		before, err := os.ReadFile(path)
		if err == nil {
			err = os.WriteFile(path, data, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := useEverything(dir); (err == nil) != bytes.Equal(before, data) {
			t.Errorf("%s: error %v", path, err)
		}
	})
}

// The seeds of FuzzManifest change something, and each change is refused.
func TestHostileManifests(t *testing.T) {
	dir := t.TempDir()
	exhibit(t, dir)
	good, r := current(t, dir)
	for _, change := range [][2]string{
		{`"rows": 3`, `"rows": 4`}, {`"rows": 3`, `"rows": 0`}, {`"format": 3`, `"format": 9`},
		{`"width": 2`, `"width": 1`}, {`"width": 2`, `"width": 4`}, {`"width": 2`, `"width": 3`},
		{`"texts": 2`, `"texts": 1`}, {`"texts": 2`, `"texts": 3`}, {`"size": 128`, `"size": 64`},
		{`"table": "d"`, `"table": "t"`}, {`"table": "d"`, `"table": "e"`}, {`"ref_column": 0`, `"ref_column": 7`},
		{`"name": "000-n`, `"name": "../t/000-n`}, {`"kind": "int"`, `"kind": "double"`}, {`"kind": "int"`, `"kind": "blob"`},
		{`"max": 700`, `"max": 699`}, {`"bias": 4`, `"bias": 5`}, {`"nulls": true`, `"nulls": false`},
		{`"column": 3`, `"column": 1`}, {`"column": 3`, `"column": 4`}, {`"table": "t"`, `"table": "d"`},
		{`"columns": [`, `"rules": [{"name": "x", "columns": [9]}], "columns": [`}, {`"columns": [`, `"rules": [{"name": "x", "columns": []}], "columns": [`},
		{`"columns": [`, `"references": [{"name": "x", "columns": [9], "table": "d", "others": ["k"]}], "columns": [`},
		{`"columns": [`, `"references": [{"name": "x", "columns": [0], "table": "d", "others": []}], "columns": [`},
		{`"columns": [`, `"references": [{"name": "x", "columns": [0], "others": ["k"]}], "columns": [`},
		{`"columns": [`, `"references": [{"columns": [0], "table": "d", "others": ["k"]}], "columns": [`},
	} {
		hostile := bytes.Replace(good, []byte(change[0]), []byte(change[1]), 1)
		if bytes.Equal(hostile, good) {
			t.Errorf("%s does not occur in the manifest", change[0])
			continue
		}
		plant(t, dir, r, hostile)
		if err := useEverything(dir); err == nil {
			t.Errorf("%s instead of %s is accepted", change[1], change[0])
		}
	}
	plant(t, dir, r, good)
	if err := useEverything(dir); err != nil {
		t.Error(err)
	}
}
