package sql

import (
	"testing"

	"gsdms/pushscan"
)

// Where nobody has a partner, since there are none, outer joins give NULLs, anti joins all rows and
// IN is false, whether the empty side is a table, one whose rows are deleted or what a step leaves;
// what stands beside it is joined as ever.
func TestPartnersOfNoRows(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, `CREATE TABLE a (x INT, y INT NOT NULL); INSERT INTO a VALUES (1, 10), (2, 20), (NULL, 30);
		CREATE TABLE b (x INT NOT NULL, z INT NOT NULL); INSERT INTO b VALUES (1, 7), (1, 8), (3, 9);
		CREATE TABLE e (x INT NOT NULL, s VARCHAR(9) NOT NULL, PRIMARY KEY (x)); CREATE TABLE d (x INT NOT NULL, s VARCHAR(9) NOT NULL); INSERT INTO d VALUES (1, 'u'), (2, 'v'); DELETE FROM d`)
	for _, e := range []string{"e", "d", "(SELECT x, s FROM d WHERE x > 5)", "(SELECT x, MAX(s) AS s FROM d GROUP BY x)", "(SELECT DISTINCT x, s FROM e)"} {
		for _, fact := range [][2]string{
			{"y, e.x, e.s FROM a LEFT JOIN " + e + " e ON a.x = e.x ORDER BY y", "10\tNULL\tNULL|20\tNULL\tNULL|30\tNULL\tNULL"},
			{"y, IFNULL(e.s, '-') FROM a LEFT JOIN " + e + " e ON a.x = e.x + y AND e.s <> 'q' ORDER BY y", "10\t-|20\t-|30\t-"},
			{"COUNT(*), COUNT(e.x), MAX(e.s) FROM a LEFT JOIN " + e + " e ON a.x = e.x", "3\t0\tNULL"},
			{"e.s, COUNT(*) FROM a LEFT JOIN " + e + " e ON a.x = e.x GROUP BY e.s", "NULL\t3"},
			{"COUNT(*) FROM a LEFT JOIN " + e + " e ON a.x = e.x WHERE e.x IS NULL", "3"},
			{"COUNT(*) FROM a LEFT JOIN " + e + " e ON a.x = e.x WHERE e.x > 0", "0"},
			{"y, z, e.s FROM a LEFT JOIN " + e + " e ON a.x = e.x LEFT JOIN b ON b.x = a.x ORDER BY y, z", "10\t7\tNULL|10\t8\tNULL|20\tNULL\tNULL|30\tNULL\tNULL"},
			{"y, b.z FROM a LEFT JOIN " + e + " e ON a.x = e.x LEFT JOIN b ON b.x = e.x ORDER BY y, z", "10\tNULL|20\tNULL|30\tNULL"},
			{"y, z FROM a JOIN b ON a.x = b.x LEFT JOIN " + e + " e ON e.x = z ORDER BY z", "10\t7|10\t8"},
			{"COUNT(*), SUM(e.x) FROM " + e + " e LEFT JOIN a ON a.x = e.x", "0\tNULL"},
			{"COUNT(*) FROM a JOIN " + e + " e ON a.x = e.x", "0"},
			{"COUNT(*) FROM a WHERE x NOT IN (SELECT x FROM " + e + " e)", "3"},
			{"COUNT(*) FROM a WHERE x IN (SELECT x FROM " + e + " e)", "0"},
			{"y, x IN (SELECT x FROM " + e + " e), x IN (SELECT x FROM b) FROM a ORDER BY y", "10\t0\t1|20\t0\t0|30\t0\tNULL"},
			{"y, EXISTS (SELECT 1 FROM " + e + " e WHERE e.x = a.x) AS f FROM a WHERE NOT EXISTS (SELECT 1 FROM " + e + " e WHERE e.x = a.x + 1) ORDER BY y", "10\t0|20\t0|30\t0"},
			{"y, (SELECT s FROM " + e + " e WHERE e.x = a.x) AS f FROM a ORDER BY y", "10\tNULL|20\tNULL|30\tNULL"},
			{"y, (SELECT COUNT(*) FROM " + e + " e WHERE e.x = a.x) AS f FROM a ORDER BY y", "10\t0|20\t0|30\t0"},
		} {
			checkFact(t, s, fact)
		}
	}
}

// A plan that was made while a table was empty is not used when it is not any more.
func TestPartnersOfNoRowsCome(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, "CREATE TABLE a (x INT NOT NULL); INSERT INTO a VALUES (1), (2); CREATE TABLE e (x INT NOT NULL)")
	joined := "COUNT(*), COUNT(e.x) FROM a LEFT JOIN e ON a.x = e.x"
	checkFact(t, s, [2]string{joined, "2\t0"})
	mustRun(t, s, "INSERT INTO e VALUES (2), (2), (3)")
	checkFact(t, s, [2]string{joined, "3\t2"})
}

// Where a step leaves no rows, or a table has none, what every row needs a partner in them for is nothing,
// whatever else is joined: groups are none, aggregates of all rows are of no row.
func TestNothingIsJoinedWithNoRows(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, `CREATE TABLE a (x INT, y INT NOT NULL); INSERT INTO a VALUES (1, 10), (2, 20), (NULL, 30);
		CREATE TABLE b (x INT NOT NULL, z VARCHAR(9) NOT NULL); INSERT INTO b VALUES (1, 'k'), (1, 'l'), (3, 'm');
		CREATE TABLE e (x INT NOT NULL, s VARCHAR(9) NOT NULL, PRIMARY KEY (x))`)
	for _, e := range []string{"e", "(SELECT x, MAX(z) AS s FROM b GROUP BY x HAVING COUNT(*) > 2)"} {
		for _, fact := range [][2]string{
			{"e.s, COUNT(*), MAX(z) FROM a JOIN b ON a.x = b.x JOIN " + e + " e ON e.x = a.x GROUP BY e.s", ""},
			{"e.x, z, UPPER(e.s), y + e.x FROM a JOIN b ON a.x = b.x JOIN " + e + " e ON e.x = a.x ORDER BY z, e.s", ""},
			{"COUNT(*), SUM(y + e.x), MAX(CONCAT(z, e.s)), GROUP_CONCAT(e.s), COUNT(DISTINCT e.x) FROM a JOIN b ON a.x = b.x JOIN " + e + " e ON e.x = a.x", "0\tNULL\tNULL\tNULL\t0"},
			{"COUNT(*), MAX(z) FROM a JOIN b ON a.x = b.x WHERE y IN (SELECT x FROM " + e + " e)", "0\tNULL"},
			{"y, z FROM a JOIN b ON a.x = b.x WHERE EXISTS (SELECT 1 FROM " + e + " e WHERE e.x = b.x AND e.s < z)", ""},
			{"COUNT(*), COUNT(f.x) FROM a JOIN " + e + " e LEFT JOIN b f ON f.x = a.x WHERE f.z IN (SELECT z FROM b) OR e.x IS NULL", "0\t0"},
			{"y, (SELECT COUNT(*) FROM b JOIN " + e + " e ON e.x = b.x WHERE b.x = a.x) FROM a ORDER BY y", "10\t0|20\t0|30\t0"},
			{"y, ROW_NUMBER() OVER (PARTITION BY e.s ORDER BY y) FROM a JOIN " + e + " e ON e.x <> a.y", ""},
			{"y FROM a LEFT JOIN (SELECT b.x, e.s FROM b JOIN " + e + " e ON e.x = b.x) u ON u.x = a.x WHERE u.s IS NULL ORDER BY y", "10|20|30"},
			{"y FROM (SELECT y FROM a JOIN " + e + " e UNION ALL SELECT y FROM a WHERE y > 20) u", "30"},
		} {
			checkFact(t, s, fact)
		}
	}
}
