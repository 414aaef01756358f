package sql

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// TestTextsBehindLimits makes texts for the rows that pass a limit, and not for all: the answers
// are those of a loop over rows with NULLs, and EXPLAIN has the projection behind the limit.
func TestTextsBehindLimits(t *testing.T) {
	const rows = 80_000
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	fill(t, s, rows)
	mustRun(t, s, "CREATE TABLE t AS SELECT i, (i * 7919) MOD 80000 o, IF(i MOD 10 = 7, NULL, CONCAT('Text ', i)) s FROM n")
	mustRun(t, s, "CREATE TABLE none AS SELECT * FROM t WHERE i < 0")
	upper := func(i int) string {
		if i%10 == 7 {
			return `\N`
		}
		return fmt.Sprintf("TEXT %d", i)
	}
	lines := func(ids []int) string {
		var out []string
		for _, i := range ids {
			out = append(out, fmt.Sprintf("%d\t%s", i, upper(i)))
		}
		return strings.Join(out, "\n")
	}
	var first, shuffled []int
	for i := range rows {
		first, shuffled = append(first, i), append(shuffled, i)
	}
	slices.SortFunc(shuffled, func(a, b int) int { return a*7919%rows - b*7919%rows })
	last := slices.Clone(shuffled)
	slices.Reverse(last)
	for _, c := range []struct {
		sql    string
		want   string
		behind bool
	}{
		{"SELECT i, UPPER(s) FROM t ORDER BY i LIMIT 20", lines(first[:20]), true},
		{"SELECT i, UPPER(s) FROM t ORDER BY o LIMIT 15 OFFSET 1000", lines(shuffled[1000:1015]), true},
		{"SELECT i, UPPER(s) FROM t ORDER BY o DESC LIMIT 15", lines(last[:15]), true},
		{"SELECT i, u FROM (SELECT i, UPPER(s) u FROM t) x ORDER BY i LIMIT 9", lines(first[:9]), true},
		{"SELECT i, UPPER(s) FROM t WHERE i >= 70000 ORDER BY i LIMIT 9", lines(first[70000:70009]), true},
		{"SELECT i, UPPER(s) FROM t ORDER BY i LIMIT 0", "", true},
		{"SELECT i, UPPER(s) FROM none ORDER BY i LIMIT 5", "", false},
		{"SELECT i, UPPER(s) FROM t ORDER BY UPPER(s) DESC, i LIMIT 2", "9999\tTEXT 9999\n9998\tTEXT 9998", false},
		{"SELECT i, UPPER(s) FROM t ORDER BY UPPER(s), i LIMIT 2", "7\t\\N\n17\t\\N", false},
		{"SELECT COUNT(*), MAX(u) FROM (SELECT UPPER(s) u FROM t LIMIT 1000) x", "1000\tTEXT 999", true},
		{"SELECT COUNT(DISTINCT LENGTH(u)), MAX(LENGTH(u)) FROM (SELECT UPPER(s) u FROM t LIMIT 79990) x", "5\t10", false},
		{"SELECT 1, UPPER(s) FROM t WHERE i = 5 UNION ALL (SELECT 2, REVERSE(s) FROM t ORDER BY i LIMIT 1) ORDER BY 1", "1\tTEXT 5\n2\t0 txeT", false},
	} {
		_, got, _ := strings.Cut(shown(t, mustRun(t, s, c.sql), "tsv"), "\n")
		if strings.TrimSuffix(got, "\n") != c.want {
			t.Errorf("%s:\n%s\ninstead of\n%s", c.sql, got, c.want)
		}
		text := shown(t, mustRun(t, s, "EXPLAIN "+c.sql), "tsv")
		if behind := strings.Contains(text, "limit") && strings.Index(text, "limit") < strings.Index(text, "UPPER(s)"); behind != c.behind {
			t.Errorf("%s: behind the limit %v, want %v:\n%s", c.sql, behind, c.behind, text)
		}
	}
}
