package tail

import (
	"context"
	"math/big"
	"testing"

	"gsdms/plan"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
)

// Decimals that 65 digits have no room for in one type, as a running sum of sums and a part of their total, are
// compared for many rows at once where 64 bits hold them, and as they are where these do not.
func TestComparedWithinByOpcodes(t *testing.T) {
	fewer, more := value.DecimalType(65, 4), value.DecimalType(65, 5)
	e, err := coerce.Comparison(plan.Le, []plan.Expr{plan.Slot{Of: fewer}, plan.Slot{Index: 1, Of: more}})
	if err != nil {
		t.Fatal(err)
	}
	last := value.BigPow10(64).MathBigInt() // too large for 65 digits of which five are behind the point
	for _, c := range []struct {
		sums, parts plan.Vector
		want        []int64
		opcodes     bool
	}{
		{plan.Vector{Type: fewer, Ints: []int64{10, 10, 10, -5, 0}, Nulls: []bool{false, false, false, false, true}},
			plan.Vector{Type: more, Ints: []int64{100, 99, 101, -50, 7}}, []int64{1, 0, 1, 1, -1}, true},
		{plan.Vector{Type: fewer, Wide: []*big.Int{last, new(big.Int).Neg(last), big.NewInt(1)}},
			plan.Vector{Type: more, Ints: []int64{1, 1, 10}}, []int64{0, 1, 1}, false},
	} {
		rows := &plan.Rows{Len: len(c.want), Columns: []plan.Vector{c.sums, c.parts}}
		r := newRunner(context.Background(), rows, Options{Threads: 1})
		if got, err := r.compile(e); err != nil || c.opcodes && (got.node == nil || !byOpcodes(got.node)) {
			t.Fatalf("%s is evaluated row by row: %v", e, err)
		}
		out, err := Run(context.Background(), []plan.Operator{plan.Project{Exprs: []plan.Expr{e}}}, rows, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range c.want {
			v := &out.Columns[0]
			if v.IsNull(i) != (want < 0) || want >= 0 && v.Ints[i] != want {
				t.Errorf("row %d: %v, want %d", i, v.Value(i), want)
			}
		}
	}
}
