package oracle

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"gsdms/sql/parse"
)

// rule is queries whose rows together must be the rows of one.
type rule struct {
	name   string
	whole  string
	parts  []string
	fields []field
}

// TestRulesHoldOfNestedQueries holds queries against others that must give the same: a
// condition's three cases against no condition, a condition against its count, a subquery
// against a join, a query against itself behind WITH. All of a rule run together.
func TestRulesHoldOfNestedQueries(t *testing.T) {
	t.Parallel()
	const each = 15
	held, refusals := 0, 0
	for i := range max(2, *nested/120) {
		s := *seed + 40000 + uint64(i)
		r := openNested(t, s, map[string]int{})
		for n := range each {
			g := newNest(rand.New(rand.NewPCG(s, uint64(n))), r.db)
			for _, rule := range g.rules() {
				err := r.holds(rule)
				switch {
				case refused(err):
					refusals++
				case err != nil:
					t.Errorf("seed %d, %s: %v\n%s\n%s", s, rule.name, err, rule.whole, strings.Join(rule.parts, "\n"))
				default:
					held++
				}
			}
		}
		r.close()
	}
	t.Logf("%d rules held, %d were not supported", held, refusals)
	if refusals > held/4 {
		t.Error("too few of the rules say anything")
	}
}

// holds runs the queries of a rule together and compares.
func (r *nestedRun) holds(of rule) error {
	ctx, cancel := context.WithTimeout(r.t.Context(), time.Minute)
	defer cancel()
	var got [2][]string
	for i, a := range r.ours.NewSession().Together(ctx, append([]string{of.whole}, of.parts...)) {
		if a.Err != nil {
			return a.Err
		}
		rows, err := rowsFrom(a.Result, of.fields)
		if err != nil {
			return err
		}
		got[min(i, 1)] = append(got[min(i, 1)], rows...)
	}
	slices.Sort(got[0])
	slices.Sort(got[1])
	if !slices.Equal(got[0], got[1]) {
		return fmt.Errorf("%d rows and %d:\n%.300s\nand\n%.300s", len(got[0]), len(got[1]), strings.Join(got[0], "\n"), strings.Join(got[1], "\n"))
	}
	return nil
}

// rules are those of one random FROM and condition.
func (g *nest) rules() []rule {
	whole := g.selection(nil, 2, nil)
	from, in := g.from(nil, 2)
	p := g.truth(in, 2).my
	count := []field{{typ: typ{kind: integer}}}
	_, fields := listed(in.fields)
	list, _ := listed(in.fields)
	rows := "SELECT " + list.my + " FROM " + from.my
	out := []rule{
		{"a condition's cases", rows, []string{rows + " WHERE " + p, rows + " WHERE NOT (" + p + ")", rows + " WHERE (" + p + ") IS NULL"}, fields},
		{"a condition's count", "SELECT COUNT(*) FROM " + from.my + " WHERE " + p,
			[]string{"SELECT COALESCE(SUM(CASE WHEN " + p + " THEN 1 ELSE 0 END), 0) FROM " + from.my}, count},
		{"behind WITH", whole.my, []string{"WITH v AS (" + whole.my + ") SELECT * FROM v"}, whole.fields},
		{"in FROM", whole.my, []string{"SELECT * FROM (" + whole.my + ") AS v"}, whole.fields},
	}
	return append(out, g.joins(from.my, in, p)...)
}

// joins are rules about subqueries and the joins that they are.
func (g *nest) joins(from string, in *place, p string) []rule {
	number := typ{kind: integer}
	x := g.column(number, in).my
	t := g.tables[g.IntN(len(g.tables))].name
	count, pair := []field{{typ: number}}, []field{{typ: number}, {typ: number}}
	of := []string{"a", "b", "k"}[g.IntN(3)]
	same := " FROM " + t + " AS y WHERE y." + of + " = " + x
	distinct := "(SELECT DISTINCT " + of + " FROM " + t + ") AS z"
	counted := " LEFT JOIN (SELECT " + of + ", COUNT(*) AS n FROM " + t + " GROUP BY " + of + ") AS z ON z." + of + " = " + x
	return []rule{
		{"IN as a join", "SELECT COUNT(*) FROM " + from + " WHERE " + x + " IN (SELECT " + of + " FROM " + t + ") AND " + p,
			[]string{"SELECT COUNT(*) FROM " + from + " JOIN " + distinct + " ON z." + of + " = " + x + " WHERE " + p}, count},
		{"EXISTS as IN", "SELECT COUNT(*) FROM " + from + " WHERE EXISTS (SELECT 1" + same + ")",
			[]string{"SELECT COUNT(*) FROM " + from + " WHERE " + x + " IN (SELECT " + of + " FROM " + t + ")"}, count},
		{"NOT EXISTS as an outer join", "SELECT COUNT(*) FROM " + from + " WHERE NOT EXISTS (SELECT 1" + same + ")",
			[]string{"SELECT COUNT(*) FROM " + from + " LEFT JOIN " + distinct + " ON z." + of + " = " + x + " WHERE z." + of + " IS NULL"}, count},
		{"a count as a join", "SELECT " + x + " AS c1, (SELECT COUNT(*)" + same + ") AS c2 FROM " + from + " WHERE " + p,
			[]string{"SELECT " + x + " AS c1, COALESCE(z.n, 0) AS c2 FROM " + from + counted + " WHERE " + p}, pair},
		{"ALL as NOT ANY", "SELECT COUNT(*) FROM " + from + " WHERE " + x + " > ALL (SELECT " + of + " FROM " + t + ")",
			[]string{"SELECT COUNT(*) FROM " + from + " WHERE NOT (" + x + " <= ANY (SELECT " + of + " FROM " + t + "))"}, count},
	}
}

// TestASubqueryOfTwoRowsIsAnError asks for one value where there may be several: error 1242
// just where a row that WHERE leaves has two.
func TestASubqueryOfTwoRowsIsAnError(t *testing.T) {
	number := typ{kind: integer}
	failed, right := 0, 0
	for i := range max(4, *nested/60) {
		s := *seed + 60000 + uint64(i)
		r := openNested(t, s, map[string]int{})
		for n := range 20 {
			g := newNest(rand.New(rand.NewPCG(s, uint64(n))), r.db)
			from, in := g.from(nil, 0)
			where, x, of := g.where(in, 0), g.column(number, in), g.tables[g.IntN(len(g.tables))].name
			one := "(SELECT y.b FROM " + of + " AS y WHERE y.a = " + x.my + ")"
			most, err := r.lite.rows(t.Context(), "SELECT MAX(c) FROM (SELECT (SELECT COUNT(*) FROM "+of+" AS y WHERE y.a = "+x.lite+") AS c FROM "+from.lite+where.lite+")", []field{{typ: number}})
			if err != nil {
				t.Fatal(err)
			}
			text := "SELECT " + one + " AS c1 FROM " + from.my + where.my
			_, err = r.ours.NewSession().Query(t.Context(), text)
			var e *parse.Error
			many := most[0] != "NULL" && most[0] != "0" && most[0] != "1"
			switch {
			case many && errors.As(err, &e) && e.Code == 1242:
				failed++
			case !many && err == nil:
				right++
			default:
				t.Errorf("seed %d: %v; a row has at most %s: %s", s, err, most[0], text)
			}
		}
		r.close()
	}
	if failed < right/20 || right < failed/20 {
		t.Errorf("%d failed and %d did not: too few say anything", failed, right)
	}
}
