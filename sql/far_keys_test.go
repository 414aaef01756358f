package sql

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// Rows whose dimension is asked for by keys that lie far apart are those that counting by hand finds, and a filter of
// the stream: nothing is looked up for the others.
func TestFarKeysOfADimensionFilterTheStream(t *testing.T) {
	const orders, apart = 3000, 1_000_003 // keys to 3 * 10^9: no set of bits holds them
	s, dice := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession(), rand.New(rand.NewPCG(7, 8))
	mustRun(t, s, "CREATE TABLE o (k BIGINT NOT NULL PRIMARY KEY, d INT NOT NULL)")
	mustRun(t, s, "CREATE TABLE l (k BIGINT NOT NULL, q INT NOT NULL, FOREIGN KEY (k) REFERENCES o (k))")
	var heads, lines []string
	sums := make([]int, orders)
	for i := range orders {
		heads = append(heads, fmt.Sprintf("(%d, %d)", i*apart, i%7))
	}
	for range 30_000 {
		i, q := dice.IntN(orders), dice.IntN(50)
		sums[i] += q
		lines = append(lines, fmt.Sprintf("(%d, %d)", i*apart, q))
	}
	mustRun(t, s, "INSERT INTO o VALUES "+strings.Join(heads, ","))
	mustRun(t, s, "INSERT INTO l VALUES "+strings.Join(lines, ","))
	const most = 400
	want := ""
	for i, sum := range sums {
		if sum > most {
			want += fmt.Sprintf("%d|%d|%d\n", i*apart, i%7, sum)
		}
	}
	query := fmt.Sprintf("SELECT o.k, o.d, SUM(q) FROM l JOIN o ON l.k = o.k WHERE o.k IN (SELECT k FROM l GROUP BY k HAVING SUM(q) > %d) GROUP BY o.k, o.d ORDER BY o.k", most)
	if got := strings.Fields(flat(mustRun(t, s, query))); !slices.Equal(got, strings.Fields(want)) {
		t.Errorf("%s gives\n%q, want\n%s", query, got, want)
	}
	if how := flat(mustRun(t, s, "EXPLAIN ANALYZE FORMAT = PROGRAM "+query)); strings.Contains(how, "probe") || !strings.Contains(how, "filter k in") {
		t.Errorf("rows are looked up one by one:\n%s", how)
	}
}
