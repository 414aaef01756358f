package parse

import (
	"strings"
	"testing"
)

// The names of files stand in backquotes where a table is named, and nowhere else.
func TestFileNames(t *testing.T) {
	for _, text := range []string{
		"SELECT * FROM <x.csv>",
		"SELECT 'x.csv', \"y.csv\" FROM <x.csv> a, <dir/*.tbl> AS b JOIN <c.parquet> USING (k), <d.csv.gz> WHERE a IN ('x.csv', 'y.csv')",
		"select a from <x.csv> join t on f('y.csv', 'z.csv') = 'x.csv', <u.tsv> order by 'x.csv', 'y.csv'",
		"SELECT * FROM (<a.csv> JOIN (<b.csv>, <c.csv>) ON a.x = b.x), <d.csv>",
		"SELECT (SELECT MAX(k) FROM <a.csv>), TRIM(LEADING 'x.csv' FROM 'y.csv') FROM <b.csv> WHERE k = (SELECT 'c.csv')",
		"SELECT EXTRACT(YEAR FROM 'x.csv'), COALESCE(NULL, 'x.csv'), 'y.csv' FROM t",
		"WITH q AS (SELECT * FROM <a.csv>) SELECT * FROM q, <b.csv> UNION SELECT 'x.csv', 'y.csv' FROM <c.csv> GROUP BY 'x.csv', 'y.csv'",
		"INSERT INTO t VALUES ('x.csv', 'y.csv')",
		"INSERT INTO t SELECT 'x.csv', k FROM /* a */ <y.csv>",
		"LOAD DATA INFILE 'x.csv' INTO TABLE t",
		"SELECT * FROM t INTO OUTFILE 'x.csv'",
		"DESCRIBE <x.arrow>",
		"SELECT * FROM 'it''s.csv', 'b`c.csv', 'nothing', 'x.csv.bak', 't'",
		"SELECT * FROM t -- FROM 'x.csv'",
		"SELECT * FROM 'x.csv",
		"SELECT 'FROM' 'x.csv' FROM `from` 'x.csv'",
		"))) FROM 'x.csv",
	} {
		quoted := strings.NewReplacer("<", "'", ">", "'").Replace(text)
		want := strings.NewReplacer("<", "`", ">", "`").Replace(text)
		if got := fileNames(quoted); got != want {
			t.Errorf("%s\ngives %s\nwant  %s", quoted, got, want)
		}
	}
}
