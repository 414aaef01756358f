package sql

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// What is computed of groups that other rows are joined with is computed once for each group, and a number
// past 64 bits that is held against it is compared digit by digit. What is right is said by whole numbers:
// MySQL has a quotient of these with 18 digits, cut off, their average with 27, of which a column of a
// query in FROM shows 14, rounded.
func TestNumbersOfGroupsThatAreJoined(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE w (g INT, a DECIMAL(18,6), b DECIMAL(20,8))")
	r := rand.New(rand.NewPCG(11, 2))
	const groups = 150 // some of one row, or of equal quotients
	var rows []string
	var of [groups][]*big.Int
	for range 400 {
		g, a, b := r.IntN(groups), []int64{r.Int64N(2e12) - 1e12, 1e6, 2e6}[r.IntN(3)], []int64{r.Int64N(1e14), 3e8, 7e8, 0}[r.IntN(4)]
		rows = append(rows, fmt.Sprintf("(%d,%de-6,%de-8)", g, a, b))
		if b != 0 {
			of[g] = append(of[g], new(big.Int).Quo(new(big.Int).Mul(big.NewInt(100*a), tenTo(18)), big.NewInt(b)))
		}
	}
	mustRun(t, s, "INSERT INTO w VALUES "+strings.Join(rows, ",")+", (1000, NULL, 2)")
	var above, notBelow, aboveShown, notBelowShown int
	for _, quotients := range of {
		sum := new(big.Int)
		for _, q := range quotients {
			sum.Add(sum, q)
		}
		for _, q := range quotients {
			average := new(big.Int).Quo(new(big.Int).Mul(sum, tenTo(9)), big.NewInt(int64(len(quotients))))
			shown := new(big.Int).Mul(new(big.Int).Quo(new(big.Int).Add(average, new(big.Int).Mul(big.NewInt(int64(average.Sign())), big.NewInt(5e12))), tenTo(13)), tenTo(13))
			q = new(big.Int).Mul(q, tenTo(9))
			count(&above, q.Cmp(average) > 0)
			count(&notBelow, q.Cmp(average) >= 0)
			count(&aboveShown, q.Cmp(shown) > 0)
			count(&notBelowShown, q.Cmp(shown) >= 0)
		}
	}
	const correlated, joined = "COUNT(*) FROM w WHERE a/b %s (SELECT AVG(a/b) FROM w x WHERE x.g = w.g)", "COUNT(*) FROM w JOIN (SELECT g, AVG(a/b) m FROM w GROUP BY g) t USING (g) WHERE a/b %s m"
	for query, want := range map[string]int{fmt.Sprintf(correlated, ">"): above, fmt.Sprintf(correlated, ">="): notBelow, fmt.Sprintf(joined, ">"): aboveShown, fmt.Sprintf(joined, ">="): notBelowShown} {
		checkFact(t, s, [2]string{query, fmt.Sprint(want)})
		if plan := flat(mustRun(t, s, "EXPLAIN ANALYZE SELECT "+query)); strings.Contains(plan, "pipeline 2") {
			t.Errorf("%s makes its quotients behind the scan:\n%s", query, plan)
		}
	}
}

// count counts what is so.
func count(n *int, is bool) {
	if is {
		*n++
	}
}

// tenTo is 10^n.
func tenTo(n int64) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(n), nil) }

// Of groups that no row meets nothing is told.
func TestNumbersOfGroupsThatNoRowMeets(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE p (k INT, x DECIMAL(20,6), y DECIMAL(20,6)); INSERT INTO p VALUES (1, 1.5, 2), (1, 2, 0), (2, 3, 0), (4, 5, 7)")
	mustRun(t, s, "CREATE TABLE q (k INT, z DECIMAL(20,6)); INSERT INTO q VALUES (1, 0), (1, 5), (4, 0)")
	checkFact(t, s, [2]string{"COUNT(*) FROM q WHERE z < (SELECT SUM(x) / SUM(y) FROM p WHERE p.k = q.k)", "2"})
	if told := flat(mustRun(t, s, "SHOW WARNINGS")); told != "" {
		t.Errorf("a group that no row meets is told of: %s", told)
	}
}
