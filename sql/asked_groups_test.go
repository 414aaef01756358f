package sql

import (
	"strings"
	"testing"

	"gsdms/pushscan"
)

// What only some rows ask for is computed for these: the groups and the first rows of a LATERAL table, those
// of a table of few rows for one of many values, rows of a UNION ALL that are groups themselves, and the rows
// of a joined table that a subquery decides. The answers are counted by hand from how the tables are made.
func TestWhatFewRowsAskFor(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, "CREATE TABLE shop (id INT NOT NULL, name VARCHAR(10) NOT NULL, day INT, size INT NOT NULL)")
	mustRun(t, s, "INSERT INTO shop VALUES (1, 'a', 10, 1), (2, 'b', 20, 2), (3, 'c', NULL, 3), (4, 'd', 5000, 4), (5, 'e', 30, 5), (6, 'f', 30, 6)")
	mustRun(t, s, "CREATE TABLE town (name VARCHAR(10) NOT NULL, people INT NOT NULL)")
	mustRun(t, s, "INSERT INTO town VALUES ('b', 10), ('e', 20), ('e', 30), ('x', 5)")
	mustRun(t, s, "CREATE TABLE sale (n INT NOT NULL, day INT, shop INT, v INT NOT NULL)")
	mustRun(t, s, "SET cte_max_recursion_depth = 4000")
	mustRun(t, s, "INSERT INTO sale WITH RECURSIVE w AS (SELECT 0 x UNION ALL SELECT x + 1 FROM w WHERE x < 3999) SELECT x, NULLIF(x % 400, 399), x % 6 + 1, x % 7 FROM w")
	for _, c := range []struct {
		query, want string
		with        []string // of the plan
	}{
		{"SELECT shop.id, l.c FROM shop JOIN LATERAL (SELECT COUNT(*) AS c, SUM(v) AS s FROM sale WHERE sale.day = shop.day) l ON TRUE WHERE shop.size < 5 ORDER BY shop.id",
			"1 | 10,2 | 10,3 | 0,4 | 0", []string{"semi join"}},
		{"SELECT shop.id, l.c FROM shop LEFT JOIN LATERAL (SELECT COUNT(*) AS c FROM sale WHERE sale.day = shop.day) l ON l.c > 1 ORDER BY shop.id",
			"1 | 10,2 | 10,3 | NULL,4 | NULL,5 | 10,6 | 10", nil},
		{"SELECT shop.id, l.m FROM shop LEFT JOIN LATERAL (SELECT MAX(n) AS m, COUNT(DISTINCT v) AS s FROM sale WHERE sale.day = shop.day) l ON TRUE ORDER BY shop.id",
			"1 | 3610,2 | 3620,3 | NULL,4 | NULL,5 | 3630,6 | 3630", []string{"semi join"}},
		{"SELECT shop.id, l.n FROM shop JOIN LATERAL (SELECT n FROM sale WHERE sale.day = shop.day ORDER BY n DESC LIMIT 2) l ON TRUE ORDER BY shop.id, l.n",
			"1 | 3210,1 | 3610,2 | 3220,2 | 3620,5 | 3230,5 | 3630,6 | 3230,6 | 3630", []string{"semi join"}},
		{"SELECT shop.id, l.n FROM shop JOIN LATERAL (SELECT n FROM sale WHERE sale.day = shop.day ORDER BY v DESC, n DESC LIMIT 1) l ON TRUE WHERE shop.size < 6 ORDER BY shop.id",
			"1 | 1210,2 | 2820,5 | 1630", []string{"semi join"}},
		{"SELECT shop.id, (SELECT COUNT(*) FROM sale WHERE sale.day = shop.day) AS c FROM shop WHERE shop.size > 0 ORDER BY shop.id",
			"1 | 10,2 | 10,3 | 0,4 | 0,5 | 10,6 | 10", []string{"semi join"}},
		{"SELECT COUNT(c), SUM(c), MAX(c) FROM (SELECT v AS c FROM sale UNION ALL SELECT MAX(size) FROM shop GROUP BY day UNION ALL SELECT size FROM shop GROUP BY size) u",
			"4011 | 12031 | 6", []string{"group  by shop.day"}},
		{"SELECT COUNT(*), SUM(sale.v) FROM sale LEFT JOIN shop ON shop.id = sale.shop AND (shop.size > 1 OR sale.v > 1) WHERE shop.name IN (SELECT name FROM town WHERE people > 15)",
			"666 | 1999", []string{" join  "}},
		{"SELECT COUNT(*) FROM sale JOIN shop ON shop.id = sale.shop WHERE EXISTS (SELECT 1 FROM town WHERE town.name = shop.name AND people > 100)",
			"0", []string{"1 segment of 1 skipped"}},
		{"SELECT COUNT(*), MIN(shop.name) FROM sale JOIN shop ON shop.id = sale.shop WHERE NOT EXISTS (SELECT 1 FROM town WHERE town.name = shop.name)",
			"2667 | a", []string{"anti join"}},
	} {
		if got := strings.Join(shownRows(t, s, c.query), ","); got != c.want {
			t.Errorf("%s: %s, want %s", c.query, got, c.want)
		}
		plan := strings.Join(shownRows(t, s, "EXPLAIN ANALYZE "+c.query), "\n")
		for _, w := range c.with {
			if !strings.Contains(plan, w) {
				t.Errorf("%s has no %q:\n%s", c.query, w, plan)
			}
		}
	}
}
