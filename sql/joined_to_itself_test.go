package sql

import (
	"testing"

	"gsdms/pushscan"
)

// A text that a common table expression makes, joined to itself: a function of the texts of both sides is one of
// two columns, though both are the same one. The answers are MySQL's.
func TestTextsOfBothSidesOfOneExpression(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, "CREATE TABLE r (id INT PRIMARY KEY, at DATETIME, e DECIMAL(30,10))")
	mustRun(t, s, "INSERT INTO r VALUES (1, '2024-05-01 10:00:00', 12345678901234567890.5), (2, '2024-05-02 10:00:30', 1), (3, '2024-05-03 23:59:00', 2), (4, NULL, 12345678901234567890.5)")
	with := "WITH w AS (SELECT id, DATE_FORMAT(at, '%H:%i') c, CONCAT(e, '') n, e FROM r) SELECT "
	for query, want := range map[string]string{
		"COUNT(*) FROM w a JOIN w b ON a.id < b.id WHERE a.c LIKE b.c":                                                        "1",
		"COUNT(*) FROM w a LEFT JOIN w b ON a.id < b.id WHERE CONCAT(a.c, b.c) <> '10:0010:00'":                               "2",
		"a.id, b.id, CONCAT(a.c, '-', b.c) x FROM w a JOIN w b ON a.id < b.id AND REPLACE(a.c, b.c, '') <> 'x' ORDER BY 1, 2": "1|2|10:00-10:00\n1|3|10:00-23:59\n2|3|10:00-23:59",
		"a.id, b.id FROM w a JOIN w b ON a.id < b.id AND a.e + b.e > 20000000000000000000 ORDER BY 1, 2":                      "1|4",
		"COUNT(*) FROM w a JOIN w b ON INSTR(a.n, LEFT(b.n, 1)) = 1":                                                          "10",
	} {
		if got := flat(mustRun(t, s, with+query)); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", query, got, want)
		}
	}
}
