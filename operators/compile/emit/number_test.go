package emit

import (
	"context"
	"math"
	"math/big"
	"testing"

	"gsdms/operators"
	"gsdms/plan"
)

// A division by a constant gives what numbers of any size give, rounded or cut off, within the bounds
// that its register has.
func TestSharesAreQuotients(t *testing.T) {
	numbers := []int64{math.MinInt64, math.MinInt64 + 1, -1000001, -151, -150, -149, -50, -1, 0, 1, 49, 50, 51, 150, 1000000, math.MaxInt64 - 1, math.MaxInt64}
	for _, by := range []int64{1, 10, 100, 10000} {
		for _, d := range []int64{1, 2, 3, 7, 100, 250, 1000000, math.MaxInt64} {
			for _, n := range numbers {
				for _, op := range []plan.Op{plan.Div, plan.Quotient} {
					checkShare(t, op, n, by, d)
				}
			}
		}
	}
}

func checkShare(t *testing.T, op plan.Op, n, by, d int64) {
	c := New(context.Background(), &operators.Program{Table: &plan.Table{}})
	x := c.NewReg(operators.Reg{Lo: min(n, 0), Hi: max(n, 0)})
	c.Begin()
	r, ok := c.share(op, x, by, d)
	values := map[int]int64{x: n}
	for _, in := range c.End() {
		switch in := in.(type) {
		case operators.Const:
			values[in.Dst] = in.Int
		case operators.Compute:
			out := operators.Vector{Int: make([]int64, 1), Null: make([]byte, 1)}
			var args []*operators.Vector
			for _, a := range in.Args {
				args = append(args, &operators.Vector{Int: []int64{values[a]}, Null: make([]byte, 1)})
			}
			if err := in.Operation().Apply(&out, args, in.Imm, make([]byte, 1)); err != nil {
				t.Fatal(err)
			}
			values[in.Dst] = out.Int[0]
		}
	}
	want, fits := shareOf(op, n, by, d)
	if !ok {
		if p := new(big.Int).Mul(big.NewInt(n), big.NewInt(by)); p.IsInt64() {
			t.Errorf("%d * %d / %d is not divided", n, by, d)
		}
		return
	}
	if reg := c.Reg(r); !fits || values[r] != want || reg.Lo > want || reg.Hi < want {
		t.Errorf("%s: %d * %d / %d is %d of %d..%d, want %d", op, n, by, d, values[r], reg.Lo, reg.Hi, want)
	}
}

// shareOf divides numbers of any size, half away from zero unless the rest is cut off.
func shareOf(op plan.Op, n, by, d int64) (share int64, fits bool) {
	x := new(big.Int).Mul(big.NewInt(n), big.NewInt(by))
	negative := x.Sign() < 0
	q, rest := new(big.Int).QuoRem(x.Abs(x), big.NewInt(d), new(big.Int))
	if op == plan.Div && rest.Lsh(rest, 1).Cmp(big.NewInt(d)) >= 0 {
		q.Add(q, big.NewInt(1))
	}
	if negative {
		q.Neg(q)
	}
	return q.Int64(), q.IsInt64()
}
