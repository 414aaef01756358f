package emit

import (
	"context"
	"math"
	"testing"

	"gsdms/operators"
	"gsdms/plan"
)

// Equal instructions share a register while their block is being compiled, and values
// that only look alike do not.
func TestValuesAreNumberedOnce(t *testing.T) {
	c := New(context.Background(), &operators.Program{Table: &plan.Table{}})
	one, zero := c.Number(1), c.Number(0)
	distinct := map[int]bool{one: true, zero: true}
	for _, r := range []int{c.Null(false), c.Null(true), c.Constant(operators.Const{Float: 0}, true), c.Constant(operators.Const{Float: math.Copysign(0, -1)}, true), c.Constant(operators.Const{Float: math.Float64frombits(1)}, true)} {
		if distinct[r] {
			t.Errorf("register %d stands for two constants", r)
		}
		distinct[r] = true
	}
	sum := c.Compute(operators.AddInt, 0, operators.Reg{}, one, zero)
	null := c.Null(true)
	if c.Compute(operators.AddInt, 0, operators.Reg{}, one, zero) != sum || c.Number(1) != one || c.Null(true) != null {
		t.Error("an instruction was compiled twice")
	}
	if c.Compute(operators.AddInt, 0, operators.Reg{}, zero, one) == sum || c.Compute(operators.SubInt, 0, operators.Reg{}, one, zero) == sum {
		t.Error("different instructions share a register")
	}
	c.Begin()
	inner := c.Number(7)
	if c.Number(1) != one || c.Number(7) != inner {
		t.Error("a block does not see what is in force around it")
	}
	if block := c.End(); len(block) != 1 {
		t.Errorf("the block has %d instructions, want 1", len(block))
	}
	if c.Number(7) == inner {
		t.Error("a value of a block is in force behind its end")
	}
}
