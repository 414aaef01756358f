package store_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"gsdms/pushscan/store"
)

// copyFolder copies the files of a folder.
func copyFolder(t *testing.T, from, to string) {
	t.Helper()
	for _, path := range files(t, from) {
		rel, err := filepath.Rel(from, path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Dir(filepath.Join(to, rel)), 0o700); err != nil {
			t.Fatal(err)
		}
		rewrite(t, filepath.Join(to, rel), mustRead(t, path))
	}
}

// When the machine fails, what a small change has written to the files of columns may be gone,
// all of it or some, and the log has it: the rows are there.
func TestLogHasWhatFilesLack(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := open(t, dir)
	d := store.Definition{Name: "log", Columns: columns("id", "#line"), PrimaryKey: []int{0}}
	define(t, c, d)
	var all rows
	add := func(n int) {
		more := rows{}
		for range n {
			more = append(more, []any{int64(len(all) + len(more)), fmt.Sprintf("line %d", (len(all)+len(more))*7919%100003)})
		}
		load(t, c, d, more)
		all = append(all, more...)
	}
	for _, n := range []int{1000, 30, 40} { // the first ones write the table, the tail, and begin the log
		add(n)
	}
	settled, whole := t.TempDir(), t.TempDir()
	copyFolder(t, dir, settled)
	for range 20 {
		add(50)
	}
	copyFolder(t, dir, whole)
	if _, err := os.Stat(filepath.Join(whole, "catalog.log")); err != nil {
		t.Fatal(err)
	}
	paths := files(t, filepath.Join(settled, "log"))
	for lost := range 1 << len(paths) {
		crashed := t.TempDir()
		copyFolder(t, whole, crashed)
		for i, path := range paths {
			if lost>>i&1 == 1 {
				rewrite(t, filepath.Join(crashed, "log", filepath.Base(path)), mustRead(t, path))
			}
		}
		checkRows(t, crashed, all)
	}
}

// checkRows opens a folder twice, the second time without its log, and compares the table's rows.
func checkRows(t *testing.T, dir string, want rows) {
	t.Helper()
	for range 2 {
		c, err := store.Open(dir, store.Options{Verify: true})
		if err != nil {
			t.Fatal(err)
		}
		if !same(read(t, table(t, c, "log")), want) {
			t.Fatal("the rows are not those that came")
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(filepath.Join(dir, "catalog.log")); err == nil {
			t.Fatal("a closed folder has a log")
		}
	}
}

// Whatever comes between small changes, and however often the folder is opened, the rows are those
// that came: the log goes with the state that it follows.
func TestLogBetweenChanges(t *testing.T) {
	t.Parallel()
	dir, ctx := t.TempDir(), context.Background()
	c := open(t, dir)
	want := map[string]rows{}
	add := func(name string, n int) {
		more := rows{}
		for range n {
			more = append(more, []any{int64(len(want[name]) + len(more)), fmt.Sprint(name, len(want[name])%50)})
		}
		load(t, c, store.Definition{Name: name, Columns: columns("id", "#line")}, more)
		want[name] = append(want[name], more...)
	}
	for i := range 40 {
		name, other := fmt.Sprint("t", i%3), fmt.Sprint("t", (i+1)%3)
		if want[name] == nil {
			define(t, c, store.Definition{Name: name, Columns: columns("id", "#line")})
			want[name] = rows{}
		}
		add(name, 10)
		add(name, 20)
		if want[other] != nil {
			add(other, 5)
		}
		var err error
		switch i % 8 {
		case 1:
			err, want[name] = c.Truncate(ctx, name), rows{}
		case 3:
			err = c.Drop(ctx, name)
			delete(want, name)
		case 5:
			err = c.Optimize(ctx, name)
		case 7: // as a process that is killed leaves it
			left := t.TempDir()
			copyFolder(t, dir, left)
			c.Close()
			dir = left
			c = open(t, dir)
		}
		if err != nil {
			t.Fatal(err)
		}
		for name, rows := range want {
			if !same(read(t, table(t, c, name)), rows) {
				t.Fatalf("step %d: table %s has other rows", i, name)
			}
		}
		if got := tableNames(c); len(got) != len(want) {
			t.Fatalf("step %d: tables %v", i, got)
		}
	}
}
