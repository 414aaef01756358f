package sql

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// wideRow is a row with a number past 64 bits, or NULL, a whole number and one with digits behind the point.
type wideRow struct {
	w    *big.Int
	k, c int64
}

func (r wideRow) String() string {
	w := "NULL"
	if r.w != nil {
		w = r.w.String()
	}
	return fmt.Sprintf("(%s, %d, %d.%02d)", w, r.k, r.c/100, r.c%100)
}

func someWideRows(n int) []wideRow {
	r := rand.New(rand.NewPCG(9, 4))
	past := new(big.Int).Exp(big.NewInt(10), big.NewInt(20), nil)
	rows := make([]wideRow, n)
	for i := range rows {
		w := big.NewInt(r.Int64N(60) - 30)
		if r.IntN(2) == 0 {
			w.Mul(w, past)
		}
		rows[i] = wideRow{w, r.Int64N(60) - 30, 100 * r.Int64N(40)}
		if r.IntN(10) == 0 {
			rows[i].w = nil
		}
	}
	return rows
}

// Rows are joined by numbers past 64 bits where one side is computed, or has fewer digits: they are looked up,
// and not all pairs looked through. The answers are those of a loop over all pairs.
func TestJoinedByWideNumbers(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE t (w DECIMAL(30,0), k BIGINT, c DECIMAL(12,2))")
	rows := someWideRows(300)
	values := make([]string, len(rows))
	for i, r := range rows {
		values[i] = r.String()
	}
	mustRun(t, s, "INSERT INTO t VALUES "+strings.Join(values, ", "))
	of := func(n int64) *big.Int { return big.NewInt(n) }
	for on, meets := range map[string]func(a, b wideRow) bool{
		"a.w = -b.w":    func(a, b wideRow) bool { return b.w != nil && a.w.Cmp(new(big.Int).Neg(b.w)) == 0 },
		"a.w = b.k":     func(a, b wideRow) bool { return a.w.Cmp(of(b.k)) == 0 },
		"a.w = b.k + 1": func(a, b wideRow) bool { return a.w.Cmp(of(b.k+1)) == 0 },
		"a.w = b.c":     func(a, b wideRow) bool { return new(big.Int).Mul(a.w, of(100)).Cmp(of(b.c)) == 0 },
		"a.w * 3 = b.w * b.k": func(a, b wideRow) bool {
			return b.w != nil && new(big.Int).Mul(a.w, of(3)).Cmp(new(big.Int).Mul(b.w, of(b.k))) == 0
		},
		"a.w = -b.w AND a.k = b.k": func(a, b wideRow) bool { return b.w != nil && a.k == b.k && a.w.Cmp(new(big.Int).Neg(b.w)) == 0 },
		"a.w = -b.w AND a.w < b.k": func(a, b wideRow) bool {
			return b.w != nil && a.w.Cmp(of(b.k)) < 0 && a.w.Cmp(new(big.Int).Neg(b.w)) == 0
		},
		"a.w = b.k AND NOT (a.w <=> b.w)": func(a, b wideRow) bool { return (b.w == nil || a.w.Cmp(b.w) != 0) && a.w.Cmp(of(b.k)) == 0 },
	} {
		pairs, with := 0, 0
		for _, a := range rows {
			before := pairs
			for _, b := range rows {
				if a.w != nil && meets(a, b) {
					pairs++
				}
			}
			if pairs > before {
				with++
			}
		}
		for query, want := range map[string]int{
			"SELECT COUNT(*) FROM t a JOIN t b ON " + on:                                     pairs,
			"SELECT COUNT(*) FROM t a LEFT JOIN t b ON " + on:                                pairs + len(rows) - with,
			"SELECT COUNT(*) FROM t a WHERE EXISTS (SELECT 1 FROM t b WHERE " + on + ")":     with,
			"SELECT COUNT(*) FROM t a WHERE NOT EXISTS (SELECT 1 FROM t b WHERE " + on + ")": len(rows) - with,
		} {
			checkFact(t, s, [2]string{strings.TrimPrefix(query, "SELECT "), fmt.Sprint(want)})
			if plan := flat(mustRun(t, s, "EXPLAIN "+query)); strings.Contains(plan, "cross join") {
				t.Errorf("%s makes all pairs:\n%s", query, plan)
			}
		}
	}
}

// A number past 64 bits beside one that 64 bits hold is compared with it in the program.
func TestComparedWideWithNarrow(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE t (w DECIMAL(30,0), k BIGINT)")
	rows := someWideRows(400)
	var values []string
	for _, r := range rows {
		values = append(values, r.String()[:strings.LastIndex(r.String(), ",")]+")")
	}
	mustRun(t, s, "INSERT INTO t VALUES "+strings.Join(values, ", "))
	for op, holds := range map[string]func(side int) bool{
		"<": func(n int) bool { return n < 0 }, "<=": func(n int) bool { return n <= 0 }, "=": func(n int) bool { return n == 0 },
		"<>": func(n int) bool { return n != 0 }, ">": func(n int) bool { return n > 0 }, ">=": func(n int) bool { return n >= 0 },
	} {
		yes, no := 0, 0
		for _, r := range rows {
			switch {
			case r.w == nil:
			case holds(r.w.Cmp(big.NewInt(r.k))):
				yes++
			default:
				no++
			}
		}
		checkFact(t, s, [2]string{fmt.Sprintf("SUM(w %[1]s k), SUM(NOT (w %[1]s k)), COUNT(*) - COUNT(w %[1]s k) FROM t", op), fmt.Sprintf("%d\t%d\t%d", yes, no, len(rows)-yes-no)})
	}
}
