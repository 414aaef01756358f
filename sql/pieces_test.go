package sql

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// pieceOf is SUBSTRING_INDEX by its definition, for separators that do not overlap.
func pieceOf(s, by string, n int) string {
	all := strings.Split(s, by)
	switch {
	case n >= 0:
		return strings.Join(all[:min(n, len(all))], by)
	default:
		return strings.Join(all[max(0, len(all)+n):], by)
	}
}

// Pieces of texts of which most differ, one in another and with functions around them, are those of a
// loop: by separators of one and of several characters, some of them not there, from both ends.
func TestPiecesOfTexts(t *testing.T) {
	const rows = 12_000
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	fill(t, s, rows)
	mustRun(t, s, "CREATE TABLE t AS SELECT i MOD 11 - 5 n, IF(i MOD 10 = 7, NULL, CONCAT_WS(IF(i MOD 3 = 0, ', ', ';'), IF(i MOD 7 = 0, '', 'ä'), i MOD 50, i DIV 5, IF(i MOD 4 = 0, NULL, 'Ende'))) s FROM n")
	for _, c := range []struct {
		expr string
		want func(s string, n int) string
	}{
		{"SUBSTRING_INDEX(s, ';', n)", func(s string, n int) string { return pieceOf(s, ";", n) }},
		{"SUBSTRING_INDEX(s, ', ', 2)", func(s string, _ int) string { return pieceOf(s, ", ", 2) }},
		{"SUBSTRING_INDEX(s, '', n)", func(string, int) string { return "" }},
		{"SUBSTRING_INDEX(SUBSTRING_INDEX(s, ';', n), ';', -1)", func(s string, n int) string { return pieceOf(pieceOf(s, ";", n), ";", -1) }},
		{"UPPER(RIGHT(SUBSTRING_INDEX(s, ', ', -n), 2))", func(s string, n int) string {
			r := []rune(pieceOf(s, ", ", -n))
			return strings.ToUpper(string(r[max(0, len(r)-2):]))
		}},
		{"SUBSTRING_INDEX(CONCAT(s, '|', n), '|', 1)", func(s string, n int) string { return s }},
	} {
		want := map[string]int{}
		for i := range rows {
			if i%10 == 7 {
				want["NULL"]++
				continue
			}
			parts := []string{"ä", fmt.Sprint(i % 50), fmt.Sprint(i / 5)}
			if i%7 == 0 {
				parts[0] = ""
			}
			if i%4 != 0 {
				parts = append(parts, "Ende")
			}
			by := ";"
			if i%3 == 0 {
				by = ", "
			}
			want[c.want(strings.Join(parts, by), i%11-5)]++
		}
		var all []string
		for _, p := range slices.Sorted(maps.Keys(want)) {
			all = append(all, fmt.Sprint(p, "\t", want[p]))
		}
		checkFact(t, s, [2]string{"COALESCE(" + c.expr + ", 'NULL') p, COUNT(*) FROM t GROUP BY p ORDER BY p", strings.Join(all, "|")})
	}
}
