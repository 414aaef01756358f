package sql

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// pairs fills a table with pairs of a number and a text, many of them equal, some with a NULL, and
// gives them as they are shown.
func pairs(t *testing.T, s *Session, r *rand.Rand, table string, rows int, nulls bool) (all [][2]string) {
	t.Helper()
	texts := make([]string, rows)
	for i := range texts {
		pair := [2]string{fmt.Sprint(r.IntN(60)), fmt.Sprintf("text %d", r.IntN(9))}
		shown := [2]string{pair[0], "'" + pair[1] + "'"}
		if k := r.IntN(20); nulls && k < 2 {
			pair[k], shown[k] = "NULL", "NULL"
		}
		texts[i] = "(" + shown[0] + ", " + shown[1] + ")"
		all = append(all, pair)
	}
	mustRun(t, s, "CREATE TABLE "+table+" (n INT, s VARCHAR(20))")
	mustRun(t, s, "INSERT INTO "+table+" VALUES "+strings.Join(texts, ", "))
	return all
}

// INTERSECT and EXCEPT of columns of tables give the rows that sets in memory do, with NULLs on no side,
// on one and on both, and are joins.
func TestSetOperationsOfTablesAreJoins(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	tables := map[string][][2]string{}
	for table, nulls := range map[string]bool{"plain": false, "other": false, "some": true, "more": true} {
		tables[table] = pairs(t, s, r, table, 400, nulls)
	}
	for _, sides := range [][2]string{{"plain", "other"}, {"plain", "some"}, {"some", "plain"}, {"some", "more"}} {
		for _, op := range []string{"INTERSECT", "EXCEPT"} {
			query := fmt.Sprintf("SELECT n, s FROM %s WHERE n > 5 OR n IS NULL %s SELECT n, s FROM %s WHERE s <> 'text 3' OR s IS NULL", sides[0], op, sides[1])
			t.Run(query, func(t *testing.T) {
				got := shownRows(t, s, "SELECT n, s FROM ("+query+") x")
				if want := combined(tables[sides[0]], op, tables[sides[1]]); !slices.Equal(got, want) {
					t.Errorf("%d rows, want %d: %q and %q", len(got), len(want), got, want)
				}
				plan := strings.Join(shownRows(t, s, "EXPLAIN "+query), "\n")
				if joined := strings.Contains(plan, "semi join") || strings.Contains(plan, "anti join"); !joined {
					t.Errorf("no join:\n%s", plan)
				}
			})
		}
	}
}

// Columns that are the same constant on both sides leave INTERSECT and EXCEPT the joins that they are
// without them. Where the constants differ, no row is on both sides.
func TestConstantsAreAlike(t *testing.T) {
	r := rand.New(rand.NewPCG(33, 34))
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	left, right := pairs(t, s, r, "a", 400, true), pairs(t, s, r, "b", 400, true)
	for _, c := range []struct {
		ours, theirs string
		join         bool
	}{{"7", "7", true}, {"'x'", "'x'", true}, {"NULL", "NULL", true}, {"7", "8", false}, {"NULL", "8", false}} {
		for _, op := range []string{"INTERSECT", "EXCEPT"} {
			query := fmt.Sprintf("SELECT n, s, %s AS c FROM a WHERE n > 5 OR n IS NULL %s SELECT n, s, %s FROM b WHERE s <> 'text 3' OR s IS NULL", c.ours, op, c.theirs)
			other := right
			if !c.join {
				other = nil
			}
			if got, want := shownRows(t, s, "SELECT n, s FROM ("+query+") x"), combined(left, op, other); !slices.Equal(got, want) {
				t.Errorf("%s: %q, want %q", query, got, want)
			}
			plan := strings.Join(shownRows(t, s, "EXPLAIN "+query), "\n")
			if joined := strings.Contains(plan, "semi join") || strings.Contains(plan, "anti join"); joined != c.join {
				t.Errorf("%s: a join is %v:\n%s", query, joined, plan)
			}
		}
	}
}

// shownRows gives the rows of a query as they are shown, in order.
func shownRows(t *testing.T, s *Session, query string) (rows []string) {
	t.Helper()
	result := mustRun(t, s, query)
	for i := range result.Rows.Len {
		var cells []string
		for c := range result.Rows.Columns {
			text, null := result.Text(i, c)
			if null {
				text = "NULL"
			}
			cells = append(cells, text)
		}
		rows = append(rows, strings.Join(cells, " | "))
	}
	if !strings.HasPrefix(query, "EXPLAIN") {
		slices.Sort(rows)
	}
	return rows
}

// combined gives what the query of the test gives of pairs.
func combined(left [][2]string, op string, right [][2]string) (rows []string) {
	there := map[[2]string]bool{}
	for _, pair := range right {
		if pair[1] != "text 3" {
			there[pair] = true
		}
	}
	for _, pair := range left {
		var n int
		if _, err := fmt.Sscan(pair[0], &n); err == nil && n <= 5 {
			continue
		}
		if there[pair] == (op == "INTERSECT") {
			rows = append(rows, pair[0]+" | "+pair[1])
		}
	}
	slices.Sort(rows)
	return slices.Compact(rows)
}
