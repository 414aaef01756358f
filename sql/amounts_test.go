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

// amount is a row of two numbers past 64 bits, with 18 digits behind the point, and a price with eight; nil: NULL.
type amount struct {
	k       int
	a, b, p *big.Rat
}

// drawAmounts fills a table with numbers of up to so many units.
func drawAmounts(t *testing.T, s *Session, table string, most int64, rows int) (all []amount) {
	r := rand.New(rand.NewPCG(21, uint64(most)))
	number := func(units int64, digits int64) *big.Rat {
		if r.IntN(8) == 0 {
			return nil
		}
		n := new(big.Int).Mul(big.NewInt(r.Int64N(2*units)-units), tenTo(digits))
		n.Add(n, big.NewInt(r.Int64N(1e18)%tenTo(digits).Int64()))
		return new(big.Rat).SetFrac(n, tenTo(digits))
	}
	text := func(n *big.Rat) string {
		if n == nil {
			return "NULL"
		}
		return n.FloatString(18)
	}
	var values []string
	for range rows {
		x := amount{r.IntN(3), number(most, 18), number(most, 18), number(100, 8)}
		all = append(all, x)
		values = append(values, fmt.Sprintf("(%d,%s,%s,%s)", x.k, text(x.a), text(x.b), text(x.p)))
	}
	mustRun(t, s, "CREATE TABLE "+table+" (k INT, a DECIMAL(38,18), b DECIMAL(38,18), p DECIMAL(20,8))")
	mustRun(t, s, "INSERT INTO "+table+" VALUES "+strings.Join(values, ","))
	return all
}

// ofAmounts are sums, and what they add up of a row; nil: NULL.
var ofAmounts = []struct {
	of string
	is func(x amount) *big.Rat
}{
	{"CASE WHEN k = 1 THEN a ELSE 0 END", func(x amount) *big.Rat { return chosenRat(x.k == 1, x.a, new(big.Rat)) }},
	{"CASE WHEN k = 1 THEN a END", func(x amount) *big.Rat { return chosenRat(x.k == 1, x.a, nil) }},
	{"CASE WHEN k = 1 THEN -a ELSE a END", func(x amount) *big.Rat { return chosenRat(x.k == 1, turnedRat(x.a), x.a) }},
	{"CASE WHEN k = 1 THEN a WHEN k = 2 THEN b ELSE 2.5 END", func(x amount) *big.Rat {
		return chosenRat(x.k == 1, x.a, chosenRat(x.k == 2, x.b, big.NewRat(5, 2)))
	}},
	{"IF(k = 0, p, b)", func(x amount) *big.Rat { return chosenRat(x.k == 0, x.p, x.b) }},
	{"IF(a > b, a, b)", func(x amount) *big.Rat { return chosenRat(x.a != nil && x.b != nil && x.a.Cmp(x.b) > 0, x.a, x.b) }},
	{"a * p", func(x amount) *big.Rat { return bothRats(x.a, x.p, (*big.Rat).Mul) }},
	{"a - b", func(x amount) *big.Rat { return bothRats(x.a, x.b, (*big.Rat).Sub) }},
	{"a - p", func(x amount) *big.Rat { return bothRats(x.a, x.p, (*big.Rat).Sub) }},
	{"a + b + p", func(x amount) *big.Rat { return bothRats(bothRats(x.a, x.b, (*big.Rat).Add), x.p, (*big.Rat).Add) }},
	{"CASE WHEN k = 1 THEN a * p ELSE -b END", func(x amount) *big.Rat {
		return chosenRat(x.k == 1, bothRats(x.a, x.p, (*big.Rat).Mul), turnedRat(x.b))
	}},
}

func chosenRat(test bool, yes, no *big.Rat) *big.Rat {
	if test {
		return yes
	}
	return no
}

func turnedRat(x *big.Rat) *big.Rat {
	if x == nil {
		return nil
	}
	return new(big.Rat).Neg(x)
}

func bothRats(x, y *big.Rat, of func(z, x, y *big.Rat) *big.Rat) *big.Rat {
	if x == nil || y == nil {
		return nil
	}
	return of(new(big.Rat), x, y)
}

// Sums of choices, differences and products of numbers past 64 bits are those of rational numbers, whether the limbs
// of the numbers fit 64 bits or not, and are added up by the scan where they do.
func TestSumsOfChoicesOfLongNumbers(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	for table, most := range map[string]int64{"few": 5000, "some": 4e9, "many": 4e18} {
		all := drawAmounts(t, s, table, most, 400)
		for _, f := range ofAmounts {
			sum, count := new(big.Rat), 0
			for _, x := range all {
				if n := f.is(x); n != nil {
					sum.Add(sum, n)
					count++
				}
			}
			got := strings.Split(strings.TrimSpace(shown(t, mustRun(t, s, "SELECT SUM("+f.of+"), COUNT("+f.of+") FROM "+table), "tsv")), "\n")[1]
			value, number, _ := strings.Cut(got, "\t")
			if n, ok := new(big.Rat).SetString(value); !ok || n.Cmp(sum) != 0 || number != fmt.Sprint(count) {
				t.Errorf("SUM(%s) of %s is %s of %s numbers, want %s of %d", f.of, table, value, number, sum.FloatString(36), count)
			}
			if plan := flat(mustRun(t, s, "EXPLAIN SELECT SUM("+f.of+") FROM "+table)); table == "few" && strings.Contains(plan, "pipeline 1") {
				t.Errorf("%s is computed behind the scan:\n%s", f.of, plan)
			}
		}
	}
}

// ofPairsOfAmounts are conditions, and what they compare of a row; nil: NULL.
var ofPairsOfAmounts = []struct {
	on string
	is func(x amount) (a, b *big.Rat)
	by func(order int) bool
}{
	{"a * p > 1000.5", func(x amount) (a, b *big.Rat) { return bothRats(x.a, x.p, (*big.Rat).Mul), big.NewRat(2001, 2) }, func(o int) bool { return o > 0 }},
	{"a * p <= -7", func(x amount) (a, b *big.Rat) { return bothRats(x.a, x.p, (*big.Rat).Mul), big.NewRat(-7, 1) }, func(o int) bool { return o <= 0 }},
	{"a > p", func(x amount) (a, b *big.Rat) { return x.a, x.p }, func(o int) bool { return o > 0 }},
	{"p * 10 >= b", func(x amount) (a, b *big.Rat) { return bothRats(x.p, big.NewRat(10, 1), (*big.Rat).Mul), x.b }, func(o int) bool { return o >= 0 }},
	{"a < b", func(x amount) (a, b *big.Rat) { return x.a, x.b }, func(o int) bool { return o < 0 }},
	{"a <> -b", func(x amount) (a, b *big.Rat) { return x.a, turnedRat(x.b) }, func(o int) bool { return o != 0 }},
	{"a - b > 0", func(x amount) (a, b *big.Rat) { return x.a, x.b }, func(o int) bool { return o > 0 }},
	{"a - p < 12.25", func(x amount) (a, b *big.Rat) { return bothRats(x.a, x.p, (*big.Rat).Sub), big.NewRat(49, 4) }, func(o int) bool { return o < 0 }},
	{"p - a <= 12.25", func(x amount) (a, b *big.Rat) { return bothRats(x.p, x.a, (*big.Rat).Sub), big.NewRat(49, 4) }, func(o int) bool { return o <= 0 }},
	{"a + p = 0", func(x amount) (a, b *big.Rat) { return bothRats(x.a, x.p, (*big.Rat).Add), new(big.Rat) }, func(o int) bool { return o == 0 }},
	{"a + b >= 3.5", func(x amount) (a, b *big.Rat) { return bothRats(x.a, x.b, (*big.Rat).Add), big.NewRat(7, 2) }, func(o int) bool { return o >= 0 }},
	{"a * p > b * p", func(x amount) (a, b *big.Rat) {
		return bothRats(x.a, x.p, (*big.Rat).Mul), bothRats(x.b, x.p, (*big.Rat).Mul)
	}, func(o int) bool { return o > 0 }},
}

// Rows are those for which comparisons of such numbers, of products, sums and differences of them hold, and the
// least and the greatest product are those of rational numbers.
func TestComparisonsOfLongNumbers(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	for table, most := range map[string]int64{"few": 5000, "some": 4e9, "many": 4e18} {
		all := drawAmounts(t, s, table, most, 400)
		for _, f := range ofPairsOfAmounts {
			yes, no := 0, 0
			for _, x := range all {
				switch a, b := f.is(x); {
				case a == nil || b == nil:
				case f.by(a.Cmp(b)):
					yes++
				default:
					no++
				}
			}
			checkFact(t, s, [2]string{"SUM(" + f.on + "), SUM(NOT (" + f.on + ")), (SELECT COUNT(*) FROM " + table + " WHERE " + f.on + ") FROM " + table, fmt.Sprintf("%d\t%d\t%d", yes, no, yes)})
		}
		var products []*big.Rat
		sum, count, above := new(big.Rat), int64(0), 0
		for _, x := range all {
			if x.a != nil && x.p != nil {
				products = append(products, new(big.Rat).Mul(x.a, x.p))
			}
			if x.a != nil {
				sum.Add(sum, x.a)
				count++
			}
		}
		slices.SortFunc(products, (*big.Rat).Cmp)
		mean := sum.Quo(sum, big.NewRat(count, 1))
		for _, x := range all {
			if x.a != nil && x.a.Cmp(mean) > 0 {
				above++
			}
		}
		checkFact(t, s, [2]string{"MIN(a * p), MAX(a * p), COUNT(DISTINCT a * p) FROM " + table, fmt.Sprintf("%s\t%s\t%d", products[0].FloatString(26), products[len(products)-1].FloatString(26), len(slices.CompactFunc(slices.Clone(products), func(x, y *big.Rat) bool { return x.Cmp(y) == 0 })))})
		checkFact(t, s, [2]string{"a * p FROM " + table + " WHERE a IS NOT NULL AND p IS NOT NULL ORDER BY a * p LIMIT 1 OFFSET 5", products[5].FloatString(26)})
		checkFact(t, s, [2]string{"COUNT(*), (SELECT COUNT(*) FROM " + table + " WHERE a = (SELECT MAX(a) FROM " + table + ")) FROM " + table + " WHERE a > (SELECT AVG(a) FROM " + table + ")", fmt.Sprintf("%d\t%d", above, 1)})
	}
}
