package store_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gsdms/pushscan/store"
)

// Several tables are dropped together or not at all, whichever references which.
func TestDropSeveral(t *testing.T) {
	ctx := context.Background()
	c := open(t, t.TempDir())
	_, orders := shop(t, c)
	load(t, c, orders, rows{order(1, 7)})
	define(t, c, store.Definition{Name: "other", Columns: columns("a")})
	var unknown *store.UnknownTableError
	if err := c.Drop(ctx, "orders", "oders"); !errors.As(err, &unknown) || unknown.Name != "oders" {
		t.Errorf("a table that is not there: %v", err)
	}
	if err := c.Drop(ctx, "other", "customers"); !errors.Is(err, store.ErrReferenced) {
		t.Errorf("a referenced table: %v", err)
	}
	if got := tableNames(c); !slices.Equal(got, []string{"customers", "orders", "other"}) {
		t.Errorf("after two failures: %v", got)
	}
	if err := c.Drop(ctx, "customers", "orders"); err != nil {
		t.Error(err)
	}
	if got := tableNames(c); !slices.Equal(got, []string{"other"}) {
		t.Errorf("tables left: %v", got)
	}
}

// The folder of a dropped table goes with its last file: when the last view of it is
// closed, also where nothing else happens afterwards; one that a crash left, at Open.
func TestDroppedFolderGoes(t *testing.T) {
	dir := t.TempDir()
	c := open(t, dir)
	_, orders := shop(t, c)
	load(t, c, orders, rows{order(1, 7)})
	v := c.View()
	if err := c.Drop(context.Background(), "orders", "customers"); err != nil {
		t.Fatal(err)
	}
	v.Close()
	if got := folders(t, dir); len(got) > 0 {
		t.Errorf("folders left: %v", got)
	}
	for _, name := range []string{"gone", "not.ours"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	open(t, dir)
	if got := folders(t, dir); !slices.Equal(got, []string{"not.ours"}) {
		t.Errorf("folders after Open: %v", got)
	}
}

func folders(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return names
}

func tableNames(c *store.Catalog) []string {
	v := c.View()
	defer v.Close()
	return v.Tables()
}

// dropForEver makes two tables, then puts a row into the first one, and drops both, until
// it is killed. It says when it begins to drop.
func dropForEver(dir string) error {
	c, err := store.Open(dir, store.Options{})
	if err != nil {
		return err
	}
	ctx := context.Background()
	left := store.Definition{Name: "left", Columns: columns("a")}
	right := store.Definition{Name: "right", Columns: columns("a")}
	if names := tableNames(c); len(names) > 0 {
		err = c.Drop(ctx, names...)
	}
	for err == nil {
		err = errors.Join(c.Create(ctx, left), c.Create(ctx, right))
		if err == nil {
			_, err = c.Load(ctx, "left", source(left, rows{{int64(1)}}))
		}
		fmt.Println("next")
		if err == nil {
			err = c.Drop(ctx, "right", "left")
		}
	}
	return err
}

// Killed while two tables are being dropped, both are there or neither. The row tells
// tables of which one has been dropped from those that have not both been made.
func TestKilledInDrop(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	seen := map[string]bool{}
	for range kills(25) {
		killChild(t, "drop", dir)
		c, err := store.Open(dir, store.Options{Verify: true})
		if err != nil {
			t.Fatal(err)
		}
		names := tableNames(c)
		state := fmt.Sprint(names)
		if slices.Equal(names, []string{"left"}) && table(t, c, "left").Rows > 0 || slices.Equal(names, []string{"right"}) {
			t.Fatalf("only %v is left", names)
		}
		seen[state] = true
		files := storedFiles(t, dir)
		expect := 1
		for _, name := range names {
			expect += expectedFiles(table(t, c, name))
		}
		if len(files) != expect {
			t.Fatalf("tables %v and %d files, want %d: %v", names, len(files), expect, files)
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if len(seen) < 2 {
		t.Errorf("the kills found the tables in one state only: %v", seen)
	}
}
