package sql

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// Sums and averages of quotients that 64 bits do not hold are the same where another table is joined to them,
// and quotients are compared with such an average digit by digit. What is right is said by fractions.
func TestQuotientsOfGroupsThatAreJoined(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE w (g INT, a DECIMAL(18,6), b DECIMAL(20,8)); CREATE TABLE few (k INT); INSERT INTO few VALUES (0), (1), (2)")
	r := rand.New(rand.NewPCG(7, 4))
	const groups = 3
	var rows []string
	var quotients [groups][]*big.Rat // nil: NULL
	var sevenths [groups]big.Rat
	for range 300 {
		g, a, b := r.IntN(groups), r.Int64N(2e12)-1e12, r.Int64N(2e12)-1e12
		if r.IntN(9) == 0 {
			b = 0
		}
		rows = append(rows, fmt.Sprintf("(%d,%de-6,%de-8)", g, a, b))
		dividend := big.NewRat(a, 1e6)
		sevenths[g].Add(&sevenths[g], new(big.Rat).Quo(dividend, big.NewRat(7, 1)))
		if b != 0 {
			quotients[g] = append(quotients[g], new(big.Rat).Quo(dividend, big.NewRat(b, 1e8)))
		}
	}
	mustRun(t, s, "INSERT INTO w VALUES "+strings.Join(rows, ","))
	near := func(what string, want *big.Rat) {
		t.Helper()
		got, ok := new(big.Rat).SetString(fact(t, s, what))
		if !ok || new(big.Rat).Abs(new(big.Rat).Sub(got, want)).Cmp(big.NewRat(1, 1e8)) > 0 {
			t.Errorf("%s gives %v, want %s", what, got, want.FloatString(10))
		}
	}
	above, below, n := 0, 0, 0
	for g, of := range quotients {
		sum := new(big.Rat)
		for _, q := range of {
			sum.Add(sum, q)
		}
		average := new(big.Rat).Quo(sum, big.NewRat(int64(len(of)), 1))
		const joined = " FROM few JOIN (SELECT g, SUM(a/b) q, AVG(a/b) m, COUNT(a/b) n, SUM(a/7) s FROM w GROUP BY g) x ON g = k WHERE k = %d"
		near(fmt.Sprintf("q"+joined, g), sum)
		near(fmt.Sprintf("m"+joined, g), average)
		near(fmt.Sprintf("s"+joined, g), &sevenths[g])
		checkFact(t, s, [2]string{fmt.Sprintf("n"+joined, g), fmt.Sprint(len(of))})
		for _, q := range of {
			n++
			if q.Cmp(average) > 0 {
				above++
			} else {
				below++
			}
		}
	}
	checkFact(t, s, [2]string{"COUNT(a/b), COUNT(a/7), COUNT(*) FROM w", fmt.Sprintf("%d\t300\t300", n)})
	const averages = " FROM w JOIN (SELECT g k, AVG(a/b) m FROM w GROUP BY g) x ON g = k WHERE "
	for where, want := range map[string]int{"a/b > m": above, "m < a/b": above, "a/b >= m": above, "a/b < m": below, "m >= a/b": below, "a/b = m": 0, "a/b <> m": n} {
		checkFact(t, s, [2]string{"COUNT(*)" + averages + where, fmt.Sprint(want)})
	}
}
