package sql

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// What a column of numbers past 64 bits becomes is looked up for each of its different numbers, however many
// digits it has, and added up and counted. What is right is said by whole numbers.
func TestSumsOfWhatLongNumbersBecome(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE w (k INT, a DECIMAL(30,10))")
	r := rand.New(rand.NewPCG(5, 12))
	var different []*big.Int // of the last digits; nil: NULL
	for range 40 {
		n := new(big.Int).Mul(big.NewInt(r.Int64()), big.NewInt(r.Int64N(1e11)))
		different = append(different, n.Mul(n, big.NewInt(int64(1-2*r.IntN(2)))))
	}
	different = append(different, nil, big.NewInt(15e9), new(big.Int))
	const groups = 3
	var rows []string
	var numbers [groups + 1][]*big.Int // of each group, and of all
	for range 300 {
		k, n := r.IntN(groups), different[r.IntN(len(different))]
		if n == nil {
			rows = append(rows, fmt.Sprintf("(%d,NULL)", k))
			continue
		}
		rows = append(rows, fmt.Sprintf("(%d,%s)", k, new(big.Rat).SetFrac(n, tenTo(10)).FloatString(10)))
		numbers[k], numbers[groups] = append(numbers[k], n), append(numbers[groups], n)
	}
	mustRun(t, s, "INSERT INTO w VALUES "+strings.Join(rows, ","))
	quotient := func(by, tens int64) func(n *big.Int) *big.Int { // with 18 digits, cut off
		return func(n *big.Int) *big.Int {
			return new(big.Int).Quo(new(big.Int).Mul(n, tenTo(8+tens)), big.NewInt(by))
		}
	}
	for _, f := range []struct {
		of    string
		scale int64 // of what gives
		gives func(n *big.Int) *big.Int
		shown int // digits of the sum behind the point, to which it is rounded
	}{
		{"a / 7", 18, quotient(7, 0), 14},
		{"a / 1234567.891", 18, quotient(1234567891, 3), 14},
		{"a * a", 20, func(n *big.Int) *big.Int { return new(big.Int).Mul(n, n) }, 20},
		{"ABS(a)", 10, func(n *big.Int) *big.Int { return new(big.Int).Abs(n) }, 10},
		{"TRUNCATE(a, 2)", 2, func(n *big.Int) *big.Int { return new(big.Int).Quo(n, tenTo(8)) }, 2},
	} {
		for k, of := range numbers {
			sum := new(big.Int)
			for _, n := range of {
				sum.Add(sum, f.gives(n))
			}
			from := fmt.Sprintf(" FROM w WHERE k = %d", k)
			if k == groups {
				from = " FROM w"
			}
			want := new(big.Rat).SetFrac(sum, tenTo(f.scale)).FloatString(f.shown)
			checkFact(t, s, [2]string{"SUM(" + f.of + "), COUNT(" + f.of + ")" + from, fmt.Sprintf("%s\t%d", want, len(of))})
		}
		if plan := flat(mustRun(t, s, "EXPLAIN ANALYZE SELECT SUM("+f.of+"), COUNT("+f.of+") FROM w")); strings.Contains(plan, "pipeline 1") {
			t.Errorf("%s is computed behind the scan:\n%s", f.of, plan)
		}
	}
	checkFact(t, s, [2]string{"SUM(a / 7) - (SELECT SUM(a / 7) FROM w), COUNT(DISTINCT a / 7) FROM w", "0.00000000000000\t42"}) // where the rows of the first sum are made behind the scan, too
}
