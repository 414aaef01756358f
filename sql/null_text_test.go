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
