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

// ofLong is what numbers with ten digits behind the point become; gives is not asked of NULL, unless null says
// what becomes of that.
type ofLong struct {
	of    string
	scale int64
	gives func(n *big.Int) *big.Int
	null  *big.Int
}

var ofLongs = []ofLong{
	{"ABS(a)", 10, func(n *big.Int) *big.Int { return new(big.Int).Abs(n) }, nil},
	{"TRUNCATE(a, 2)", 2, func(n *big.Int) *big.Int { return new(big.Int).Quo(n, tenTo(8)) }, nil},
	{"a * a", 20, func(n *big.Int) *big.Int { return new(big.Int).Mul(n, n) }, nil},
	{"COALESCE(ABS(a), 7)", 10, func(n *big.Int) *big.Int { return new(big.Int).Abs(n) }, big.NewInt(7e10)},
}

// texts gives what numbers become, in the order of an ORDER BY.
func (f ofLong) texts(of []*big.Int) (out []string) {
	var all []*big.Int
	for _, n := range of {
		if n == nil {
			n = f.null
		} else {
			n = f.gives(n)
		}
		all = append(all, n)
	}
	slices.SortFunc(all, orderOfNumbers)
	for _, n := range all {
		out = append(out, decimalText(n, f.scale))
	}
	return out
}

// asked is the query for the least, the greatest and how many different ones there are, and extremes the answer.
func (f ofLong) asked() string {
	return strings.ReplaceAll("MIN(x), MAX(x), COUNT(DISTINCT x) FROM ", "x", f.of)
}

func (f ofLong) extremes(of []*big.Int) string {
	present := slices.DeleteFunc(f.texts(of), func(text string) bool { return text == "NULL" })
	return fmt.Sprintf("%s\t%s\t%d", present[0], present[len(present)-1], len(slices.Compact(slices.Clone(present))))
}

const longGroups = 3

// longs fills the table w with numbers in groups, and gives those of each group and all of them; nil: NULL. Many
// become the same.
func longs(t *testing.T, s *Session) (numbers [longGroups + 1][]*big.Int) {
	r := rand.New(rand.NewPCG(7, 12))
	different := []*big.Int{nil, big.NewInt(15e9), new(big.Int), big.NewInt(-1)}
	for i := range 40 {
		n := new(big.Int).Mul(big.NewInt(r.Int64()), big.NewInt(r.Int64N(1e11)))
		if different = append(different, n); i%3 > 0 {
			different = append(different, new(big.Int).Neg(n))
		}
	}
	var rows []string
	for range 400 {
		k, n := r.IntN(longGroups), different[r.IntN(len(different))]
		rows = append(rows, fmt.Sprintf("(%d,%s)", k, decimalText(n, 10)))
		numbers[k], numbers[longGroups] = append(numbers[k], n), append(numbers[longGroups], n)
	}
	mustRun(t, s, "CREATE TABLE w (k INT, a DECIMAL(30,10)); INSERT INTO w VALUES "+strings.Join(rows, ","))
	return numbers
}

// Of what numbers past 64 bits become the least and the greatest, the different ones, groups and orders are
// those of codes, which programs look up. What is right is said by whole numbers.
func TestWhatLongNumbersBecomeIsCodes(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE none (a DECIMAL(30,10))")
	numbers := longs(t, s)
	all := numbers[longGroups]
	for _, f := range ofLongs {
		var byGroup []string
		for k, of := range numbers[:longGroups] {
			byGroup = append(byGroup, fmt.Sprintf("%d\t%s", k, f.extremes(of)))
		}
		checkFact(t, s, [2]string{"k, " + f.asked() + "w GROUP BY k ORDER BY k", strings.Join(byGroup, "|")})
		checkFact(t, s, [2]string{f.asked() + "w", f.extremes(all)})
		checkFact(t, s, [2]string{f.asked() + "none", "NULL\tNULL\t0"})
		of, ordered := f.of+" AS y", f.texts(all)
		checkFact(t, s, [2]string{of + " FROM w ORDER BY y", strings.Join(ordered, "|")})
		checkFact(t, s, [2]string{of + " FROM w ORDER BY y LIMIT 0", ""})
		checkFact(t, s, [2]string{of + " FROM w ORDER BY y LIMIT 9 OFFSET 390", strings.Join(ordered[390:399], "|")})
		var counts []string
		different := slices.Compact(slices.Clone(ordered))
		for lo, text := range different {
			n := 0
			for _, other := range ordered {
				if other == text {
					n++
				}
			}
			counts = append(counts, fmt.Sprintf("%s\t%d", different[lo], n))
		}
		checkFact(t, s, [2]string{of + ", COUNT(*) FROM w GROUP BY y ORDER BY y", strings.Join(counts, "|")})
		checkFact(t, s, [2]string{"DISTINCT " + of + " FROM w ORDER BY y", strings.Join(different, "|")})
		slices.Reverse(different)
		checkFact(t, s, [2]string{"DISTINCT " + of + " FROM w ORDER BY y DESC LIMIT 5", strings.Join(different[:5], "|")})
		if plan := flat(mustRun(t, s, "EXPLAIN ANALYZE SELECT k, "+f.asked()+"w GROUP BY k")); strings.Contains(plan, "pipeline 1") {
			t.Errorf("%s is computed behind the scan:\n%s", f.of, plan)
		}
	}
}

// What such numbers become meets columns of long and of short numbers, and itself.
func TestWhatLongNumbersBecomeMeetsOthers(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	numbers := longs(t, s)
	mustRun(t, s, "CREATE TABLE x (b DECIMAL(30,10)); INSERT INTO x SELECT ABS(a) FROM w WHERE k = 1; CREATE TABLE short (b DECIMAL(30,10)); INSERT INTO short VALUES (1.5), (0), (NULL), (3), (1.5)")
	all := numbers[longGroups]
	count := func(such func(n *big.Int) int) string {
		sum := 0
		for _, n := range all {
			if n != nil {
				sum += such(n)
			}
		}
		return fmt.Sprint(sum)
	}
	met := count(func(n *big.Int) (sum int) {
		for _, m := range numbers[1] {
			if m != nil && n.CmpAbs(m) == 0 {
				sum++
			}
		}
		return sum
	})
	least := count(func(n *big.Int) int { return (1 - n.CmpAbs(tenTo(22))) / 2 })
	metShort := count(func(n *big.Int) int {
		return map[string]int{"0": 1, "15000000000": 2}[n.String()]
	})
	for _, f := range [][2]string{
		{"COUNT(*) FROM w WHERE ABS(a) < 1000000000000", least},
		{"COUNT(*) FROM w JOIN x ON ABS(w.a) = x.b", met}, {"COUNT(*) FROM x JOIN w ON x.b = ABS(w.a)", met},
		{"COUNT(*) FROM w v JOIN w ON w.k = 1 AND ABS(v.a) = ABS(w.a)", met}, {"COUNT(*) FROM w JOIN short ON ABS(w.a) = short.b", metShort},
		{"COUNT(*) FROM w WHERE ABS(a) IN (SELECT ABS(a) FROM w)", count(func(*big.Int) int { return 1 })},
		{"COUNT(*) FROM w WHERE ABS(a) <> ABS(-a) OR ABS(a) < a OR (ABS(a) = a) <> (a >= 0)", "0"},
		{"COUNT(*) FROM (SELECT ABS(a) AS y, k FROM w LIMIT 1000) z WHERE y < 1000000000000", least},
		{"COUNT(DISTINCT y) - COUNT(DISTINCT -y), MAX(y) - MAX(ABS(y)) FROM (SELECT ABS(a) AS y, k FROM w LIMIT 1000) z", "0\t0.0000000000"},
		{"COUNT(*) FROM (SELECT ABS(a) AS y FROM w UNION SELECT b FROM x) z", fact(t, s, "COUNT(*) FROM (SELECT DISTINCT IF(a < 0, -a, a) FROM w) z")},
	} {
		checkFact(t, s, f)
	}
}

// decimalText is a number as a decimal of so many digits behind the point, NULL of none.
func decimalText(n *big.Int, scale int64) string {
	if n == nil {
		return "NULL"
	}
	return new(big.Rat).SetFrac(n, tenTo(scale)).FloatString(int(scale))
}

// orderOfNumbers is the order of an ORDER BY: NULL first.
func orderOfNumbers(a, b *big.Int) int {
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
