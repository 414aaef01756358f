package sql

import (
	"fmt"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// TestValuesOfManyRows asks for more rows of constants than a statement can have steps: 1 to n,
// with their squares and a text each, whose sums are known.
func TestValuesOfManyRows(t *testing.T) {
	const n = 6000
	rows := make([]string, n)
	for i := range rows {
		rows[i] = fmt.Sprintf("ROW(%d, %d, 'text %d')", i+1, (i+1)*(i+1), i%7)
	}
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	for range 2 { // planned, and kept or planned again
		got := shown(t, mustRun(t, s, "SELECT COUNT(*), SUM(a), SUM(b), COUNT(DISTINCT c), MAX(c) FROM (VALUES "+strings.Join(rows, ", ")+") v(a, b, c)"), "csv")
		_, got, _ = strings.Cut(got, "\n")
		if want := fmt.Sprintf("%d,%d,%d,7,text 6\n", n, n*(n+1)/2, n*(n+1)*(2*n+1)/6); got != want {
			t.Errorf("%d rows: %s instead of %s", n, got, want)
		}
	}
}
