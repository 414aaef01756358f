package embed

import (
	"context"
	"database/sql"
	"testing"
)

// Further folders are databases, of a DB and of pools; pools of the same folders share them.
func TestFurtherFolders(t *testing.T) {
	t.Chdir(t.TempDir())
	ctx := context.Background()
	db, err := Open(ctx, "shop", Options{Threads: 1, Databases: map[string]string{"hr": "people", "sales": "sales"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"CREATE TABLE t AS SELECT 1 AS a", "CREATE TABLE hr.t AS SELECT 2 AS a", "CREATE TABLE sales.t (a INT)"} {
		if _, err := db.Exec(ctx, text); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
	if n, err := db.Append(ctx, "sales.t", nil, func(yield func([]any) bool) { yield([]any{3}) }); err != nil || n != 1 {
		t.Errorf("%d rows are appended: %v", n, err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	d := &Driver{Options: Options{Threads: 1, Databases: map[string]string{"sales": "sales"}}}
	one, two := opened(t, d, "shop;hr=people"), opened(t, d, "./shop;hr=./people")
	for _, pool := range []*sql.DB{one, two} {
		if got := all(t, pool, "SELECT (SELECT a FROM t) x, h.a, s.a FROM hr.t h, sales.t s"); len(got) != 1 || got[0][0] != int64(1) || got[0][1] != int64(2) || got[0][2] != int64(3) {
			t.Errorf("rows %v", got)
		}
	}
	if err := opened(t, d, "shop").Ping(); err == nil {
		t.Error("a folder that is open with others is opened alone")
	}
	for _, name := range []string{"shop;people", "shop;hr=", "shop;=x", "shop;hr=a;hr=b"} {
		if _, err := d.OpenConnector(name); err == nil {
			t.Errorf("%s is a data source", name)
		}
	}
}

// opened is a pool that is closed with the test.
func opened(t *testing.T, d *Driver, name string) *sql.DB {
	t.Helper()
	c, err := d.OpenConnector(name)
	if err != nil {
		t.Fatal(err)
	}
	pool := sql.OpenDB(c)
	t.Cleanup(func() {
		if err := pool.Close(); err != nil {
			t.Error(err)
		}
	})
	return pool
}
