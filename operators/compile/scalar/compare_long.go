package scalar

import (
	"math"

	"gsdms/operators/compile/emit"
	"gsdms/operators/compile/rows"
	"gsdms/operators/index"
	"gsdms/operators/truth"
	"gsdms/plan"
)

// long is a number that may have a code, as one past 64 bits has.
type long struct {
	Operand
	of plan.Type
}

// compareLong compiles a comparison of a number that has a code with one that 64 bits hold, of as many digits
// behind the point: what the code stands for is looked up, and what lies beyond all that the other can be is
// the next number there.
func (c *Compiler) compareLong(e plan.Call, op plan.Op, x, y long) (Operand, error) {
	if y.Dict != nil {
		x, y, op = y, x, truth.Mirrored(op)
	}
	of := c.Reg(y.Reg)
	if y.Dict != nil || x.of.Scale != y.of.Scale || y.of.Kind == plan.Unsigned || of.Float || of.Lo == math.MinInt64 || of.Hi == math.MaxInt64 {
		return Operand{}, &emit.UnsupportedError{Expr: e, Why: "one of both sides has more than 64 bits", Wide: true}
	}
	a, r := index.Numbers(c.ctx, "numbers", rows.Within(x.Dict, of.Lo-1, of.Hi+1), nil)
	return Operand{Reg: c.Compare(op, c.Lookup(a, x.Reg, r), y.Reg)}, nil
}
