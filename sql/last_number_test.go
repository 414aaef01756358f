package sql

import (
	"context"
	"strconv"
	"testing"

	"gsdms/pushscan"
)

// LAST_INSERT_ID(x) of an assignment is the session's last number, as MySQL 8 has it, and clients are
// told that, or the first number that a row got, or else that of the last row that is new or changed.
func TestLastNumber(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	for _, x := range []struct {
		text       string
		told, kept string // what the client is told, and LAST_INSERT_ID() behind it
		affected   int64
	}{
		{"CREATE TABLE n (id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY, u VARCHAR(5) UNIQUE, c INT DEFAULT 0)", "0", "0", 0},
		{"INSERT INTO n (u) VALUES ('a'), ('b')", "1", "1", 2},
		{"INSERT INTO n (u) VALUES ('b') ON DUPLICATE KEY UPDATE c = c + 1", "2", "1", 2},
		{"INSERT INTO n (u) VALUES ('b') ON DUPLICATE KEY UPDATE c = c", "0", "1", 0},
		{"INSERT INTO n (u) VALUES ('b') ON DUPLICATE KEY UPDATE id = LAST_INSERT_ID(id)", "2", "2", 0},
		{"INSERT INTO n (u) VALUES ('b'), ('a') ON DUPLICATE KEY UPDATE id = LAST_INSERT_ID(id), c = 9", "1", "1", 4},
		{"INSERT INTO n (id, u) VALUES (50, 'e'), (60, 'f')", "60", "1", 2},
		{"INSERT INTO n (id, u) VALUES (70, 'g'), (NULL, 'h')", "71", "71", 2},
		{"INSERT INTO n (id, u) VALUES (18446744073709551610, 'z')", "18446744073709551610", "71", 1},
		{"INSERT IGNORE INTO n (u) VALUES ('z')", "0", "71", 0},
		{"REPLACE INTO n (id, u) VALUES (50, 'ee')", "50", "71", 2},
		{"CREATE TABLE seq (at INT NOT NULL, d DECIMAL(5))", "0", "71", 0},
		{"INSERT INTO seq VALUES (10, 1)", "0", "71", 1},
		{"UPDATE seq SET at = LAST_INSERT_ID(at + 1)", "11", "11", 1},
		{"UPDATE seq SET at = LAST_INSERT_ID(at + 5) WHERE d > 3", "0", "11", 0},
	} {
		r, err := s.Query(context.Background(), x.text)
		if err != nil {
			t.Fatalf("%s: %v", x.text, err)
		}
		if r.Affected != x.affected {
			t.Errorf("%s: %d are affected, not %d", x.text, r.Affected, x.affected)
		}
		if told := strconv.FormatUint(r.First, 10); told != x.told {
			t.Errorf("%s: %s is told, not %s", x.text, told, x.told)
		}
		steps(t, s, [][2]string{{"SELECT LAST_INSERT_ID()", x.kept}})
	}
	steps(t, s, [][2]string{{"SELECT id, u, c FROM n ORDER BY id LIMIT 2", "1\ta\t9|2\tb\t9"}, {"SELECT at FROM seq", "11"}})
}
