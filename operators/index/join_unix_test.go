//go:build unix

package index

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"gsdms/operators"
	"gsdms/plan"
)

// TestIndexOfACutFile holds that a key column whose file was cut short under its mapping
// fails the build, and not the process.
func TestIndexOfACutFile(t *testing.T) {
	size := 4 * os.Getpagesize()
	path := filepath.Join(t.TempDir(), "column")
	if err := os.WriteFile(path, make([]byte, size), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	data, err := unix.Mmap(int(f.Fd()), 0, size, unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = unix.Munmap(data) }()
	if err := f.Truncate(int64(size / 2)); err != nil {
		t.Fatal(err)
	}
	table := &plan.Table{Name: "t", Rows: size}
	keys := []*operators.Array{{Name: "a", Storage: plan.Storage{Width: 1}, Len: size, Data: data}}
	if _, err := newJoin(context.Background(), "t(a)", table, keys, nil, math.MaxInt64, room{}); err == nil || !strings.Contains(err.Error(), "column file could not be read") {
		t.Errorf("the build ended with: %v", err)
	}
}
