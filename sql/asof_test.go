package sql

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// Where all rows of a table ask for the last one before them, what they get is what a search through
// all gives, alone and as the partner of a join, with NULLs, ties and keys of one row among them.
func TestLastBeforeEachRow(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	const rows, keys, times = 6000, 900, 50
	random := rand.New(rand.NewPCG(5, 6))
	type row struct{ k, at, x int } // k < 0 and at < 0 are NULL
	all, values := make([]row, rows), make([]string, rows)
	spelled := func(n int) string {
		if n < 0 {
			return "NULL"
		}
		return fmt.Sprint(n)
	}
	for i := range all {
		all[i] = row{random.IntN(keys) - 5, random.IntN(times) - 2, i}
		values[i] = fmt.Sprintf("(%s,%s,%d)", spelled(all[i].k), spelled(all[i].at), i)
	}
	mustRun(t, s, "CREATE TABLE q (k INT, at INT, x INT); INSERT INTO q VALUES "+strings.Join(values, ","))
	var asked, found, last, pairs, sum int
	for _, a := range all {
		asked++
		before := -1
		for _, c := range all {
			if a.k >= 0 && a.at >= 0 && c.k == a.k && c.at < a.at {
				before = max(before, c.at)
			}
		}
		if before < 0 {
			continue
		}
		found, last = found+1, last+before
		for _, b := range all {
			if b.k == a.k && b.at == before {
				pairs, sum = pairs+1, sum+b.x
			}
		}
	}
	const before = "(SELECT MAX(c.at) FROM q c WHERE c.k = a.k AND c.at < a.at)"
	for query, want := range map[string]string{
		"SELECT COUNT(*), COUNT(t), SUM(t) FROM (SELECT " + before + " t FROM q a) a":   fmt.Sprintf("%d\t%d\t%d", asked, found, last),
		"SELECT COUNT(*), SUM(b.x) FROM q a JOIN q b ON b.k = a.k AND b.at = " + before: fmt.Sprintf("%d\t%d", pairs, sum),
		"SELECT COUNT(*), SUM(b.x) FROM q a, q b WHERE b.k = a.k AND b.at = " + before:  fmt.Sprintf("%d\t%d", pairs, sum),
	} {
		got := strings.Split(strings.TrimSpace(shown(t, mustRun(t, s, query), "tsv")), "\n")
		if got[len(got)-1] != want {
			t.Errorf("%s: %q, want %q", query, got[len(got)-1], want)
		}
	}
	plan := shown(t, mustRun(t, s, "EXPLAIN SELECT "+before+" FROM q a"), "tsv")
	if !strings.Contains(plan, "window") {
		t.Errorf("the last before each row is looked for by pairs:\n%s", plan)
	}
}
