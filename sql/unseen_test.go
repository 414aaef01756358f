package sql

import (
	"strings"
	"testing"

	"gsdms/pushscan"
)

// What nobody sees of a derived table is not computed: an order of rows that are counted, and aggregates
// that nobody reads. What somebody sees stays: an order that GROUP_CONCAT, LIMIT or the result shows.
func TestWhatNobodySeesIsNotComputed(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, "CREATE TABLE t (k INT NOT NULL, v INT NOT NULL, n BIGINT NOT NULL, s VARCHAR(5) NOT NULL)")
	mustRun(t, s, "INSERT INTO t VALUES (1, 30, 9000000000000000000, 'c'), (1, 10, 9000000000000000000, 'a'), (2, 20, 5, 'b'), (2, 40, 6, 'd'), (3, 5, 7, 'e')")
	groups := "(SELECT k, COUNT(*) AS c, COUNT(DISTINCT s) AS d, MAX(v) AS m, SUM(n) AS n FROM t GROUP BY k)"
	for _, c := range []struct {
		query, want string
		without     []string // of the plan
		with        string
	}{
		{"SELECT SUM(c), COUNT(*) FROM " + groups + " x", "5 | 3", []string{"DISTINCT", "MAX", "SUM(t.n)"}, "COUNT(*)"},
		{"SELECT k, m FROM " + groups + " x WHERE c = 2", "1 | 30,2 | 40", []string{"DISTINCT", "SUM(t.n)"}, "MAX(t.v)"},
		{"SELECT MAX(x.d), MAX(y.c) FROM " + groups + " x JOIN " + groups + " y ON x.k = y.k", "2 | 2", []string{"MAX(t.v)"}, "DISTINCT"},
		{"WITH g AS " + groups + " SELECT (SELECT MAX(m) FROM g), (SELECT COUNT(*) FROM g)", "40 | 3", []string{"DISTINCT"}, "MAX(t.v)"},
		{"SELECT c FROM " + groups + " x UNION ALL SELECT d FROM " + groups + " y", "1,1,2,2,2,2", []string{"MAX"}, "DISTINCT"},
		{"SELECT 1 FROM (SELECT COUNT(*) AS c, MAX(v) AS m FROM t WHERE v > 100) x", "1", nil, ""},
		{"SELECT COUNT(*), SUM(v) FROM (SELECT v FROM t ORDER BY s DESC) x", "5 | 105", []string{"sort"}, ""},
		{"SELECT v % 20 AS r, COUNT(*) FROM (SELECT v FROM t WHERE k < 3 ORDER BY s) x GROUP BY r", "0 | 2,10 | 2", []string{"sort  "}, ""},
		{"SELECT COUNT(*), SUM(c) FROM (SELECT k, s, COUNT(*) AS c FROM t GROUP BY k, s WITH ROLLUP) x", "9 | 15", []string{"sort"}, ""},
		{"SELECT GROUP_CONCAT(s) FROM (SELECT s FROM t ORDER BY v) x", "e,a,b,c,d", nil, "sort"},
		{"SELECT SUM(v) FROM (SELECT v FROM t ORDER BY s DESC LIMIT 2) x", "45", nil, "sort"},
	} {
		if got := strings.Join(shownRows(t, s, c.query), ","); got != c.want {
			t.Errorf("%s: %s, want %s", c.query, got, c.want)
		}
		plan := strings.Join(shownRows(t, s, "EXPLAIN "+c.query), "\n")
		for _, not := range c.without {
			if strings.Contains(plan, not) {
				t.Errorf("%s has %q:\n%s", c.query, not, plan)
			}
		}
		if !strings.Contains(plan, c.with) {
			t.Errorf("%s has no %q:\n%s", c.query, c.with, plan)
		}
	}
	if got := strings.Join(column(t, s, "SELECT s FROM (SELECT s, v FROM t ORDER BY v) x"), ","); got != "e,a,b,c,d" {
		t.Errorf("an order that the result shows is %s", got)
	}
}
