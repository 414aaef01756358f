package sql

import (
	"strconv"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// The keys that UPDATE IGNORE keeps are counted in the memory that queries may have, and given back; one that assigns to no
// key keeps none.
func TestUpdateIgnoreIsCounted(t *testing.T) {
	wide := openEngine(t, t.TempDir(), pushscan.Options{})
	for memory, fits := range map[int64]bool{16 << 20: false, 512 << 20: true} {
		e, err := Open(t.Context(), Config{Dir: t.TempDir(), Backend: wide.config.Backend, Memory: memory})
		if err != nil {
			t.Fatal(err)
		}
		s := e.NewSession()
		mustRun(t, s, "CREATE TABLE t (id INT PRIMARY KEY, n INT)")
		for range 2 {
			mustRun(t, s, "DELETE FROM t")
			for from := range 5 {
				if _, err := s.Query(t.Context(), insertNumbers("t", 40_000*from, 40_000*(from+1))); err != nil {
					t.Fatal(err)
				}
			}
			_, err := s.Query(t.Context(), "UPDATE IGNORE t SET id = id + 1")
			if fits != (err == nil) || err != nil && !strings.Contains(err.Error(), "--memory") {
				t.Errorf("with %d bytes: %v", memory, err)
			}
			if _, err := s.Query(t.Context(), "UPDATE IGNORE t SET n = n + 1"); err != nil {
				t.Errorf("no key, with %d bytes: %v", memory, err)
			}
		}
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}
}

// insertNumbers is an INSERT of pairs of numbers.
func insertNumbers(table string, from, to int) string {
	var b strings.Builder
	b.WriteString("INSERT INTO " + table + " VALUES ")
	for i := from; i < to; i++ {
		b.WriteString(comma(i-from) + "(" + strconv.Itoa(i) + "," + strconv.Itoa(i%7) + ")")
	}
	return b.String()
}
