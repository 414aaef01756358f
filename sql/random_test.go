package sql

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// numbersOf runs a query of one column of numbers.
func numbersOf(t *testing.T, s *Session, query string) (out []float64) {
	t.Helper()
	for _, line := range strings.Split(strings.TrimSpace(shown(t, mustRun(t, s, query), "tsv")), "\n")[1:] {
		f, err := strconv.ParseFloat(line, 64)
		if err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		out = append(out, f)
	}
	return out
}

// RAND() is another number in every row and in every run, evenly spread, and tells nothing of the row
// before: mean, variance, tenths and correlation lie within five standard deviations of what they
// are expected to be.
func TestUnseededRand(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 1000}).NewSession()
	mustRun(t, s, "CREATE TABLE t (n INT) AS WITH RECURSIVE d AS (SELECT 0 d UNION ALL SELECT d + 1 FROM d WHERE d < 9) SELECT a.d + 10 * b.d + 100 * c.d + 1000 * e.d n FROM d a, d b, d c, d e")
	const query = "SELECT RAND() FROM t"
	first, second := numbersOf(t, s, query), numbersOf(t, s, query)
	for _, of := range [][]float64{first, second, numbersOf(t, s, "SELECT RAND() FROM (SELECT DISTINCT n FROM t) d"), numbersOf(t, s, "SELECT RAND() FROM t a LEFT JOIN t b ON b.n = a.n + 5000"),
		numbersOf(t, s, "SELECT RAND() FROM t GROUP BY n"), numbersOf(t, s, "SELECT r FROM (SELECT n, RAND() r FROM t) d WHERE n >= 0")} {
		evenly(t, of)
	}
	both := 0.0
	for i := range first {
		both += (first[i] - 0.5) * (second[i] - 0.5) * 12
	}
	if n := float64(len(first)); math.Abs(both) > 5*math.Sqrt(n) {
		t.Errorf("two runs have a correlation of %v", both/n)
	}
	for _, test := range []struct {
		query  string
		lo, hi float64
	}{
		{"SELECT COUNT(*) FROM t WHERE RAND() < 0.1", 850, 1150},
		{"SELECT COUNT(*) FROM t a, t b WHERE a.n = b.n AND RAND() < 0.1", 850, 1150},
		{"SELECT COUNT(*) FROM (SELECT FLOOR(RAND() * 10) k FROM t GROUP BY k) g", 10, 10},
		{"SELECT COUNT(DISTINCT n) FROM (SELECT n FROM t ORDER BY RAND() LIMIT 100) l", 100, 100},
		{"SELECT AVG(n) FROM (SELECT n FROM t ORDER BY RAND() LIMIT 1000) l", 4500, 5500},
		{"SELECT COUNT(*) FROM (SELECT n % 7 k, COUNT(*) FROM t GROUP BY k ORDER BY RAND() LIMIT 3) l", 3, 3},
		{"SELECT SUM(n < 3) FROM (SELECT n, ROW_NUMBER() OVER (PARTITION BY n % 2 ORDER BY RAND()) k FROM t) w WHERE k < 3", 0, 1},
		{"SELECT RAND() = RAND()", 0, 0},
		{"SELECT COUNT(*) FROM (SELECT n, FLOOR(RAND() * 1000) u FROM t) a JOIN (SELECT n, FLOOR(RAND() * 1000) u FROM t) b ON a.u = b.u", 90000, 110000},
		{"WITH w AS (SELECT n, RAND() u FROM t) SELECT COUNT(*) FROM w a JOIN w b ON a.u = b.u AND a.n = b.n", 10000, 10000},
		{"SELECT COUNT(*) FROM t a JOIN (SELECT n, FLOOR(RAND() * 10) u FROM t) b ON a.n = b.u WHERE b.u >= 10 OR a.n <> b.u", 0, 0},
	} {
		if got := numbersOf(t, s, test.query)[0]; got < test.lo || got > test.hi {
			t.Errorf("%s: %v, want %v to %v", test.query, got, test.lo, test.hi)
		}
	}
	mustRun(t, s, "CREATE TABLE u AS SELECT n, 0.5e0 r FROM t; UPDATE u SET r = RAND()")
	evenly(t, numbersOf(t, s, "SELECT r FROM u ORDER BY n"))
}

// Without a GROUP BY there is no row that RAND() beside an aggregate is of: that is said of RAND(), and
// not of the number of the row that it is made of.
func TestRandomBesideAggregates(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, "CREATE TABLE t (n INT); INSERT INTO t VALUES (1), (2)")
	for _, text := range []string{"SELECT COUNT(*), RAND() FROM t", "SELECT RAND() < 2, MAX(n) FROM t", "SELECT RAND() + MAX(a) FROM (SELECT 1 a) q"} {
		if _, err := s.Query(t.Context(), text); err == nil {
			t.Errorf("%s: no error", text)
		} else if said := err.Error(); !strings.Contains(said, "RAND() beside aggregates") || strings.Contains(said, "(row)") {
			t.Errorf("%s: %s", text, said)
		}
	}
	if got := flat(mustRun(t, s, "SELECT RAND() < 2, c FROM (SELECT COUNT(*) c FROM t) q")); got != "1|2" {
		t.Errorf("around the aggregate: %q", got)
	}
}

func evenly(t *testing.T, of []float64) {
	t.Helper()
	n, tenths, before := float64(len(of)), [10]float64{}, 0.5
	var sum, squares, next float64
	for _, r := range of {
		if r < 0 || r >= 1 {
			t.Fatalf("%v is not from 0 up to 1", r)
		}
		sum, squares, next = sum+r-0.5, squares+(r-0.5)*(r-0.5), next+(r-0.5)*(before-0.5)
		before, tenths[int(r*10)] = r, tenths[int(r*10)]+1
	}
	chi := 0.0
	for _, k := range tenths {
		chi += (k - n/10) * (k - n/10) / (n / 10)
	}
	if n != 10000 || math.Abs(sum) > 5*math.Sqrt(n/12) || math.Abs(squares-n/12) > 5*math.Sqrt(n/180) || math.Abs(next) > 5*math.Sqrt(n)/12 || chi > 45 {
		t.Errorf("%v numbers: mean %v, variance %v of 12ths, chi square of tenths %v, correlation %v", n, 0.5+sum/n, 12*squares/n, chi, 12*next/n)
	}
}
