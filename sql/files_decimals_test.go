package sql

import (
	"fmt"
	"testing"

	"gsdms/pushscan"
)

// Decimals of more digits than 64 bits surely hold are read as numbers where a Parquet file says that all
// have them, and otherwise as they are: the answers are those of a table.
func TestWideDecimalsOfFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	fill(t, s, 3000)
	mustRun(t, s, "CREATE TABLE d (i INT, x DECIMAL(38,4), y DECIMAL(30,0), z DECIMAL(9,2))")
	mustRun(t, s, "INSERT INTO d SELECT i, IF(i MOD 7 = 0, NULL, (i - 1500) * 1.2345), i * 1000003 - 7, i / 4 - 100 FROM n")
	mustRun(t, s, "CREATE TABLE w AS SELECT * FROM d")
	mustRun(t, s, "INSERT INTO w VALUES (-1, 9999999999999999999999999999999999.9999, -999999999999999999999999999999, 0), (-2, NULL, 9223372036854775807, NULL)")
	exported(t, s, "SELECT * FROM d", "part1.parquet")
	exported(t, s, "SELECT * FROM w WHERE i < 0", "part2.parquet")
	for _, from := range []struct{ files, table string }{{"'part1.parquet'", "d"}, {"'part?.parquet'", "w"}, {"'part2.parquet'", "(SELECT * FROM w WHERE i < 0)"}} {
		for _, q := range []string{
			"SELECT COUNT(*), COUNT(x), SUM(x), MIN(x), MAX(x), SUM(y), MIN(y), MAX(y), SUM(z), MIN(z) FROM %s a", "SELECT i, x, y FROM %s a WHERE y > 2990000000 ORDER BY i",
			"SELECT i, y, z FROM %s a WHERE x < -1840 OR z = 1.5 ORDER BY i", "SELECT x IS NULL k, COUNT(DISTINCT y), AVG(x) FROM %s a GROUP BY k ORDER BY k", "SELECT x FROM %s a ORDER BY x DESC, i LIMIT 3",
			"SELECT COUNT(*) FROM %s a WHERE y = 9223372036854775807 OR x = 9999999999999999999999999999999999.9999",
		} {
			want := shown(t, mustRun(t, s, fmt.Sprintf(q, from.table)), "csv")
			if got := shown(t, mustRun(t, s, fmt.Sprintf(q, from.files)), "csv"); got != want {
				t.Errorf(q+":\n%s\nwant\n%s", from.files, got, want)
			}
		}
	}
	mustRun(t, s, "CREATE TABLE e AS SELECT * FROM 'part?.parquet'")
	if got, want := shown(t, mustRun(t, s, "SELECT * FROM e ORDER BY i"), "csv"), shown(t, mustRun(t, s, "SELECT * FROM w ORDER BY i"), "csv"); got != want {
		t.Errorf("a table of the files is another one")
	}
}
