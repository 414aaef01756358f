package sql

import (
	"testing"

	"gsdms/pushscan"
)

// What is kept of a function of NULL is not that of the same function of the text 'NULL'. The answers are MySQL 8.0.46's.
func TestTextsThatSayNULL(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE n (id INT PRIMARY KEY, k INT); INSERT INTO n VALUES (0, 3), (1, -2), (2, 1), (3, NULL)")
	for _, f := range [][2]string{
		{"id, TIME(RIGHT(INET_NTOA(4294967296), k)) FROM n ORDER BY id", "0\tNULL|1\tNULL|2\tNULL|3\tNULL"},
		{"id, RIGHT(QUOTE(NULL), k) FROM n ORDER BY id", "0\tULL|1\t|2\tL|3\tNULL"},
	} {
		checkFact(t, s, f)
	}
}

// A name of JSON_OBJECT that is NULL is an error in rows that count alone. The answers are MySQL 8.0.46's.
func TestNamesOfJSONThatAreNULL(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE n (id INT PRIMARY KEY, c CHAR(8)); INSERT INTO n VALUES (0, 'x'), (1, NULL), (2, '')")
	for _, f := range [][2]string{
		{"id, JSON_OBJECT(c, 1) FROM n WHERE c IS NOT NULL ORDER BY id", `0	{"x": 1}|2	{"": 1}`},
		{"IF(c IS NULL, 'none', JSON_OBJECT(c, 1)) FROM n ORDER BY id", `{"x": 1}|none|{"": 1}`},
		{"JSON_OBJECT(c, 1) FROM n ORDER BY id", "error 3158"},
	} {
		checkFact(t, s, f)
	}
}
