package sql

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// digitsRow is numbers whose products and quotients have more than 64 bits; nil: NULL.
type digitsRow struct {
	g       int
	a, b, c *big.Rat
}

func manyDigits(r *rand.Rand) (rows []digitsRow) {
	number := func(digits, scale int) *big.Rat {
		if r.IntN(9) == 0 {
			return nil
		}
		n := r.Int64N([]int64{1, 10, 100_000, 10_000_000_000, 1_000_000_000_000_000_000}[r.IntN(digits)])
		if r.IntN(3) == 0 {
			n = -n
		}
		return big.NewRat(n, []int64{1_000_000, 100_000_000}[scale])
	}
	for range 400 {
		rows = append(rows, digitsRow{r.IntN(5), number(5, 0), number(5, 1), number(4, 0)})
	}
	for range 3 {
		rows = append(rows, digitsRow{9, nil, nil, nil})
	}
	return rows
}

func shownRat(x *big.Rat, digits int) string {
	if x == nil {
		return "NULL"
	}
	return x.FloatString(digits)
}

// product is a*b, quotient a/b without what is behind 18 digits; NULL of NULL.
func product(a, b *big.Rat) *big.Rat {
	if a == nil || b == nil {
		return nil
	}
	return new(big.Rat).Mul(a, b)
}

func quotient(a, b *big.Rat) *big.Rat {
	if a == nil || b == nil || b.Sign() == 0 {
		return nil
	}
	q := new(big.Rat).Quo(a, b)
	unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(18), nil)
	n := new(big.Int).Mul(q.Num(), unit)
	return new(big.Rat).SetFrac(n.Quo(n, q.Denom()), unit)
}

func minus(a, b *big.Rat) *big.Rat {
	if a == nil || b == nil {
		return nil
	}
	return new(big.Rat).Sub(a, b)
}

func when(g bool, x, other *big.Rat) *big.Rat {
	if g {
		return x
	}
	return other
}

// Sums of numbers of more than 64 bits, of all rows and by groups, and comparisons of quotients with
// constants, against arithmetic with fractions.
func TestWideSums(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE w (g INT, a DECIMAL(18,6), b DECIMAL(20,8), c DECIMAL(18,6))")
	rows := manyDigits(rand.New(rand.NewPCG(5, 6)))
	var values []string
	for _, r := range rows {
		values = append(values, fmt.Sprintf("(%d, %s, %s, %s)", r.g, shownRat(r.a, 6), shownRat(r.b, 8), shownRat(r.c, 6)))
	}
	mustRun(t, s, "INSERT INTO w VALUES "+strings.Join(values, ", "))
	zero := new(big.Rat)
	for text, of := range map[string]func(r digitsRow) *big.Rat{
		"a * b":                          func(r digitsRow) *big.Rat { return product(r.a, r.b) },
		"a * c":                          func(r digitsRow) *big.Rat { return product(r.a, r.c) },
		"-(b * c)":                       func(r digitsRow) *big.Rat { return product(product(r.b, r.c), big.NewRat(-1, 1)) },
		"a * b * 2.5":                    func(r digitsRow) *big.Rat { return product(product(r.a, r.b), big.NewRat(5, 2)) },
		"a * b - b":                      func(r digitsRow) *big.Rat { return minus(product(r.a, r.b), r.b) },
		"a * c - b * c":                  func(r digitsRow) *big.Rat { return minus(product(r.a, r.c), product(r.b, r.c)) },
		"a / c":                          func(r digitsRow) *big.Rat { return quotient(r.a, r.c) },
		"a / 7":                          func(r digitsRow) *big.Rat { return quotient(r.a, big.NewRat(7, 1)) },
		"a / -86400.5":                   func(r digitsRow) *big.Rat { return quotient(r.a, big.NewRat(-864005, 10)) },
		"a * b / c":                      func(r digitsRow) *big.Rat { return quotient(product(r.a, r.b), r.c) },
		"a * c / b":                      func(r digitsRow) *big.Rat { return quotient(product(r.a, r.c), r.b) },
		"a * b / -7":                     func(r digitsRow) *big.Rat { return quotient(product(r.a, r.b), big.NewRat(-7, 1)) },
		"b / c":                          func(r digitsRow) *big.Rat { return quotient(r.b, r.c) },
		"CASE WHEN g = 1 THEN a * b END": func(r digitsRow) *big.Rat { return when(r.g == 1, product(r.a, r.b), nil) },
		"IF(g = 1, 0, a * b)":            func(r digitsRow) *big.Rat { return when(r.g != 1, product(r.a, r.b), zero) },
		"IF(g > 1, a / c, 0)":            func(r digitsRow) *big.Rat { return when(r.g > 1, quotient(r.a, r.c), zero) },
		"a * b * c":                      func(r digitsRow) *big.Rat { return product(product(r.a, r.b), r.c) },
	} {
		sums, counts := map[int]*big.Rat{}, map[int]int{}
		for _, r := range rows {
			if x := of(r); x != nil {
				for _, g := range []int{r.g, -1} {
					if sums[g] == nil {
						sums[g] = new(big.Rat)
					}
					sums[g].Add(sums[g], x)
					counts[g]++
				}
			}
		}
		for g, where := range map[int]string{-1: "", 0: " WHERE g = 0", 1: " WHERE g = 1", 3: " GROUP BY g HAVING g = 3", 9: " WHERE g = 9"} {
			checkFact(t, s, [2]string{"COUNT(" + text + ") FROM w" + where, fmt.Sprint(counts[g])})
			got := fact(t, s, "SUM("+text+") FROM w"+where)
			_, behind, _ := strings.Cut(got, ".")
			if want := shownRat(sums[g], len(behind)); got != want {
				t.Errorf("SUM(%s)%s gives %s, want %s", text, where, got, want)
			}
		}
	}
	for _, x := range []string{"a * b * 0.12345678901234567890", "a * 0.1234567890123456789012345678"} { // of which digits are dropped
		checkFact(t, s, [2]string{"SUM(" + x + ") = (SELECT SUM(x) FROM (SELECT " + x + " x FROM w LIMIT 1000) t) FROM w", "1"})
	}
	checkBounds(t, s, rows)
	checkRounded(t, s, rows)
}

// checkRounded rounds products to all numbers of digits.
func checkRounded(t *testing.T, s *Session, rows []digitsRow) {
	for digits := range int64(14) {
		want, sum := []string{}, new(big.Rat)
		for _, r := range rows {
			if x := product(r.a, r.b); x != nil {
				want = append(want, divided("ROUND", x, digits))
				n, _ := new(big.Rat).SetString(want[len(want)-1])
				sum.Add(sum, n)
			} else {
				want = append(want, "NULL")
			}
		}
		checkFact(t, s, [2]string{fmt.Sprintf("ROUND(a * b, %d) FROM w", digits), strings.Join(want, "|")})
		checkFact(t, s, [2]string{fmt.Sprintf("SUM(CAST(a * b AS DECIMAL(60,%d))), COUNT(DISTINCT ROUND(a * b, %d)) > 1 FROM w", digits, digits), sum.FloatString(int(digits)) + "\t1"})
	}
}

// checkBounds compares quotients with constants of both signs.
func checkBounds(t *testing.T, s *Session, rows []digitsRow) {
	for _, k := range []string{"0", "1", "-1", "0.5", "-0.333333333333333333", "123.4567890123456", "-0.000000000000000001", "-100000", "123456789012345.00000000000001"} {
		bound, _ := new(big.Rat).SetString(k)
		for op, holds := range map[string]func(c int) bool{
			"=": func(c int) bool { return c == 0 }, "<>": func(c int) bool { return c != 0 }, "<": func(c int) bool { return c < 0 },
			"<=": func(c int) bool { return c <= 0 }, ">": func(c int) bool { return c > 0 }, ">=": func(c int) bool { return c >= 0 },
		} {
			for text, of := range map[string]func(r digitsRow) *big.Rat{
				"a / c": func(r digitsRow) *big.Rat { return quotient(r.a, r.c) }, "b / -3": func(r digitsRow) *big.Rat { return quotient(r.b, big.NewRat(-3, 1)) },
				"a * b": func(r digitsRow) *big.Rat { return product(r.a, r.b) }, "a * b / c": func(r digitsRow) *big.Rat { return quotient(product(r.a, r.b), r.c) },
			} {
				n := 0
				for _, r := range rows {
					if x := of(r); x != nil && holds(x.Cmp(bound)) {
						n++
					}
				}
				checkFact(t, s, [2]string{"COUNT(*) FROM w WHERE " + text + " " + op + " " + k, fmt.Sprint(n)})
				checkFact(t, s, [2]string{"COALESCE(SUM(" + k + " " + op + " " + text + "), -1) = COALESCE(SUM(IF(" + text + " IS NULL, NULL, " + k + " " + op + " " + text + ")), -1) FROM w", "1"})
			}
		}
	}
}
