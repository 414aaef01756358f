package sql

import (
	"fmt"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// Sums, counts and groups over all pairs are those of a loop over them: of full batches of rows and of a
// few, of an inner and a left join, with NULLs, with a second product on top, under a condition and a limit.
func TestAlikePartners(t *testing.T) {
	for _, rows := range []int{1, 127, 128, 5000} {
		s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
		mustRun(t, s, "CREATE TABLE a (v INT, n INT); CREATE TABLE b (k INT, n INT); INSERT INTO b VALUES (0, 1), (7, NULL), (300, 5)")
		values := make([]string, rows)
		for i := range values {
			values[i] = fmt.Sprintf("(%d, %s)", i%611, []string{"NULL", fmt.Sprint(i % 13)}[min(i%5, 1)])
		}
		mustRun(t, s, "INSERT INTO a VALUES "+strings.Join(values, ", "))
		var sum, over, added, triple, least int
		for i := range rows {
			for j, k := range []int{0, 7, 300} {
				v := i % 611
				sum += (v*3 + k) % 17
				least += min(v, k)
				if v+k > 400 {
					over++
				}
				if i%5 != 0 && j != 1 {
					added += i%13 + []int{1, 0, 5}[j]
				}
				for _, l := range []int{0, 7, 300} {
					triple += (v + k*l) % 19
				}
			}
		}
		for text, want := range map[string]int{
			"SUM((a.v * 3 + b.k) % 17) FROM a CROSS JOIN b":                                  sum,
			"SUM(LEAST(a.v, b.k)) FROM a LEFT JOIN b ON TRUE":                                least,
			"COUNT(*) FROM a JOIN b ON a.v + b.k > 400":                                      over,
			"COALESCE(SUM(a.n + b.n), 0) FROM a, b":                                          added,
			"SUM((a.v + b.k * c.k) % 19) FROM a, b, b c":                                     triple,
			"SUM(s) FROM (SELECT b.k, SUM((a.v * 3 + b.k) % 17) s FROM a, b GROUP BY b.k) t": sum,
			"COUNT(*) FROM (SELECT a.v + b.k FROM a, b LIMIT 7) t":                           min(7, 3*rows),
		} {
			if got := answerOf(t, s, "SELECT "+text); got != fmt.Sprint(want) {
				t.Errorf("%d rows: SELECT %s: %s, want %d", rows, text, got, want)
			}
		}
	}
}
