package sql

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// The least and the greatest of a function of many texts, and the first rows in its order, are those that a
// loop finds: in the first run, where no order of them is known, in later ones, and when one is.
func TestExtremesOfFunctionsOfManyTexts(t *testing.T) {
	const rows = 90_000
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	fill(t, s, rows)
	mustRun(t, s, "CREATE TABLE t AS SELECT i, i MOD 7 g, IF(i MOD 10 = 7, NULL, CONCAT(HEX(i * 7919 MOD 90001), ' é wie ', i MOD 4)) s FROM n")
	text := func(i int) (string, bool) {
		return fmt.Sprintf("%X é wie %d", i*7919%90001, i%4), i%10 != 7
	}
	reversed := func(s string) (string, bool) {
		r := []rune(s)
		slices.Reverse(r)
		return string(r), true
	}
	functions := []struct {
		sql string
		of  func(s string) (string, bool)
	}{
		{"LOWER(s)", func(s string) (string, bool) { return strings.ToLower(s), true }},
		{"REVERSE(s)", reversed},
		{"CONCAT('http://www.', s)", func(s string) (string, bool) { return "http://www." + s, true }},
		{"UPPER(REVERSE(s))", func(s string) (string, bool) { r, _ := reversed(s); return strings.ToUpper(r), true }},
		{"REPLACE(s, '0 é', REPEAT('x', 67108864))", func(s string) (string, bool) { return s, !strings.Contains(s, "0 é") }}, // NULL of what gets too long
	}
	for _, f := range functions {
		var all []rowText
		for i := range rows {
			if s, ok := text(i); ok {
				if r, ok := f.of(s); ok {
					all = append(all, rowText{i, r})
				}
			}
		}
		slices.SortFunc(all, func(a, b rowText) int { return cmp.Or(strings.Compare(a.text, b.text), cmp.Compare(a.row, b.row)) })
		for range 2 {
			checkComputed(t, s, f.sql, all)
		}
		mustRun(t, s, "SELECT COUNT(*) FROM (SELECT DISTINCT "+f.sql+" x FROM t) d WHERE x > 'b'")
		checkComputed(t, s, f.sql, all)
	}
}

// rowText is what a function gives of the text of a row.
type rowText struct {
	row  int
	text string
}

// checkComputed holds queries of a function against all that it gives of texts, in order.
func checkComputed(t *testing.T, s *Session, of string, all []rowText) {
	t.Helper()
	least, most := map[int]string{}, map[int]string{}
	for _, m := range all {
		if _, ok := least[m.row%7]; !ok {
			least[m.row%7] = m.text
		}
		most[m.row%7] = m.text
	}
	var groups, first, last []string
	for g := range 7 {
		groups = append(groups, fmt.Sprintf("%d\t%s\t%s", g, least[g], most[g]))
	}
	for _, m := range all[:10] {
		first = append(first, fmt.Sprintf("%d\t%s", m.row, m.text))
	}
	for _, m := range all[len(all)-10:] {
		last = append(last, fmt.Sprintf("%d\t%s", m.row, m.text))
	}
	slices.Reverse(last)
	for _, c := range []struct{ sql, want string }{
		{"SELECT MIN(@), MAX(@), COUNT(@) FROM t", fmt.Sprintf("%s\t%s\t%d", all[0].text, all[len(all)-1].text, len(all))},
		{"SELECT g, MIN(@), MAX(@) FROM t GROUP BY g ORDER BY g", strings.Join(groups, "\n")},
		{"SELECT MAX(@), MIN(@) FROM t WHERE s IS NULL", `\N` + "\t" + `\N`},
		{"SELECT g, MAX(@) x FROM t GROUP BY g HAVING x < '' ORDER BY x LIMIT 1", ""},
		{"SELECT i, @ x FROM t WHERE s IS NOT NULL AND @ IS NOT NULL ORDER BY x, i LIMIT 10", strings.Join(first, "\n")},
		{"SELECT i, @ FROM t ORDER BY @ DESC, i DESC LIMIT 10", strings.Join(last, "\n")},
		{"SELECT COUNT(*) FROM (SELECT @ x FROM t ORDER BY @ LIMIT 9) d WHERE x IS NULL", "9"},
	} {
		sql := strings.ReplaceAll(c.sql, "@", of)
		_, got, _ := strings.Cut(shown(t, mustRun(t, s, sql), "tsv"), "\n")
		if strings.TrimSuffix(got, "\n") != c.want {
			t.Errorf("%s:\n%s\ninstead of\n%s", sql, got, c.want)
		}
	}
}

// Functions give texts of up to 64 MiB, and NULL beyond. The answers are MySQL 8.0.46's.
func TestLongTextsOfFunctions(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, "CREATE TABLE l (s TEXT); INSERT INTO l VALUES (REPEAT('é', 1000000))")
	for _, f := range [][2]string{
		{"LENGTH(REPEAT('a', 67108864)), LENGTH(REPEAT('a', 67108865)), LENGTH(RPAD('a', 16777216, 'x')), LENGTH(RPAD('a', 16777217, 'x')), LENGTH(SPACE(67108865))", "67108864\tNULL\t16777216\tNULL\tNULL"},
		{"LENGTH(CONCAT_WS('', REPEAT('a', 2000000), 'b')), LENGTH(REPLACE(REPEAT('a', 1000000), 'a', 'bb')), LENGTH(HEX(REPEAT('a', 600000))), LENGTH(INSERT(REPEAT('a', 1000000), 5, 1, REPEAT('b', 100000)))", "2000001\t2000000\t1200000\t1099999"},
		{"LENGTH(UPPER(s)), LENGTH(REVERSE(s)), LENGTH(CONCAT(s, s)), LENGTH(REPLACE(s, 'é', 'abc')), LENGTH(REPEAT(s, 33)), LENGTH(REPEAT(s, 34)) FROM l", "2000000\t2000000\t4000000\t3000000\t66000000\tNULL"},
	} {
		checkFact(t, s, f)
	}
}
