package sql

import (
	"strings"
	"testing"

	"gsdms/pushscan"
)

// A quotient shows four digits more than its dividend, and has more: what is made of it in the query around,
// what it is compared with and what divides by it takes those. A small divisor makes it larger than its
// type says. The answers are MySQL's.
func TestRatios(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, "CREATE TABLE q (a INT, b INT, c DECIMAL(4,1)); INSERT INTO q VALUES (1, 300000000, 2.5), (5, 1000000, 999.9)")
	for _, f := range [][2]string{
		{"100 / (5 / 1000000), 2.5 / (10 / 20200131), SUM(7 / (1 / 300000000)), 1 / (1 / 30000000) + 1", "20000000.0000\t5050505.05051\t2333333333.3333\t30303031.3030"},
		{"a / (a / b), c / (a / b), c / (a / b) + 1 FROM q ORDER BY a", "333333333.3333\t833333333.33333\t833333334.33333|1000000.0000\t199980000.00000\t199980001.00000"},
		{"c / (a / b) x FROM q ORDER BY x", "199980000.00000|833333333.33333"},
		{"y * 1000, y FROM (SELECT a x, a / b y FROM q) t ORDER BY x", "0.0000\t0.0000|0.0050\t0.0000"},
		{"x / y FROM (SELECT a x, a / b y FROM q) t ORDER BY x", "333333333.3333|1000000.0000"},
		{"z * 100 FROM (SELECT y * 10 z FROM (SELECT a / b y FROM q) t) u ORDER BY z", "0.0000|0.0050"},
		{"SUM(y) * 1000 FROM (SELECT a x, a / b y FROM q) t", "0.0050"},
		{"y * 1000 FROM (SELECT a x, a / b y FROM q LIMIT 10) t ORDER BY x", "0.0000|0.0000"},
		{"y * 1000 FROM (SELECT a, SUM(a) / SUM(b) y FROM q GROUP BY a) t ORDER BY a", "0.0000|0.0000"},
		{"y, COUNT(*) FROM (SELECT a / b y FROM q) t GROUP BY y", "0.0000\t2"},
		{"(SELECT MIN(a / b) FROM q) * 100000, (SELECT a / b FROM q LIMIT 1) * 100000, (SELECT MIN(a / b) FROM q)", "0.0003\t0.0003\t0.0000"},
		{"a, c / (SELECT MIN(a / b) FROM q) FROM q ORDER BY a", "1\t833333333.33333|5\t333300000000.00000"},
		{"a FROM q WHERE a / b = (SELECT MAX(a / b) FROM q)", "5"}, {"a FROM q WHERE a / b > (SELECT MIN(a / b) FROM q)", "5"},
		{"a FROM q x WHERE a / b = (SELECT MAX(a / b) FROM q y WHERE y.a <= x.a) ORDER BY a", "1|5"},
		{"a FROM q WHERE a / b IN (SELECT MAX(a / b) FROM q)", "5"}, {"a FROM q WHERE a / b NOT IN (SELECT MAX(a / b) FROM q)", "1"},
		{"a FROM q WHERE a / b >= ALL (SELECT a / b FROM q)", "5"}, {"a FROM q WHERE (a, a / b) = (SELECT a, a / b FROM q WHERE a = 5)", "5"},
		{"MIN(a / b) * 100000, MAX(a / b) * 1000 FROM q", "0.0003\t0.0050"}, {"AVG(a / b) > (SELECT MIN(a / b) FROM q) FROM q", "1"},
		{"a, a / b / (SELECT SUM(a / b) FROM q) FROM q ORDER BY a", "1\t0.00059964|5\t0.99940036"},
	} {
		checkFact(t, s, f)
	}
	mustRun(t, s, "CREATE VIEW v AS SELECT a, a / b r FROM q")
	checkFact(t, s, [2]string{"a, r, r * 1000 FROM v ORDER BY a", "1\t0.0000\t0.0000|5\t0.0000\t0.0050"})
}

// What a query has done is told of the pipelines that ran, also where they are others than were planned,
// since a number has left 64 bits.
func TestExplainAnalyzeOfWiderNumbers(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, "CREATE TABLE p (who INT, amount DECIMAL(20,6)); INSERT INTO p VALUES (1, 10), (1, 20), (1, 60), (2, 5.5), (1, 40000000000)")
	query := "SELECT COUNT(*) FROM p WHERE amount * 1.00000001 > (SELECT AVG(amount) * 1.20000000001 + p.who FROM p q WHERE q.who = p.who)"
	checkFact(t, s, [2]string{query[len("SELECT "):], "1"})
	if got := flat(mustRun(t, s, "EXPLAIN ANALYZE "+query)); !strings.Contains(got, "select  CAST((amount * 1.00000001)") {
		t.Errorf("it shows another query:\n%s", got)
	}
}
