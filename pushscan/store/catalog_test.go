package store_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/pushscan/store/ingest"
)

func TestCatalog(t *testing.T) {
	ctx := context.Background()
	dir := filepath.Join(t.TempDir(), "a", "b")
	c := open(t, dir)
	customers, orders := shop(t, c)
	expect := func(what string, err, want error) {
		t.Helper()
		if !errors.Is(err, want) {
			t.Errorf("%s: error %v, want %v", what, err, want)
		}
	}
	expect("create again", c.Create(ctx, customers), store.ErrExists)
	expect("drop a referenced table", c.Drop(ctx, "customers"), store.ErrReferenced)
	expect("truncate while no row refers", c.Truncate(ctx, "customers"), nil)
	load(t, c, customers, rows{{int64(5), "Cid"}})
	load(t, c, orders, rows{order(1, 1)})
	expect("truncate a referenced table", c.Truncate(ctx, "customers"), store.ErrReferenced)
	_, err := store.Open(dir, store.Options{})
	expect("open twice", err, store.ErrLocked)
	expect("truncate", c.Truncate(ctx, "orders"), nil)
	if n := table(t, c, "orders").Rows; n != 0 {
		t.Errorf("%d rows after truncate", n)
	}
	expect("drop", c.Drop(ctx, "orders"), nil)
	expect("drop what is not referenced any more", c.Drop(ctx, "customers"), nil)
	v := c.View()
	if names := v.Tables(); len(names) != 0 {
		t.Errorf("tables left: %v", names)
	}
	v.Close()
	v.Close()
	expect("close", c.Close(), nil)
	expect("close again", c.Close(), nil)
	expect("create in a closed catalog", c.Create(ctx, customers), store.ErrClosed)
}

func TestUnknownTable(t *testing.T) {
	c := open(t, t.TempDir())
	shop(t, c)
	v := c.View()
	defer v.Close()
	for name, near := range map[string]string{"CUSTOMERS": "customers", "oders": "orders", "parts": "", "o": ""} {
		_, err := v.Table(name)
		var unknown *store.UnknownTableError
		if !errors.As(err, &unknown) || unknown.SQLCode() != 1146 || unknown.Near() != near {
			t.Errorf("%s: %v, near should be %q", name, err, near)
		}
		if _, err := c.Load(context.Background(), name, &batches{}); !errors.As(err, &unknown) {
			t.Errorf("load %s: %v", name, err)
		}
	}
}

func TestRefusedDefinitions(t *testing.T) {
	c := open(t, t.TempDir())
	shop(t, c)
	tests := map[string]store.Definition{
		"needs a name":                      {Columns: columns("a")},
		"65 characters":                     {Name: strings.Repeat("ä", 65), Columns: columns("a")},
		"not valid UTF-8":                   {Name: "a\xff", Columns: columns("a")},
		"0 columns":                         {Name: "t"},
		"occurs twice":                      {Name: "t", Columns: columns("a", "A")},
		"cannot be stored":                  {Name: "t", Columns: []plan.Column{{Name: "a"}}},
		"primary key is not there":          {Name: "t", Columns: columns("a"), PrimaryKey: []int{1}},
		"a DOUBLE cannot be in a primary":   {Name: "t", Columns: []plan.Column{{Name: "a", Type: double}}, PrimaryKey: []int{0}},
		`did you mean "orders"?`:            {Name: "t", Columns: columns("a"), ForeignKeys: []plan.ForeignKey{{Table: "order", RefColumn: "no"}}},
		"of one column":                     {Name: "t", Columns: columns("a"), ForeignKeys: []plan.ForeignKey{{Table: "orders", RefColumn: "no"}}},
		`the primary key of table "custome`: {Name: "t", Columns: columns("#a"), ForeignKeys: []plan.ForeignKey{{Table: "customers", RefColumn: "name"}}},
		"customers.id, which is BIGINT":     {Name: "t", Columns: columns("#a"), ForeignKeys: []plan.ForeignKey{{Table: "customers", RefColumn: "id"}}},
		"to its own table":                  {Name: "t", Columns: columns("a", "b"), PrimaryKey: []int{0}, ForeignKeys: []plan.ForeignKey{{Column: 1, Table: "t", RefColumn: "a"}}},
		`order names column "b"`:            {Name: "t", Columns: columns("a"), Order: []string{"b"}},
	}
	for want, d := range tests {
		if err := c.Create(context.Background(), d); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q in it", err, want)
		}
	}
	v := c.View()
	defer v.Close()
	if names := v.Tables(); !reflect.DeepEqual(names, []string{"customers", "orders"}) {
		t.Errorf("tables %v", names)
	}
}

// A view sees what it saw when it was taken, whatever happens; the files go with it.
func TestSnapshots(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	c := open(t, dir)
	customers, d := shop(t, c)
	load(t, c, d, goodOrders())
	v := c.View()
	snapshot, err := v.Table("orders")
	if err != nil {
		t.Fatal(err)
	}
	load(t, c, d, rows{order(9999, 1)})
	load(t, c, customers, rows{{int64(8), "Dan"}})
	later := c.View()
	changed, err := later.Table("orders")
	if err != nil || changed == snapshot || changed.Version <= snapshot.Version {
		t.Fatalf("the changed table has version %d after %d, %v", changed.Version, snapshot.Version, err)
	}
	if ref, _ := later.Table("customers"); changed.Columns[2].Ref.Table != ref {
		t.Error("the foreign key does not lead to the snapshot of the same view")
	}
	later.Close()
	define(t, c, store.Definition{Name: "other", Columns: columns("a")})
	later = c.View()
	if same, _ := later.Table("orders"); same != changed {
		t.Error("an unrelated change made another snapshot")
	}
	later.Close()
	for _, err := range []error{c.Drop(ctx, "orders"), c.Drop(ctx, "customers"), c.Drop(ctx, "other")} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if !same(read(t, snapshot), goodOrders()) {
		t.Error("the view's rows changed")
	}
	v.Close()
	if left := storedFiles(t, dir); len(left) != 1 {
		t.Errorf("files left: %v", left)
	}
}

// A load of no rows changes nothing, and no file.
func TestEmptyLoad(t *testing.T) {
	dir := t.TempDir()
	c := open(t, dir)
	_, d := shop(t, c)
	load(t, c, d, goodOrders())
	before, snapshot := files(t, dir), table(t, c, "orders")
	load(t, c, d, nil)
	if _, err := c.Load(context.Background(), "orders", &emptyBatches{left: 3}); err != nil {
		t.Fatal(err)
	}
	if after := files(t, dir); !reflect.DeepEqual(after, before) {
		t.Errorf("files %v, before %v", after, before)
	}
	if table(t, c, "orders") != snapshot {
		t.Error("it made another snapshot")
	}
}

// emptyBatches is a source of batches without rows.
type emptyBatches struct{ left int }

func (e *emptyBatches) Next(context.Context) (*ingest.Batch, error) {
	if e.left--; e.left < 0 {
		return nil, io.EOF
	}
	return &ingest.Batch{}, nil
}

// Names are safe as folders, whatever is in them.
func TestNames(t *testing.T) {
	dir := t.TempDir()
	c := open(t, dir)
	names := []string{"..", ".", "a/b", "a%2Fb", "A", "a", "catalog.json", "catalog.lock", " ", "naïve", strings.Repeat("語", 64), strings.Repeat("語", 63) + "国", "select"}
	for i, name := range names {
		d := store.Definition{Name: name, Columns: []plan.Column{{Name: "../" + name, Type: integer}}}
		if len([]rune(name)) > 60 {
			d.Columns[0].Name = name
		}
		define(t, c, d)
		load(t, c, d, rows{{int64(i)}})
	}
	c.Close()
	c = open(t, dir)
	for i, name := range names {
		if got := read(t, table(t, c, name)); !same(got, rows{{int64(i)}}) {
			t.Errorf("table %q: %v", name, got)
		}
	}
	outside, err := os.ReadDir(filepath.Dir(dir))
	if err != nil || len(outside) != 1 {
		t.Errorf("files outside of the folder: %v, %v", outside, err)
	}
}

// Leftovers of the store go when it is opened; what is not the store's stays.
func TestSweep(t *testing.T) {
	dir := t.TempDir()
	c := open(t, dir)
	_, d := shop(t, c)
	load(t, c, d, goodOrders())
	before := files(t, dir)
	c.Close()
	foreign := []string{"notes.json", "orders/notes.json", "src/package.json", "orders/my.col"}
	stale := []string{"orders/000-no.v99.col", "orders/004-mark.v99.dict", "orders/manifest.v98.json", "orders/123.spill", "gone/manifest.v3.json", "catalog.json.new"}
	for _, name := range append(stale, foreign...) {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte("x"), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	open(t, dir)
	after := map[string]bool{}
	for _, f := range files(t, dir) {
		after[f] = true
	}
	for _, f := range append(before, prefixed(dir, foreign)...) {
		if !after[f] {
			t.Errorf("%s is gone", f)
		}
		delete(after, f)
	}
	if len(after) > 0 {
		t.Errorf("left over: %v", after)
	}
	if _, err := os.Stat(filepath.Join(dir, "gone")); !errors.Is(err, os.ErrNotExist) {
		t.Error("the folder of a table that never was is still there")
	}
}

func prefixed(dir string, names []string) []string {
	var out []string
	for _, n := range names {
		out = append(out, filepath.Join(dir, n))
	}
	return out
}

// Without catalog.json nothing says which files matter: nothing is swept.
func TestMissingCatalogFile(t *testing.T) {
	dir := t.TempDir()
	c := open(t, dir)
	shop(t, c)
	c.Close()
	if err := os.Remove(filepath.Join(dir, "catalog.json")); err != nil {
		t.Fatal(err)
	}
	before := files(t, dir)
	if _, err := store.Open(dir, store.Options{}); err == nil || !strings.Contains(err.Error(), "catalog.json is missing") {
		t.Errorf("error %v", err)
	}
	if after := files(t, dir); !reflect.DeepEqual(after, before) {
		t.Errorf("files %v, before %v", after, before)
	}
}

// A file stands where a table's folder should be, or the folder cannot be written.
func TestNoFolder(t *testing.T) {
	dir := t.TempDir()
	c := open(t, dir)
	rewrite(t, filepath.Join(dir, "t"), []byte("not a folder"))
	err := c.Create(context.Background(), store.Definition{Name: "t", Columns: columns("a")})
	if !errors.Is(err, unix.ENOTDIR) || !strings.Contains(err.Error(), filepath.Join(dir, "t")) {
		t.Errorf("error %v", err)
	}
	if got := mustRead(t, filepath.Join(dir, "t")); string(got) != "not a folder" {
		t.Error("the file is gone")
	}
	if _, err := store.Open(filepath.Join(dir, "t"), store.Options{}); err == nil {
		t.Error("a file opens as a catalog")
	}
}
