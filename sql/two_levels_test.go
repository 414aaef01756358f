package sql

import (
	"fmt"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// A row of three tables whose numbers are NULL where they are negative, and come more than once.
type threeRow struct{ k, v int }

// threeTables fills tables a, b and c of rows (k, v), and gives the rows.
func threeTables(t *testing.T, s *Session, rows int) (out [3][]threeRow) {
	t.Helper()
	for i, name := range []string{"a", "b", "c"} {
		var values []string
		for n := range rows >> (2 - i) {
			r := threeRow{(n*7 + i) % 23, (n*n + 3*i) % 11}
			if n%9 == 4 {
				r.k = -1
			}
			if n%13 == 6 {
				r.v = -1
			}
			out[i] = append(out[i], r)
			values = append(values, strings.ReplaceAll(fmt.Sprintf("(%d, %d)", r.k, r.v), "-1", "NULL"))
		}
		mustRun(t, s, fmt.Sprintf("CREATE TABLE %s (k INT, v INT)", name))
		if len(values) > 0 {
			mustRun(t, s, fmt.Sprintf("INSERT INTO %s VALUES %s", name, strings.Join(values, ", ")))
		}
	}
	return out
}

func same(x, y int) bool    { return x >= 0 && x == y }
func differs(x, y int) bool { return x >= 0 && y >= 0 && x != y }

// Subqueries in subqueries that read the rows around both give what loops over all rows give, with
// NULLs, rows that are there twice, and tables without rows.
func TestSubqueriesOverTwoLevels(t *testing.T) {
	for _, rows := range []int{0, 160} {
		s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
		all := threeTables(t, s, rows)
		var exists, pairs, sum, texts int
		for _, a := range all[0] {
			found := false
			for _, b := range all[1] {
				for _, c := range all[2] {
					found = found || same(b.k, a.k) && same(c.v, b.v) && differs(c.k, b.k) && differs(c.k, a.v)
				}
				if !same(b.k, a.k) {
					continue
				}
				pairs++
				for _, c := range all[2] {
					if same(c.k, b.v) && a.v >= 0 && c.v > a.v {
						sum += c.v
					}
				}
			}
			if found {
				exists++
			}
			for _, c := range all[2] {
				if same(a.k, c.v) && same(a.v, c.k) && a.k >= c.k {
					texts++
				}
			}
		}
		for sql, want := range map[string]string{
			"SELECT COUNT(*) FROM a WHERE EXISTS (SELECT 1 FROM b WHERE b.k = a.k AND EXISTS (SELECT 1 FROM c WHERE c.v = b.v AND c.k <> b.k AND c.k <> a.v))":                    fmt.Sprint(exists),
			"SELECT COUNT(*), COALESCE(SUM(y.s), 0) FROM a, LATERAL (SELECT z.s FROM b, LATERAL (SELECT SUM(c.v) AS s FROM c WHERE c.k = b.v AND c.v > a.v) z WHERE b.k = a.k) y": fmt.Sprintf("%d,%d", pairs, sum),
			"SELECT COUNT(*) FROM a JOIN c ON CONCAT(a.k, '-', a.v) = CONCAT(c.v, '-', c.k) AND a.k >= c.k":                                                                       fmt.Sprint(texts),
		} {
			got := shown(t, mustRun(t, s, sql), "csv")
			if _, body, _ := strings.Cut(got, "\n"); strings.TrimSpace(body) != want {
				t.Errorf("%d rows: %s: %swant %s", rows, sql, body, want)
			}
		}
		if rows > 0 && (exists == 0 || exists == len(all[0]) || pairs == 0 || sum == 0 || texts == 0) {
			t.Errorf("answers %d, %d, %d, %d tell nothing", exists, pairs, sum, texts)
		}
	}
}
