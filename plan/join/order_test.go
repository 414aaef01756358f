package join_test

import (
	"fmt"
	"strings"
	"testing"

	"gsdms/plan"
	"gsdms/plan/join"
	"gsdms/plan/value"
)

// warehouse has sales and stock levels by item and day, and days by week, with no key
// declared: 1,000,000 sales of 1,000 items in 1,000 days; 5,000,000 levels, one of each item
// for 5 places a day; 1,000 days.
func warehouse() []*plan.TableRef {
	number := plan.Type{Kind: plan.Int}
	column := func(name string, least, most int64) plan.Column {
		return plan.Column{Name: name, Type: number, Min: least, Max: most}
	}
	table := func(name string, rows int, columns ...plan.Column) *plan.Table {
		return &plan.Table{Name: name, Rows: rows, Columns: columns}
	}
	days := table("days", 1000, column("day", 1, 1000), column("week", 1, 143), column("year", 1, 4))
	return []*plan.TableRef{
		{Alias: "levels", Table: table("levels", 5_000_000, column("item", 1, 1000), column("day", 1, 1000))},
		{Alias: "sales", Table: table("sales", 1_000_000, column("item", 1, 1000), column("day", 1, 1000))},
		{Alias: "d1", Table: days},
		{Alias: "d2", Table: days},
	}
}

func ordered(t *testing.T, tables []*plan.TableRef, conditions ...string) string {
	t.Helper()
	ref := func(name string) plan.Expr {
		of, column, _ := strings.Cut(name, ".")
		for i, r := range tables {
			for j, c := range r.Table.Columns {
				if r.Alias == of && c.Name == column {
					return plan.ColumnRef{Table: i, Column: j, Of: r}
				}
			}
		}
		var n int64
		if _, err := fmt.Sscan(name, &n); err != nil {
			t.Fatalf("%s is no column: %v", name, err)
		}
		return plan.Const{Value: value.OfInt(n), Of: plan.Type{Kind: plan.Int}}
	}
	var where []plan.Expr
	for _, c := range conditions {
		a, b, _ := strings.Cut(c, " = ")
		e, err := plan.Build(plan.Eq, ref(a), ref(b))
		if err != nil {
			t.Fatal(err)
		}
		where = append(where, e)
	}
	root, probes, _, err := join.Order(tables, where, nil)
	if err != nil {
		t.Fatal(err)
	}
	out := []string{tables[root].Alias}
	for _, p := range probes {
		h := p.(plan.HashProbe)
		var by []string
		for i := range h.Match {
			by = append(by, fmt.Sprintf("%s = %s", h.Match[i], h.Keys[i]))
		}
		out = append(out, tables[h.Table].Alias+" by "+strings.Join(by, ", "))
	}
	return strings.Join(out, "\n")
}

// What the largest table and the order of the conditions would give is far from what is best:
// each sale with 5,000 levels of its item, 5 G pairs, before the days are compared. A year of
// one sale in four, and the levels of its item of the seven days of its week, are 250,000
// times 35.
func TestJoinOrderMakesFewPairs(t *testing.T) {
	got := ordered(t, warehouse(), "sales.item = levels.item", "d1.day = sales.day", "d2.day = levels.day", "d1.week = d2.week", "d1.year = 2")
	want := `sales
d1 by d1.day = sales.day
d2 by d2.week = d1.week
levels by levels.item = sales.item, levels.day = d2.day`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Where every join finds one row or none, the largest table is streamed: its scan is shared.
func TestJoinOrderStreamsFacts(t *testing.T) {
	got := ordered(t, warehouse()[1:3], "d1.day = sales.day", "d1.year = 2")
	if want := "sales\nd1 by d1.day = sales.day"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Dates written as numbers lie far apart: 2,556 of them have bounds that are 69,131 apart. Each
// has some 2,400 of 6,000,000 rows, and not 87, which would make it look good to stream them.
func TestJoinOrderKnowsSparseKeys(t *testing.T) {
	number := plan.Type{Kind: plan.Int}
	day := plan.Column{Name: "day", Type: number, Min: 19920101, Max: 19981231}
	facts := &plan.Table{Name: "facts", Rows: 6_000_000, Columns: []plan.Column{day}}
	days := &plan.Table{Name: "days", Rows: 2556, Columns: []plan.Column{day}}
	got := ordered(t, []*plan.TableRef{{Alias: "facts", Table: facts}, {Alias: "days", Table: days}}, "days.day = facts.day")
	if want := "facts\ndays by days.day = facts.day"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
