package store_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"gsdms/pushscan/store"
	"gsdms/pushscan/store/snapshot"
)

// smallDisk mounts a disk of so many bytes and files for the test, which takes the right
// to mount.
func smallDisk(t *testing.T, options string) string {
	t.Helper()
	dir := t.TempDir()
	if err := unix.Mount("none", dir, "tmpfs", 0, options); err != nil {
		t.Skipf("mount a small disk: %v", err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(dir, unix.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// fillDisk takes all bytes and all files that a disk has left.
func fillDisk(t *testing.T, dir string) {
	t.Helper()
	f, err := os.Create(filepath.Join(dir, "filler"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for size := 1 << 20; size > 0; {
		if _, err := f.Write(make([]byte, size)); errors.Is(err, unix.ENOSPC) {
			size /= 2
		} else if err != nil {
			t.Fatal(err)
		}
	}
	for i := 0; err == nil; i++ {
		err = os.WriteFile(filepath.Join(dir, fmt.Sprint("filler", i)), nil, 0o600)
	}
	if !errors.Is(err, unix.ENOSPC) {
		t.Fatal(err)
	}
}

// fullShop makes tables on a disk and fills it.
func fullShop(t *testing.T) (dir string, c *store.Catalog) {
	t.Helper()
	disk := smallDisk(t, "size=8m,nr_inodes=100")
	dir = filepath.Join(disk, "db")
	c = open(t, dir)
	for _, name := range []string{"a", "b"} {
		d := store.Definition{Name: name, Columns: columns("n")}
		define(t, c, d)
		data := make(rows, 1<<17)
		for i := range data {
			data[i] = []any{int64(i) << 40}
		}
		load(t, c, d, data)
	}
	fillDisk(t, disk)
	return dir, c
}

// On a disk without room for a byte or a file, tables can be dropped and truncated, one
// after another, and rows go in again afterwards.
func TestFreeFullDisk(t *testing.T) {
	_, c := fullShop(t)
	ctx := context.Background()
	d := store.Definition{Name: "a", Columns: columns("n")}
	if _, err := c.Load(ctx, "a", source(d, rows{{int64(1)}})); !errors.Is(err, unix.ENOSPC) {
		t.Fatalf("the disk is not full: %v", err)
	}
	if err := c.Truncate(ctx, "a"); err != nil {
		t.Fatal(err)
	}
	if err := c.Drop(ctx, "b"); err != nil {
		t.Fatal(err)
	}
	load(t, c, d, rows{{int64(1)}})
	load(t, c, d, rows{{int64(2)}})
	if got := read(t, table(t, c, "a")); len(got) != 2 || !slices.Equal(tableNames(c), []string{"a"}) {
		t.Error(got, tableNames(c))
	}
}

// On a disk without room for a byte, a DELETE that leaves few rows writes these and frees the
// rest; one that leaves many fails, and leaves the reserve to what frees more.
func TestDeleteOnFullDisk(t *testing.T) {
	dir, c := fullShop(t)
	for i := range 10 { // room for files, but not for bytes
		if err := os.Remove(filepath.Join(filepath.Dir(dir), fmt.Sprint("filler", i))); err != nil {
			t.Fatal(err)
		}
	}
	remove := func(n int) error {
		_, err := c.Delete(t.Context(), []string{"a"}, func(*store.View) (map[string]*snapshot.RowSet, error) {
			set := snapshot.NewRowSet(1 << 17)
			for row := range n {
				set.Add(row)
			}
			return map[string]*snapshot.RowSet{"a": set}, nil
		})
		return err
	}
	if err := remove(10); !errors.Is(err, unix.ENOSPC) {
		t.Errorf("a few rows: %v", err)
	}
	if err := remove(1<<17 - 10); err != nil {
		t.Fatal(err)
	}
	if got := len(read(t, table(t, c, "a"))); got != 10 {
		t.Errorf("%d rows are left", got)
	}
	load(t, c, store.Definition{Name: "a", Columns: columns("n")}, rows{{int64(1)}})
}

// Killed at any point of what frees a full disk, the tables are as before or as after.
func TestKilledOnFullDisk(t *testing.T) {
	seen := map[string]bool{}
	for range kills(15) {
		dir, c := fullShop(t)
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
		killChild(t, "free", dir)
		c = open(t, dir)
		v := c.View()
		state := ""
		for _, name := range v.Tables() {
			snapshot, err := v.Table(name)
			if err != nil || snapshot.Rows != 0 && snapshot.Rows != 1<<17 {
				t.Fatal(name, err)
			}
			state += fmt.Sprint(name, snapshot.Rows, " ")
		}
		v.Close()
		seen[state] = true
		if err := c.Drop(context.Background(), tableNames(c)...); err != nil {
			t.Fatal(err)
		}
	}
	for state := range seen {
		if !slices.Contains([]string{"a131072 b131072 ", "a0 b131072 ", "a0 "}, state) {
			t.Errorf("the tables were in state %q", state)
		}
	}
}

// freeUntilKilled truncates one table and drops the other, and waits.
func freeUntilKilled(dir string) error {
	c, err := store.Open(dir, store.Options{})
	if err != nil {
		return err
	}
	fmt.Println("next")
	ctx := context.Background()
	if err := errors.Join(c.Truncate(ctx, "a"), c.Drop(ctx, "b")); err != nil {
		return err
	}
	for {
		fmt.Println("next")
		time.Sleep(time.Millisecond)
	}
}
