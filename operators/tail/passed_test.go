package tail

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gsdms/operators/tail/team"
	"gsdms/plan"
)

// tiedRows is rows of all kinds of columns with NULLs and many ties, and behind them their numbers.
func tiedRows(r *rand.Rand, n int) *plan.Rows {
	few, far := randomInts(r, n, 4), randomInts(r, n, 1<<62)
	far.Ints[0], far.Ints[1] = math.MinInt64, math.MaxInt64
	doubles := plan.Vector{Type: plan.Type{Kind: plan.Double}, Floats: make([]float64, n), Nulls: make([]bool, n)}
	texts := plan.Vector{Type: plan.Type{Kind: plan.String}, Texts: make([]string, n)}
	wide := plan.Vector{Type: plan.Type{Kind: plan.Decimal, Precision: 40}, Wide: make([]*big.Int, n)}
	near := randomInts(r, n, 900)
	near.Nulls = make([]bool, n)
	numbers := plan.Vector{Type: plan.Type{Kind: plan.Int}, Ints: make([]int64, n)}
	for i := range n {
		doubles.Floats[i], doubles.Nulls[i] = float64(r.IntN(50)-25)/4, r.IntN(9) == 0
		texts.Texts[i] = strings.Repeat("long beginning ", r.IntN(2)) + fmt.Sprint(r.IntN(300))
		wide.Wide[i] = new(big.Int).Lsh(big.NewInt(r.Int64N(1000)-500), uint(r.IntN(90)))
		if near.Nulls[i] = r.IntN(4) == 0; near.Nulls[i] {
			near.Ints[i] = 0
		}
		numbers.Ints[i] = int64(i)
	}
	return &plan.Rows{Len: n, Columns: []plan.Vector{few, far, doubles, texts, wide, near, numbers}}
}

// compareAt orders two cells of a column of tiedRows.
func compareAt(v *plan.Vector, a, b int) int {
	switch {
	case v.IsNull(a) || v.IsNull(b):
		return cmp.Compare(flag(v.IsNull(b)), flag(v.IsNull(a)))
	case v.Floats != nil:
		return cmp.Compare(v.Floats[a], v.Floats[b])
	case v.Texts != nil:
		return cmp.Compare(v.Texts[a], v.Texts[b])
	case v.Wide != nil:
		return v.Wide[a].Cmp(v.Wide[b])
	}
	return cmp.Compare(v.Ints[a], v.Ints[b])
}

// TestSortsWhatALimitPasses holds that a limit behind a sort passes the same rows wherever they lie,
// ties in the order that they came in.
func TestSortsWhatALimitPasses(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 8))
	for _, n := range []int{fewRows + 1, 3*team.ChunkRows + 5, 70_000} {
		rows := tiedRows(r, n)
		for range tries(12) {
			var keys []plan.SortKey
			for _, c := range r.Perm(6)[:1+r.IntN(3)] {
				keys = append(keys, plan.SortKey{Slot: c, Desc: r.IntN(2) == 0})
			}
			var want []int
			for i := range n {
				if rows.Columns[0].Ints[i] > 0 {
					want = append(want, i)
				}
			}
			slices.SortStableFunc(want, func(a, b int) int {
				for _, k := range keys {
					c := compareAt(&rows.Columns[k.Slot], a, b)
					if k.Desc {
						c = -c
					}
					if c != 0 {
						return c
					}
				}
				return 0
			})
			for range 5 {
				l := plan.Limit{Offset: int64(r.IntN(len(want) + 9)), Count: int64(r.IntN(len(want) / 3))}
				checkPassed(t, rows, keys, l, want)
			}
			checkPassed(t, rows, keys, plan.Limit{Offset: int64(len(want) - 3), Count: 10}, want)
			checkPassed(t, rows, keys, plan.Limit{Offset: int64(len(want)), Count: 10}, want)
			checkPassed(t, rows, keys, plan.Limit{Offset: int64(len(want) / 2), Count: 0}, want)
		}
	}
}

func checkPassed(t *testing.T, rows *plan.Rows, keys []plan.SortKey, l plan.Limit, all []int) {
	t.Helper()
	some := plan.Call{Op: plan.Gt, Args: []plan.Expr{plan.Slot{Of: rows.Columns[0].Type}, plan.Const{Value: plan.Value{Kind: plan.Int}, Of: plan.Type{Kind: plan.Int}}}, Of: plan.Type{Kind: plan.Bool}}
	for _, behind := range [][]plan.Operator{{l}, {l, plan.Limit{Offset: 1, Count: 2}}} {
		ops := append([]plan.Operator{plan.Filter{Pred: some}, plan.Sort{Keys: keys}}, behind...)
		held := int64(0)
		got, err := Run(t.Context(), ops, rows, Options{Threads: 3, Charge: func(bytes int64) error { held += bytes; return nil }})
		must(t, err)
		want := all[min(int(l.Offset), len(all)):]
		want = want[:min(int(l.Count), len(want))]
		if len(behind) > 1 {
			want = want[min(1, len(want)):min(3, len(want))]
		}
		if !slices.EqualFunc(got.Columns[6].Ints, want, func(a int64, b int) bool { return a == int64(b) }) {
			t.Fatalf("%d rows by %v, %v: %d rows %.60q, want %d %.60q", len(all), keys, behind, got.Len, fmt.Sprint(got.Columns[6].Ints), len(want), fmt.Sprint(want))
		}
	}
}
