package sql

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// mark is a row of the tables of TestLastUntilTheNext: a text and a number that may be NULL, a bound, and a value. NULL
// is -1.
type mark struct{ name, group, at, v int }

// lastBounds are the types of bounds, with what each number is: the first and the last of what a type holds are
// among them.
var lastBounds = map[string]func(n int) string{
	"INT":    func(n int) string { return fmt.Sprint(n*7 - 100) },
	"BIGINT": func(n int) string { return fmt.Sprint(int64(n-30) << 54) },
	"DATE": func(n int) string {
		return [3]string{"'0001-01-01'", fmt.Sprintf("'2024-01-01' + INTERVAL %d DAY", n), "'9999-12-31'"}[sideOf(n)]
	},
	"DATETIME(6)": func(n int) string {
		return [3]string{"'0001-01-01'", fmt.Sprintf("'2024-01-01' + INTERVAL %d MICROSECOND", n), "'9999-12-31 23:59:59.999999'"}[sideOf(n)]
	},
}

// sideOf is 0 for the first of 60 numbers, 2 for the last, 1 for those between.
func sideOf(n int) int { return 1 + (n+1)/60 - (60-n)/60 }

// Of rows that are equal in keys and before or behind a bound, with bounds that come often, what is added up and the
// last row, by a loop over all of them. The subquery has fewer rows than ask.
func TestLastUntilTheNext(t *testing.T) {
	for typ, bound := range lastBounds {
		t.Run(typ, func(t *testing.T) {
			r := rand.New(rand.NewPCG(41, 42))
			s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
			asked, own := marksOf(t, s, "a", typ, bound, r, 4400), marksOf(t, s, "b", typ, bound, r, 120)
			for _, keys := range []string{"", "name", "name grp"} {
				checkUntil(t, s, keys, "a", asked, own)
			}
			most := slices.DeleteFunc(slices.Clone(asked), func(a mark) bool { return a.v < 300 })
			checkUntil(t, s, "name", "(SELECT * FROM a WHERE v >= 300) a", most, own)
			few := "SELECT (SELECT b.v FROM b WHERE b.name = a.name AND b.at < a.at ORDER BY b.at DESC LIMIT 1) FROM (SELECT * FROM a WHERE id = 7) a"
			if plan := strings.Join(column(t, s, "EXPLAIN "+few), "\n"); strings.Contains(plan, "LEAD") {
				t.Errorf("%s puts rows in order for one:\n%s", few, plan)
			}
			mustRun(t, s, fmt.Sprintf("INSERT INTO b VALUES (1, 'n1', 1, %s, 77)", bound(59)))
			checkUntil(t, s, "name", "a", asked, append(own, mark{1, 1, 59, 77}))
		})
	}
}

// marksOf fills a table with random rows.
func marksOf(t *testing.T, s *Session, table, typ string, bound func(int) string, r *rand.Rand, n int) (all []mark) {
	mustRun(t, s, "CREATE TABLE "+table+" (id INT, name VARCHAR(9), grp INT, at "+typ+", v INT)")
	cell := func(n int, text string) string {
		if n < 0 {
			return "NULL"
		}
		return text
	}
	var rows []string
	for id := range n {
		m := mark{r.IntN(8) - 1, r.IntN(5) - 1, r.IntN(61) - 1, r.IntN(1000) - 1}
		all = append(all, m)
		at := "NULL"
		if m.at >= 0 {
			at = bound(m.at)
		}
		rows = append(rows, fmt.Sprintf("(%d, %s, %s, %s, %s)", id, cell(m.name, fmt.Sprintf("'n%d'", m.name)), cell(m.group, fmt.Sprint(m.group)), at, cell(m.v, fmt.Sprint(m.v))))
	}
	mustRun(t, s, "INSERT INTO "+table+" VALUES "+strings.Join(rows, ", "))
	return all
}

// checkUntil compares aggregates and last rows before or behind the bounds of those asked, which a part of FROM gives,
// with a loop.
func checkUntil(t *testing.T, s *Session, keys, from string, asked, own []mark) {
	t.Helper()
	for op, holds := range map[string]func(b, a int) bool{"<": func(b, a int) bool { return b < a }, "<=": func(b, a int) bool { return b <= a }, ">": func(b, a int) bool { return b > a }, ">=": func(b, a int) bool { return b >= a }} {
		where, desc := "b.at "+op+" a.at", strings.Repeat("DESC", 1-strings.Count(op, ">"))
		for _, k := range strings.Fields(keys) {
			where += fmt.Sprintf(" AND b.%s = a.%s", k, k)
		}
		counted, added, some, lasts, found := 0, 0, 0, 0, 0
		for _, a := range asked {
			sum, n, last := 0, 0, mark{v: -2}
			for _, b := range own {
				if a.at < 0 || b.at < 0 || !holds(b.at, a.at) || !meet(keys, a, b) {
					continue
				}
				if b.v >= 0 {
					sum, n = sum+b.v, n+1
				}
				if last.v == -2 || b.at != last.at && holds(last.at, b.at) || b.at == last.at && b.v > last.v {
					last = b
				}
			}
			if counted += n; n > 0 {
				added, some = added+sum, some+1
			}
			if last.v >= 0 {
				lasts, found = lasts+last.v, found+1
			}
		}
		of := "(SELECT %s FROM b WHERE " + where + "%s)"
		query := fmt.Sprintf("SUM(n), SUM(x), COUNT(x), SUM(l), COUNT(l) FROM (SELECT %s n, %s x, %s l FROM %s) q", fmt.Sprintf(of, "COUNT(b.v)", ""), fmt.Sprintf(of, "SUM(b.v)", ""), fmt.Sprintf(of, "b.v", " ORDER BY b.at "+desc+", b.v DESC LIMIT 1"), from)
		checkFact(t, s, [2]string{query, fmt.Sprintf("%d\t%d\t%d\t%d\t%d", counted, added, some, lasts, found)})
		if plan := strings.Join(column(t, s, "EXPLAIN SELECT "+query), "\n"); !strings.Contains(plan, "LEAD") || strings.Contains(plan, "union") {
			t.Errorf("%s puts the rows of both sides in order:\n%s", query, plan)
		}
	}
}

// meet reports whether rows are equal in keys.
func meet(keys string, a, b mark) bool {
	return (!strings.Contains(keys, "name") || a.name == b.name && a.name >= 0) && (!strings.Contains(keys, "grp") || a.group == b.group && a.group >= 0)
}
