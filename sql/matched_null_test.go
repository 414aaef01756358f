package sql

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// INTERSECT and EXCEPT of columns that may be NULL on both sides have what a set of rows has, in which
// NULL is like NULL: of a table, under conditions, joined, of one column and of two.
func TestRowsWithNullsAreMatched(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	r := rand.New(rand.NewPCG(11, 30))
	mustRun(t, s, "CREATE TABLE a (x INT, y VARCHAR(9), n INT NOT NULL); CREATE TABLE b (x INT, y VARCHAR(9), n INT NOT NULL); CREATE TABLE d (n INT NOT NULL, z INT NOT NULL); INSERT INTO d VALUES (0, 0), (1, 1), (2, 0), (3, 1)")
	rows := map[string][][3]string{}
	for _, table := range []string{"a", "b"} {
		var values []string
		for range 300 {
			row := [3]string{fmt.Sprint(r.IntN(12)), fmt.Sprint("t", r.IntN(9)), fmt.Sprint(r.IntN(4))}
			for i := range 2 {
				if r.IntN(5) == 0 {
					row[i] = "NULL"
				}
			}
			rows[table] = append(rows[table], row)
			values = append(values, strings.ReplaceAll(fmt.Sprintf("(%s, '%s', %s)", row[0], row[1], row[2]), "'NULL'", "NULL"))
		}
		mustRun(t, s, "INSERT INTO "+table+" VALUES "+strings.Join(values, ", "))
	}
	for op, join := range map[string]string{"INTERSECT": "semi join", "EXCEPT": "anti join"} {
		if plan := plansOf(t, s, "SELECT x, n FROM a "+op+" SELECT x, n FROM b"); !strings.Contains(plan, join) {
			t.Errorf("%s is no %s:\n%s", op, join, plan)
		}
	}
	for _, columns := range [][]int{{0}, {1}, {0, 1}, {1, 0, 2}} {
		for _, from := range []struct {
			left  string
			count func([3]string) bool
		}{
			{"a", func([3]string) bool { return true }},
			{"a WHERE n > 1", func(row [3]string) bool { return row[2] > "1" }},
			{"a JOIN d ON d.n = a.n WHERE z = 1", func(row [3]string) bool { return row[2] == "1" || row[2] == "3" }},
		} {
			for _, op := range []string{"INTERSECT", "EXCEPT"} {
				want := matchedRows(rows, columns, op, from.count)
				list := func(of string) string {
					return of + "." + strings.Join(strings.Split(picked([3]string{"x", "y", "n"}, columns), "\t"), ", "+of+".")
				}
				text := fmt.Sprintf("%s FROM %s %s SELECT %s FROM b WHERE n > 0", list("a"), strings.Replace(from.left, "WHERE n", "WHERE a.n", 1), op, list("b"))
				got := strings.Split(fact(t, s, text), "|")
				if slices.Sort(got); !slices.Equal(got, want) {
					t.Errorf("%s: got\n%q\nwant\n%q", text, got, want)
				}
			}
		}
	}
}

// matchedRows gives what rows of a, which a condition leaves, INTERSECT or EXCEPT those of b with n > 0 are.
func matchedRows(rows map[string][][3]string, columns []int, op string, left func([3]string) bool) (want []string) {
	right := map[string]bool{}
	for _, row := range rows["b"] {
		if row[2] != "0" {
			right[picked(row, columns)] = true
		}
	}
	for _, row := range rows["a"] {
		if key := picked(row, columns); left(row) && right[key] == (op == "INTERSECT") && !slices.Contains(want, key) {
			want = append(want, key)
		}
	}
	if slices.Sort(want); want == nil {
		return []string{""}
	}
	return want
}

// picked gives some columns of a row.
func picked(row [3]string, columns []int) string {
	var out []string
	for _, c := range columns {
		out = append(out, row[c])
	}
	return strings.Join(out, "\t")
}
