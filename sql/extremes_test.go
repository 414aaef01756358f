package sql

import (
	"strings"
	"testing"

	"gsdms/pushscan"
)

// The least and the greatest values of a stored table are found in few of its segments, whatever has
// been done to its rows; where some are dead all are read.
func TestExtremesOfStoredTable(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	fillStreamed(t, s, 400_000)
	const query = "SELECT MIN(i), MAX(i), MAX(k), MIN(d), MAX(d), COUNT(*), MAX(s) FROM t"
	same := strings.NewReplacer("(i)", "(i + 0)", "(k)", "(k + 0)", "(d)", "(d + 0)").Replace(query)
	for _, step := range []struct{ change, want, skipped string }{
		{"SET @a = 1", "0|399999|6|0.00|399999.99|400000|text 999", "skipped"},
		{"INSERT INTO t VALUES (-5, 100, 'zz', -7.5, 1), (500000, NULL, NULL, NULL, NULL)", "-5|500000|100|-7.50|399999.99|400002|zz", "skipped"},
		{"UPDATE t SET i = 7, k = 8 WHERE i IN (-5, 500000)", "0|399999|8|-7.50|399999.99|400002|zz", ""},
		{"DELETE FROM t WHERE i < 10 OR i > 399000", "10|399000|6|10.10|399000.00|398991|text 999", ""},
		{"OPTIMIZE TABLE t", "10|399000|6|10.10|399000.00|398991|text 999", "skipped"},
	} {
		mustRun(t, s, step.change)
		got, want := flat(mustRun(t, s, query)), flat(mustRun(t, s, same))
		if got != step.want || want != step.want {
			t.Errorf("%s: %s, all rows have %s, want %s", step.change, got, want, step.want)
		}
		if explained := flat(mustRun(t, s, "EXPLAIN ANALYZE SELECT MIN(i), MAX(i), MAX(k), COUNT(*) FROM t")); step.skipped != "" && !strings.Contains(explained, step.skipped) {
			t.Errorf("%s: all is read\n%s", step.change, explained)
		}
	}
}
