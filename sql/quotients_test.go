package sql

import (
	"fmt"
	"math/big"
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
