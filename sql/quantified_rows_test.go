package sql

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// Where only rows for which it is true count, a comparison with ANY or ALL of a correlated query is that
// of the value that it has, with NULLs on both sides and without, also within NOT, OR and groups; it is
// one join for each way to decide it.
func TestQuantifiedRows(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 2))
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 1 << 10}).NewSession()
	mustRun(t, s, "CREATE TABLE a (id INT, k INT, x INT, y INT NOT NULL); CREATE TABLE b (id INT, k INT, x INT, y DECIMAL(5,1) NOT NULL)")
	for _, table := range []string{"a", "b"} {
		rows := make([]string, 400)
		for i := range rows {
			rows[i] = fmt.Sprintf("(%d, %d, %d, %d)", i, r.IntN(90), r.IntN(9), r.IntN(9))
			if r.IntN(20) == 0 {
				rows[i] = fmt.Sprintf("(%d, %d, NULL, %d)", i, r.IntN(90), r.IntN(9))
			}
		}
		mustRun(t, s, "INSERT INTO "+table+" VALUES "+strings.Join(rows, ", "))
	}
	of := "SELECT b.%s FROM b WHERE b.k = a.k AND b.id <> a.id"
	for _, op := range []string{"<", "<=", ">", ">=", "=", "<>"} {
		for _, what := range []string{"ANY", "ALL"} {
			for _, columns := range [][2]string{{"x", "x"}, {"y", "y"}, {"x", "y"}} {
				test := fmt.Sprintf("a.%s %s %s (%s)", columns[0], op, what, fmt.Sprintf(of, columns[1]))
				for _, form := range []string{"%s", "NOT (%s)", "(%s) OR a.id < 5", "%s AND a.id > 50"} {
					where := fmt.Sprintf(form, test)
					got := answerOf(t, s, "SELECT CONCAT(COUNT(*), ' ', COALESCE(SUM(id), 0)) FROM a WHERE "+where)
					want := answerOf(t, s, "SELECT CONCAT(COUNT(*), ' ', COALESCE(SUM(id), 0)) FROM (SELECT id, "+where+" AS v FROM a) t WHERE v")
					if got != want {
						t.Errorf("WHERE %s: %s, as a value %s", where, got, want)
					}
				}
			}
		}
	}
	grouped := "SELECT COUNT(*) FROM (SELECT k, MAX(x) AS m FROM a GROUP BY k HAVING MAX(x) > ALL (SELECT b.x FROM b WHERE b.k = a.k)) t"
	asValue := "SELECT COUNT(*) FROM (SELECT k, MAX(x) > ALL (SELECT b.x FROM b WHERE b.k = a.k) AS v FROM a GROUP BY k) t WHERE v"
	if got, want := answerOf(t, s, grouped), answerOf(t, s, asValue); got != want {
		t.Errorf("of groups: %s, as a value %s", got, want)
	}
	for where, joins := range map[string]int{
		"y > ALL (SELECT b.y FROM b WHERE b.k = a.k AND b.id <> a.id)":  1,
		"x > ALL (SELECT b.x FROM b WHERE b.k = a.k AND b.id <> a.id)":  3,
		"x <= ANY (SELECT b.x FROM b WHERE b.k = a.k AND b.id <> a.id)": 1,
	} {
		shown := flat(mustRun(t, s, "EXPLAIN SELECT COUNT(*) FROM a WHERE "+where))
		if n := strings.Count(shown, "anti join") + strings.Count(shown, "semi join"); n != joins || strings.Contains(shown, "single join") {
			t.Errorf("%s: %d joins, want %d\n%s", where, n, joins, shown)
		}
	}
}
