package join_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gsdms/plan"
	"gsdms/plan/join"
	"gsdms/plan/typing"
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
	return orderedBy(t, nil, tables, conditions...)
}

func orderedBy(t *testing.T, repeats join.Repeats, tables []*plan.TableRef, conditions ...string) string {
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
		e, err := typing.Build(plan.Eq, ref(a), ref(b))
		if err != nil {
			t.Fatal(err)
		}
		where = append(where, e)
	}
	root, probes, _, err := join.Order(tables, where, nil, repeats)
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

// A table that is said to be equal to several others in one column is looked up by it once:
// what is joined already makes the others equal to each other.
func TestJoinKeysThatFollowAreDropped(t *testing.T) {
	got := ordered(t, warehouse(), "d1.day = sales.day", "d1.day = d2.day", "sales.day = d2.day", "sales.item = levels.item", "levels.day = d1.day", "levels.day = sales.day", "d1.year = 2")
	want := `levels
sales by sales.item = levels.item, sales.day = levels.day
d1 by d1.day = sales.day
d2 by d2.day = d1.day`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Equality of numbers and texts is not transitive: '1.0' = 1 and 1 = '1' do not make '1.0' = '1'.
func TestJoinKeysOfOtherTypesStay(t *testing.T) {
	column := func(name string, kind plan.Kind) plan.Column {
		return plan.Column{Name: name, Type: plan.Type{Kind: kind}, Min: 1, Max: 100}
	}
	text := &plan.Table{Name: "texts", Rows: 100, Columns: []plan.Column{column("t", plan.String)}}
	whole := &plan.Table{Name: "whole", Rows: 1000, Columns: []plan.Column{column("n", plan.Int)}}
	tables := []*plan.TableRef{{Alias: "whole", Table: whole}, {Alias: "texts", Table: text}, {Alias: "others", Table: text}}
	got := ordered(t, tables, "whole.n = texts.t", "whole.n = others.t", "texts.t = others.t")
	want := `texts
others by others.t = texts.t
whole by CAST(whole.n AS DOUBLE) = CAST(texts.t AS DOUBLE), CAST(whole.n AS DOUBLE) = CAST(others.t AS DOUBLE)`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Films, of which a few are in most rows of all tables: each role of one is expected to meet
// many keywords of the same, and the few keywords that are asked for come first; without that,
// the other table seems to have fewer.
func TestJoinOrderKnowsCrowds(t *testing.T) {
	number := plan.Type{Kind: plan.Int}
	column := func(name string, most int64) plan.Column {
		return plan.Column{Name: name, Type: number, Min: 1, Max: most}
	}
	table := func(name string, rows int, columns ...plan.Column) *plan.TableRef {
		return &plan.TableRef{Alias: name, Table: &plan.Table{Name: name, Rows: rows, Columns: columns}}
	}
	tables := []*plan.TableRef{
		table("roles", 3_000_000, column("film", 250_000)),
		table("tags", 60_000, column("film", 250_000), column("tag", 10_000)),
		table("ratings", 260_000, column("film", 250_000), column("stars", 20)),
	}
	crowded := func(t *plan.Table, at int) float64 {
		if t.Columns[at].Name == "film" && t.Name != "tags" {
			return 1e-3
		}
		return 0
	}
	where := []string{"ratings.film = roles.film", "tags.film = roles.film", "ratings.stars = 1"}
	want := map[bool]string{
		false: "roles\nratings by ratings.film = roles.film\ntags by tags.film = roles.film",
		true:  "roles\ntags by tags.film = roles.film\nratings by ratings.film = roles.film",
	}
	for known, want := range want {
		repeats := crowded
		if !known {
			repeats = nil
		}
		if got := orderedBy(t, repeats, tables, where...); got != want {
			t.Errorf("crowds known: %v: got\n%s\nwant\n%s", known, got, want)
		}
	}
}

// The hours of a year in microseconds at forty stations: bounds say that all of them may differ, and so that
// an hour finds one row, or hardly one; how often two are alike says that it finds forty, and the station comes first.
func TestJoinOrderKnowsHowOftenMomentsAreAlike(t *testing.T) {
	number := plan.Type{Kind: plan.Int}
	column := func(name string, most int64) plan.Column {
		return plan.Column{Name: name, Type: number, Min: 1, Max: most}
	}
	table := func(name string, rows int, columns ...plan.Column) *plan.TableRef {
		return &plan.TableRef{Alias: name, Table: &plan.Table{Name: name, Rows: rows, Columns: columns}}
	}
	tables := []*plan.TableRef{
		table("readings", 6_000_000, column("meter", 200_000), column("hour", 8640)),
		table("meters", 200_000, column("meter", 200_000), column("node", 12_000)),
		table("nodes", 12_000, column("node", 12_000), column("station", 40)),
		table("weather", 88_000, column("station", 40), column("hour", 8_000_000_000)),
	}
	alike := func(t *plan.Table, at int) float64 {
		if t.Columns[at].Name != "hour" {
			return 0
		}
		return map[string]float64{"weather": 1.0 / 2200, "readings": 1.0 / 8640}[t.Name]
	}
	got := orderedBy(t, alike, tables, "weather.hour = readings.hour", "meters.meter = readings.meter", "nodes.node = meters.node", "weather.station = nodes.station")
	want := "readings\nmeters by meters.meter = readings.meter\nnodes by nodes.node = meters.node\nweather by weather.hour = readings.hour, weather.station = nodes.station"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestFewGroupsAreLookedUp holds that a large table is streamed past a few groups, and not put
// into a hash table of two columns for them.
func TestFewGroupsAreLookedUp(t *testing.T) {
	number := plan.Type{Kind: plan.Int}
	columns := []plan.Column{{Name: "key", Type: number, Min: 1, Max: 30000}, {Name: "day", Type: number, Min: 19920101, Max: 19980802}}
	tables := []*plan.TableRef{
		{Alias: "facts", Table: &plan.Table{Name: "facts", Rows: 6_000_000, Columns: columns}},
		{Alias: "latest", Table: &plan.Table{Name: "latest", Rows: 20_000, Columns: columns, Passing: true}},
	}
	got := ordered(t, tables, "facts.key = latest.key", "facts.day = latest.day")
	if !strings.HasPrefix(got, "facts") {
		t.Errorf("got %s, want facts to be streamed", got)
	}
}

// Of two tables about as large the one is streamed whose rows find one partner each, though the other
// has more rows: a sample says that several sales have the person of one.
func TestJoinOrderFindsOnePartner(t *testing.T) {
	number := plan.Type{Kind: plan.Int}
	person := plan.Column{Name: "person", Type: number, Min: 1, Max: 2_000_000}
	people := &plan.Table{Name: "people", Rows: 2_000_000, Columns: []plan.Column{person}}
	sales := &plan.Table{Name: "sales", Rows: 1_500_000, Columns: []plan.Column{person}}
	tables := []*plan.TableRef{{Alias: "people", Table: people}, {Alias: "sales", Table: sales}}
	for repeated, want := range map[float64]string{
		0:         "people\nsales by sales.person = people.person",
		1 / 1.5e5: "sales\npeople by people.person = sales.person",
	} {
		got := orderedBy(t, func(t *plan.Table, _ int) float64 {
			if t == sales {
				return repeated
			}
			return 0
		}, tables, "sales.person = people.person")
		if got != want {
			t.Errorf("where two sales have the same person with a probability of %g: got\n%s\nwant\n%s", repeated, got, want)
		}
	}
}

// Between two bounds of a column lies what is below the one and not below the other: a tenth of the
// days, and not a half of a half of them.
func TestExpectedBetweenBounds(t *testing.T) {
	number := plan.Type{Kind: plan.Int}
	days := &plan.TableRef{Alias: "days", Table: &plan.Table{Name: "days", Rows: 1000, Columns: []plan.Column{{Name: "day", Type: number, Min: 1, Max: 1000}}}}
	day := plan.ColumnRef{Table: 0, Column: 0, Of: days}
	compare := func(op plan.Op, a, b plan.Expr) plan.Expr {
		e, err := typing.Build(op, a, b)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	k := func(n int64) plan.Expr { return plan.Const{Value: value.OfInt(n), Of: number} }
	for _, c := range []struct {
		where []plan.Expr
		want  float64
	}{
		{[]plan.Expr{compare(plan.Ge, day, k(451)), compare(plan.Lt, day, k(551))}, 100},
		{[]plan.Expr{compare(plan.Lt, day, k(551)), compare(plan.Le, k(451), day)}, 100},
		{[]plan.Expr{compare(plan.And, compare(plan.Ge, day, k(451)), compare(plan.Lt, day, k(551)))}, 100},
		{[]plan.Expr{compare(plan.Ge, day, k(451))}, 550},
		{[]plan.Expr{compare(plan.Ge, day, k(900)), compare(plan.Lt, day, k(100))}, 1},
	} {
		if got := join.Expected(days, 0, c.where); math.Abs(got-c.want) > 0.01 {
			t.Errorf("of 1000 days %v leave %g, want %g", c.where, got, c.want)
		}
	}
}

// What is computed of a column has as many values as that can be, and not as many as the column: a remainder
// by 2 leaves half of the rows.
func TestExpectedOfFewValues(t *testing.T) {
	sales := warehouse()[1]
	day := plan.ColumnRef{Table: 0, Column: 1, Of: sales}
	number := func(n int64) plan.Expr {
		return plan.Const{Value: value.OfInt(n), Of: plan.Type{Kind: plan.Int}}
	}
	build := func(op plan.Op, args ...plan.Expr) plan.Expr {
		e, err := typing.Build(op, args...)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	remainder := build(plan.Mod, day, number(2))
	for _, c := range []struct {
		where plan.Expr
		want  float64
	}{
		{build(plan.Eq, day, number(7)), 1000},
		{build(plan.Eq, remainder, number(0)), 500_000},
		{build(plan.Ne, build(plan.Mod, day, number(-4)), number(1)), 750_000},
		{build(plan.Eq, build(plan.IntDiv, day, number(100)), number(3)), 100_000},
		{build(plan.Eq, build(plan.If, build(plan.Lt, day, number(9)), number(1), remainder), number(0)), 1_000_000.0 / 3},
		{build(plan.Eq, build(plan.Add, day, number(2)), number(0)), 1000},
	} {
		if got := join.Expected(sales, 0, []plan.Expr{c.where}); math.Abs(got-c.want) > 1 {
			t.Errorf("%s leaves %.0f rows, want %.0f", c.where, got, c.want)
		}
	}
}
