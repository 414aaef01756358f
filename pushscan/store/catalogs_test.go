package store_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/pushscan/store/roster"
)

// openAs opens a folder so that its own tables are of a database.
func openAs(t *testing.T, dir, database string) *store.Catalog {
	t.Helper()
	c, err := store.Open(dir, store.Options{Verify: true, Database: database})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// history changes a folder in all ways in which names are written; of gives its own names.
func history(t *testing.T, c *store.Catalog, of func(string) string) {
	t.Helper()
	ctx := context.Background()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(c.CreateDatabase(ctx, "within"))
	customers := store.Definition{Name: of("customers"), Columns: columns("id", "#name"), PrimaryKey: []int{0}}
	orders := store.Definition{Name: of("orders"), Columns: columns("no", "customer"), PrimaryKey: []int{0}}
	orders.ForeignKeys = append(orders.ForeignKeys, shopKey(of("customers")))
	define(t, c, customers)
	define(t, c, orders)
	orders.Name = "within.orders"
	define(t, c, orders)
	load(t, c, customers, rows{{int64(1), "Ann"}, {int64(2), "Bob"}})
	load(t, c, orders, rows{{int64(1), int64(2)}})
	for i := range 5 { // the later ones go to the log
		load(t, c, customers, rows{{int64(i + 3), fmt.Sprint("more ", i)}})
	}
	must(c.CreateQuery(ctx, roster.Query{Name: of("v"), Text: "SELECT 1"}, false))
	must(c.CreateFunction(ctx, roster.Function{Name: of("f"), Text: "()"}, false))
	must(c.Rename(ctx, map[string]string{of("customers"): of("people"), of("orders"): "within.others"}))
	must(c.Create(ctx, store.Definition{Name: of("customers"), Columns: columns("a")}))
	must(c.Truncate(ctx, of("customers")))
	must(c.Drop(ctx, of("customers")))
}

// A folder has the same files whatever database its own tables are of, and is the same under any
// other name.
func TestFolderHasAnyName(t *testing.T) {
	plain, named := t.TempDir(), t.TempDir()
	c := openAs(t, plain, "")
	history(t, c, func(name string) string { return name })
	c.Close()
	c = openAs(t, named, "hr")
	history(t, c, func(name string) string { return "hr." + name })
	c.Close()
	if got, want := relative(t, named), relative(t, plain); !reflect.DeepEqual(got, want) {
		t.Fatalf("files %v\n not  %v", got, want)
	}
	for _, name := range relative(t, plain) {
		if !bytes.Equal(mustRead(t, filepath.Join(plain, name)), mustRead(t, filepath.Join(named, name))) {
			t.Errorf("%s differs", name)
		}
	}
	for _, database := range []string{"", "other", "hr"} {
		seen(t, openAs(t, named, database), database)
	}
}

// seen looks for what history leaves, and closes the folder.
func seen(t *testing.T, c *store.Catalog, database string) {
	t.Helper()
	v := c.View()
	defer c.Close()
	defer v.Close()
	of := func(name string) string { return roster.Join(database, name) }
	tables := []string{of("people"), "within.orders", "within.others"}
	if got := v.Tables(); !sameNames(got, tables) {
		t.Errorf("as %q: tables %q, want %q", database, got, tables)
	}
	people, err := v.Table(of("people"))
	if err != nil || people.Database != database || people.Own() != "people" || people.Rows != 7 {
		t.Fatalf("as %q: %+v, %v", database, people, err)
	}
	orders, err := v.Table("within.orders")
	if err != nil || orders.Columns[1].Ref.Table != people || orders.ForeignKeys[0].Table != people.Name {
		t.Errorf("as %q: orders do not refer to people: %v", database, err)
	}
	if v.Query(of("v")) == nil || v.Function(of("F")) == nil || !reflect.DeepEqual(v.Queries(), []string{of("v")}) {
		t.Errorf("as %q: the view or the function is not there", database)
	}
}

// What a process that is killed has left in the log is read under any name.
func TestLogHasAnyName(t *testing.T) {
	dir, d := t.TempDir(), store.Definition{Name: "a.log", Columns: columns("id", "#line")}
	c := openAs(t, dir, "a")
	define(t, c, d)
	var all rows
	for i := range 20 {
		more := rows{{int64(i), fmt.Sprint("line ", i)}}
		load(t, c, d, more)
		all = append(all, more...)
	}
	left := t.TempDir()
	copyFolder(t, dir, left)
	if len(mustRead(t, filepath.Join(left, "catalog.log"))) == 0 {
		t.Fatal("there is no log")
	}
	for _, name := range []string{"b", ""} {
		again := openAs(t, left, name)
		if got := read(t, table(t, again, roster.Join(name, "log"))); !same(got, all) {
			t.Errorf("as %q: %d rows, want %d", name, len(got), len(all))
		}
		again.Close()
	}
}

// Folders beside each other are seen in one view, and each is changed by itself.
func TestFoldersBeside(t *testing.T) {
	ctx := context.Background()
	first, other := t.TempDir(), t.TempDir()
	c, err := store.OpenAll(first, []store.Folder{{Database: "hr", Dir: other}}, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, name := range []string{"t", "hr.t"} {
		if err := c.Of(name).Create(ctx, store.Definition{Name: name, Columns: columns("a")}); err != nil {
			t.Fatal(err)
		}
		load(t, c.Of(name), store.Definition{Name: name, Columns: columns("a")}, rows{{int64(len(name))}})
	}
	v := c.View()
	defer v.Close()
	if got := v.Tables(); !sameNames(got, []string{"hr.t", "t"}) || !sameNames(v.Databases(), []string{"hr"}) {
		t.Errorf("tables %q of databases %q", got, v.Databases())
	}
	for _, name := range []string{"t", "hr.t"} {
		one, err := v.Table(name)
		if err != nil || !same(read(t, one), rows{{int64(len(name))}}) {
			t.Errorf("%s: %v", name, err)
		}
	}
	var apart *store.SeparateError
	if _, err := c.Having("t", "hr.t"); !errors.As(err, &apart) {
		t.Errorf("tables of two folders change together: %v", err)
	}
	if err := c.DropDatabase(ctx, "hr"); err == nil {
		t.Error("the database of a folder is dropped")
	}
	if err := c.CreateDatabase(ctx, "hr"); !errors.Is(err, store.ErrDatabaseExists) {
		t.Errorf("a second database hr: %v", err)
	}
	newer(t, c, v)
}

// newer changes a table of the second folder and looks at it through an older view.
func newer(t *testing.T, c *store.Catalogs, v *store.View) {
	t.Helper()
	load(t, c.Of("hr.t"), store.Definition{Name: "hr.t", Columns: columns("a")}, rows{{int64(9)}})
	one := c.Of("hr.t").View()
	defer one.Close()
	for view, want := range map[*store.View]int{v: 1, v.With(one): 2} {
		if got, err := view.Table("hr.t"); err != nil || got.Rows != want {
			t.Errorf("%d rows, want %d: %v", got.Rows, want, err)
		}
		if got, err := view.Table("t"); err != nil || got.Rows != 1 {
			t.Errorf("the first folder has another table: %v", err)
		}
	}
}

// Two databases of one name are refused, and which folders have them is said; after that no folder
// is held.
func TestFoldersOfOneName(t *testing.T) {
	ctx := context.Background()
	first, second := t.TempDir(), t.TempDir()
	for _, dir := range []string{first, second} {
		c := open(t, dir)
		if err := c.CreateDatabase(ctx, "archive"); err != nil {
			t.Fatal(err)
		}
		c.Close()
	}
	for _, c := range []struct {
		others []store.Folder
		says   []string
	}{
		{[]store.Folder{{Database: "hr", Dir: second}}, []string{first, second, "archive"}},
		{[]store.Folder{{Database: "archive", Dir: second}}, []string{second, "archive"}},
		{[]store.Folder{{Database: "hr", Dir: t.TempDir()}, {Database: "hr", Dir: t.TempDir()}}, []string{"hr"}},
		{[]store.Folder{{Database: "hr", Dir: first}}, []string{first, "twice"}},
	} {
		_, err := store.OpenAll(first, c.others, store.Options{})
		for _, says := range c.says {
			if err == nil || !strings.Contains(err.Error(), says) {
				t.Errorf("%v: %v, which does not say %s", c.others, err, says)
			}
		}
	}
	for _, dir := range []string{first, second} {
		open(t, dir).Close()
	}
}

// shopKey is the key of column 1 to a table's column id.
func shopKey(table string) plan.ForeignKey {
	return plan.ForeignKey{Column: 1, Table: table, RefColumn: "id"}
}

// relative lists the files of a folder that a closed one keeps.
func relative(t *testing.T, dir string) (names []string) {
	t.Helper()
	for _, path := range files(t, dir) {
		name, err := filepath.Rel(dir, path)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	return names
}

// sameNames compares names in any order.
func sameNames(a, b []string) bool {
	return reflect.DeepEqual(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}
