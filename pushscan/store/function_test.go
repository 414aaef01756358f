package store_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gsdms/pushscan/store"
	"gsdms/pushscan/store/roster"
)

// Functions have names of their own, the same in any case, come back from disk, and keep their
// pointers while others change.
func TestFunctions(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	c := open(t, dir)
	shop(t, c)
	expect := func(what string, err, want error) {
		t.Helper()
		if !errors.Is(err, want) {
			t.Errorf("%s: error %v, want %v", what, err, want)
		}
	}
	expect("create", c.CreateFunction(ctx, roster.Function{Name: "Orders", Text: "1"}, false), nil)
	expect("create in another case", c.CreateFunction(ctx, roster.Function{Name: "ORDERS"}, false), store.ErrExists)
	before := function(c, "orders")
	expect("another", c.CreateFunction(ctx, roster.Function{Name: "g", Text: "2"}, false), nil)
	expect("a view", c.CreateQuery(ctx, roster.Query{Name: "g", Text: "SELECT 1"}, false), nil)
	if before == nil || function(c, "ORDERS") != before || table(t, c, "orders") == nil {
		t.Error("a function that did not change has another pointer, or hides a table")
	}
	expect("replace", c.CreateFunction(ctx, roster.Function{Name: "oRDERS", Text: "3"}, true), nil)
	c.Close()
	c = open(t, dir)
	if f := function(c, "orders"); f == nil || *f != (roster.Function{Name: "oRDERS", Text: "3"}) {
		t.Errorf("from disk: %v", f)
	}
	if v := c.View(); len(v.Functions()) != 2 || v.Functions()[0].Name != "g" {
		t.Errorf("%d functions", len(v.Functions()))
	}
	var unknown *store.UnknownFunctionError
	if err := c.DropFunction(ctx, "none"); !errors.As(err, &unknown) || unknown.SQLCode() != 1305 {
		t.Errorf("drop of one that is not there: %v", err)
	}
	expect("drop", c.DropFunction(ctx, "G"), nil)
	format := func() string {
		body, _ := os.ReadFile(filepath.Join(dir, "catalog.json"))
		_, rest, _ := strings.Cut(string(body), `"format": `)
		return rest[:1]
	}
	if format() != "4" || query(c, "g") == nil {
		t.Errorf("format %s, view %v", format(), query(c, "g"))
	}
	expect("the last one", c.DropFunction(ctx, "orders"), nil)
	if format() != "2" {
		t.Errorf("format %s: programs that know views must read what has no functions", format())
	}
}

func function(c *store.Catalog, name string) *roster.Function {
	v := c.View()
	defer v.Close()
	return v.Function(name)
}
