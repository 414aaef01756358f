package sql

import "testing"

// A ROLLBACK says that nothing was rolled back where something was written in the transaction,
// as MySQL does of tables without transactions; savepoints are there or not as in MySQL.
func TestRollbackSaysWhatStays(t *testing.T) {
	s := clientSession(t)
	for _, c := range []struct {
		run  string
		want bool // that a warning says that it stays
	}{
		{"ROLLBACK", false},
		{"INSERT INTO city VALUES (3, 'Rom'); ROLLBACK", false}, // which autocommit committed
		{"BEGIN; SELECT 1; ROLLBACK", false},
		{"START TRANSACTION; DELETE FROM city WHERE id = 9; ROLLBACK", false}, // no row
		{"START TRANSACTION; DELETE FROM sale WHERE id = 3; ROLLBACK", true},
		{"ROLLBACK", false},
		{"BEGIN; INSERT INTO city VALUES (4, 'Bonn'); COMMIT; ROLLBACK", false},
		{"BEGIN; UPDATE city SET name = 'Köln' WHERE id = 4; SAVEPOINT a; ROLLBACK TO a", false},
		{"INSERT INTO sale VALUES (9, 1, 1); ROLLBACK TO SAVEPOINT A", true},
		{"SET autocommit = 0; COMMIT; INSERT INTO city VALUES (5, 'Jena'); ROLLBACK", true},
		{"INSERT INTO city VALUES (6, 'Gera'); CREATE TABLE x (a INT); ROLLBACK", false}, // which CREATE committed
	} {
		mustRun(t, s, c.run)
		level, text := noted(t, s)
		if c.want != (level == "Warning") {
			t.Errorf("%s: %s %q", c.run, level, text)
		}
		if _, code := warned(s); c.want && code != 1196 {
			t.Errorf("%s: warning %d", c.run, code)
		}
	}
	if got := flat(mustRun(t, s, "SELECT COUNT(*) FROM city")); got != "6" {
		t.Errorf("%s rows, want the 6 that were written", got)
	}
	mustRun(t, s, "SET autocommit = 1; COMMIT")
	for _, c := range []struct {
		run  string
		want int
	}{
		{"ROLLBACK TO nothing", 1305}, {"RELEASE SAVEPOINT nothing", 1305}, {"SAVEPOINT a", 0}, {"ROLLBACK TO a", 1305}, {"BEGIN", 0}, {"SAVEPOINT a", 0}, {"SAVEPOINT b", 0},
		{"ROLLBACK TO a", 0}, {"RELEASE SAVEPOINT b", 1305}, {"SAVEPOINT b", 0}, {"RELEASE SAVEPOINT a", 0}, {"ROLLBACK TO b", 1305}, {"SAVEPOINT c", 0}, {"COMMIT", 0}, {"ROLLBACK TO c", 1305},
	} {
		if got := code(t, s, c.run); got != c.want {
			t.Errorf("%s: error %d, want %d", c.run, got, c.want)
		}
	}
}

// warned is the only warning of the statement before.
func warned(s *Session) (level string, code int) {
	if len(s.warnings) != 1 {
		return "", 0
	}
	return s.warnings[0].Level, s.warnings[0].Code
}
