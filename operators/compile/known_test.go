package compile

import (
	"math"
	"testing"

	"gsdms/operators"
	"gsdms/plan"
)

// Equal instructions share a register while their block is being compiled, and values
// that only look alike do not.
func TestValuesAreNumberedOnce(t *testing.T) {
	c := &compiler{prog: &operators.Program{Table: &plan.Table{}}, code: make([][]operators.Instr, 1), known: map[valueKey]int{}}
	one, zero := c.number(1), c.number(0)
	distinct := map[int]bool{one: true, zero: true}
	for _, r := range []int{c.null(false), c.null(true), c.constant(operators.Const{Float: 0}, true), c.constant(operators.Const{Float: math.Copysign(0, -1)}, true), c.constant(operators.Const{Float: math.Float64frombits(1)}, true)} {
		if distinct[r] {
			t.Errorf("register %d stands for two constants", r)
		}
		distinct[r] = true
	}
	sum := c.compute(operators.AddInt, 0, operators.Reg{}, one, zero)
	null := c.null(true)
	if c.compute(operators.AddInt, 0, operators.Reg{}, one, zero) != sum || c.number(1) != one || c.null(true) != null {
		t.Error("an instruction was compiled twice")
	}
	if c.compute(operators.AddInt, 0, operators.Reg{}, zero, one) == sum || c.compute(operators.SubInt, 0, operators.Reg{}, one, zero) == sum {
		t.Error("different instructions share a register")
	}
	c.code = append(c.code, nil)
	inner := c.number(7)
	if c.number(1) != one || c.number(7) != inner {
		t.Error("a block does not see what is in force around it")
	}
	if block := c.endBlock(); len(block) != 1 {
		t.Errorf("the block has %d instructions, want 1", len(block))
	}
	if c.number(7) == inner {
		t.Error("a value of a block is in force behind its end")
	}
}
