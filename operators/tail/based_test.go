package tail

import (
	"context"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"gsdms/operators/tail/team"
	"gsdms/plan"
	"gsdms/plan/value"
)

// Numbers in other bases are those that big integers write: of CONV of numbers with a sign and
// without one, which a negative base keeps.
func TestNumbersInBases(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 1))
	const n = team.ChunkRows + 17
	ints, large, nulls := make([]int64, n), make([]int64, n), make([]bool, n)
	for i := range n {
		ints[i], large[i], nulls[i] = r.Int64N(1<<20)-1<<19, int64(r.Uint64()), r.IntN(7) == 0
	}
	copy(ints, []int64{0, -1, math.MinInt64, math.MaxInt64, 35, 36})
	text, whole, unsigned := plan.Type{Kind: plan.String}, plan.Type{Kind: plan.Int}, plan.Type{Kind: plan.Unsigned}
	rows := &plan.Rows{Len: n, Columns: []plan.Vector{{Type: whole, Ints: ints, Nulls: nulls}, {Type: unsigned, Ints: large}}}
	slots := []plan.Slot{{Of: whole, CanBeNil: true}, {Index: 1, Of: unsigned}}
	for _, base := range []int64{2, 8, 10, 16, 36, -2, -10, -36, 0, 1, 37} {
		var exprs []plan.Expr
		for _, s := range slots {
			exprs = append(exprs, plan.Call{Op: "CONV", Of: text, Args: []plan.Expr{plan.Cast{X: s, To: text}, plan.Literal(value.OfInt(10)), plan.Literal(value.OfInt(base))}})
		}
		out, err := Run(context.Background(), []plan.Operator{plan.Project{Exprs: exprs}}, rows, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i := range n {
			for c, bits := range []uint64{uint64(ints[i]), value.UnsignedOf(large[i])} {
				want, isNull := inBase(bits, int(base)), c == 0 && nulls[i] || base >= 0 && base < 2 || base > 36
				if got := out.Columns[c].Value(i); got.IsNull() != isNull || !isNull && got.Text != want {
					t.Fatalf("row %d, %x in base %d: %s, want %s (NULL: %t)", i, bits, base, got, want, isNull)
				}
			}
		}
	}
}

// inBase writes bits as a number without a sign, or with one where the base is negative.
func inBase(bits uint64, base int) string {
	n := new(big.Int).SetUint64(bits)
	if base < 0 {
		n.SetInt64(int64(bits))
		base = -base
	}
	if base < 2 || base > 36 {
		return ""
	}
	return strings.ToUpper(n.Text(base))
}
