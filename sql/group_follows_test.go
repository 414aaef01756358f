package sql

import (
	"context"
	"testing"

	"gsdms/pushscan"
	"gsdms/sql/parse"
)

// Columns that have one value in each group may stand beside the keys, as in MySQL 8: by the primary
// key, by equations of WHERE and ON, and of LEFT JOIN where what its condition reads is of one value.
func TestColumnsThatFollowFromKeys(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	for _, text := range []string{
		"CREATE TABLE emp (id INT PRIMARY KEY, name VARCHAR(20), dept INT, boss INT, pay DECIMAL(8,2))",
		"CREATE TABLE dept (id INT PRIMARY KEY, name VARCHAR(20), city VARCHAR(20))",
		"INSERT INTO dept VALUES (1, 'Sales', 'Bonn'), (2, 'Dev', 'Berlin'), (3, 'Empty', 'Bonn')",
		"CREATE TABLE uq (a INT NOT NULL, b INT, c VARCHAR(5), UNIQUE KEY (a), UNIQUE KEY (b))", "INSERT INTO uq VALUES (1, 1, 'x'), (2, NULL, 'y'), (3, NULL, 'z')",
		"INSERT INTO emp VALUES (1, 'Ann', 1, NULL, 100.5), (2, 'Bob', 1, 1, 50.25), (3, 'Cid', 2, 1, 70), (4, 'Dan', NULL, 3, 70)",
	} {
		mustRun(t, s, text)
	}
	steps(t, s, [][2]string{
		{"SELECT e.id, d.name FROM emp e JOIN dept d ON d.id = e.dept GROUP BY e.id ORDER BY e.id", "1\tSales|2\tSales|3\tDev"},
		{"SELECT e.id, d.name, d.city FROM emp e LEFT JOIN dept d ON d.id = e.dept GROUP BY e.id ORDER BY e.id", "1\tSales\tBonn|2\tSales\tBonn|3\tDev\tBerlin|4\t\\N\t\\N"},
		{"SELECT e.dept, d.name, COUNT(*) FROM emp e LEFT JOIN dept d ON d.id = e.dept AND d.city = 'Bonn' GROUP BY e.dept ORDER BY 1", "\\N\t\\N\t1|1\tSales\t2|2\t\\N\t1"},
		{"SELECT d.id, e.dept FROM emp e, dept d WHERE d.id = e.dept GROUP BY d.id ORDER BY 1", "1\t1|2\t2"},
		{"SELECT e.id, b.name, d.city FROM emp e LEFT JOIN emp b ON b.id = e.boss LEFT JOIN dept d ON d.id = b.dept GROUP BY e.id ORDER BY 1", "1\t\\N\t\\N|2\tAnn\tBonn|3\tAnn\tBonn|4\tCid\tBerlin"},
		{"SELECT pay, COUNT(*) FROM emp WHERE pay = 70", "70.00\t2"},
		{"SELECT boss, name FROM emp WHERE name = 'Bob' GROUP BY boss", "1\tBob"},
		{"SELECT v.id, v.name, v.half FROM (SELECT id, name, pay / 2 AS half FROM emp) v GROUP BY v.id ORDER BY 1 LIMIT 2", "1\tAnn\t50.250000|2\tBob\t25.125000"},
		{"SELECT x.dept, x.n FROM (SELECT dept, COUNT(*) n FROM emp GROUP BY dept) x GROUP BY x.dept ORDER BY 1", "\\N\t1|1\t2|2\t1"},
		{"WITH w AS (SELECT id, name, dept FROM emp WHERE pay > 60) SELECT w.id, w.name, d.city FROM w LEFT JOIN dept d ON d.id = w.dept GROUP BY w.id ORDER BY 1", "1\tAnn\tBonn|3\tCid\tBerlin|4\tDan\t\\N"},
		{"SELECT a, c FROM uq GROUP BY a ORDER BY 1", "1\tx|2\ty|3\tz"},
	})
	for _, text := range []string{
		"SELECT e.dept, d.name FROM emp e LEFT JOIN dept d ON d.id = e.dept AND e.pay > 60 GROUP BY e.dept",
		"SELECT d.id, e.dept FROM emp e LEFT JOIN dept d ON d.id = e.dept GROUP BY d.id",
		"SELECT e.id, x.name FROM emp e LEFT JOIN emp x ON x.boss = e.id GROUP BY e.id",
		"SELECT name, boss FROM emp WHERE dept = 1 OR dept = 2 GROUP BY boss",
		"SELECT boss, dept FROM emp WHERE name = 1 GROUP BY boss",
		"SELECT b, c FROM uq GROUP BY b",
		"SELECT x.n, x.dept FROM (SELECT dept, COUNT(*) n FROM emp GROUP BY dept) x GROUP BY x.n",
		"SELECT x.boss, x.n FROM emp e LEFT JOIN (SELECT boss, COUNT(*) n FROM emp GROUP BY boss) x ON e.pay > 60 AND x.n > 1 GROUP BY x.boss",
	} {
		if _, err := s.Query(context.Background(), text); !parse.IsCode(err, parse.CodeNotGrouped) {
			t.Errorf("%s: %v, want error 1055", text, err)
		}
	}
}
