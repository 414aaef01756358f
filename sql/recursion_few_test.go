package sql

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// A recursion goes on from thousands of rows first and from few in the end, whose values of all kinds,
// NULLs, errors and number of rows are the same wherever they are computed.
func TestRecursionOverManyRowsAndFew(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	const seeds = 3000
	var values, want []string
	for i := range seeds {
		k, text := i%13, fmt.Sprintf("'%d'", i%5)
		if i%7 == 0 {
			text = "NULL"
		}
		values = append(values, fmt.Sprintf("(%d,%d,%s)", i, k, text))
		grown := i % 5
		for j := k; j >= 0; j-- {
			made := fmt.Sprintf("%d%s", grown, strings.Repeat("x", k-j))
			if i%7 == 0 {
				made = `\N`
			}
			day := fmt.Sprintf("2024-01-%02d", 1+k-j)
			want = append(want, fmt.Sprintf("%d\t%d\t%s\t%s\t%.1f", i, j, made, day, float64(i)+0.5*float64(k-j)))
			if j == 1 && i%2 == 0 {
				break
			}
		}
	}
	mustRun(t, s, "CREATE TABLE seed (i INT, k INT, s VARCHAR(30)); INSERT INTO seed VALUES "+strings.Join(values, ","))
	for _, union := range []string{"UNION ALL", "UNION"} {
		got := strings.Split(strings.TrimSpace(shown(t, mustRun(t, s, `WITH RECURSIVE r AS (
			SELECT i, k, CAST(s AS CHAR(30)) s, DATE '2024-01-01' d, CAST(i AS DOUBLE) f FROM seed `+union+`
			SELECT i, k - 1, CONCAT(s, 'x'), d + INTERVAL 1 DAY, f + 0.5 FROM r WHERE k > 0 AND (k <> 1 OR i % 2 = 1))
			SELECT i, k, s, d, f FROM r`), "tsv")), "\n")[1:]
		for i, row := range got {
			if parts := strings.Split(row, "\t"); !strings.Contains(parts[4], ".") {
				got[i] += ".0"
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %d rows, want %d", union, len(got), len(want))
			for i := range min(len(got), len(want)) {
				if got[i] != want[i] {
					t.Fatalf("%s: %q, want %q", union, got[i], want[i])
				}
			}
		}
	}
	if _, err := s.Query(t.Context(), "WITH RECURSIVE r AS (SELECT 1 n, 9223372036854775800 v UNION ALL SELECT n + 1, v + 1 FROM r WHERE n < 100) SELECT MAX(v) FROM r"); err == nil || !strings.Contains(err.Error(), "1690") {
		t.Errorf("a number past 64 bits: %v", err)
	}
}
