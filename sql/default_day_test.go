package sql

import (
	"context"
	"testing"

	"gsdms/pushscan"
	"gsdms/sql/parse"
)

// DEFAULT (CURRENT_DATE) is the day of the statement that brings a row, in INSERT, REPLACE, ALTER TABLE
// and after another start, and is shown as MySQL 8 shows it.
func TestDefaultOfTheDay(t *testing.T) {
	dir := t.TempDir()
	e := openEngine(t, dir, pushscan.Options{})
	s := e.NewSession()
	steps(t, s, [][2]string{
		{"SET timestamp = 1709164800", ""}, // 2024-02-29
		{"CREATE TABLE d (id INT PRIMARY KEY, a DATE NOT NULL DEFAULT (CURRENT_DATE), b DATE)", ""},
		{"INSERT INTO d (id) VALUES (1), (2)", ""}, {"INSERT INTO d VALUES (3, DEFAULT, '2001-02-03')", ""}, {"REPLACE INTO d (id) SELECT 4", ""},
		{"SET timestamp = 1709251200", ""},
		{"INSERT INTO d (id) VALUES (5) ON DUPLICATE KEY UPDATE b = a", ""}, {"UPDATE d SET a = DEFAULT WHERE id = 2", ""},
		{"ALTER TABLE d ADD c DATE DEFAULT (CURDATE())", ""}, {"ALTER TABLE d ALTER COLUMN b SET DEFAULT (CURDATE())", ""}, {"INSERT INTO d (id) VALUES (6)", ""},
		{"SELECT * FROM d ORDER BY id", "1\t2024-02-29\t\\N\t2024-03-01|2\t2024-03-01\t\\N\t2024-03-01|3\t2024-02-29\t2001-02-03\t2024-03-01|4\t2024-02-29\t\\N\t2024-03-01|5\t2024-03-01\t\\N\t2024-03-01|6\t2024-03-01\t2024-03-01\t2024-03-01"},
		{"SELECT column_name, column_default, extra FROM information_schema.columns WHERE table_name = 'd' ORDER BY ordinal_position", "id\t\\N\t|a\tcurdate()\tDEFAULT_GENERATED|b\tcurdate()\tDEFAULT_GENERATED|c\tcurdate()\tDEFAULT_GENERATED"},
		{"CREATE TABLE e LIKE d", ""}, {"INSERT INTO e (id) VALUES (1)", ""}, {"CREATE TABLE n (a INT DEFAULT (CURRENT_DATE), b INT)", ""}, {"INSERT INTO n (b) VALUES (1)", ""}, {"SELECT a FROM n", "20240301"}, {"SELECT * FROM e", "1\t2024-03-01\t2024-03-01\t2024-03-01"},
		{"SHOW CREATE TABLE e", "e\tCREATE TABLE `e` (\\n  `id` int NOT NULL,\\n  `a` date NOT NULL DEFAULT (curdate()),\\n  `b` date DEFAULT (curdate()),\\n  `c` date DEFAULT (curdate()),\\n  PRIMARY KEY (`id`)\\n)"},
	})
	for _, text := range []string{"CREATE TABLE w (a DATE DEFAULT CURRENT_TIMESTAMP)", "CREATE TABLE w (a DATE ON UPDATE CURRENT_TIMESTAMP)"} {
		if _, err := s.Query(context.Background(), text); !parse.IsCode(err, parse.CodeWrongDefault) {
			t.Errorf("%s: %v, want error 1067", text, err)
		}
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	s = openEngine(t, dir, pushscan.Options{}).NewSession()
	steps(t, s, [][2]string{{"SET timestamp = 1709337600", ""}, {"INSERT INTO d (id) VALUES (7)", ""}, {"SELECT a, b FROM d WHERE id = 7", "2024-03-02\t2024-03-02"}})
}
