package sql

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// fileTextJoins ask of two tables with texts that mostly differ which are equal, and show those of the rows that
// are left, with NULLs and texts that come twice among them.
var fileTextJoins = []string{
	"SELECT COUNT(*), SUM(a.k), SUM(b.k) FROM %[1]s a JOIN %[2]s b ON a.some = b.some AND a.few = b.few",
	"SELECT COUNT(*), SUM(a.k), SUM(b.k) FROM %[1]s a JOIN %[2]s b ON a.own = b.own AND a.k MOD 5 = b.k MOD 5",
	"SELECT * FROM %[1]s WHERE some IN (SELECT some FROM %[2]s WHERE k BETWEEN 100 AND 140) ORDER BY k",
	"SELECT * FROM %[1]s WHERE some NOT IN (SELECT some FROM %[2]s WHERE some IS NOT NULL AND k > 9) ORDER BY k LIMIT 30",
	"SELECT a.k, a.late, a.own, b.twin, b.k FROM %[1]s a JOIN %[2]s b ON a.own = b.own WHERE b.k BETWEEN 30010 AND 30050 ORDER BY a.k, b.k",
	"SELECT a.k, b.own, b.late, a.twin FROM %[1]s a LEFT JOIN %[2]s b ON a.some = b.some AND b.k < 60000 WHERE a.k BETWEEN 59990 AND 60200 ORDER BY a.k, b.k",
	"SELECT a.k, b.own, b.late, a.twin FROM %[1]s a LEFT JOIN %[2]s b ON a.some = b.some WHERE a.k BETWEEN 5 AND 90 ORDER BY b.own, a.twin",
	"SELECT a.k, a.some FROM %[1]s a LEFT JOIN %[2]s b ON a.some = b.some WHERE b.some IS NULL ORDER BY a.k DESC LIMIT 20",
	"SELECT COUNT(*), SUM(b.some IS NULL), COUNT(DISTINCT a.some) FROM %[1]s a LEFT JOIN %[2]s b ON a.some = b.some",
	"SELECT COUNT(*), SUM(a.k), SUM(c.k) FROM %[1]s a JOIN %[2]s b ON a.some = b.some JOIN %[1]s c ON c.some = b.some AND c.own = a.own",
	"SELECT b.few, COUNT(DISTINCT a.some), COUNT(*) FROM %[1]s a JOIN %[2]s b ON a.some = b.some JOIN %[2]s c ON c.some = a.some AND c.k < 500 GROUP BY b.few ORDER BY b.few",
	"SELECT * FROM %[1]s WHERE own = (SELECT own FROM %[2]s WHERE k = 222)",
	"SELECT * FROM %[1]s WHERE some = (SELECT some FROM %[2]s WHERE k = 7 * 7 + 1) ORDER BY k",
	"SELECT COUNT(*), SUM(k) FROM %[1]s WHERE some = (SELECT some FROM %[2]s WHERE k = 2)", // NULL
	"SELECT COUNT(*), SUM(k) FROM %[1]s WHERE some <=> (SELECT some FROM %[2]s WHERE k = 2)",
	"SELECT COUNT(*), SUM(k) FROM %[1]s WHERE some <> (SELECT MAX(some) FROM %[2]s)",
	"SELECT COUNT(*), SUM(k) FROM %[1]s WHERE (SELECT own FROM %[2]s WHERE k = 555) <= own AND k < 700",
	"SELECT COUNT(*), SUM(k) FROM %[1]s WHERE own = (SELECT own FROM %[2]s WHERE k < 0)",
	"SELECT COUNT(*), SUM(k) FROM %[1]s WHERE own = (SELECT MIN(own) FROM %[2]s) OR some = (SELECT MIN(some) FROM %[2]s)",
	"SELECT COUNT(*) FROM (SELECT some FROM %[1]s INTERSECT SELECT some FROM %[2]s) t", "SELECT COUNT(*) FROM (SELECT own FROM %[1]s EXCEPT SELECT own FROM %[2]s) t",
	"SELECT x, y FROM (SELECT own x, late y FROM %[1]s WHERE k < 7 UNION ALL SELECT twin, late FROM %[2]s WHERE k < 9) t ORDER BY x, y",
	"SELECT a.own, x, y FROM %[1]s a JOIN (SELECT own x, late y FROM %[1]s WHERE k < 700 UNION SELECT own, twin FROM %[2]s WHERE k < 900) t ON a.own = t.x ORDER BY x, y LIMIT 50",
	"SELECT COUNT(*) FROM %[1]s WHERE k < 0 AND own = (SELECT own FROM %[2]s WHERE k = 8)",
}

// Two files that are joined and compared by texts answer as the tables do that they were written of.
func TestTextsOfJoinedFiles(t *testing.T) {
	dir := t.TempDir()
	s := openEngine(t, filepath.Join(dir, "db"), pushscan.Options{}).NewSession()
	mustRun(t, s, "SET cte_max_recursion_depth = 1000")
	mustRun(t, s, differing)
	mustRun(t, s, "CREATE TABLE other AS SELECT k * 3 AS k, IF(k MOD 11 = 4, UPPER(own), own) AS own, some, late, few, twin FROM differing WHERE k MOD 2 = 0 ORDER BY own")
	for _, ext := range []string{"parquet", "csv"} {
		a, b := filepath.Join(dir, "a."+ext), filepath.Join(dir, "b."+ext)
		exported(t, s, "SELECT * FROM differing ORDER BY k", a)
		exported(t, s, "SELECT * FROM other", b)
		for _, query := range fileTextJoins {
			checkSame(t, s, fmt.Sprintf(query, "'"+a+"'", "'"+b+"'"), fmt.Sprintf(query, "differing", "other"))
		}
		_, err := s.Query(t.Context(), fmt.Sprintf("SELECT * FROM '%s' WHERE own = (SELECT own FROM '%s' WHERE k < 100)", a, b))
		if err == nil || !strings.Contains(err.Error(), "Subquery returns more than 1 row") {
			t.Errorf("an equality with several rows: %v", err)
		}
	}
}
