package store_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"gsdms/plan"
	"gsdms/pushscan/store"
)

// Entries come to this table some hundreds at a time: with numbers of their own, in values that
// grow on both sides, and with texts before, between and behind those that there are.
const (
	logFirst = 68000 // rows of the first load: the others come to the next segment
	logRows  = 700   // of every other
)

func entries() store.Definition {
	d := store.Definition{Name: "log", Columns: columns("id", "drift", "#level", "#line"), PrimaryKey: []int{0}}
	d.Columns[0].Own = plan.Numbered
	return d
}

// entry is a row, whose number is 0 for one that the table gives.
func entry(i int, id int64) []any {
	drift := int64(i) * int64(i)
	if i%2 == 1 {
		drift = -drift
	}
	return []any{id, drift, fmt.Sprint("level ", i%4), fmt.Sprintf("line %d of the log, %d", i*7919%1000003, i)}
}

func appendEntries(c *store.Catalog, from, n int) error {
	more := make(rows, n)
	for i := range more {
		more[i] = entry(from+i, 0)
	}
	_, err := c.Load(context.Background(), "log", source(entries(), more))
	return err
}

func newLog(t *testing.T, dir string) {
	t.Helper()
	c := open(t, dir)
	define(t, c, entries())
	if err := errors.Join(appendEntries(c, 0, logFirst), c.Close()); err != nil {
		t.Fatal(err)
	}
}

// rowsOf is how many rows the table has.
func rowsOf(c *store.Catalog) (int, error) {
	v := c.View()
	defer v.Close()
	t, err := v.Table("log")
	if err != nil {
		return 0, err
	}
	return t.Rows, nil
}

// appendForEver adds rows until it is killed. It says when it begins.
func appendForEver(dir string) error {
	c, err := store.Open(dir, store.Options{})
	if err != nil {
		return err
	}
	for {
		fmt.Println("next")
		n, err := rowsOf(c)
		if err == nil && n > logFirst+40*logRows {
			err = errors.Join(c.Truncate(context.Background(), "log"), appendEntries(c, 0, logFirst))
			n = logFirst
		}
		if err == nil {
			err = appendEntries(c, n, logRows)
		}
		if err != nil {
			return err
		}
	}
}

// appendWithLimits adds rows under rising limits of a file's size until that works, again and
// again, and appends nothing where a file cannot grow.
func appendWithLimits(dir string) error {
	signal.Ignore(unix.SIGXFSZ)
	c, err := store.Open(dir, store.Options{})
	if err != nil {
		return err
	}
	failures := 0
	for range 5 {
		before, err := rowsOf(c)
		if err != nil {
			return err
		}
		for limit := uint64(0); ; limit = limit*5/4 + 4096 {
			err := limited(limit, func() error { return appendEntries(c, before, logRows) })
			if err == nil {
				break
			}
			failures++
			var path *os.PathError
			if !errors.As(err, &path) || !errors.Is(err, unix.EFBIG) {
				return fmt.Errorf("limit %d: %w", limit, err)
			}
			if n, err := rowsOf(c); err != nil || n != before {
				return fmt.Errorf("limit %d: %d rows, and were %d: %w", limit, n, before, err)
			}
		}
	}
	if failures < 50 {
		return fmt.Errorf("%d loads failed", failures)
	}
	return c.Close()
}

// checkLog checks that the table has whole loads, with numbers from 1 on, and no other file is left.
func checkLog(t *testing.T, dir string) int {
	t.Helper()
	c, err := store.Open(dir, store.Options{Verify: true})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	v := c.View()
	defer v.Close()
	s, err := v.Table("log")
	if err != nil {
		t.Fatal(err)
	}
	if s.Rows > 0 && (s.Rows < logFirst || (s.Rows-logFirst)%logRows != 0) {
		t.Fatalf("%d rows", s.Rows)
	}
	got := sortedByKey(read(t, s))
	want := make(rows, s.Rows)
	for i := range want {
		want[i] = entry(i, int64(i+1))
	}
	if !same(got, want) {
		t.Error("the rows are not those that came")
	}
	if files := storedFiles(t, dir); len(files) != expectedFiles(s)+1 {
		t.Errorf("%d files, want %d: %v", len(files), expectedFiles(s)+1, files)
	}
	return s.Rows
}

// Killed at any point, rows that come behind others are there all or none, whatever of them the
// files have.
func TestKilledInAppend(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	newLog(t, dir)
	seen := map[int]bool{}
	times := kills(15)
	for i := range times {
		killChild(t, "append", dir)
		seen[checkLog(t, dir)] = true
		if t.Failed() {
			t.Fatalf("after kill %d", i)
		}
		if seen[0] { // killed between TRUNCATE and the load behind it
			c := open(t, dir)
			if err := errors.Join(appendEntries(c, 0, logFirst), c.Close()); err != nil {
				t.Fatal(err)
			}
			delete(seen, 0)
		}
	}
	if times >= 15 && len(seen) < 3 {
		t.Errorf("the kills found the table in %d states only: %v", len(seen), seen)
	}
}

// Where a file cannot grow, however far it has come, the rows are not there, and come when it can.
func TestFullDiskInAppend(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	newLog(t, dir)
	if out, err := child("append full", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if n := checkLog(t, dir); n != logFirst+5*logRows {
		t.Errorf("%d rows", n)
	}
	if left, err := filepath.Glob(filepath.Join(dir, "*", "*.spill")); len(left) > 0 || err != nil {
		t.Errorf("left: %v, %v", left, err)
	}
}
