//go:build linux

package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"gsdms/operators/cpu"
	"gsdms/sql"
)

// stormDir tells the child process of TestStormKeepsToItsMemory where the tables are.
const stormDir = "GSDMS_STORM_DIR"

// stormMemory is --memory of the storm.
const stormMemory = 128 << 20

// storms are queries that would take most of the memory each: rows of a join, groups, sorted rows,
// rows that a later pipeline reads, and texts.
var storms = []string{
	"SELECT a.i, b.i, a.i + b.i FROM n a, n b WHERE a.i <> %s",
	"SELECT a.i, b.i, COUNT(*) FROM n a, n b WHERE a.i <> %s GROUP BY a.i, b.i",
	"SELECT a.i - b.i, a.i FROM n a, n b WHERE a.i <> %s ORDER BY 1, 2",
	"SELECT COUNT(*), MAX(s) FROM (SELECT DISTINCT a.i + b.i AS s, a.i FROM n a, n b WHERE a.i <> %s) t",
	"SELECT CONCAT(REPEAT('x', 300), a.i, '-', b.i) s FROM n a, n b WHERE b.i < 100 AND a.i <> %s ORDER BY s",
	"SELECT MAX(LENGTH(s)) FROM (SELECT GROUP_CONCAT(REPEAT(b.i, 100)) s FROM n a, n b WHERE b.i < 100 AND a.i <> %s GROUP BY a.i) t",
	"SELECT COUNT(DISTINCT CONCAT(REPEAT('y', 100), a.i, '-', b.i)) FROM n a, n b WHERE b.i < 100 AND a.i <> %s",
}

// In a storm of 64 queries that all want more than there is, the process's resident memory
// stays within --memory and a quarter, beside what it takes without queries. Each query
// ends, with its answer or an error that names the setting. With -short, as under the race detector,
// which keeps a shadow of what is used, the memory is not looked at.
func TestStormKeepsToItsMemory(t *testing.T) {
	if dir := os.Getenv(stormDir); dir != "" {
		storm(t, dir)
		return
	}
	dir := t.TempDir()
	child := exec.Command(os.Args[0], "-test.run=^TestStormKeepsToItsMemory$", "-test.v", fmt.Sprintf("-test.short=%v", testing.Short()))
	child.Env = append(os.Environ(), stormDir+"="+dir)
	out, err := child.CombinedOutput()
	if err != nil {
		t.Fatalf("the storm: %v\n%s", err, out)
	}
	before, after := resident(t, out, "before"), resident(t, out, "after")
	t.Logf("%d MiB before, %d at most, %d allowed", before>>20, after>>20, (before+stormMemory+stormMemory/4)>>20)
	if !testing.Short() && after > before+stormMemory+stormMemory/4 {
		t.Errorf("%d bytes were resident, %d before; --memory is %d", after, before, stormMemory)
	}
}

// resident finds a number that the child has printed.
func resident(t *testing.T, out []byte, when string) int64 {
	t.Helper()
	_, rest, _ := bytes.Cut(out, []byte("resident "+when+" "))
	number, _, _ := bytes.Cut(rest, []byte("\n"))
	n, err := strconv.ParseInt(string(number), 10, 64)
	if err != nil {
		t.Fatalf("no number in\n%s", out)
	}
	return n
}

// storm is the child.
func storm(t *testing.T, dir string) {
	backend, err := cpu.New(cpu.Options{Threads: 4})
	if err != nil {
		t.Fatal(err)
	}
	limitHeap(stormMemory - ballastBytes) // the test has no ballast
	e, err := sql.Open(t.Context(), sql.Config{Dir: filepath.Join(dir, "db"), Backend: backend, Memory: stormMemory})
	if err != nil {
		t.Fatal(err)
	}
	stormTable(t, e, dir)
	together(t, e, " AND a.i < 20")
	fmt.Printf("resident before %d\n", highest(t))
	together(t, e, "")
	fmt.Printf("resident after %d\n", highest(t))
	r, err := e.NewSession().Query(t.Context(), "SELECT COUNT(*) FROM n")
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := r.Text(0, 0); got != "1200" {
		t.Errorf("after the storm there are %s rows", got)
	}
	if err := e.Close(); err != nil {
		t.Error(err)
	}
	backend.Close()
}

// together runs 64 queries, each of its own text, with a condition more. With -short two of each kind
// are enough to race.
func together(t *testing.T, e *sql.Engine, and string) {
	t.Helper()
	queries := 64
	if testing.Short() {
		queries = 2 * len(storms)
	}
	var all sync.WaitGroup
	for i := range queries {
		all.Go(func() {
			text := fmt.Sprintf(storms[i%len(storms)], fmt.Sprint(-i-1)+and)
			_, err := e.NewSession().Query(context.Background(), text)
			if err != nil && !strings.Contains(err.Error(), "--memory") && !strings.Contains(err.Error(), "--query-memory") {
				t.Errorf("%s: %v", text, err)
			}
		})
	}
	all.Wait()
}

// stormTable makes a table of 1,200 numbers: a pair of each two is 1.4 million rows.
func stormTable(t *testing.T, e *sql.Engine, dir string) {
	t.Helper()
	var text bytes.Buffer
	for i := range 1200 {
		fmt.Fprintln(&text, i)
	}
	file := filepath.Join(dir, "n.csv")
	if err := os.WriteFile(file, text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{"CREATE TABLE n (i INT NOT NULL)", "LOAD DATA INFILE '" + file + "' INTO TABLE n FIELDS TERMINATED BY ','"} {
		if _, err := e.NewSession().Query(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
}

// highest is the most memory that was resident so far.
func highest(t *testing.T) int64 {
	t.Helper()
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	var kib int64
	if _, err := fmt.Sscan(rest, &kib); err != nil {
		t.Fatal(err)
	}
	return kib << 10
}
