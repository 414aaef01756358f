package sql

import (
	"fmt"
	"strconv"
	"testing"

	"gsdms/pushscan"
)

// A table of a query has room for all texts that it computes, also for those that are longer than the first
// ones: of columns, by views, by CASE, and beside columns that keep the type they are declared with.
func TestStoredTextsGrow(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{Part: 1 << 20}).NewSession()
	const side = 600
	mustRun(t, s, fmt.Sprintf("CREATE TABLE d AS WITH RECURSIVE d (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM d WHERE i < %d) SELECT i FROM d", side-1))
	mustRun(t, s, fmt.Sprintf("CREATE TABLE n (i INT NOT NULL, j BIGINT, s VARCHAR(9), PRIMARY KEY (i)); INSERT INTO n SELECT a.i * %d + b.i, (a.i * %[1]d + b.i) DIV 4 + IF(a.i < 100, 0, 60000000), IF(a.i < 100, 'abc', 'long text') FROM d a JOIN d b", side))
	digits := 0
	for i := range side * side {
		digits += len(strconv.Itoa(i/4 + min(1, i/(100*side))*60000000))
	}
	late := (side - 100) * side
	mustRun(t, s, "CREATE VIEW v AS SELECT CONCAT('%', j, '%') p, IF(i >= 300000, 'abcdef', 'de') c, UPPER(s) u, s, i FROM n")
	lengths := fmt.Sprint(digits+2*side*side, " ", 2*side*side+4*(side*side-300000), " ", 3*side*side+6*late, " ", 3*side*side+6*late)
	for _, of := range []string{"SELECT * FROM v", "SELECT CONCAT('%', j, '%') p, IF(i >= 300000, 'abcdef', 'de') c, UPPER(s) u, s FROM n", "WITH w AS (SELECT * FROM v) SELECT w.* FROM w JOIN n ON w.i = n.i"} {
		mustRun(t, s, "DROP TABLE IF EXISTS c; CREATE TABLE c AS "+of)
		if got := answerOf(t, s, "SELECT CONCAT_WS(' ', SUM(LENGTH(p)), SUM(LENGTH(c)), SUM(LENGTH(u)), SUM(LENGTH(s))) FROM c"); got != lengths {
			t.Errorf("CREATE TABLE c AS %s: lengths %s, want %s", of, got, lengths)
		}
		if got := answerOf(t, s, "SELECT COLUMN_TYPE FROM information_schema.COLUMNS WHERE TABLE_NAME = 'c' AND COLUMN_NAME = 's'"); got != "varchar(9)" {
			t.Errorf("CREATE TABLE c AS %s: s is %s, want varchar(9)", of, got)
		}
	}
}
