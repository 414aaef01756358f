package sql

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// TestFunctionsOfTextsForFewRows computes functions of a column of many texts where conditions
// leave few rows: for these, and not for all texts. The answers are those of a loop, and are the
// same where all rows are wanted.
func TestFunctionsOfTextsForFewRows(t *testing.T) {
	const rows, few = 80_000, 300
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	fill(t, s, rows)
	mustRun(t, s, "CREATE TABLE t AS SELECT i, i MOD 3 g, IF(i MOD 10 = 7, NULL, CONCAT('Text ', i, REPEAT('a', i MOD 4))) s FROM n")
	text := func(i int) string { return fmt.Sprintf("Text %d%s", i, strings.Repeat("a", i%4)) }
	var uppers, longs []string
	lengths, groups := 0, map[string]int{}
	for i := range few {
		if i%10 == 7 {
			continue
		}
		uppers = append(uppers, strings.ToUpper(text(i)))
		lengths += len(text(i))
		groups[text(i)[len(text(i))-1:]]++
		if strings.HasSuffix(text(i), "aaa") {
			longs = append(longs, fmt.Sprint(i))
		}
	}
	slices.Sort(uppers)
	var ends []string
	for end, n := range groups {
		ends = append(ends, fmt.Sprintf("%s\t%d", end, n))
	}
	slices.Sort(ends)
	for _, c := range []struct{ sql, want string }{
		{"SELECT UPPER(s) u FROM t WHERE i < 300 AND s IS NOT NULL ORDER BY 1", strings.Join(uppers, "\n")},
		{"SELECT MAX(UPPER(s)), SUM(LENGTH(s)), COUNT(DISTINCT REVERSE(s)) FROM t WHERE i < 300", fmt.Sprintf("%s\t%d\t%d", uppers[len(uppers)-1], lengths, len(uppers))},
		{"SELECT RIGHT(s, 1) e, COUNT(*) FROM t WHERE i < 300 AND s IS NOT NULL GROUP BY e ORDER BY 1", strings.Join(ends, "\n")},
		{"SELECT i FROM t WHERE i < 300 AND RIGHT(s, 3) = 'aaa' ORDER BY 1", strings.Join(longs, "\n")},
		{"SELECT x.i FROM t x JOIN t y ON x.i = y.i WHERE y.i < 300 AND x.i < 300 AND IF(LENGTH(x.s) > 0, RIGHT(REPLACE(y.s, 'T', 'A'), 3) = 'aaa', FALSE) ORDER BY 1", strings.Join(longs, "\n")},
		{"WITH c AS (SELECT i, UPPER(s) u FROM t) SELECT (SELECT COUNT(u) FROM c), COUNT(u), MAX(u) FROM c WHERE i < 300", fmt.Sprintf("%d\t%d\t%s", rows/10*9, len(uppers), uppers[len(uppers)-1])},
	} {
		_, got, _ := strings.Cut(shown(t, mustRun(t, s, c.sql), "tsv"), "\n")
		if strings.TrimSuffix(got, "\n") != c.want {
			t.Errorf("%s:\n%s\ninstead of\n%s", c.sql, got, c.want)
		}
	}
	for _, c := range []struct {
		of, cond string
		computed bool
	}{
		{"REVERSE(s)", "i < 300", true}, {"REVERSE(s)", "i < 5000", false}, {"REVERSE(s)", "i < 30000", false}, {"REVERSE(s)", "LENGTH(s) < 3", false},
		{"REGEXP_REPLACE(s, '[0-9]+', '')", "i < 5000", true}, {"REGEXP_REPLACE(s, '[0-9]+', '')", "i < 30000", false},
	} {
		plan := shown(t, mustRun(t, s, "EXPLAIN SELECT MAX("+c.of+") FROM t WHERE "+c.cond), "tsv")
		if strings.Contains(plan, "select  "+c.of[:4]) != c.computed {
			t.Errorf("%s WHERE %s: for rows %v, want %v:\n%s", c.of, c.cond, !c.computed, c.computed, plan)
		}
	}
}

// Different texts of few rows of a file are counted by their codes, which programs alone know.
func TestDifferentTextsOfFewRowsOfFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	const rows = 80_000
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	fill(t, s, rows)
	for _, file := range []string{"t.csv", "t.parquet"} {
		exported(t, s, "SELECT i, CONCAT('text ', i MOD 70000) s, i MOD 1000 m FROM n", file)
		for _, c := range []struct{ sql, want string }{
			{"SELECT COUNT(DISTINCT s) FROM '%s' WHERE i = 3", "1"},
			{"SELECT COUNT(DISTINCT s), COUNT(*) FROM '%s' WHERE m = 3", "70\t80"},
			{"SELECT m, COUNT(DISTINCT s), COUNT(s) FROM '%s' WHERE i MOD 20000 = 5 GROUP BY m", "5\t4\t4"},
		} {
			_, got, _ := strings.Cut(shown(t, mustRun(t, s, fmt.Sprintf(c.sql, file)), "tsv"), "\n")
			if strings.TrimSuffix(got, "\n") != c.want {
				t.Errorf("%s of %s: %q, want %q", c.sql, file, got, c.want)
			}
		}
	}
}
