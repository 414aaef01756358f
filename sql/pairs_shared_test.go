package sql

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// products fills the table p with pairs of factors, some of them NULL, in groups, and gives the products that there
// are of each group and of all.
func products(t *testing.T, s *Session) (numbers [4][]*big.Int) {
	r := rand.New(rand.NewPCG(3, 12))
	groups := len(numbers) - 1
	var rows []string
	for range 300 {
		g, a, b := r.IntN(groups), big.NewInt(1e17+r.Int64N(20)), big.NewInt(r.Int64N(5)*1e17-2e17)
		if r.IntN(10) == 0 {
			rows = append(rows, fmt.Sprintf("(%d,NULL,%s)", g, decimalText(b, 8)))
			continue
		}
		rows = append(rows, fmt.Sprintf("(%d,%s,%s)", g, decimalText(a, 6), decimalText(b, 8)))
		n := new(big.Int).Mul(a, b)
		numbers[g], numbers[groups] = append(numbers[g], n), append(numbers[groups], n)
	}
	mustRun(t, s, "CREATE TABLE p (g INT, a DECIMAL(18,6), b DECIMAL(20,8)); INSERT INTO p VALUES "+strings.Join(rows, ","))
	return numbers
}

// Products past 64 bits that several parts of a query read, as the levels of a ROLLUP do, are counted, sorted and
// searched for the least by their two numbers, and put together once for a part that needs them. What is right is
// said by whole numbers.
func TestPairsThatSeveralRead(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	numbers := products(t, s)
	const groups = len(numbers) - 1
	var counts, levels, sums []string
	for g, of := range numbers {
		slices.SortFunc(of, orderOfNumbers)
		sum := new(big.Int)
		var texts []string
		for _, n := range of {
			sum.Add(sum, n)
			texts = append(texts, decimalText(n, 14))
		}
		name := fmt.Sprint(g)
		if g == groups {
			name = "NULL"
		}
		different := len(slices.Compact(slices.Clone(texts)))
		counts = append(counts, fmt.Sprintf("%s\t%d", name, different))
		levels = append(levels, fmt.Sprintf("%s\t%d\t%s\t%s", name, different, texts[0], texts[len(texts)-1]))
		sums = append(sums, fmt.Sprintf("%s\t%d\t%s", name, different, decimalText(sum, 14)))
	}
	all := numbers[groups]
	least, most := decimalText(all[0], 14), decimalText(all[len(all)-1], 14)
	within := func(text string) string {
		return "* FROM (WITH x AS (SELECT g, a * b AS y FROM p) SELECT " + text + ") q"
	}
	times := func(of *big.Int) (n int) {
		for _, m := range all {
			if of.Cmp(m) == 0 {
				n++
			}
		}
		return n
	}
	for _, f := range [][2]string{
		{"g, COUNT(DISTINCT a * b) FROM p GROUP BY g WITH ROLLUP", strings.Join(counts, "|")},
		{"g, COUNT(DISTINCT a * b), MIN(a * b), MAX(a * b) FROM p GROUP BY g WITH ROLLUP", strings.Join(levels, "|")},
		{"g, COUNT(DISTINCT a * b), SUM(a * b) FROM p GROUP BY g WITH ROLLUP", strings.Join(sums, "|")},
		{"g, COUNT(DISTINCT a * b) FROM p WHERE g > 7 GROUP BY g WITH ROLLUP", ""},
		{within("(SELECT COUNT(DISTINCT y) FROM x) AS c, (SELECT MIN(y) FROM x) AS d, (SELECT LENGTH(MAX(y)) FROM x) AS e, (SELECT COUNT(*) FROM x WHERE CONCAT(y, 'x') = '" + most + "x') AS f"),
			fmt.Sprintf("%s\t%s\t%d\t%d", counts[groups][5:], least, len(most), times(all[len(all)-1]))},
		{within("y FROM x WHERE y IS NOT NULL UNION ALL (SELECT y FROM x ORDER BY y DESC LIMIT 1) ORDER BY y DESC LIMIT 1"), most},
		{within("COUNT(*) AS c FROM x JOIN x AS z ON x.y = z.y WHERE x.y = " + least), fmt.Sprint(times(all[0]) * times(all[0]))},
	} {
		checkFact(t, s, f)
	}
}
