package sql

import (
	"strings"
	"testing"

	"gsdms/pushscan"
)

// Whole numbers are looked up by texts as numbers, and by doubles as these; the answers are MySQL's.
// Those that doubles do not hold are equal to others as doubles.
func TestWholeKeysOfTextsAndDoubles(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, "CREATE TABLE w (k INT, t VARCHAR(30), x DOUBLE)")
	mustRun(t, s, "CREATE TABLE n (id BIGINT, v INT)")
	mustRun(t, s, "CREATE TABLE big (id BIGINT)")
	mustRun(t, s, `INSERT INTO w VALUES (1, '1', 1), (2, '1.5', 1.5), (3, 'x', 0), (4, '  2', 2), (5, '-0', -0.0), (6, '1e1', 10), (7, NULL, NULL),
		(8, '9007199254740994', 9007199254740994), (9, '-3', -3), (10, '2 apples', 2.25), (11, '1e300', 1e300), (12, '', -2.5)`)
	mustRun(t, s, "INSERT INTO n VALUES (0, 10), (1, 11), (2, 12), (2, 13), (10, 14), (-3, 15), (NULL, 16)")
	mustRun(t, s, "INSERT INTO big VALUES (9007199254740993), (5)")
	for _, f := range [][2]string{
		{"k, v FROM w JOIN n ON t = id ORDER BY k, v", "1 11|3 10|4 12|4 13|5 10|6 14|9 15|10 12|10 13|12 10"},
		{"k, v FROM w LEFT JOIN n ON x = id AND v < 15 ORDER BY k, v", "1 11|2 NULL|3 10|4 12|4 13|5 10|6 14|7 NULL|8 NULL|9 NULL|10 NULL|11 NULL|12 NULL"},
		{"k, t IN (SELECT id FROM n WHERE id IS NOT NULL), x NOT IN (SELECT id FROM n WHERE v < 16), x IN (SELECT id FROM n) FROM w ORDER BY k",
			"1 1 0 1|2 0 1 NULL|3 1 0 1|4 1 0 1|5 1 0 1|6 1 0 1|7 NULL NULL NULL|8 0 1 NULL|9 1 0 1|10 1 1 NULL|11 0 1 NULL|12 1 1 NULL"},
		{"id, COUNT(k) FROM n LEFT JOIN w ON n.id = w.t GROUP BY id ORDER BY id", "NULL 0|-3 1|0 3|1 1|2 4|10 1"},
		{"COUNT(*) FROM w WHERE NOT EXISTS (SELECT 1 FROM n WHERE n.id = w.t)", "4"},
		{"COUNT(*) FROM big JOIN (SELECT '9007199254740992' t UNION ALL SELECT '5.0') s ON s.t = big.id", "2"},
	} {
		checkFact(t, s, [2]string{f[0], strings.ReplaceAll(f[1], " ", "\t")})
	}
	for _, join := range []string{"w JOIN n ON w.t = n.id", "w LEFT JOIN n ON n.id = w.t"} {
		if shown := flat(mustRun(t, s, "EXPLAIN SELECT COUNT(*), MAX(v) FROM "+join)); !strings.Contains(shown, " by n.id = ") {
			t.Errorf("%s does not look rows up by their number:\n%s", join, shown)
		}
	}
}
