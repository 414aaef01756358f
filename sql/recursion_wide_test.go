package sql

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// Decimals of a recursion go past 64 bits in the middle of it, as whole numbers of any size do.
func TestRecursionPast64Bits(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	got := strings.Split(strings.TrimSpace(shown(t, mustRun(t, s, `WITH RECURSIVE f AS (
		SELECT 1 n, CAST(0 AS DECIMAL(38,0)) a, CAST(1 AS DECIMAL(38,0)) b, CAST(1 AS DECIMAL(65,0)) p
		UNION ALL SELECT n + 1, b, a + b, p * n FROM f WHERE n < 45)
		SELECT a, p FROM f WHERE n > 0 UNION ALL SELECT SUM(a), MAX(p) FROM f`), "tsv")), "\n")[1:]
	a, b, p, sum := big.NewInt(0), big.NewInt(1), big.NewInt(1), new(big.Int)
	for n := range int64(45) {
		if want := fmt.Sprintf("%d\t%d", a, p); got[n] != want {
			t.Fatalf("row %d: %s, want %s", n, got[n], want)
		}
		sum.Add(sum, a)
		a, b = b, new(big.Int).Add(a, b)
		p = new(big.Int).Mul(p, big.NewInt(n+1))
	}
	if want := fmt.Sprintf("%d\t%d", sum, new(big.Int).Div(p, big.NewInt(45))); got[45] != want {
		t.Errorf("sums: %s, want %s", got[45], want)
	}
}
