package store_test

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"gsdms/pushscan/store"
	"gsdms/pushscan/store/roster"
)

// Tables, queries and functions of a database have its name, come back from disk with it, and go
// with it at once; what is of no database, or begins with other letters, stays.
func TestDatabases(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	c := open(t, dir)
	customers, _ := shop(t, c)
	long := strings.Repeat("x", 64)
	for _, step := range []struct {
		what string
		err  error
		want error
	}{
		{"make", c.CreateDatabase(ctx, "b"), nil},
		{"make another", c.CreateDatabase(ctx, long), nil},
		{"make again", c.CreateDatabase(ctx, "b"), store.ErrDatabaseExists},
		{"a view", c.CreateQuery(ctx, roster.Query{Name: "b.v", Text: "SELECT 1"}, false), nil},
		{"a view of another one", c.CreateQuery(ctx, roster.Query{Name: "bb.v", Text: "SELECT 1"}, false), nil},
		{"a function", c.CreateFunction(ctx, roster.Function{Name: "b.f", Text: "()"}, false), nil},
	} {
		if !errors.Is(step.err, step.want) {
			t.Errorf("%s: %v, want %v", step.what, step.err, step.want)
		}
	}
	for _, name := range []string{"", "b.c", long + "x", "bb"} {
		if err := c.CreateDatabase(ctx, name); err == nil {
			t.Errorf("there is a database %q", name)
		}
	}
	for _, name := range []string{"b.customers", long + "." + long} {
		customers.Name = name
		if err := c.Create(ctx, customers); err != nil {
			t.Errorf("create %s: %v", name, err)
		}
	}
	if customers.Name = "b." + long + "x"; c.Create(ctx, customers) == nil {
		t.Error("a name of 65 characters is one in a database")
	}
	c.Close()
	goneAgain(t, open(t, dir), long)
}

// goneAgain finds what TestDatabases has made, and drops a part.
func goneAgain(t *testing.T, c *store.Catalog, long string) {
	t.Helper()
	ctx := context.Background()
	v := c.View()
	if got := v.Databases(); !reflect.DeepEqual(got, []string{"b", long}) {
		t.Errorf("databases %q", got)
	}
	one, err := v.Table("b.customers")
	if err != nil || one.Database != "b" || one.Own() != "customers" {
		t.Errorf("table %v of %q: %v", one.Own(), one.Database, err)
	}
	if other, _ := v.Table("customers"); other.Database != "" || other.Own() != "customers" {
		t.Errorf("table %v of %q", other.Own(), other.Database)
	}
	v.Close()
	if err := c.DropDatabase(ctx, "b"); err != nil {
		t.Fatal(err)
	}
	var none *store.UnknownDatabaseError
	if err := c.DropDatabase(ctx, "b"); !errors.As(err, &none) {
		t.Errorf("drop again: %v", err)
	}
	v = c.View()
	defer v.Close()
	if got := v.Tables(); !reflect.DeepEqual(got, []string{"customers", "orders", long + "." + long}) {
		t.Errorf("tables %q", got)
	}
	if v.Query("b.v") != nil || v.Query("bb.v") == nil || v.Function("b.f") != nil {
		t.Error("a view or a function is there that should not be, or is not")
	}
}

// A database of which a table is referenced from another one stays whole.
func TestDropReferencedDatabase(t *testing.T) {
	ctx := context.Background()
	c := open(t, t.TempDir())
	if err := c.CreateDatabase(ctx, "b"); err != nil {
		t.Fatal(err)
	}
	shop(t, c)
	if err := c.Rename(ctx, map[string]string{"customers": "b.customers"}); err != nil {
		t.Fatal(err)
	}
	if err := c.DropDatabase(ctx, "b"); !errors.Is(err, store.ErrReferenced) {
		t.Errorf("drop: %v", err)
	}
	v := c.View()
	defer v.Close()
	if one, err := v.Table("b.customers"); err != nil || one.Database != "b" {
		t.Errorf("the renamed table: %v", err)
	}
}
