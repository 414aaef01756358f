package sql

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// joinedRow is a row of a group: a text, which is NULL where it says so, and a number.
type joinedRow struct {
	g, n int
	text string
}

// joinedTexts puts the texts of each group together, different ones once if they are asked for so, in an
// order of the rows, and the groups one after another.
func joinedTexts(rows []joinedRow, once bool, order func(a, b joinedRow) int) string {
	rows = slices.Clone(rows)
	slices.SortStableFunc(rows, func(a, b joinedRow) int { return cmp.Or(cmp.Compare(a.g, b.g), order(a, b)) })
	of, seen, groups := map[int][]string{}, map[string]bool{}, []string{}
	for _, r := range rows {
		if key := fmt.Sprint(r.g, "/", r.text); r.text != "NULL" && !(once && seen[key]) {
			of[r.g], seen[key] = append(of[r.g], r.text), true
		}
	}
	for g := range 9 {
		groups = append(groups, strings.Join(of[g], ";"))
	}
	return strings.Join(groups, "|")
}

// Texts that GROUP_CONCAT joins are those of a loop, of a stored column, whose texts lie in a dictionary,
// and of one that the query makes: all and different ones, in their own order and in others.
func TestJoinedTexts(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 5))
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 1 << 10}).NewSession()
	mustRun(t, s, "CREATE TABLE t (g INT, n INT, s TEXT); SET group_concat_max_len = 1000000")
	rows, values := make([]joinedRow, 5000), make([]string, 5000)
	for i := range rows {
		rows[i] = joinedRow{r.IntN(8), i, []string{"", "ä", "text ", "x"}[r.IntN(4)] + []string{"", fmt.Sprint(r.IntN(60))}[r.IntN(2)]}
		if r.IntN(10) == 0 || rows[i].g == 3 {
			rows[i].text = "NULL"
		}
		values[i] = fmt.Sprintf("(%d, %d, '%s')", rows[i].g, rows[i].n, rows[i].text)
	}
	rows, values = append(rows, joinedRow{8, 9999, ""}), append(values, "(8, 9999, '')")
	mustRun(t, s, "INSERT INTO t VALUES "+strings.ReplaceAll(strings.Join(values, ", "), "'NULL'", "NULL"))
	up := func(a, b joinedRow) int { return cmp.Compare(a.text, b.text) }
	down := func(a, b joinedRow) int { return -up(a, b) }
	last := func(a, b joinedRow) int { return cmp.Compare(b.n, a.n) }
	for _, text := range []string{"s", "REVERSE(CONCAT(REVERSE(s), IF(n < 0, 'x', '')))", "CONCAT(s, '')"} {
		for _, c := range []struct{ how, want string }{
			{"DISTINCT %s ORDER BY 1", joinedTexts(rows, true, up)},
			{"DISTINCT %s ORDER BY %s", joinedTexts(rows, true, up)},
			{"DISTINCT %s ORDER BY %s DESC", joinedTexts(rows, true, down)},
			{"DISTINCT %s ORDER BY n DESC", joinedTexts(rows, true, last)},
			{"%s ORDER BY n DESC", joinedTexts(rows, false, last)},
			{"%s ORDER BY %s DESC, n DESC", joinedTexts(rows, false, func(a, b joinedRow) int { return cmp.Or(down(a, b), last(a, b)) })},
		} {
			e := "GROUP_CONCAT(" + strings.ReplaceAll(c.how, "%s", text) + " SEPARATOR ';')"
			checkFact(t, s, [2]string{"IFNULL(" + e + ", '') FROM t GROUP BY g ORDER BY g", c.want})
		}
	}
}
