package sql

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// shownDigits is the number that a moment shows; nil of NULL.
func shownDigits(at string) *big.Rat {
	if at == "NULL" {
		return nil
	}
	n, _ := new(big.Rat).SetString(strings.NewReplacer("-", "", ":", "", " ", "", "'", "").Replace(at))
	return n
}

// momentOf makes a moment of all that there are, or of three years, or NULL.
func momentOf(r *rand.Rand, near bool, digits int) string {
	year, second := 1000+r.IntN(8999), r.IntN(60)
	if near {
		year, second = 2023+r.IntN(3), 59
	}
	if r.IntN(12) == 0 {
		return "NULL"
	}
	return fmt.Sprintf("'%04d-%02d-%02d %02d:%02d:%02d.%0*d'", year, 1+r.IntN(12), 1+r.IntN(28), r.IntN(24), r.IntN(60), second, digits, r.IntN(100000))
}

// Moments with fractions are numbers of twenty digits: their differences, of rows and of the least and
// the greatest of groups, against those of the digits as fractions; near and a thousand years apart.
func TestMomentsApart(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE m (id INT, g INT, near INT, x DATETIME(6), y DATETIME(6), z DATETIME(5))")
	apart := func(a, b *big.Rat) string { return shownRat(minus(a, b), 6) }
	var values, xy, xz, near []string
	least, most, far := map[int]*big.Rat{}, map[int]*big.Rat{}, 0
	for id := range 600 {
		g, isNear := id%40, id%2
		x, y, z := momentOf(r, isNear == 1, 6), momentOf(r, isNear == 1, 6), momentOf(r, isNear == 1, 5)
		if g == 39 {
			x = "NULL"
		}
		values = append(values, fmt.Sprintf("(%d, %d, %d, %s, %s, %s)", id, g, isNear, x, y, z))
		n, m := shownDigits(x), shownDigits(y)
		xy, xz = append(xy, apart(n, m)), append(xz, apart(n, shownDigits(z)))
		if isNear == 1 {
			near = append(near, xy[id])
			if d := minus(n, m); d != nil && d.Cmp(big.NewRat(10000000000, 1)) > 0 {
				far++
			}
		}
		if n != nil && (least[g] == nil || n.Cmp(least[g]) < 0) {
			least[g] = n
		}
		if n != nil && (most[g] == nil || n.Cmp(most[g]) > 0) {
			most[g] = n
		}
	}
	mustRun(t, s, "INSERT INTO m VALUES "+strings.Join(values, ", "))
	var groups []string
	for g := range 40 {
		groups = append(groups, fmt.Sprintf("%d\t%s", g, apart(most[g], least[g])))
	}
	for _, f := range [][2]string{
		{"x - y FROM m ORDER BY id", strings.Join(xy, "|")},
		{"x - z FROM m ORDER BY id", strings.Join(xz, "|")},
		{"x - y FROM m WHERE near = 1 ORDER BY id", strings.Join(near, "|")},
		{"COUNT(*) FROM m WHERE near = 1 AND x - y > 10000000000", fmt.Sprint(far)},
		{"g, MAX(x) - MIN(x) d FROM m GROUP BY g ORDER BY g", strings.Join(groups, "|")},
		{"g, d FROM (SELECT g, MAX(x) - MIN(x) d FROM m GROUP BY g ORDER BY d DESC LIMIT 1000) t ORDER BY g", strings.Join(groups, "|")},
		{"MAX(x) - MIN(x) FROM m WHERE id < 0", "NULL"},
		{"SUM(x - y) = SUM(CAST(x AS DECIMAL(20,6)) - CAST(y AS DECIMAL(20,6))), COUNT(*) FROM m WHERE near = 1", "1\t300"},
	} {
		checkFact(t, s, f)
	}
}
