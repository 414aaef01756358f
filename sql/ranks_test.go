package sql

import (
	"strings"
	"testing"

	"gsdms/pushscan"
)

// Groups by numbers that lie far apart, and what differs among them, are the same by ranks, which the
// second and later runs have, as by texts, which have none: also when rows have come, changed and gone, and
// of negative doubles in their order.
func TestRanksOfATableThatChanges(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, `CREATE TABLE n (i INT); CREATE TABLE far (u BIGINT, d DOUBLE NOT NULL, v INT);
INSERT INTO n WITH RECURSIVE r (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r WHERE i < 399) SELECT i FROM r;
INSERT INTO far SELECT IF(b.i = 7, NULL, (a.i * 7919 + b.i) % 1009 * 9123456789012345 - 4000000000000000000), (a.i * 31 + b.i) % 2003 / 8 - 100, b.i FROM n a JOIN n b`)
	for _, change := range []string{
		"DELETE FROM far WHERE v % 10 = 3",
		"INSERT INTO far VALUES (9223372036854775807, -1e300, 1), (-9223372036854775807, 1e300, 2), (NULL, 0, 3), (5, -0.0, 4)",
		"UPDATE far SET u = u + 1 WHERE v = 11",
	} {
		for _, q := range []struct{ by, text string }{
			{"u", "SELECT COUNT(*), SUM(c), SUM(s) FROM (SELECT @, COUNT(*) AS c, SUM(v) AS s FROM far GROUP BY @) t WHERE c > 150"},
			{"d", "SELECT COUNT(*), SUM(c), SUM(s) FROM (SELECT @, COUNT(*) AS c, SUM(v) AS s FROM far GROUP BY @) t WHERE c > 70"},
			{"u", "SELECT COUNT(DISTINCT @) FROM far"},
			{"d", "SELECT COUNT(DISTINCT @) FROM far"},
			{"u", "SELECT GROUP_CONCAT(n) FROM (SELECT v, COUNT(DISTINCT @) AS n FROM far GROUP BY v ORDER BY v LIMIT 20) t"},
		} {
			want := flat(mustRun(t, s, strings.ReplaceAll(q.text, "@", "CONCAT("+q.by+", '')")))
			text := strings.ReplaceAll(q.text, "@", q.by)
			for run := range 3 {
				if got := flat(mustRun(t, s, text)); got != want {
					t.Errorf("before %s, run %d: %s\n%s by the numbers, %s by texts", change, run, text, got, want)
				}
			}
			if p := plansOf(t, s, "FORMAT = PROGRAM "+text); !strings.Contains(p, "by rank") {
				t.Errorf("no ranks: %s\n%s", text, p)
			}
		}
		for _, order := range []string{"d", "d DESC"} {
			text := "SELECT GROUP_CONCAT(d), GROUP_CONCAT(c) FROM (SELECT d, COUNT(*) AS c FROM far GROUP BY d ORDER BY c DESC, " + order + " LIMIT 6) t"
			want := flat(mustRun(t, s, strings.Replace(text, "GROUP BY d", "GROUP BY d, d * 1 + 0", 1)))
			if got := flat(mustRun(t, s, text)); got != want {
				t.Errorf("before %s: %s\n%s, not %s", change, text, got, want)
			}
		}
		mustRun(t, s, change)
	}
}
