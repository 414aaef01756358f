package sql

import (
	"context"
	"testing"

	"gsdms/pushscan"
	"gsdms/sql/parse"
)

// Columns that an UPDATE of a join sets need no table before them where one has them, as in MySQL 8.
func TestUpdateOfNamesAlone(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	for _, text := range []string{
		"CREATE TABLE k (id INT PRIMARY KEY, v VARCHAR(20), n INT)", "INSERT INTO k VALUES (1, 'a', 1), (2, 'b', 2), (3, 'c', 3), (9, 'z', 9)",
		"CREATE TABLE emp (id INT PRIMARY KEY, name VARCHAR(20), pay INT, note VARCHAR(20))", "INSERT INTO emp VALUES (1, 'Ann', 100, 'x'), (2, 'Bob', 50, 'y'), (3, 'Cid', 70, NULL)",
	} {
		mustRun(t, s, text)
	}
	steps(t, s, [][2]string{
		{"UPDATE k JOIN emp USING (id) SET v = name WHERE id = 3", ""},
		{"UPDATE k LEFT JOIN emp ON k.id = emp.id SET n = 55 WHERE emp.id IS NULL", ""},
		{"WITH x AS (SELECT 1 a) UPDATE emp, x SET name = 'Annie' WHERE id = a", ""},
		{"UPDATE k q, emp e SET v = name, note = 'set', n = pay WHERE q.id = e.id AND e.id < 3", ""},
		{"UPDATE emp e JOIN (SELECT 2 i, 7 w) x ON e.id = i SET pay = w", ""},
		{"SELECT * FROM k ORDER BY id", "1\tAnnie\t100|2\tBob\t50|3\tCid\t3|9\tz\t55"},
		{"SELECT * FROM emp ORDER BY id", "1\tAnnie\t100\tset|2\tBob\t7\tset|3\tCid\t70\t\\N"},
	})
	for text, code := range map[string]int{
		"UPDATE k JOIN emp e ON e.id = k.id SET id = 4":     parse.CodeNonUniqueColumn,
		"UPDATE k JOIN emp e ON e.id = k.id SET nosuch = 4": parse.CodeUnknownColumn,
	} {
		if _, err := s.Query(context.Background(), text); !parse.IsCode(err, code) {
			t.Errorf("%s: %v, want error %d", text, err, code)
		}
	}
}
