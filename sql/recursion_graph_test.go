package sql

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// What UNION reaches in a graph with cycles, by numbers and by texts of two tables, is what a search
// through it does, in the order of its rounds.
func TestRecursionThroughCycles(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	const nodes = 400
	random := rand.New(rand.NewPCG(3, 4))
	edges, values := map[int][]int{}, []string{}
	for range 900 {
		a, b := random.IntN(nodes), random.IntN(nodes)
		edges[a] = append(edges[a], b)
		values = append(values, fmt.Sprintf("(%d,%d,'n%d','n%d')", a, b, a, b))
	}
	mustRun(t, s, "CREATE TABLE edge (a INT, b INT, s VARCHAR(9), t VARCHAR(9)); INSERT INTO edge VALUES "+strings.Join(values, ","))
	round, level := map[int]int{7: 0}, []int{7}
	for n := 1; len(level) > 0; n++ {
		var next []int
		for _, a := range level {
			for _, b := range edges[a] {
				if _, seen := round[b]; !seen {
					round[b] = n
					next = append(next, b)
				}
			}
		}
		level = next
	}
	for _, q := range []string{
		"WITH RECURSIVE r(n) AS (SELECT 7 UNION SELECT b FROM r JOIN edge ON a = n) SELECT n FROM r",
		"WITH RECURSIVE r(n) AS (SELECT CAST('n7' AS CHAR(9)) UNION SELECT t FROM r JOIN edge ON s = n) SELECT CAST(SUBSTRING(n, 2) AS SIGNED) FROM r",
		"WITH RECURSIVE r(n, d) AS (SELECT 7, CAST(NULL AS DATE) UNION SELECT b, NULL FROM r JOIN edge ON a = n) SELECT n FROM r WHERE d IS NULL",
	} {
		var got []int
		for _, row := range strings.Split(strings.TrimSpace(shown(t, mustRun(t, s, q), "tsv")), "\n")[1:] {
			var n int
			if _, err := fmt.Sscan(row, &n); err != nil {
				t.Fatal(err)
			}
			got = append(got, n)
		}
		if !slices.IsSortedFunc(got, func(a, b int) int { return round[a] - round[b] }) {
			t.Errorf("%s: not in the order of the rounds", q)
		}
		if slices.Sort(got); len(got) != len(round) || len(slices.Compact(got)) != len(round) {
			t.Errorf("%s: %d rows, want %d", q, len(got), len(round))
		}
	}
}
