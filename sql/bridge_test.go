package sql

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// bridging are rows with a bound, those of a bridge and those that ask, of numbers; below 0 is NULL.
type bridging struct{ near, far, asks [][3]int }

// value gives the greatest or the least x of the near rows whose s is that of a row of the bridge with the
// key k, and whose t is on one side of a bound; others and rows of the bridge have to pass.
func (b *bridging) value(k, t int, before func(own, bound int) bool, least bool, near, far func(row [3]int) bool) (value int, ok bool) {
	stations := map[int]bool{}
	for _, row := range b.far { // s, k, w
		if row[0] >= 0 && row[1] == k && k >= 0 && far(row) {
			stations[row[0]] = true
		}
	}
	for _, row := range b.near { // s, t, x
		if t < 0 || row[1] < 0 || row[2] < 0 || !stations[row[0]] || !before(row[1], t) || !near(row) {
			continue
		}
		if !ok || least == (row[2] < value) && row[2] != value {
			value, ok = row[2], true
		}
	}
	return value, ok
}

func bridgingRows(r *rand.Rand, n int, most [3]int) (rows [][3]int, text string) {
	var texts []string
	for i := range n {
		var row [3]int
		fields := []string{fmt.Sprint(i)}
		for k := range row {
			if row[k] = r.IntN(most[k]); r.IntN(40) == 0 {
				row[k] = -1
			}
			fields = append(fields, strings.Replace(fmt.Sprint(row[k]), "-1", "NULL", 1))
		}
		rows, texts = append(rows, row), append(texts, "("+strings.Join(fields, ", ")+")")
	}
	return rows, strings.Join(texts, ", ")
}

// checkLast holds the last row before each bound, by its id, against the one that has the greatest or the
// least t of the rows that may be it.
func (b *bridging) checkLast(t *testing.T, s *Session, query string, before func(own, bound int) bool, ascending bool) {
	t.Helper()
	last := &bridging{far: b.far}
	for _, row := range b.near {
		last.near = append(last.near, [3]int{row[0], row[1], row[1]})
	}
	all := func([3]int) bool { return true }
	found := mustRun(t, s, query)
	for i, ask := range b.asks {
		want, ok := last.value(ask[0], ask[1], before, !ascending, all, all)
		text, null := found.Text(i, 1)
		if !ok && null {
			continue
		}
		var id int
		if _, err := fmt.Sscan(text, &id); null || err != nil || !ok || b.near[id][1] != want {
			t.Fatalf("%s: row %d has %s, and the last t is %d, %v", query, i, text, want, ok)
		}
		only := func(row [3]int) bool { return row == [3]int{b.near[id][0], want, want} }
		if _, ok := last.value(ask[0], ask[1], before, false, only, all); !ok {
			t.Fatalf("%s: row %d has %d, which is no row of its key", query, i, id)
		}
	}
}

// What is before a bound behind a bridge, of which a key has several rows, by a loop over all rows.
func TestLastBehindABridge(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 42))
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	var b bridging
	var m, f, a string
	b.near, m = bridgingRows(r, 4500, [3]int{9, 700, 1000})
	b.far, f = bridgingRows(r, 300, [3]int{10, 80, 3})
	b.asks, a = bridgingRows(r, 900, [3]int{90, 720, 5})
	mustRun(t, s, "CREATE TABLE m (id INT, s INT, t INT, x INT); INSERT INTO m VALUES "+m+"; CREATE TABLE b (id INT, s INT, k INT, w INT); INSERT INTO b VALUES "+f+
		"; CREATE TABLE a (id INT, k INT, t INT, z INT); INSERT INTO a VALUES "+a+
		"; CREATE TABLE md AS SELECT id, s, DATE '2024-01-01' + INTERVAL t DAY AS t, x FROM m; CREATE TABLE ad AS SELECT id, k, TIMESTAMP '2024-01-01 00:00:00' + INTERVAL t DAY AS t, z FROM a")
	for _, where := range []string{"b.k = a.k", "b.k = a.k AND m.t = a.t", "m.t <= a.t", "m.s = a.k AND m.t <= a.t", "b.k = a.k AND m.t <= a.t AND m.t > a.t - 9"} { // that are no such bounds
		joined := "SELECT COUNT(v), SUM(id * v) FROM (SELECT a.id, (SELECT MAX(m.x) FROM m JOIN b ON b.s = m.s WHERE " + where + ") v FROM a) q"
		checkSame(t, s, joined, "SELECT COUNT(v), SUM(id * v) FROM (SELECT a.id, MAX(m.x) v FROM a JOIN m JOIN b ON b.s = m.s WHERE "+where+" GROUP BY a.id) q")
	}
	all := func([3]int) bool { return true }
	for op, before := range map[string]func(own, bound int) bool{
		"<=": func(x, y int) bool { return x <= y }, "<": func(x, y int) bool { return x < y }, ">=": func(x, y int) bool { return x >= y }, ">": func(x, y int) bool { return x > y },
	} {
		order := map[bool]string{true: "DESC", false: ""}[op[0] == '<']
		for _, kind := range []string{"", "d"} {
			query := fmt.Sprintf("SELECT a.id, (SELECT m.id FROM m%s m, b WHERE b.s = m.s AND b.k = a.k AND m.t %s a.t ORDER BY m.t %s LIMIT 1) v FROM a%[1]s a ORDER BY a.id", kind, op, order)
			b.checkLast(t, s, query, before, op[0] == '<')
			if plan := flat(mustRun(t, s, "EXPLAIN "+query)); !strings.Contains(plan, "PARTITION BY m.s") {
				t.Errorf("%s makes all pairs:\n%s", query, plan)
			}
		}
		for _, of := range []struct {
			where     string
			near, far func([3]int) bool
		}{{"", all, all}, {" AND m.x > 500", func(row [3]int) bool { return row[2] > 500 }, all}, {" AND b.w = 1", all, func(row [3]int) bool { return row[2] == 1 }}} {
			for _, least := range []bool{false, true} {
				found, sum := 0, 0
				for id, ask := range b.asks {
					if v, ok := b.value(ask[0], ask[1], before, least, of.near, of.far); ok {
						found, sum = found+1, sum+id*v
					}
				}
				name := map[bool]string{false: "MAX", true: "MIN"}[least]
				for _, kind := range []string{"", "d"} {
					query := fmt.Sprintf("COUNT(v), SUM(id * v) FROM (SELECT a.id, (SELECT %s(m.x) FROM m%s m JOIN b ON b.s = m.s WHERE b.k = a.k AND m.t %s a.t%s) v FROM a%[2]s a) q", name, kind, op, of.where)
					checkFact(t, s, [2]string{query, fmt.Sprintf("%d\t%d", found, sum)})
					if plan := flat(mustRun(t, s, "EXPLAIN SELECT "+query)); !strings.Contains(plan, "PARTITION BY m.s") {
						t.Errorf("%s makes all pairs:\n%s", query, plan)
					}
				}
			}
		}
	}
}
