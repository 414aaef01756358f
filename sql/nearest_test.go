package sql

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"gsdms/pushscan"
	"gsdms/sql/result"
)

// place is a row of the tables whose nearest rows are looked for: k is -1 and at is none where they are
// NULL.
type place struct {
	k, at int64
}

const noPlace = -1 << 40

func randomPlaces(r *rand.Rand, n int, nulls bool) []place {
	out := make([]place, n)
	for i := range out {
		out[i] = place{r.Int64N(9), r.Int64N(20000)}
		if nulls && r.IntN(50) == 0 {
			out[i].k = -1
		}
		if nulls && r.IntN(50) == 0 {
			out[i].at = noPlace
		}
	}
	return out
}

// placesTable makes a table of places whose column at is of some type.
func placesTable(t *testing.T, s *Session, name, typ string, rows []place, nulls bool, show func(int64) string) {
	var values []string
	for id, p := range rows {
		k, at := strconv.FormatInt(p.k, 10), show(p.at)
		if p.k < 0 {
			k = "NULL"
		}
		if p.at == noPlace {
			at = "NULL"
		}
		values = append(values, fmt.Sprintf("(%d, %s, %s, 'n%d')", id, k, at, id))
	}
	not := " NOT NULL"
	if nulls {
		not = ""
	}
	mustRun(t, s, "DROP TABLE IF EXISTS "+name)
	mustRun(t, s, fmt.Sprintf("CREATE TABLE %s (id INT NOT NULL, k INT%s, at %s%s, name VARCHAR(20) NOT NULL)", name, not, typ, not))
	mustRun(t, s, "INSERT INTO "+name+" VALUES "+strings.Join(values, ", "))
}

// distanceOf is how far apart two places are in units, -1 where that is NULL, which comes first.
func distanceOf(a, b place, unit int64) int64 {
	if a.at == noPlace || b.at == noPlace {
		return -1
	}
	return max(a.at-b.at, b.at-a.at) / unit
}

// nearestTo gives the first of the rows at the least distance; -1 where there are none with the same key.
func nearestTo(p place, rows []place, keyed, last bool, unit int64) (best int) {
	best = -1
	for id, q := range rows {
		if keyed && (q.k != p.k || p.k < 0) {
			continue
		}
		if best >= 0 {
			d, least := distanceOf(q, p, unit), distanceOf(rows[best], p, unit)
			if d > least || d == least && !last {
				continue
			}
		}
		best = id
	}
	return best
}

// The nearest row to each of others is found as by a loop over all pairs: where places are numbers,
// days or moments, may be NULL, and where their order at one distance is asked for.
func TestNearestRow(t *testing.T) {
	r := rand.New(rand.NewPCG(51, 52))
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	begin := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
	moment := func(step time.Duration, layout string) func(int64) string {
		return func(at int64) string { return "'" + begin.Add(time.Duration(at)*step).Format(layout) + "'" }
	}
	types := []struct {
		typ, distance string
		unit          int64
		show          func(int64) string
	}{
		{"INT", "ABS(q.at - x.at)", 1, func(at int64) string { return strconv.FormatInt(at-9000, 10) }},
		{"DOUBLE", "ABS(x.at - q.at)", 1, func(at int64) string { return fmt.Sprintf("%d.25e0", at) }},
		{"DECIMAL(12,2)", "ABS(x.at - q.at)", 1, func(at int64) string { return fmt.Sprintf("%d.%02d", at/100, at%100) }},
		{"DATE", "ABS(DATEDIFF(q.at, x.at))", 1, moment(24*time.Hour, "2006-01-02")},
		{"DATETIME", "ABS(TIMESTAMPDIFF(SECOND, q.at, x.at))", 1, moment(time.Second, "2006-01-02 15:04:05")},
		{"DATETIME", "ABS(TIMESTAMPDIFF(MINUTE, x.at, q.at))", 60, moment(time.Second, "2006-01-02 15:04:05")},
		{"DATETIME(3)", "ABS(TIMESTAMPDIFF(MICROSECOND, q.at, x.at))", 1, moment(time.Millisecond, "2006-01-02 15:04:05.000")},
	}
	for _, typ := range types {
		for _, nulls := range []bool{false, true} {
			xs, qs := randomPlaces(r, 4200, nulls), randomPlaces(r, 4300, false)
			if nulls { // few: a row without a place is the nearest of its key
				qs[7].at, qs[8].k = noPlace, -1
			}
			placesTable(t, s, "x", typ.typ, xs, nulls, typ.show)
			placesTable(t, s, "q", typ.typ, qs, nulls, typ.show)
			checkNearest(t, s, xs, qs, typ.distance, typ.unit, typ.unit == 1 && typ.typ != "DOUBLE")
		}
	}
}

func checkNearest(t *testing.T, s *Session, xs, qs []place, distance string, unit int64, ties bool) {
	t.Helper()
	for _, keyed := range []bool{true, false} {
		where := ""
		if keyed {
			where = "WHERE q.k = x.k"
		}
		inner := fmt.Sprintf("FROM q %s ORDER BY %s", where, distance)
		scalar := fmt.Sprintf("SELECT x.id, (SELECT q.id %s LIMIT 1), (SELECT q.name %[1]s LIMIT 1) FROM x", inner)
		checkNearestRows(t, s, scalar, xs, qs, unit, keyed)
		lateral := fmt.Sprintf("SELECT x.id, l.id, l.name FROM x LEFT JOIN LATERAL (SELECT q.id, q.name, %s d %s LIMIT 1) l ON TRUE WHERE l.d >= 0 OR l.d IS NULL", distance, inner)
		checkNearestRows(t, s, lateral, xs, qs, unit, keyed)
		if ties {
			for _, last := range []bool{false, true} {
				order := map[bool]string{false: "q.id", true: "q.id DESC"}[last]
				checkNearestTies(t, s, fmt.Sprintf("SELECT x.id, (SELECT q.id %s, %s LIMIT 1) FROM x", inner, order), xs, qs, keyed, last)
			}
		}
	}
}

// nearestRows runs a query that must not make all pairs, and gives its rows, which must be so many.
func nearestRows(t *testing.T, s *Session, query string, rows int) *result.Set {
	t.Helper()
	checkNotAllPairs(t, s, query)
	res := mustRun(t, s, query)
	if res.Rows.Len != rows {
		t.Fatalf("%s gives %d rows, want %d", query, res.Rows.Len, rows)
	}
	return res
}

func checkNearestRows(t *testing.T, s *Session, query string, xs, qs []place, unit int64, keyed bool) {
	t.Helper()
	res := nearestRows(t, s, query, len(xs))
	for i := range res.Rows.Len {
		id, _ := res.Text(i, 0)
		got, none := res.Text(i, 1)
		name, _ := res.Text(i, 2)
		x, _ := strconv.Atoi(id)
		want := nearestTo(xs[x], qs, keyed, false, unit)
		if want < 0 || none {
			if want >= 0 || !none {
				t.Fatalf("%s: the nearest of %s %v is %q, want %d", query, id, xs[x], got, want)
			}
			continue
		}
		y, _ := strconv.Atoi(got)
		if keyed && qs[y].k != xs[x].k || distanceOf(qs[y], xs[x], unit) != distanceOf(qs[want], xs[x], unit) {
			t.Fatalf("%s: the nearest of %s %v is %s %v, want %d %v", query, id, xs[x], got, qs[y], want, qs[want])
		}
		if !strings.HasPrefix(query, "SELECT x.id, (") && name != "n"+got {
			t.Fatalf("%s: the name of %s is %s", query, got, name)
		}
	}
}

func checkNearestTies(t *testing.T, s *Session, query string, xs, qs []place, keyed, last bool) {
	t.Helper()
	res := nearestRows(t, s, query, len(xs))
	for i := range res.Rows.Len {
		id, _ := res.Text(i, 0)
		got, _ := res.Text(i, 1)
		x, _ := strconv.Atoi(id)
		want := nearestTo(xs[x], qs, keyed, last, 1)
		if shown := strconv.Itoa(want); want < 0 && got != "" || want >= 0 && got != shown {
			t.Fatalf("%s: the nearest of %s %v is %s, want %d", query, id, xs[x], got, want)
		}
	}
}

func checkNotAllPairs(t *testing.T, s *Session, query string) {
	t.Helper()
	explained := mustRun(t, s, "EXPLAIN "+query)
	for i := range explained.Rows.Len {
		if line, _ := explained.Text(i, 0); strings.Contains(line, "LAST_VALUE") {
			return
		}
	}
	t.Errorf("%s makes all pairs", query)
}
