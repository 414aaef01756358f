package sql

import (
	"testing"

	"gsdms/pushscan"
)

// TestViewsAreKeptAsWritten: what the parser reads as something else stays in the text of a view.
func TestViewsAreKeptAsWritten(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, `CREATE TABLE a (x INT); CREATE TABLE b (y INT); INSERT INTO a VALUES (1), (2); INSERT INTO b VALUES (2), (3);
CREATE VIEW f AS SELECT x, y FROM a FULL JOIN b ON x = y;
CREATE VIEW l AS SELECT x, z FROM a JOIN (SELECT y FROM b) AS q (z) ON x = z;`)
	checkFact(t, s, [2]string{"x, y FROM f ORDER BY x, y", "NULL\t3|1\tNULL|2\t2"})
	checkFact(t, s, [2]string{"* FROM l", "2\t2"})
	checkFact(t, s, [2]string{"view_definition LIKE '%FULL JOIN%' FROM information_schema.views WHERE table_name = 'f'", "1"})
}
