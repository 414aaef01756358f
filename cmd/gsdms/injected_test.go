//go:build linux

package main

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// injected are calls of the system with what each may fail of. Those that the runtime of Go makes
// for itself, and cannot do without, are not among them.
var injected = map[string][]string{
	"openat": {"EIO", "EMFILE", "ENOSPC"}, "pread64": {"EIO"}, "pwrite64": {"EIO", "ENOSPC"}, "fsync": {"EIO", "ENOSPC"},
	"fdatasync": {"EIO"}, "renameat": {"EIO", "ENOSPC"}, "ftruncate": {"EIO"}, "fallocate": {"ENOSPC"}, "unlinkat": {"EIO"},
	"fstat": {"EIO"}, "newfstatat": {"EIO"}, "getdents64": {"EIO"}, "mkdirat": {"ENOSPC"}, "flock": {"EINTR", "ENOLCK"},
}

// Whatever call of the system fails while a statement changes a table: the table is the old one or
// the new one; it is the new one where the statement has succeeded, and where it says so.
// GSDMS_HOSTILE=n does it n times, and GSDMS_HOSTILE_SEED repeats a run.
func TestInjectedErrors(t *testing.T) {
	if err := exec.Command("strace", "-f", "-o", os.DevNull, "true").Run(); err != nil {
		t.Skipf("strace, which injects the errors: %v", err)
	}
	rounds, seed := 12, rand.Uint64()
	if testing.Short() {
		rounds = 2 // a race detector slows the programs down and does not watch them
	}
	if n, err := strconv.Atoi(os.Getenv("GSDMS_HOSTILE")); err == nil {
		rounds = n
	}
	if n, err := strconv.ParseUint(os.Getenv("GSDMS_HOSTILE_SEED"), 10, 64); err == nil {
		seed = n
	}
	t.Logf("GSDMS_HOSTILE_SEED=%d", seed)
	chance := rand.New(rand.NewPCG(seed, 0))
	calls := make([]string, 0, len(injected))
	for call := range injected {
		calls = append(calls, call)
	}
	slices.Sort(calls)
	old := t.TempDir()
	sumOf(t, old, "CREATE TABLE t (i INT, s TEXT); INSERT INTO t VALUES (1, 'a'), (2, 'b'), (3, 'c')")
	tableBefore := sumOf(t, old, sumOfTable)
	changes := []string{"INSERT INTO t VALUES (4, 'd')", "UPDATE t SET i = i + 10, s = 'x' WHERE i > 1", "DELETE FROM t WHERE i = 2", "TRUNCATE TABLE t", "ALTER TABLE t ADD COLUMN j INT DEFAULT 5"}
	for range rounds {
		change, call := changes[chance.IntN(len(changes))], calls[chance.IntN(len(calls))]
		fails := injected[call][chance.IntN(len(injected[call]))]
		which := 1 + chance.IntN(12)
		t.Run(call+" "+fails+" "+strconv.Itoa(which), func(t *testing.T) {
			after := copyOf(t, old)
			sumOf(t, after, change)
			checkInjected(t, copyOf(t, old), call+":error="+fails+":when="+strconv.Itoa(which), change, tableBefore, sumOf(t, after, sumOfTable))
		})
	}
}

// checkInjected changes the table of a folder while a call fails.
func checkInjected(t *testing.T, dir, fault, change, before, after string) {
	t.Helper()
	plain := program(dir, "-e", change)
	call, _, _ := strings.Cut(fault, ":")
	c := exec.Command("strace", append([]string{"-f", "-qq", "-o", os.DevNull, "-e", "trace=" + call, "-e", "inject=" + fault, "--"}, plain.Args...)...)
	c.Dir, c.Env = plain.Dir, plain.Env
	said, err := c.CombinedOutput()
	if strings.Contains(string(said), "panic:") || strings.Contains(string(said), "fatal error:") {
		t.Errorf("%s: it crashed:\n%s", change, said)
	}
	got := sumOf(t, dir, sumOfTable)
	known := err == nil || strings.Contains(string(said), "the change is made")
	if got != after && (known || got != before) {
		t.Errorf("%s: the table has %q, before %q, should have %q; the statement: %v\n%s", change, got, before, after, err, said)
	}
}

// sumOfTable tells all that a table t has.
const sumOfTable = "SELECT GROUP_CONCAT(i, s ORDER BY i) FROM t; DESCRIBE t; CHECK TABLE t"

// sumOf runs statements, and gives what they say.
func sumOf(t *testing.T, dir, text string) string {
	t.Helper()
	out, err := program(dir, "--format", "tsv", "-e", text).CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v: %s", text, err, out)
	}
	return string(out)
}

// copyOf is a folder with the files of another.
func copyOf(t *testing.T, dir string) string {
	t.Helper()
	to := t.TempDir()
	if err := os.CopyFS(filepath.Join(to, "db"), os.DirFS(filepath.Join(dir, "db"))); err != nil {
		t.Fatal(err)
	}
	return to
}
