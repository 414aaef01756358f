package sql

import (
	"os"
	"testing"

	"gsdms/pushscan"
)

// TestFilesByColumns: whatever part of a statement names a column of a file, the column is read.
func TestFilesByColumns(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"f.csv": "a,b,c,d\n1,x,2.5,2020-01-01\n2,y,,2020-01-02\n3,x,1,\n", "g.csv": "A,e\n1,one\n3,three\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE VIEW v AS SELECT b, c FROM 'f.csv' WHERE d IS NOT NULL; CREATE VIEW w AS SELECT * FROM 'g.csv'")
	for _, f := range [][2]string{
		{"COUNT(*) FROM 'f.csv'", "3"}, {"b, COUNT(*) FROM 'f.csv' GROUP BY b ORDER BY MAX(c)", "y\t1|x\t2"}, {"SUM(x.c) FROM 'f.csv' x WHERE x.d > '2019-01-01'", "2.5"},
		{"f.b, g.e FROM 'f.csv' f JOIN 'g.csv' g USING (a) ORDER BY a", "x\tone|x\tthree"}, {"COUNT(*), MAX(e) FROM 'f.csv' NATURAL JOIN 'g.csv'", "2\tthree"},
		{"b FROM v ORDER BY c DESC", "x|y"}, {"e FROM w ORDER BY a DESC", "three|one"}, {"COUNT(*) FROM (SELECT * FROM 'f.csv') x", "3"},
		{"a FROM 'f.csv' WHERE a IN (SELECT a FROM 'g.csv' WHERE e <> 'one')", "3"}, {"y.m FROM (WITH q AS (SELECT MIN(d) m FROM 'f.csv') SELECT m FROM q) y", "2020-01-01"},
		{"SUM(a) OVER w FROM 'f.csv' WINDOW w AS (ORDER BY d, c) ORDER BY 1", "3|4|6"}, {"x.* FROM 'g.csv' x ORDER BY E", "1\tone|3\tthree"},
		{"(SELECT MAX(g.e) FROM 'g.csv' g WHERE g.a = f.a) FROM 'f.csv' f ORDER BY f.a", "one|NULL|three"},
	} {
		checkFact(t, s, f)
	}
}
