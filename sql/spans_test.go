package sql

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// span is from one day to another, without one of them where that is NULL.
type span struct{ from, to int64 }

const (
	never  = -1            // NULL
	always = 1_000_000_000 // a span that has no end
)

// spans fills a table with spans of which some have no end, and gives them.
func spans(t *testing.T, s *Session, r *rand.Rand, table string, n int) []span {
	t.Helper()
	all := make([]span, n)
	rows := make([]string, n)
	number := func(n int64) string {
		if n == never {
			return "NULL"
		}
		return fmt.Sprint(n)
	}
	for i := range all {
		from := r.Int64N(200_000)
		all[i] = span{from, from + r.Int64N(60) - 5}
		switch r.IntN(200) {
		case 0:
			all[i].to = always
		case 1:
			all[i].to = never
		case 2:
			all[i].from = never
		}
		rows[i] = fmt.Sprintf("(%d, %s, %s)", i, number(all[i].from), number(all[i].to))
	}
	mustRun(t, s, "CREATE TABLE "+table+" (id INT NOT NULL, f INT, t INT)")
	mustRun(t, s, "INSERT INTO "+table+" VALUES "+strings.Join(rows, ", "))
	return all
}

// Spans some of which are long are joined in two parts; the pairs are those of two loops.
func TestLongSpansMeet(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	xs, ys := spans(t, s, r, "x", 4500), spans(t, s, r, "y", 4200)
	for _, c := range []struct {
		on    string
		holds func(x, y span) bool
	}{
		{"x.f < y.t AND y.f < x.t", func(x, y span) bool { return x.from < y.to && y.from < x.to }},
		{"x.f <= y.t AND y.f <= x.t AND x.id <> y.id", func(x, y span) bool { return x.from <= y.to && y.from <= x.to }},
		{"x.f > y.f AND x.t <= y.t", func(x, y span) bool { return x.from > y.from && x.to <= y.to }},
	} {
		count, sum := int64(0), int64(0)
		for i, x := range xs {
			for k, y := range ys {
				whole := x.from != never && x.to != never && y.from != never && y.to != never
				if whole && c.holds(x, y) && (!strings.Contains(c.on, "<>") || i != k) {
					count, sum = count+1, sum+int64(i)*3+int64(k)
				}
			}
		}
		query := "SELECT COUNT(*), SUM(x.id * 3 + y.id) FROM x JOIN y ON " + c.on
		checkFact(t, s, [2]string{strings.TrimPrefix(query, "SELECT "), fmt.Sprintf("%d\t%d", count, sum)})
		explained, union := mustRun(t, s, "EXPLAIN "+query), false
		for i := range explained.Rows.Len {
			line, _ := explained.Text(i, 0)
			union = union || strings.Contains(line, "union")
		}
		if !union {
			t.Errorf("%s is one join", query)
		}
	}
}

// A LEFT JOIN and EXISTS of spans of which some have no end, which is NULL: the pairs and the rows
// without a partner are those of two loops.
func TestEndlessSpansMeet(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 24))
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	xs, ys := spans(t, s, r, "x", 4500), spans(t, s, r, "y", 4200)
	for _, c := range []struct {
		on    string
		holds func(x, y span) bool
	}{
		{"(y.t IS NULL OR x.f < y.t) AND (x.t IS NULL OR y.f < x.t)", func(x, y span) bool {
			return (y.to == never || x.from != never && x.from < y.to) && (x.to == never || y.from != never && y.from < x.to)
		}},
		{"x.f >= y.f AND (x.f <= y.t OR y.t IS NULL)", func(x, y span) bool {
			return x.from != never && y.from != never && x.from >= y.from && (y.to == never || x.from <= y.to)
		}},
		{"x.f < y.t AND x.id > 9 AND (y.f IS NULL OR y.f < x.t)", func(x, y span) bool {
			return x.from != never && y.to != never && x.from < y.to && (y.from == never || x.to != never && y.from < x.to)
		}},
	} {
		pairs, sum, met := int64(0), int64(0), int64(0)
		for i, x := range xs {
			found := false
			for k, y := range ys {
				if c.holds(x, y) && (i > 9 || !strings.Contains(c.on, "x.id")) {
					pairs, sum, found = pairs+1, sum+int64(k), true
				}
			}
			if found {
				met++
			}
		}
		all := int64(len(xs))
		checkFact(t, s, [2]string{"COUNT(*), COUNT(y.id), SUM(y.id) FROM x LEFT JOIN y ON " + c.on, fmt.Sprintf("%d\t%d\t%d", pairs+all-met, pairs, sum)})
		checkFact(t, s, [2]string{"COUNT(*) FROM x WHERE EXISTS (SELECT 1 FROM y WHERE " + c.on + ")", fmt.Sprint(met)})
		checkFact(t, s, [2]string{"COUNT(*) FROM x WHERE NOT EXISTS (SELECT 1 FROM y WHERE " + c.on + ")", fmt.Sprint(all - met)})
	}
}
