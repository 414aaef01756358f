package sql

import (
	"testing"

	"gsdms/pushscan"
)

func jsonRows(t *testing.T) *Session {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, "CREATE TABLE r (id INT PRIMARY KEY, i INT, j JSON)")
	mustRun(t, s, `INSERT INTO r VALUES (1, 1, '"x"'), (2, 2, '[1, 2]'), (3, 1, 'null'), (4, NULL, NULL), (5, 3, '1.5'), (6, 7, NULL)`)
	return s
}

// ANY and ALL of JSON values compare as these do, not by their texts. The answers are MySQL's, but for that of
// ALL, where MySQL takes the least text: it is MySQL's answer for NOT EXISTS, which says the same.
func TestAnyOfJSON(t *testing.T) {
	s := jsonRows(t)
	for _, f := range [][2]string{
		{"id FROM r WHERE j < ANY (SELECT j FROM r) ORDER BY id", "1|3|5"},
		{"id FROM r WHERE j > ANY (SELECT x.j FROM r x WHERE x.i <= r.i) ORDER BY id", "1|2|5"},
		{"id FROM r WHERE j <= ALL (SELECT j FROM r WHERE j IS NOT NULL) ORDER BY id", "3"},
		{"id FROM r WHERE NOT EXISTS (SELECT 1 FROM r x WHERE x.j IS NOT NULL AND NOT r.j <= x.j) AND j IS NOT NULL ORDER BY id", "3"},
		{"COUNT(*) FROM r WHERE j < ALL (SELECT j FROM r WHERE id > 9)", "6"},
	} {
		checkFact(t, s, f)
	}
}

// A JSON value that groups have or do not is read by functions behind a join. The answers are MySQL's.
func TestJSONOfSomeGroups(t *testing.T) {
	s := jsonRows(t)
	for _, f := range [][2]string{
		{"r.id, JSON_LENGTH(m) FROM r JOIN (SELECT i, MIN(j) m FROM r GROUP BY i) g ON g.i = r.i WHERE JSON_LENGTH(m) > 0 OR r.id = 6 ORDER BY id", "1\t1|2\t2|3\t1|5\t1|6\tNULL"},
		{"r.id, m FROM r LEFT JOIN (SELECT i, MAX(j) m FROM r GROUP BY i) g ON g.i = r.i WHERE r.j > m OR r.id = 6 ORDER BY id", "6\tNULL"},
		{"COUNT(*) FROM r JOIN (SELECT i, MAX(IF(id < 0, j, NULL)) m FROM r GROUP BY i) g ON g.i = r.i WHERE JSON_LENGTH(m) > 0 OR r.id = 6", "1"},
	} {
		checkFact(t, s, f)
	}
}
