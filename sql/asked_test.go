package sql

import (
	"fmt"
	"slices"
	"testing"

	"gsdms/pushscan"
)

// TestRowsThatAreOnlyAskedFor asks under OR, IN and EXISTS whether rows with a key are there: keys
// that are NULL, below, above and between those that there are. The answers are those of a loop.
func TestRowsThatAreOnlyAskedFor(t *testing.T) {
	const rows = 3000
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 512}).NewSession()
	fill(t, s, rows)
	mustRun(t, s, "CREATE TABLE a AS SELECT i, IF(i MOD 11 = 0, NULL, i * 7 MOD 3001 - 700) k FROM n")
	mustRun(t, s, "CREATE TABLE b AS SELECT i MOD 900 * 2 - 100 k, i MOD 5 g FROM n WHERE i < 1800")
	mustRun(t, s, "CREATE TABLE e AS SELECT k, g FROM b WHERE k > 100000")
	keys := map[int][]int{}
	for i := range 1800 {
		k := i%900*2 - 100
		keys[k] = append(keys[k], i%5)
	}
	has := func(k, g int) bool { return slices.Contains(keys[k], g) }
	for _, c := range []struct {
		where string
		holds func(i, k int, null bool) bool
	}{
		{"i < 40 OR k IN (SELECT k FROM b)", func(i, k int, null bool) bool { return i < 40 || !null && keys[k] != nil }},
		{"i < 40 OR k NOT IN (SELECT k FROM b)", func(i, k int, null bool) bool { return i < 40 || !null && keys[k] == nil }},
		{"i < 40 OR k IN (SELECT k FROM b WHERE g = 3)", func(i, k int, null bool) bool { return i < 40 || !null && has(k, 3) }},
		{"NOT EXISTS (SELECT 1 FROM b WHERE b.k = a.k + 3) OR i < 40", func(i, k int, null bool) bool { return i < 40 || null || keys[k+3] == nil }},
		{"k + 1 IN (SELECT k FROM b) AND k - 1 NOT IN (SELECT k FROM b WHERE g < 2)", func(_, k int, null bool) bool {
			return !null && keys[k+1] != nil && !has(k-1, 0) && !has(k-1, 1)
		}},
		{"k IN (SELECT k FROM b WHERE g = 1) OR k IN (SELECT k FROM b WHERE g = 2) OR k - 20 IN (SELECT k FROM b)", func(_, k int, null bool) bool {
			return !null && (has(k, 1) || has(k, 2) || keys[k-20] != nil)
		}},
		{"k IN (SELECT k FROM e) OR i < 7", func(i, _ int, _ bool) bool { return i < 7 }},
	} {
		want := 0
		for i := range rows {
			if c.holds(i, i*7%3001-700, i%11 == 0) {
				want++
			}
		}
		checkFact(t, s, [2]string{"COUNT(*) FROM a WHERE " + c.where, fmt.Sprint(want)})
	}
}
