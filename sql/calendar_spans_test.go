package sql

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"gsdms/pushscan"
)

// stays fills a table with spans of moments of which some have no beginning, or no end, and gives them, in hours since
// the calendar begins.
func stays(t *testing.T, s *Session, n int) []span {
	t.Helper()
	r := rand.New(rand.NewPCG(31, 32))
	moment := func(hours int64) string {
		if hours == never {
			return "NULL"
		}
		return time.Date(2022, 1, 1, int(hours), 0, 0, 0, time.UTC).Format("'2006-01-02 15:04:05'")
	}
	all, rows := make([]span, n), make([]string, n)
	for i := range all {
		from := 1 + r.Int64N(500*24)
		all[i] = span{from, from + r.Int64N(24*20)}
		switch r.IntN(50) {
		case 0:
			all[i].from = never
		case 1:
			all[i].to = never
		}
		rows[i] = fmt.Sprintf("(%d, %s, %s)", i, moment(all[i].from), moment(all[i].to))
	}
	mustRun(t, s, "CREATE TABLE v (id INT NOT NULL, a DATETIME, e DATETIME); INSERT INTO v VALUES "+strings.Join(rows, ", "))
	return all
}

// The days of a calendar that a recursion makes are joined with the spans around each, of which an end that is NULL is
// none, by bounds: two joins of them where the days without spans count, too. The pairs are those of two loops.
func TestCalendarMeetsSpans(t *testing.T) {
	const days, lost = 300, 77 // the day that is NULL in some of the conditions
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	all := stays(t, s, 20_000)
	began := func(v span, day int64) bool { return v.from != never && v.from < (day+1)*24 }
	for _, c := range []struct {
		on    string
		holds func(v span, day int64) bool
	}{
		{"v.a < d.day + INTERVAL 1 DAY AND (v.e >= d.day OR v.e IS NULL)", func(v span, day int64) bool { return began(v, day) && (v.to == never || v.to >= day*24) }},
		{"v.a < d.day + INTERVAL 1 DAY AND v.e >= d.day", func(v span, day int64) bool { return began(v, day) && v.to != never && v.to >= day*24 }},
		{"(v.a IS NULL OR v.a < d.day + INTERVAL 1 DAY) AND (v.e IS NULL OR d.day < v.e)", func(v span, day int64) bool {
			return (v.from == never || began(v, day)) && (v.to == never || day*24 < v.to)
		}},
		{"v.a < d.day + INTERVAL 1 DAY AND (v.e >= NULLIF(d.day, DATE '2022-03-19') OR v.e IS NULL)", func(v span, day int64) bool {
			return began(v, day) && (v.to == never || day != lost && v.to >= day*24)
		}},
	} {
		pairs, sum, met := int64(0), int64(0), 0
		for day := range int64(days) {
			found := false
			for id, v := range all {
				if c.holds(v, day) {
					pairs, sum, found = pairs+1, sum+int64(id)*(day+1), true
				}
			}
			if found {
				met++
			}
		}
		for join, want := range map[string]string{"JOIN": fmt.Sprint(pairs, "\t", sum), "LEFT JOIN": fmt.Sprint(pairs+int64(days-met), "\t", sum)} {
			query := fmt.Sprintf("WITH RECURSIVE d AS (SELECT DATE '2022-01-01' day UNION ALL SELECT day + INTERVAL 1 DAY FROM d WHERE day < '2022-10-27') SELECT COUNT(*), SUM(v.id * (DATEDIFF(d.day, '2022-01-01') + 1)) FROM d %s v ON %s", join, c.on)
			if got := strings.ReplaceAll(flat(mustRun(t, s, query)), "|", "\t"); got != want {
				t.Errorf("%s gives %s, want %s", query, got, want)
			}
			if plan := flat(mustRun(t, s, "EXPLAIN "+query)); strings.Contains(plan, "union") != (join == "LEFT JOIN") {
				t.Errorf("%s is joined by\n%s", query, plan)
			}
		}
	}
}
