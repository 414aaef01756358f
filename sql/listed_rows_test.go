package sql

import (
	"testing"

	"gsdms/pushscan"
)

// Parts of rows are compared as values alone are: what is chosen of a SET is its number beside a number. The answers are
// MySQL 8.0.46's.
func TestRowsOfChosenMembers(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE n (id INT PRIMARY KEY, se SET('b','a','c'), da DATE, b INT); INSERT INTO n VALUES (1, 'b,a', '2020-02-29', 0), (2, 'b,a', '2020-02-29', 3), (3, 'c', NULL, 4)")
	for _, f := range [][2]string{
		{"NULLIF(se, da) = b, (NULLIF(se, da), 1) = (b, 1), (1, CASE WHEN TRUE THEN se END) = (1, b), (IF(id, se, da), 1) < (b, 2), (se, 1) = (b, 1) FROM n ORDER BY id", "0\t0\t0\t0\t0|1\t1\t1\t1\t1|1\t1\t1\t1\t1"},
		{"(NULLIF(se, da), 1) IN ((b, 1)), (NULLIF(se, da), 1) = ('b,a', 1) FROM n ORDER BY id", "0\t1|1\t1|1\t0"},
	} {
		checkFact(t, s, f)
	}
}
