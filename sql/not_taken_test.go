package sql

import (
	"testing"

	"gsdms/pushscan"
	"gsdms/sql/parse"
)

// TestWhatIsNotTaken: a constant that is out of range is an error where its value is asked for, and
// not in a branch that no row takes. The answers are those of MariaDB, which evaluates as MySQL does.
func TestWhatIsNotTaken(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE m (id INT, a INT, t VARCHAR(9)); INSERT INTO m VALUES (1, -1, 'x'), (2, 0, 'y'), (3, NULL, NULL)")
	for _, f := range [][2]string{
		{"IF(0, EXP(1000), 1), COALESCE(1, EXP(1000)), CASE WHEN 0 THEN EXP(1000) ELSE 1 END, 1 OR EXP(1000), 0 AND EXP(1000)", "1\t1\t1\t1\t0"},
		{"IF(0, CONCAT(EXP(1000)), 1), ELT(1, 1, EXP(1000)), FIELD(1, 1, EXP(1000)), 1 IN (1, EXP(1000))", "1\t1\t1\t1"},
		{"IF(1, EXP(1000), 1)", "error 1690"}, {"EXP(1000) AND 0", "error 1690"}, {"NULLIF(1, EXP(1000))", "error 1690"}, {"ROUND(1.5, EXP(1000))", "error 1690"},
		{"IF(a > 0, EXP(1000), 1) FROM m ORDER BY id", "1|1|1"}, {"IF(a >= 0, EXP(1000), 1) FROM m", "error 1690"}, {"MAX(IF(a > 0, EXP(1000), a)) FROM m", "0"},
		{"IF(a > 0, 9223372036854775807 + 1, 1) FROM m ORDER BY id", "1|1|1"}, {"IF(a = 0, 9223372036854775807 + 1, 1) FROM m", "error 1690"},
		{"IF(a > 0, CAST(1 AS UNSIGNED) - 2, 5) FROM m ORDER BY id", "5|5|5"}, {"IF(a > 0, 99999999999999999999999999999999999999999999999999999999999999999 * 10, 1) FROM m ORDER BY id", "1|1|1"},
		{"IF(t = 'z', CONCAT(EXP(1000)), 'a') FROM m ORDER BY id", "a|a|a"}, {"IF(t = 'y', CONCAT(EXP(1000)), 'a') FROM m", "error 1690"},
		{"id FROM m WHERE a < 0 OR a > EXP(1000)", "error 1690"}, {"id FROM m WHERE id < 3 AND (a < 5 OR a > EXP(1000)) ORDER BY id", "1|2"},
		{"CASE id WHEN 100 THEN EXP(1000) ELSE 2 END FROM m", "2|2|2"}, {"IF(a > 0, (SELECT 9223372036854775807) + 1, 1) FROM m", "1|1|1"},
		{"DATE_ADD('2020-01-01', INTERVAL 9223372036854775807 + 1 DAY)", "error 1690"}, {"DATE_ADD('2020-01-01', INTERVAL 1e30 DAY)", "NULL"},
	} {
		checkFact(t, s, f)
	}
	for _, text := range []string{"SET @x = EXP(1000)", "INSERT INTO m (a) VALUES (9223372036854775807 + 1)", "UPDATE m SET a = EXP(1000) WHERE id = 1"} {
		if _, err := s.Query(t.Context(), text); !parse.IsCode(err, 1690) {
			t.Errorf("%s: %v, want code 1690", text, err)
		}
	}
}
