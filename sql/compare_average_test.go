package sql

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// Products that 64 bits do not hold are compared with numbers of more digits behind the point, as averages
// of them are, as exact numbers are.
func TestProductsComparedWithAverages(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE w (g INT, a DECIMAL(18,6), b DECIMAL(20,8))")
	r := rand.New(rand.NewPCG(3, 1))
	number := func(most, scale int) string {
		if r.IntN(12) == 0 {
			return "NULL"
		}
		digits := []string{"", "-"}[r.IntN(2)]
		for range 1 + r.IntN(most) {
			digits += fmt.Sprint(r.IntN(10))
		}
		return digits + fmt.Sprintf("e-%d", scale)
	}
	var rows []string
	for range 200 {
		rows = append(rows, fmt.Sprintf("(%d,%s,%s)", r.IntN(5), number(18, 6), number(20, 8)))
	}
	mustRun(t, s, "INSERT INTO w VALUES "+strings.Join(rows, ","))
	products := strings.Split(flat(mustRun(t, s, "SELECT a*b FROM w WHERE a*b IS NOT NULL")), "\n")
	for _, k := range []string{"SELECT AVG(a*b) FROM w", "SELECT AVG(a*b)/7 FROM w WHERE g = 2", "SELECT AVG(a*b) FROM w WHERE a IS NULL", "SELECT MIN(a*b)*1.00001 FROM w",
		"SELECT AVG(g)/3 FROM w", "SELECT a*b+0.0000000000000000 FROM w WHERE a*b IS NOT NULL LIMIT 1", "SELECT 0.12345678901234567", "SELECT -304825398107547025.849147236912336723"} {
		than, known := new(big.Rat).SetString(flat(mustRun(t, s, k)))
		for op, holds := range map[string]func(c int) bool{">": func(c int) bool { return c > 0 }, ">=": func(c int) bool { return c >= 0 }, "=": func(c int) bool { return c == 0 }, "<>": func(c int) bool { return c != 0 }, "<": func(c int) bool { return c < 0 }, "<=": func(c int) bool { return c <= 0 }} {
			want := 0
			for _, p := range products {
				if x, _ := new(big.Rat).SetString(p); known && holds(x.Cmp(than)) {
					want++
				}
			}
			checkFact(t, s, [2]string{fmt.Sprintf("COUNT(*) FROM w WHERE a*b %s (%s)", op, k), fmt.Sprint(want)})
		}
	}
}
