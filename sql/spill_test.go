package sql

import (
	"fmt"
	"strings"
	"testing"

	"gsdms/operators/cpu"
)

// Groups that memory has no room for go to files, and come in the order of their keys.
func TestGroupsThatMemoryCannotHold(t *testing.T) {
	backend, err := cpu.New(cpu.Options{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer backend.Close()
	small, err := Open(t.Context(), Config{Dir: t.TempDir(), Backend: backend, Scan: parts, QueryMemory: 5 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer small.Close()
	s := small.NewSession()
	fillStreamed(t, s, 150_000)
	rows, _ := read(t, s, "SELECT i, s, COUNT(*), SUM(d), MAX(k), SUM(f) FROM t GROUP BY i, s")
	var want strings.Builder
	for i := range 150_000 {
		k, text := fmt.Sprint(i%7), fmt.Sprintf("text %d", i%1000)
		if i%11 == 0 {
			k = "NULL"
		}
		if i%13 == 0 {
			text = "NULL"
		}
		fmt.Fprintf(&want, "%d|%s|1|%d.%02d|%s|%d.5|\n", i, text, i, i%100, k, i)
	}
	if rows != want.String() {
		t.Errorf("other groups: %d bytes, want %d", len(rows), want.Len())
	}
	if got := whole(t, s, "SELECT i, s, COUNT(*) FROM t GROUP BY i, s ORDER BY i DESC, s LIMIT 2 OFFSET 1"); got != "149998|text 998|1|\n149997|text 997|1|\n" {
		t.Errorf("the last groups are %s", got)
	}
	if got := whole(t, s, "SELECT i, f FROM t GROUP BY i, f HAVING SUM(d) < 3"); got != "0|0.5|\n1|1.5|\n2|2.5|\n" {
		t.Errorf("HAVING leaves %s", got)
	}
	plan := strings.Join(mustRun(t, s, "EXPLAIN ANALYZE SELECT i, s, COUNT(*), SUM(d), SUM(f) FROM t GROUP BY i, s").Rows.Columns[0].Texts, "\n")
	if !strings.Contains(plan, "spilled to files") {
		t.Errorf("EXPLAIN ANALYZE names no file:\n%s", plan)
	}
	r, err := s.Stream(t.Context(), "SELECT i, s, COUNT(*), SUM(d), SUM(f) FROM t GROUP BY i, s")
	if err != nil {
		t.Fatal(err)
	}
	if used := small.config.Scan.Spill.Used(); used == 0 {
		t.Error("no file holds the groups that are to come")
	}
	r.Close()
	idle(t, small)
	if used := small.config.Scan.Spill.Used(); used != 0 {
		t.Errorf("%d bytes of files are left", used)
	}
}
