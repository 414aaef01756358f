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

// Two tables are made, one gets a row, and both are dropped: both are there or neither. The row
// tells tables of which one has been dropped from those that have not both been made.
var pair = scenario{fresh: freshPair, next: nextPair, check: checkPair, kills: 25, changes: 8, failures: 8}

// freshPair makes the first table, since a folder without a change has no catalog file.
func freshPair(t *testing.T, c *store.Catalog) {
	if err := nextPair(c); err != nil {
		t.Fatal(err)
	}
}

func nextPair(c *store.Catalog) error {
	ctx := context.Background()
	left := store.Definition{Name: "left", Columns: columns("a")}
	v := c.View()
	defer v.Close()
	names := v.Tables()
	switch {
	case len(names) == 0:
		return c.Create(ctx, left)
	case len(names) == 1:
		return c.Create(ctx, store.Definition{Name: "right", Columns: columns("a")})
	}
	t, err := v.Table("left")
	if err == nil && t.Rows == 0 {
		_, err = c.Load(ctx, "left", source(left, rows{{int64(1)}}))
		return err
	}
	return errors.Join(err, c.Drop(ctx, "right", "left"))
}

func checkPair(t *testing.T, c *store.Catalog) (files int, state string) {
	t.Helper()
	names := tableNames(c)
	if slices.Equal(names, []string{"left"}) && table(t, c, "left").Rows > 0 || slices.Equal(names, []string{"right"}) {
		t.Fatalf("only %v is left", names)
	}
	for _, name := range names {
		s := table(t, c, name)
		files, state = files+expectedFiles(s), state+fmt.Sprint(name, s.Rows, " ")
	}
	return files, state
}
