package store_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"gsdms/pushscan/store"
	"gsdms/pushscan/store/snapshot"
)

// Where the system lacks something, no file is called damaged, and nothing is done to
// the tables: they are there when it lacks no more.
func TestScarce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := open(t, dir)
	_, d := shop(t, c)
	load(t, c, d, goodOrders())
	big := store.Definition{Name: "big", Columns: columns("n")}
	define(t, c, big)
	data := make(rows, 1<<20)
	for i := range data {
		data[i] = []any{int64(i) << 40}
	}
	load(t, c, big, data)
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	for _, mode := range []string{"files", "memory"} {
		if out, err := child(mode, dir).CombinedOutput(); err != nil {
			t.Errorf("%s: %v: %s", mode, err, out)
		}
	}
	if err := readEverything(dir, store.Options{Verify: true}); err != nil {
		t.Error(err)
	}
}

// openWithFiles opens a folder with room for one file after another until it opens well.
func openWithFiles(dir string) error {
	next, err := os.Open(dir)
	if err != nil {
		return err
	}
	used := uint64(next.Fd())
	next.Close()
	complaints := 0
	for room := uint64(0); room < 20; room++ {
		limit := unix.Rlimit{Cur: used + room, Max: 1 << 10}
		if err := unix.Setrlimit(unix.RLIMIT_NOFILE, &limit); err != nil {
			return err
		}
		err := readEverything(dir, store.Options{})
		if err == nil && complaints == 0 {
			return errors.New("no limit stopped anything")
		}
		if err == nil {
			return nil
		}
		complaints++
		if err := harmless(err, syscall.EMFILE, "ulimit -n"); err != nil && room > 1 {
			return fmt.Errorf("%d files: %w", room, err)
		}
	}
	return errors.New("no limit was enough")
}

// openWithMemory opens a folder with no room for the mapping of a large column.
func openWithMemory(dir string) error {
	status, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return err
	}
	pages, err := strconv.ParseUint(strings.Fields(string(status))[0], 10, 64)
	if err != nil {
		return err
	}
	limit := unix.Rlimit{Cur: pages*uint64(os.Getpagesize()) + 3<<20, Max: unix.RLIM_INFINITY}
	if err := unix.Setrlimit(unix.RLIMIT_AS, &limit); err != nil {
		return err
	}
	c, err := store.Open(dir, store.Options{})
	if err != nil {
		return err
	}
	defer c.Close()
	v := c.View()
	defer v.Close()
	_, err = v.Table("big")
	if err := harmless(err, syscall.ENOMEM, "ulimit -v"); err != nil {
		return err
	}
	if _, err = v.Table("orders"); err != nil {
		return err
	}
	_, err = c.Load(context.Background(), "big", source(store.Definition{Name: "big", Columns: columns("n")}, rows{{int64(1)}}))
	return harmless(err, syscall.ENOMEM, "nothing is damaged")
}

// harmless wants an error that has a cause, says what to do about it, and gives nobody
// the idea to drop a table.
func harmless(err error, cause error, advice string) error {
	var unread *snapshot.UnreadError
	var damage *snapshot.DamageError
	switch {
	case err == nil:
		return errors.New("no error")
	case !errors.As(err, &unread), !errors.Is(err, cause), errors.As(err, &damage),
		!strings.Contains(err.Error(), advice), strings.Contains(err.Error(), "drop"), strings.Contains(err.Error(), "restore"):
		return fmt.Errorf("want %v: %w", cause, err)
	}
	return nil
}
