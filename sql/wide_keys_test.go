package sql

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// TestKeysBesideWideSums groups by what is computed of stored numbers, beside sums past 64 bits: the groups are those
// that a loop finds, and the rows are read once, since the numbers' bounds say that the keys are short.
func TestKeysBesideWideSums(t *testing.T) {
	const rows = 2000
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, "CREATE TABLE w (a INT, b INT, amt DECIMAL(30,6))")
	values := make([]string, rows)
	sums, counts := map[int]*big.Int{}, map[int]int64{}
	for i := range rows {
		amount := new(big.Int).Mul(big.NewInt(int64(i)*7919-3000), big.NewInt(100_003))
		values[i] = fmt.Sprintf("(%d, %d, %s)", i%9, i*31, amount)
		key := i * 31 % 5
		if sums[key] == nil {
			sums[key] = new(big.Int)
		}
		sums[key].Add(sums[key], amount)
		counts[key] += int64(i % 9)
	}
	mustRun(t, s, "INSERT INTO w VALUES "+strings.Join(values, ", "))
	var want []string
	for key := range 5 {
		of := new(big.Int).Mul(sums[key], big.NewInt(counts[key]))
		want = append(want, fmt.Sprintf("%d\t%s.000000", key, of))
	}
	query := "SELECT m, x * y FROM (SELECT b % 5 m, SUM(amt) x, SUM(a) y FROM w GROUP BY m) t ORDER BY m"
	_, got, _ := strings.Cut(shown(t, mustRun(t, s, query), "tsv"), "\n")
	if want := strings.Join(want, "\n"); strings.TrimSuffix(got, "\n") != want {
		t.Errorf("%s:\n%s\ninstead of\n%s", query, got, want)
	}
	text := shown(t, mustRun(t, s, "EXPLAIN ANALYZE SELECT a, AVG(x * y) FROM (SELECT a, b % 5 m, AVG(amt) x, AVG(b) y FROM w GROUP BY a, m) t GROUP BY a"), "tsv")
	if strings.Contains(text, "pipeline 2") {
		t.Errorf("the rows are stored before they are grouped:\n%s", text)
	}
}
