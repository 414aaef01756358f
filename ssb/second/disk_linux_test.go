package second

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"gsdms/operators/cpu"
	"gsdms/sql"
)

// TestThirteenReadTheDiskOnce counts what the process reads from the disk that holds the
// folder GSDMS_SECOND_DISK, after the tables have been put out of the page cache. It holds
// in a control group that leaves less memory than the columns have, too, and so for the
// benchmark: at scale factor 4 its columns have 624 MB; in groups of 350, 200 and 120 MB
// the 13 at once fetched 635 MB, and 104 with random literals as many.
func TestThirteenReadTheDiskOnce(t *testing.T) {
	root := os.Getenv("GSDMS_SECOND_DISK")
	if root == "" {
		return // a folder in memory has nothing to count
	}
	dir, err := os.MkdirTemp(root, "second")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	a := ask(newWorld(3, rows(t, 3_000_000)))
	var want int64
	on(t, dir, func(e *sql.Engine) {
		if err := a.world.load(t.Context(), e); err != nil {
			t.Fatal(err)
		}
		want = columnBytes(t, e, "traffic", a.shapes()...)
	})
	const others = 16 << 20 // dimensions, dictionaries, manifests, pages of the program
	got := diskReads(t, dir, func(e *sql.Engine) { together(t, e, a.shapes()) })
	t.Logf("the columns have %d bytes, the disk gave %d", want, got)
	if got < want || got > want+others {
		t.Errorf("13 at once read %d bytes from the disk, want %d and at most %d for the rest", got, want, others)
	}
}

// on runs f with an engine on the folder.
func on(t *testing.T, dir string, f func(e *sql.Engine)) {
	t.Helper()
	backend, err := cpu.New(cpu.Options{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	e, err := sql.Open(t.Context(), sql.Config{Dir: dir, Backend: backend})
	if err != nil {
		t.Fatal(errors.Join(err, backend.Close()))
	}
	defer func() {
		if err := errors.Join(e.Close(), backend.Close()); err != nil {
			t.Error(err)
		}
	}()
	f(e)
}

// diskReads gives the bytes that the process read from disks while f ran on a folder of
// which nothing was in memory.
func diskReads(t *testing.T, dir string, f func(e *sql.Engine)) int64 {
	t.Helper()
	if err := filepath.WalkDir(dir, forget); err != nil {
		t.Fatal(err)
	}
	before := readBytes(t)
	on(t, dir, f)
	return readBytes(t) - before
}

// forget puts a file out of the page cache.
func forget(path string, e fs.DirEntry, err error) error {
	if err != nil || e.IsDir() {
		return err
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	err = unix.Fadvise(int(f.Fd()), 0, 0, unix.FADV_DONTNEED)
	return errors.Join(err, f.Close())
}

// readBytes is what the kernel has fetched from disks for this process.
func readBytes(t *testing.T) int64 {
	t.Helper()
	text, err := os.ReadFile("/proc/self/io")
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(text), "\nread_bytes: ")
	number, _, _ := strings.Cut(after, "\n")
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
