package sql

import (
	"strings"
	"testing"

	"gsdms/pushscan"
)

// A left join that keeps the rows without a partner alone, by a column that may be NULL and is not,
// ends at the first partner: until one of the partners has NULL there, which is then kept, too.
func TestRowsWithoutPartnerByAnyColumn(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, "CREATE TABLE a (id INT, k INT)")
	mustRun(t, s, "CREATE TABLE b (id INT, k INT, note VARCHAR(9))")
	mustRun(t, s, "INSERT INTO a VALUES (1, 1), (2, 2), (3, 3), (4, NULL)")
	mustRun(t, s, "INSERT INTO b VALUES (10, 1, 'x'), (11, 1, 'y'), (12, 3, NULL)")
	left := " FROM a LEFT JOIN b ON b.k = a.k WHERE "
	check := func(byID, byNote string) {
		t.Helper()
		checkFact(t, s, [2]string{"a.id, b.k" + left + "b.id IS NULL ORDER BY a.id", byID})
		checkFact(t, s, [2]string{"a.id, b.k" + left + "b.note IS NULL ORDER BY a.id", byNote})
	}
	check("2\tNULL|4\tNULL", "2\tNULL|3\t3|4\tNULL")
	if shown := flat(mustRun(t, s, "EXPLAIN SELECT COUNT(*)"+left+"b.id IS NULL")); !strings.Contains(shown, "anti join") {
		t.Errorf("the join goes on behind the first partner:\n%s", shown)
	}
	mustRun(t, s, "INSERT INTO b VALUES (NULL, 2, 'z'), (NULL, 1, NULL)")
	check("1\t1|2\t2|4\tNULL", "1\t1|3\t3|4\tNULL")
	mustRun(t, s, "CREATE TABLE c AS SELECT * FROM b")
	checkFact(t, s, [2]string{"a.id, c.k FROM a LEFT JOIN c ON c.k = a.k WHERE c.id IS NULL ORDER BY a.id, c.k", "1\t1|2\t2|4\tNULL"})
	checkFact(t, s, [2]string{"a.id, c.k FROM a LEFT JOIN (SELECT k, MIN(id) id FROM c GROUP BY k) c ON c.k = a.k WHERE c.id IS NULL ORDER BY a.id", "2\t2|4\tNULL"})
}
