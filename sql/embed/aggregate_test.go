package embed_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"gsdms/sql/embed"
	"gsdms/sql/parse"
)

// slope is the slope of the line that fits points best: an aggregate of two numbers.
type slope struct{ n, x, y, xx, xy float64 }

func (s *slope) Add(args []embed.Numbers) {
	for i, x := range args[0].Floats {
		y := args[1].Floats[i]
		s.n, s.x, s.y, s.xx, s.xy = s.n+1, s.x+x, s.y+y, s.xx+x*x, s.xy+x*y
	}
}

func (s *slope) Merge(other embed.Accumulator) {
	o := other.(*slope)
	s.n, s.x, s.y, s.xx, s.xy = s.n+o.n, s.x+o.x, s.y+o.y, s.xx+o.xx, s.xy+o.xy
}

func (s *slope) Result() embed.Number {
	return embed.Number{Float: (s.n*s.xy - s.x*s.y) / (s.n*s.xx - s.x*s.x)} // of one point: no number
}

// last keeps the last of whole numbers, which shows in what order rows and chunks come.
type last struct{ n int64 }

func (l *last) Add(args []embed.Numbers)      { l.n = args[0].Ints[len(args[0].Ints)-1] }
func (l *last) Merge(other embed.Accumulator) { l.n = other.(*last).n }
func (l *last) Result() embed.Number          { return embed.Number{Int: l.n, Null: l.n == 7} }

// endless is more than a DOUBLE holds.
type endless struct{}

func (endless) Add([]embed.Numbers)     {}
func (endless) Merge(embed.Accumulator) {}
func (endless) Result() embed.Number    { return embed.Number{Float: math.Inf(1)} }

func aggregates() []embed.Aggregate {
	two := []embed.NumberType{embed.Double, embed.Double}
	return []embed.Aggregate{
		{Name: "Slope", Params: two, Returns: embed.Double, New: func() embed.Accumulator { return new(slope) }},
		{Name: "last_of", Params: []embed.NumberType{embed.BigInt}, Returns: embed.BigInt, New: func() embed.Accumulator { return new(last) }},
		{Name: "endless", Params: two, Returns: embed.Double, New: func() embed.Accumulator { return endless{} }},
		{Name: "worst", Params: two, Returns: embed.Double, New: func() embed.Accumulator { panic("a bad aggregate") }},
	}
}

// withAggregates opens a folder with a table n of so many rows: i from 0, g is i%3, x is i or NULL where
// i%10 = 0, y is 2x + g.
func withAggregates(t *testing.T, rows, threads int) *embed.DB {
	t.Helper()
	db, err := embed.Open(context.Background(), t.TempDir(), embed.Options{Functions: functions(), Aggregates: aggregates(), Threads: threads})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	if _, err := db.Exec(context.Background(), "CREATE TABLE n (i INT PRIMARY KEY, g INT NOT NULL, x INT, y DECIMAL(20,2)) COMMENT 'ORDER BY i'"); err != nil {
		t.Fatal(err)
	}
	_, err = db.Append(context.Background(), "n", nil, func(yield func([]any) bool) {
		for i := range rows {
			row := []any{i, i % 3, i, fmt.Sprintf("%d.00", 2*i+i%3)}
			if i%10 == 0 {
				row[2] = nil
			}
			if !yield(row) {
				return
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return db
}

// Aggregates of the program fold the rows of groups that have no NULL, in order, however many there are.
func TestAggregates(t *testing.T) {
	for _, c := range []struct{ rows, threads int }{{1, 1}, {30, 2}, {20011, 1}, {150001, 4}} {
		db := withAggregates(t, c.rows, c.threads)
		final := int64(c.rows - 1)
		if final%10 == 0 {
			final--
		}
		ofAll := any(final)
		if final < 0 || final == 7 {
			ofAll = nil
		}
		if got := asked(t, db, "SELECT last_of(x), COUNT(x), SLOPE(g, g), last_of(i) + 1 FROM n")[0]; got[0] != ofAll || fmt.Sprint(got[3]) != fmt.Sprint(c.rows) || (got[2] == nil) != (c.rows == 1) {
			t.Errorf("%+v: all rows: %v, want %v", c, got, ofAll)
		}
		for _, r := range asked(t, db, "SELECT g, slope(x, y), last_of(i) FROM n WHERE x > 0 GROUP BY g HAVING COUNT(x) > 1 ORDER BY last_of(i)") {
			if s := r[1].(float64); math.Abs(s-2) > 1e-6 || r[2].(int64)%3 != r[0].(int64) || r[2].(int64) < final-4 {
				t.Errorf("%+v: group %v", c, r)
			}
		}
	}
	db := withAggregates(t, 30, 2)
	for text, want := range map[string]string{
		"SELECT last_of(i) FROM n WHERE i < 0": "[[<nil>]]", "SELECT slope(x, y) FROM n WHERE i < 2": "[[<nil>]]", "SELECT last_of(i) FROM n WHERE i <= 7": "[[<nil>]]",
		"SELECT g, last_of(i) FROM n GROUP BY g WITH ROLLUP":                   "[[0 27] [1 28] [2 29] [<nil> 29]]",
		"SELECT last_of(steps(i)) + steps(last_of(i)) FROM n":                  fmt.Sprintf("[[%d]]", 2*collatz(29)),
		"SELECT last_of(s) FROM (SELECT g, SUM(i) AS s FROM n GROUP BY g) k":   "[[155]]",
		"SELECT i FROM n WHERE i = (SELECT last_of(x) FROM n m WHERE m.g = 1)": "[[28]]",
		"SELECT last_of(NULL), last_of('12') FROM n":                           "[[<nil> 12]]",
	} {
		if got := fmt.Sprint(asked(t, db, text)); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	for text, want := range map[string]int{
		"SELECT endless(i, x) FROM n": 1690, "SELECT i FROM n WHERE last_of(i) > 2": 1111, "SELECT slope(i) FROM n": 1318, "SELECT i, last_of(x) FROM n": 1140,
		"CREATE FUNCTION slope (i INT) RETURNS INT RETURN i": 1585,
	} {
		if _, err := db.Exec(context.Background(), text); err == nil || parse.AsError("", err).Code != want {
			t.Errorf("%s: %v, want error %d", text, err, want)
		}
	}
	if _, err := db.Exec(context.Background(), "SELECT worst(i, x) FROM n"); err == nil || !strings.Contains(err.Error(), "a bad aggregate") {
		t.Errorf("one that panics: %v", err)
	}
	if got := fmt.Sprint(asked(t, db, "EXPLAIN SELECT slope(x, y) FROM n"), asked(t, db, "SHOW FUNCTION STATUS LIKE 'slope'")); !strings.Contains(got, "SLOPE(") || !strings.Contains(got, "of the program") {
		t.Errorf("it is not shown: %s", got)
	}
}

// One result whatever the number of processors, though sums of doubles depend on their order.
func TestAggregatesAreTheSameEverywhere(t *testing.T) {
	var results []string
	for _, threads := range []int{1, 2, 5} {
		results = append(results, fmt.Sprint(asked(t, withAggregates(t, 150001, threads), "SELECT slope(SIN(x), COS(y)) FROM n")))
	}
	if results[0] != results[1] || results[1] != results[2] {
		t.Errorf("they differ: %v", results)
	}
}

// Aggregates that cannot be are refused when the folder is opened.
func TestAggregatesRefused(t *testing.T) {
	begin := func() embed.Accumulator { return new(last) }
	one := []embed.NumberType{embed.BigInt}
	for _, a := range []embed.Aggregate{
		{Name: "sum", Params: one, Returns: embed.BigInt, New: begin}, {Name: "median", Params: one, Returns: embed.BigInt, New: begin}, {Name: "f", Params: one, Returns: embed.BigInt},
		{Name: "f", Returns: embed.BigInt, New: begin}, {Name: "steps", Params: one, Returns: embed.BigInt, New: begin},
	} {
		if db, err := embed.Open(context.Background(), t.TempDir(), embed.Options{Functions: functions(), Aggregates: []embed.Aggregate{a}}); err == nil {
			t.Errorf("%+v is there", a)
			db.Close()
		}
	}
}
