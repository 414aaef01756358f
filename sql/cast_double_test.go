package sql

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// roundedDecimal is the shortest decimal of a double, rounded half away from zero to two digits
// behind the point and kept within precision digits, by whole numbers of any size.
func roundedDecimal(t *testing.T, f float64, precision int) string {
	t.Helper()
	r, ok := new(big.Rat).SetString(strconv.FormatFloat(math.Abs(f), 'f', -1, 64))
	if !ok {
		t.Fatalf("%v is no number", f)
	}
	r.Mul(r, big.NewRat(100, 1)).Add(r, big.NewRat(1, 2))
	n := new(big.Int).Quo(r.Num(), r.Denom())
	if most := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(precision)), nil); n.Cmp(most) >= 0 {
		n = most.Sub(most, big.NewInt(1))
	}
	digits := fmt.Sprintf("%03d", n)
	text := digits[:len(digits)-2] + "." + digits[len(digits)-2:]
	if f < 0 && n.Sign() > 0 {
		text = "-" + text
	}
	return text
}

// TestDoublesAsDecimals casts doubles of a column to decimals: in programs, and where a precision
// is more than these compute. The answers are those of whole numbers of any size; among the doubles
// are ties, neighbours of ties, what is past the decimal, zeros and NULL.
func TestDoublesAsDecimals(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	values := []float64{0, math.Copysign(0, -1), 0.005, -0.005, 1.005, 2.675, 1e300, -1e300, 5e-324, 9.99, 9.994, 9.995, -9.995, 10, 9999999999999.99, 9999999999999.994, 1e13, -1e13, 1 << 53, 1e18, 1e19}
	for range 3000 {
		tie := float64(r.Int64N(int64(math.Pow(10, float64(r.IntN(13)+1))))) + 0.005 + float64(r.IntN(100))/100
		values = append(values, tie, -math.Nextafter(tie, 0), math.Nextafter(tie, math.Inf(1)), (r.Float64()-0.5)*math.Pow(10, float64(r.IntN(16))))
	}
	var rows []string
	for i, f := range values {
		rows = append(rows, fmt.Sprintf("(%d, %s)", i, strconv.FormatFloat(f, 'e', -1, 64)))
	}
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 1000}).NewSession()
	mustRun(t, s, "CREATE TABLE t (i INT, d DOUBLE); CREATE TABLE none (i INT, d DOUBLE); INSERT INTO t VALUES "+strings.Join(rows, ", ")+", (-1, NULL)")
	for _, precision := range []int{3, 9, 14, 15, 18} {
		cast := fmt.Sprintf("CAST(d AS DECIMAL(%d,2))", precision)
		got := strings.Split(strings.TrimSpace(shown(t, mustRun(t, s, "SELECT "+cast+" FROM t WHERE i >= 0 ORDER BY i"), "tsv")), "\n")[1:]
		sum := new(big.Rat)
		for i, f := range values {
			want := roundedDecimal(t, f, precision)
			if got[i] != want {
				t.Errorf("%s of %v: %s, want %s", cast, f, got[i], want)
			}
			n, _ := new(big.Rat).SetString(want)
			sum.Add(sum, n)
		}
		_, line, _ := strings.Cut(strings.TrimSpace(shown(t, mustRun(t, s, "SELECT SUM("+cast+"), COUNT("+cast+"), COUNT(*) FROM t"), "tsv")), "\n")
		if want := fmt.Sprintf("%s\t%d\t%d", sum.FloatString(2), len(values), len(values)+1); line != want {
			t.Errorf("sums of %s: %s, want %s", cast, line, want)
		}
		if _, line, _ = strings.Cut(strings.TrimSpace(shown(t, mustRun(t, s, "SELECT SUM("+cast+") FROM none"), "tsv")), "\n"); line != `\N` {
			t.Errorf("sum of no %s: %s", cast, line)
		}
	}
}
