package sql

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gsdms/operators"
	"gsdms/pushscan"
)

// The rows of a table of fewer texts than a segment has rows, and how many of them are asked for. A text is
// repeated so often that memory has no room for what all would become.
const (
	ofNames  = 20_000
	fewNames = 40
	repeated = 5_000
)

// nameOf is the text of a row, unless it is NULL.
func nameOf(i int) (string, bool) { return fmt.Sprintf("name %d", i*7919%ofNames), i%10 != 7 }

// ofFewNames lists the few rows with what becomes of the text of the row that at gives for each.
func ofFewNames(at func(i int) int, show func(s string) string) (out []string) {
	for i := range fewNames {
		shown := `\N`
		if s, ok := nameOf(at(i)); ok {
			shown = show(s)
		}
		out = append(out, fmt.Sprintf("%d\t%s", i, shown))
	}
	return out
}

// greatestNames gives the greatest repeated text of each of three groups of the first rows.
func greatestNames(rows int) (of [3]string) {
	for i := range rows {
		if s, ok := nameOf(i); ok {
			of[i%3] = max(of[i%3], strings.Repeat(s, repeated))
		}
	}
	return of
}

// TestFunctionsOfFewTexts asks for functions of texts that take long, or make long texts, of few rows of a table
// of fewer texts than a segment has rows: the answers are those of a loop, and no more texts are made than
// memory has room for, which would not hold what the function makes of all.
func TestFunctionsOfFewTexts(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{Memory: operators.NewAccount(128<<20, "more than %d", nil), QueryMemory: 128 << 20}).NewSession()
	fill(t, s, ofNames)
	mustRun(t, s, "CREATE TABLE t AS SELECT i, i MOD 3 g, IF(i MOD 10 = 7, NULL, CONCAT('name ', (i * 7919) MOD 20000)) s FROM n")
	mustRun(t, s, "CREATE TABLE f AS SELECT i, (i * 31) MOD 20000 k FROM n UNION ALL SELECT i + 20000, (i * 37) MOD 20000 FROM n")
	own, partner := func(i int) int { return i }, func(i int) int { return i * 31 % ofNames }
	const ofUnion = "SELECT SUM(LENGTH(REPEAT(x, 500))) FROM (SELECT s x FROM t WHERE i = 1 UNION ALL SELECT s FROM t WHERE i < 40) a"
	few, all, size := greatestNames(fewNames), greatestNames(ofNames), 0
	for i := range fewNames {
		if s, ok := nameOf(i); ok {
			size += repeated * len(s)
		}
	}
	for _, c := range []struct {
		sql  string
		want []string
	}{
		{"SELECT i, LENGTH(REPEAT(s, 5000)) FROM t WHERE i < 40 ORDER BY i", ofFewNames(own, func(s string) string { return fmt.Sprint(repeated * len(s)) })},
		{"SELECT SUM(LENGTH(REPEAT(s, 5000))) FROM t WHERE i < 40", []string{fmt.Sprint(size)}},
		{"SELECT MAX(REPEAT(s, 5000)) FROM t WHERE i < 40", []string{slices.Max(few[:])}},
		{"SELECT g, MAX(REPEAT(s, 5000)) FROM t WHERE i < 40 GROUP BY g ORDER BY g", []string{"0\t" + few[0], "1\t" + few[1], "2\t" + few[2]}},
		{"SELECT COUNT(*), COUNT(DISTINCT REPEAT(s, 5000)) FROM t WHERE i < 40", []string{"40\t36"}},
		{"SELECT i, LPAD(s, 30000, 'x') FROM t WHERE i < 40 ORDER BY i", ofFewNames(own, func(s string) string { return strings.Repeat("x", 30_000-len(s)) + s })},
		{"SELECT i, REGEXP_REPLACE(s, '[0-9]', '#') FROM t WHERE i < 40 ORDER BY i", ofFewNames(own, func(s string) string { return "name " + strings.Repeat("#", len(s)-len("name ")) })},
		{"SELECT f.i, SUBSTRING(REPEAT(t.s, 5000), 1, CHAR_LENGTH(t.s)) FROM f JOIN t ON t.i = f.k WHERE f.i < 40 ORDER BY f.i", ofFewNames(partner, strings.Clone)},
		{"SELECT f.i, REGEXP_REPLACE(t.s, 'e +', 'e ') FROM f LEFT JOIN t ON t.i = f.k WHERE f.i < 40 ORDER BY f.i", ofFewNames(partner, strings.Clone)},
		{"SELECT COUNT(*), COUNT(x) FROM (SELECT REPEAT(t.s, 5000) x FROM f JOIN t ON t.i = f.k WHERE f.i < 40) a", []string{"40\t36"}},
		{ofUnion, []string{fmt.Sprint(len("name 7919")*500 + size/10)}},
		{"SELECT g, LENGTH(MAX(REPEAT(s, 5000))) FROM t GROUP BY g ORDER BY g", []string{fmt.Sprint("0\t", len(all[0])), fmt.Sprint("1\t", len(all[1])), fmt.Sprint("2\t", len(all[2]))}},
	} {
		for range 2 {
			_, got, _ := strings.Cut(shown(t, mustRun(t, s, c.sql), "tsv"), "\n")
			if want := strings.Join(c.want, "\n"); strings.TrimSuffix(got, "\n") != want {
				t.Errorf("%s:\n%.300s\ninstead of\n%.300s", c.sql, got, want)
			}
		}
	}
	if plan := shown(t, mustRun(t, s, "EXPLAIN "+ofUnion), "tsv"); !strings.Contains(plan, "REPEAT(union.x, 500)") {
		t.Errorf("the few texts of a union are not repeated above it:\n%s", plan)
	}
}
