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

// pairRow is a row of a product of more than 64 bits; nil: NULL.
type pairRow struct {
	id, g int
	x     *big.Rat
}

// pairScale is how many digits behind the point are shown of products.
const pairScale = 16

// compareNull orders NULL before all numbers.
func compareNull(a, b *big.Rat) int {
	switch {
	case a == nil && b == nil:
		return 0
	case a == nil:
		return -1
	case b == nil:
		return 1
	}
	return a.Cmp(b)
}

// Products of more than 64 bits are grouped, sorted, made different and searched for the least and the
// greatest by two numbers for each, against arithmetic with fractions: of many digits, of few in one
// factor, without rows and in one group.
func TestPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE w (id INT, g INT, a DECIMAL(18,6), b DECIMAL(20,8), c DECIMAL(18,6))")
	rows := manyDigits(r)
	rows = append(rows, rows[:50]...)
	rows = append(rows, digitsRow{2, big.NewRat(1<<40, 1_000_000), big.NewRat(1<<62, 100_000_000), nil}, digitsRow{2, big.NewRat(-1<<40, 1_000_000), big.NewRat(1<<62, 100_000_000), big.NewRat(0, 1)})
	var values []string
	for i, r := range rows {
		values = append(values, fmt.Sprintf("(%d, %d, %s, %s, %s)", i, r.g, shownRat(r.a, 6), shownRat(r.b, 8), shownRat(r.c, 6)))
	}
	mustRun(t, s, "INSERT INTO w VALUES "+strings.Join(values, ", "))
	for text, of := range map[string]func(r digitsRow) *big.Rat{
		"a * b":        func(r digitsRow) *big.Rat { return product(r.a, r.b) },
		"c * b":        func(r digitsRow) *big.Rat { return product(r.b, r.c) },
		"b * b":        func(r digitsRow) *big.Rat { return product(r.b, r.b) },
		"-(a * b)":     func(r digitsRow) *big.Rat { return product(product(r.a, r.b), big.NewRat(-1, 1)) },
		"c * b * -0.7": func(r digitsRow) *big.Rat { return product(product(r.b, r.c), big.NewRat(-7, 10)) },
	} {
		var all []pairRow
		for i, r := range rows {
			all = append(all, pairRow{i, r.g, of(r)})
		}
		t.Run(text, func(t *testing.T) {
			checkNumbers(t, s, text, all)
		})
	}
}

// TestLongColumns does the same with what rises and falls with a column of more than 64 bits, and with
// choices among its numbers and constants.
func TestLongColumns(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE w (id INT, g INT, n DECIMAL(38,10))")
	var of []*big.Rat
	var values []string
	for i := range 500 {
		n := big.NewRat(r.Int64N([]int64{3, 100_000, 1 << 62}[r.IntN(3)]), 1)
		n.Mul(n, big.NewRat([]int64{1, -5_000_000_000, 10_000_000_000_000}[r.IntN(3)], 10_000_000_000))
		if r.IntN(9) == 0 || i%7 == 6 && i < 99 {
			n = nil
		}
		of = append(of, n)
		g := i % 6
		if g == 5 && n == nil {
			g = 9
		}
		values = append(values, fmt.Sprintf("(%d, %d, %s)", i, g, shownRat(n, 10)))
	}
	mustRun(t, s, "INSERT INTO w VALUES "+strings.Join(values, ", "))
	or := func(x, other *big.Rat) *big.Rat { return when(x != nil, x, other) }
	two, zero, half := big.NewRat(2, 1), new(big.Rat), big.NewRat(-1, 2)
	for text, f := range map[string]func(id int, n *big.Rat) *big.Rat{
		"n * 2":                   func(_ int, n *big.Rat) *big.Rat { return product(n, two) },
		"n * -0.5 + 1":            func(_ int, n *big.Rat) *big.Rat { return minus(product(n, half), big.NewRat(-1, 1)) },
		"7 - n":                   func(_ int, n *big.Rat) *big.Rat { return minus(big.NewRat(7, 1), n) },
		"COALESCE(n, 0)":          func(_ int, n *big.Rat) *big.Rat { return or(n, zero) },
		"IF(id % 2 = 0, n, -0.5)": func(id int, n *big.Rat) *big.Rat { return when(id%2 == 0, n, half) },
		"IF(n > 2, 99999999999999999, n)": func(_ int, n *big.Rat) *big.Rat {
			return when(n != nil && n.Cmp(two) > 0, big.NewRat(99999999999999999, 1), n)
		},
		"CASE WHEN id % 3 = 0 THEN n WHEN id % 3 = 1 THEN 2 END": func(id int, n *big.Rat) *big.Rat {
			return when(id%3 == 0, n, when(id%3 == 1, two, nil))
		},
	} {
		var all []pairRow
		for i, n := range of {
			g := i % 6
			if g == 5 && n == nil {
				g = 9
			}
			all = append(all, pairRow{i, g, f(i, n)})
		}
		t.Run(text, func(t *testing.T) { checkNumbers(t, s, text, all) })
	}
	for _, x := range []string{"n / 3", "n / -7", "-(n / 3) + 1"} {
		checkFact(t, s, [2]string{"MAX(x) = (SELECT MAX(" + x + ") FROM w), MIN(x) = (SELECT MIN(" + x + ") FROM w) FROM (SELECT CAST(CONCAT(" + x + ", '') AS DECIMAL(60,14)) x FROM w) t", "1\t1"})
	}
}

// checkNumbers asks for numbers of all rows, of some, of none and of a group.
func checkNumbers(t *testing.T, s *Session, text string, all []pairRow) {
	for where, keep := range map[string]func(r pairRow) bool{
		"": func(pairRow) bool { return true }, " WHERE id < 0": func(pairRow) bool { return false },
		" WHERE g = 9": func(r pairRow) bool { return r.g == 9 }, " WHERE g < 3 AND id % 2 = 0": func(r pairRow) bool { return r.g < 3 && r.id%2 == 0 },
	} {
		some := slices.DeleteFunc(slices.Clone(all), func(r pairRow) bool { return !keep(r) })
		shown := func(x string) string { return fmt.Sprintf("CAST(%s AS DECIMAL(60,%d))", x, pairScale) }
		checkExtremes(t, s, text, where, some, shown)
		checkSorted(t, s, text, where, some, shown)
		checkGroups(t, s, text, where, some, shown)
	}
}

// checkExtremes finds the least and the greatest of all rows and of groups.
func checkExtremes(t *testing.T, s *Session, text, where string, rows []pairRow, shown func(string) string) {
	ends := func(rows []pairRow) string {
		var least, most *big.Rat
		for _, r := range rows {
			if r.x != nil && (least == nil || r.x.Cmp(least) < 0) {
				least = r.x
			}
			if r.x != nil && (most == nil || r.x.Cmp(most) > 0) {
				most = r.x
			}
		}
		return shownRat(least, pairScale) + "\t" + shownRat(most, pairScale)
	}
	both := shown("MIN("+text+")") + ", " + shown("MAX("+text+")")
	checkFact(t, s, [2]string{both + " FROM w" + where, ends(rows)})
	for _, by := range []int{7, 1 << 20} { // few groups, and one for each row
		var want []string
		for g := range min(by, 1<<9) {
			of := slices.DeleteFunc(slices.Clone(rows), func(r pairRow) bool { return r.id%by != g })
			if len(of) > 0 {
				want = append(want, fmt.Sprintf("%d\t%s", g, ends(of)))
			}
		}
		checkFact(t, s, [2]string{fmt.Sprintf("id %% %d k, %s FROM w%s GROUP BY k ORDER BY k", by, both, where), strings.Join(want, "|")})
	}
	wide := fmt.Sprintf("(g * 1000000007 + id %% 3) %% 900000011") // keys that lie far apart
	checkFact(t, s, [2]string{"COALESCE(MAX(m), 0) = COALESCE((SELECT MAX(" + text + ") FROM w" + where + "), 0) FROM (SELECT " + wide + " k, MAX(" + text + ") m FROM w" + where + " GROUP BY k) t", "1"})
}

// checkSorted sorts rows, all and the first of them, up and down.
func checkSorted(t *testing.T, s *Session, text, where string, rows []pairRow, shown func(string) string) {
	for _, desc := range []string{"", " DESC"} {
		sorted := slices.Clone(rows)
		slices.SortStableFunc(sorted, func(a, b pairRow) int {
			if c := compareNull(a.x, b.x); desc == "" {
				return c
			} else {
				return -c
			}
		})
		for _, limit := range []string{"", " LIMIT 7", " LIMIT 9 OFFSET 31"} {
			some, skipped, most := sorted, 0, len(sorted)
			fmt.Sscanf(limit, " LIMIT %d OFFSET %d", &most, &skipped)
			some = some[min(skipped, len(some)):]
			var want []string
			for _, r := range some[:min(most, len(some))] {
				want = append(want, fmt.Sprintf("%d\t%s", r.id, shownRat(r.x, pairScale)))
			}
			checkFact(t, s, [2]string{"id, " + shown("p") + " FROM (SELECT id, " + text + " p FROM w" + where + " ORDER BY p" + desc + ", id" + limit + ") t ORDER BY p" + desc + ", id", strings.Join(want, "|")})
		}
	}
}

// checkGroups groups by products, counts those that differ, and asks groups and rows for them.
func checkGroups(t *testing.T, s *Session, text, where string, rows []pairRow, shown func(string) string) {
	sorted := slices.Clone(rows)
	slices.SortStableFunc(sorted, func(a, b pairRow) int { return compareNull(a.x, b.x) })
	var groups, different, above []string
	sum, count := new(big.Rat), 0
	for i := 0; i < len(sorted); {
		n := 1
		for i+n < len(sorted) && compareNull(sorted[i].x, sorted[i+n].x) == 0 {
			n++
		}
		x := sorted[i].x
		groups, different = append(groups, fmt.Sprintf("%s\t%d", shownRat(x, pairScale), n)), append(different, shownRat(x, pairScale))
		if x != nil && x.Cmp(big.NewRat(-123456789, 10_000_000)) > 0 {
			above, count = append(above, groups[len(groups)-1]), count+n
			sum.Add(sum, product(x, big.NewRat(int64(n), 1)))
		}
		i += n
	}
	numbers := len(different)
	if numbers > 0 && different[0] == "NULL" {
		numbers--
	}
	by := shown("p") + ", n FROM (SELECT " + text + " p, COUNT(*) n FROM w" + where + " GROUP BY p"
	checkFact(t, s, [2]string{by + ") t ORDER BY p", strings.Join(groups, "|")})
	checkFact(t, s, [2]string{by + " HAVING p > -12.3456789) t ORDER BY p", strings.Join(above, "|")})
	checkFact(t, s, [2]string{by + " ORDER BY p LIMIT 3) t ORDER BY p", strings.Join(groups[:min(3, len(groups))], "|")})
	checkFact(t, s, [2]string{shown("p") + " FROM (SELECT DISTINCT " + text + " p FROM w" + where + ") t ORDER BY p", strings.Join(different, "|")})
	checkFact(t, s, [2]string{"COUNT(DISTINCT " + text + ") FROM w" + where, fmt.Sprint(numbers)})
	checkFact(t, s, [2]string{"COUNT(*), " + shown("COALESCE(SUM(p), 0)") + " FROM (SELECT " + text + " p FROM w" + where + ") t WHERE p > -12.3456789", fmt.Sprintf("%d\t%s", count, shownRat(sum, pairScale))})
	checkFact(t, s, [2]string{"COUNT(*) FROM (SELECT " + text + " FROM w" + where + " UNION SELECT " + text + " FROM w) t WHERE 1 = 1", fmt.Sprint(countDifferent(t, s, text))})
}

// countDifferent counts the products that differ, NULL with them, without pairs.
func countDifferent(t *testing.T, s *Session, text string) string {
	return fact(t, s, "COUNT(DISTINCT CAST("+text+" AS CHAR)) + MAX("+text+" IS NULL) FROM w")
}
