package store_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"gsdms/pushscan/store"
	"gsdms/pushscan/store/roster"
)

// Queries share the names of tables, come back from disk, and keep their pointers while
// others change.
func TestQueries(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	c := open(t, dir)
	customers, _ := shop(t, c)
	v := roster.Query{Name: "v", Columns: []string{"a", "b"}, Text: "SELECT 1, 2"}
	expect := func(what string, err, want error) {
		t.Helper()
		if !errors.Is(err, want) {
			t.Errorf("%s: error %v, want %v", what, err, want)
		}
	}
	expect("create", c.CreateQuery(ctx, v, false), nil)
	expect("create again", c.CreateQuery(ctx, v, false), store.ErrExists)
	expect("create with the name of a table", c.CreateQuery(ctx, roster.Query{Name: "orders"}, true), store.ErrExists)
	customers.Name = "v"
	expect("a table with the name of a query", c.Create(ctx, customers), store.ErrExists)
	before := query(c, "v")
	expect("another", c.CreateQuery(ctx, roster.Query{Name: "w", Text: "SELECT 3"}, false), nil)
	if query(c, "v") != before {
		t.Error("a query that did not change has another pointer")
	}
	expect("replace", c.CreateQuery(ctx, roster.Query{Name: "v", Text: "SELECT 4"}, true), nil)
	if query(c, "v") == before {
		t.Error("a query that changed has the same pointer")
	}
	var unknown *store.UnknownQueryError
	if err := c.DropQueries(ctx, "v", "none"); !errors.As(err, &unknown) || unknown.SQLCode() != 1051 {
		t.Errorf("drop of one that is not there: %v", err)
	}
	if err := c.DropQueries(ctx, "orders"); !errors.As(err, &unknown) || unknown.SQLCode() != 1347 {
		t.Errorf("drop of a table: %v", err)
	}
	expect("drop", c.DropQueries(ctx, "w"), nil)
	c.Close()
	c = open(t, dir)
	if q := query(c, "v"); q == nil || !reflect.DeepEqual(*q, roster.Query{Name: "v", Text: "SELECT 4"}) {
		t.Errorf("from disk: %v", q)
	}
	expect("the last one", c.DropQueries(ctx, "v"), nil)
	head, err := os.ReadFile(filepath.Join(dir, "catalog.json"))
	if err != nil || !strings.Contains(string(head), `"format": 1`) {
		t.Errorf("without queries older programs must read %s (%v)", head, err)
	}
}

func query(c *store.Catalog, name string) *roster.Query {
	v := c.View()
	defer v.Close()
	return v.Query(name)
}

// A table that is made with its rows is there with all of them, or not at all.
func TestCreateLoad(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	c := open(t, dir)
	products, _ := saleTables()
	twice := append(productsFrom(0), productsFrom(0)[3])
	if _, err := c.CreateLoad(ctx, products, source(products, twice)); err == nil {
		t.Error("a primary key twice")
	}
	v := c.View()
	if _, err := v.Table("products"); err == nil || len(v.Tables()) > 0 {
		t.Error("the table of a failed load is there")
	}
	v.Close()
	n, err := c.CreateLoad(ctx, products, source(products, productsFrom(0)))
	if err != nil || n != productRows {
		t.Fatalf("%d rows, %v", n, err)
	}
	if _, err := c.CreateLoad(ctx, products, source(products, nil)); !errors.Is(err, store.ErrExists) {
		t.Errorf("again: %v", err)
	}
	products.Name = "none"
	if n, err := c.CreateLoad(ctx, products, source(products, nil)); err != nil || n != 0 {
		t.Errorf("without rows: %d, %v", n, err)
	}
	c.Close()
	c = open(t, dir)
	if !same(sortedByKey(read(t, table(t, c, "products"))), sortedByKey(productsFrom(0))) {
		t.Error("the rows are not what was loaded")
	}
	if table(t, c, "none").Rows != 0 {
		t.Error("rows from nowhere")
	}
}

// defineForEver replaces a query, and makes and drops a table with rows, until it is
// killed. It says what it begins.
func defineForEver(dir string) error {
	c, err := store.Open(dir, store.Options{})
	if err != nil {
		return err
	}
	ctx := context.Background()
	products, _ := saleTables()
	from := 0
	if q := query(c, "v"); q != nil {
		from, _ = strconv.Atoi(q.Text)
		if err := c.Drop(ctx, "products"); err != nil && !strings.Contains(err.Error(), "doesn't exist") {
			return err
		}
	}
	for i := from + 1; ; i++ {
		fmt.Println(i)
		if err := c.CreateQuery(ctx, roster.Query{Name: "v", Text: fmt.Sprint(i)}, true); err != nil {
			return err
		}
		if _, err := c.CreateLoad(ctx, products, source(products, productsFrom(0))); err != nil {
			return err
		}
		if err := c.Drop(ctx, "products"); err != nil {
			return err
		}
	}
}

// Killed at any point, a query is as it was before its last change or after it, and a
// table that is made with rows has all of them.
func TestKilledQueries(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for range kills(20) {
		last := killDefining(t, dir)
		c, err := store.Open(dir, store.Options{Verify: true})
		if err != nil {
			t.Fatal(err)
		}
		now := 0
		if q := query(c, "v"); q != nil {
			now, _ = strconv.Atoi(q.Text)
		}
		if now != last && now != last-1 {
			t.Errorf("the query is of round %d, killed in round %d", now, last)
		}
		v := c.View()
		if names := v.Tables(); len(names) > 0 && table(t, c, "products").Rows != productRows {
			t.Errorf("%v with %d rows", names, table(t, c, "products").Rows)
		}
		v.Close()
		c.Close()
	}
}

// killDefining kills a child after some rounds and gives the last one that it began.
func killDefining(t *testing.T, dir string) (last int) {
	t.Helper()
	cmd := child("define", dir)
	var complaint strings.Builder
	cmd.Stderr = &complaint
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	lines := bufio.NewReader(io.TeeReader(out, &said))
	time.Sleep(someChanges(t, lines))
	_ = cmd.Process.Kill()
	_, _ = io.Copy(io.Discard, lines)
	whole := strings.Split(said.String(), "\n")
	for _, line := range whole[:len(whole)-1] {
		if last, err = strconv.Atoi(line); err != nil {
			t.Fatal(err)
		}
	}
	_ = cmd.Wait() // "signal: killed"
	if complaint.Len() > 0 {
		t.Fatalf("the child failed: %s", complaint.String())
	}
	return last
}

// A folder that is not there is made by the first change, not by looking.
func TestFolderIsMadeLate(t *testing.T) {
	ctx := context.Background()
	dir := filepath.Join(t.TempDir(), "none")
	c, other := open(t, dir), open(t, dir)
	v := c.View()
	if _, err := v.Table("t"); err == nil || len(v.Tables()) > 0 {
		t.Error("a table in a folder that is not there")
	}
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder is there: %v", err)
	}
	if err := c.CreateQuery(ctx, roster.Query{Name: "v", Text: "SELECT 1"}, false); err != nil {
		t.Fatal(err)
	}
	v.Close()
	if query(c, "v") == nil {
		t.Error("the first change is not seen")
	}
	if err := other.CreateQuery(ctx, roster.Query{Name: "w", Text: "SELECT 1"}, false); !errors.Is(err, store.ErrLocked) {
		t.Errorf("a second process changes the folder: %v", err)
	}
	c.Close()
	if err := other.CreateQuery(ctx, roster.Query{Name: "w", Text: "SELECT 1"}, false); err != nil || query(other, "v") == nil {
		t.Errorf("after the first has ended: %v", err)
	}
}
