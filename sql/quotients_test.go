package sql

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// quotientRows are numbers of both signs, whole ones and such with six digits behind the point, in
// millionths, some halfway between what they are divided to.
func quotientRows() (out []int64) {
	for _, n := range []int64{0, 1, 449, 450, 899, 900, 901, 1_799_999_999, 1_800_000_000, 43_199_999_999, 43_200_000_000, 1_720_000_000_123_456, 1_720_000_000_500_000, 987_654_321_987_654_321} {
		out = append(out, n, -n, n/7+3)
	}
	return out
}

// divided gives a number that FLOOR, CEIL, ROUND or CAST make of a quotient, with so many digits behind
// the point.
func divided(how string, n *big.Rat, digits int64) string {
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(digits), nil)
	n = new(big.Rat).Mul(n, new(big.Rat).SetInt(scale))
	whole, rest := new(big.Int).DivMod(n.Num(), n.Denom(), new(big.Int)) // down
	switch {
	case how == "CEIL" && rest.Sign() > 0:
		whole.Add(whole, big.NewInt(1))
	case how == "ROUND":
		if half := rest.Lsh(rest, 1).Cmp(n.Denom()); half > 0 || half == 0 && n.Sign() > 0 { // half away from zero
			whole.Add(whole, big.NewInt(1))
		}
	}
	return new(big.Rat).SetFrac(whole, scale).FloatString(int(digits))
}

// Quotients of more digits than programs have room for, rounded at once, alone and as keys, against
// arithmetic with fractions.
func TestRoundedQuotients(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE q (id INT PRIMARY KEY, d DECIMAL(18,6), n BIGINT)")
	rows, values := []string{"(0, NULL, NULL)"}, quotientRows()
	for i, n := range values {
		rows = append(rows, fmt.Sprintf("(%d, %s, %d)", i+1, big.NewRat(n, 1_000_000).FloatString(6), n))
	}
	mustRun(t, s, "INSERT INTO q VALUES "+strings.Join(rows, ", "))
	for _, by := range []string{"1", "2", "3", "60", "900", "3600", "86400", "604800", "0.5", "1.25", "0.125"} {
		divisor, _ := new(big.Rat).SetString(by)
		for form, how := range map[string]string{
			"FLOOR(%s / %s)": "FLOOR 0", "CEIL(%s / %s)": "CEIL 0", "ROUND(%s / %s)": "ROUND 0", "ROUND(%s / %s, 3)": "ROUND 3",
			"CAST(%s / %s AS SIGNED)": "ROUND 0", "CAST(%s / %s AS DECIMAL(30,1))": "ROUND 1",
		} {
			how, digits := how[:len(how)-2], int64(how[len(how)-1]-'0')
			for column, unit := range map[string]int64{"d": 1_000_000, "n": 1} {
				e := fmt.Sprintf(form, column, by)
				want, groups := []string{"NULL"}, map[string]int{}
				for _, n := range values {
					q := divided(how, new(big.Rat).Quo(big.NewRat(n, unit), divisor), digits)
					want, groups[q] = append(want, q), groups[q]+1
				}
				checkFact(t, s, [2]string{e + " FROM q ORDER BY id", strings.Join(want, "|")})
				checkFact(t, s, [2]string{"COUNT(*), MAX(c) FROM (SELECT " + e + " k, COUNT(*) c FROM q GROUP BY k) t", fmt.Sprintf("%d\t%d", len(groups)+1, most(groups))})
			}
		}
	}
}

func most(groups map[string]int) (n int) {
	for _, c := range groups {
		n = max(n, c)
	}
	return n
}

// inside gives a quotient with the digits that MySQL computes of it, and drops what is behind.
func inside(a, b *big.Rat, digits int64) *big.Rat {
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(digits), nil)
	q := new(big.Rat).Mul(new(big.Rat).Quo(a, b), new(big.Rat).SetInt(scale))
	return new(big.Rat).SetFrac(new(big.Int).Quo(q.Num(), q.Denom()), scale)
}

// A small quotient of a number with many digits behind the point has all the digits that MySQL has, in
// words of nine: as a divisor it is no 0, and a choice that is a double shows them.
func TestSmallQuotients(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE q (id INT PRIMARY KEY, d DECIMAL(10,2), e DECIMAL(30,12), x DOUBLE)")
	var rows, decimals, groups, doubles []string
	for i, pair := range [][2]string{{"1.25", "123456789012.000000000001"}, {"-2.50", "123456789012.000000000001"}, {"99.99", "-99999.500000000000"}, {"1234567.89", "0.333333333333"}, {"10.50", "987654321098.765432109876"}} {
		d, _ := new(big.Rat).SetString(pair[0])
		e, _ := new(big.Rat).SetString(pair[1])
		rows = append(rows, fmt.Sprintf("(%d, %s, %s, %d)", i, pair[0], pair[1], i))
		q := inside(d, e, 27)
		double, _ := q.Float64()
		shown := inside(big.NewRat(int64(i+1), 1), q, 27).FloatString(4)
		decimals, groups = append(decimals, shown), append(groups, fmt.Sprintf("%d\t%s", i, shown))
		doubles = append(doubles, strconv.FormatFloat(double, 'f', -1, 64))
	}
	mustRun(t, s, "INSERT INTO q VALUES "+strings.Join(rows, ", "))
	checkFact(t, s, [2]string{"(id + 1) / (d / e) FROM q ORDER BY id", strings.Join(decimals, "|")})
	checkFact(t, s, [2]string{"id, MAX((id + 1) / (d / e)) FROM q WHERE e <> 0 GROUP BY id ORDER BY id", strings.Join(groups, "|")})
	checkFact(t, s, [2]string{"COUNT(*) FROM q WHERE x / (d / e) IS NULL OR 1 / (d / e) IS NULL", "0"})
	checkFact(t, s, [2]string{"COALESCE(IF(id < 0, x, NULL), d / e) FROM q ORDER BY id", strings.Join(doubles, "|")})
}

// FLOOR and CEIL of quotients of columns, in programs and behind them, against arithmetic with fractions: the
// least rest counts, whatever it is divided by.
func TestWholeQuotientsOfColumns(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE q (id INT PRIMARY KEY, a DECIMAL(12,2), b DECIMAL(12,2), e DECIMAL(18,12), w DECIMAL(30,12))")
	numbers := []int64{0, 1, -1, 7, -250, 333, 99_999_999_999, -99_999_999_999, 100_000_000_000}
	var rows, of []string
	id := 0
	for _, form := range []string{"FLOOR", "CEIL"} {
		for column, unit := range map[string]int64{"b": 100, "e": 1_000_000_000_000, "w": 10} {
			var want []string
			for _, n := range numbers {
				for _, m := range numbers {
					if m == 0 {
						want = append(want, "NULL")
						continue
					}
					want = append(want, divided(form, new(big.Rat).Quo(big.NewRat(n, 100), big.NewRat(m, unit)), 0))
				}
			}
			of = append(of, form+"(a / "+column+")", strings.Join(want, "|"))
		}
	}
	for _, n := range numbers {
		for _, m := range numbers {
			id++
			rows = append(rows, fmt.Sprintf("(%d, %s, %s, %s, %s)", id, big.NewRat(n, 100).FloatString(2), big.NewRat(m, 100).FloatString(2), big.NewRat(m, 1_000_000_000_000).FloatString(12), big.NewRat(m, 10).FloatString(12)))
		}
	}
	mustRun(t, s, "INSERT INTO q VALUES "+strings.Join(rows, ", "))
	for i := 0; i < len(of); i += 2 {
		checkFact(t, s, [2]string{of[i] + " FROM q ORDER BY id", of[i+1]})
	}
	// Sums of other stages, and columns that need more than 64 bits, have results that need more, too.
	mustRun(t, s, "CREATE TABLE long_ones (id INT, w DECIMAL(38,10), e DECIMAL(38,20))")
	mustRun(t, s, "INSERT INTO long_ones VALUES (1, 99999999999999999998.5, 0.000000000000000001), (2, 9999999.5, 0.000000000000000001)")
	checkFact(t, s, [2]string{"FLOOR(w / 7), CEIL(w / 3) FROM long_ones WHERE id = 1", "14285714285714285714\t33333333333333333333"})
	checkFact(t, s, [2]string{"FLOOR(s / m) FROM (SELECT SUM(w) s, MAX(e) m FROM long_ones WHERE id = 2 GROUP BY id) x", "9999999500000000000000000"})
}
