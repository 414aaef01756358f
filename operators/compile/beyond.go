package compile

import (
	"math"

	"gsdms/operators/compile/exprs"
	"gsdms/operators/truth"
	"gsdms/plan"
)

// compareBeyond compiles a comparison of numbers with one that 64 bits do not hold: all others
// lie on one side of it.
func (c *compiler) compareBeyond(e plan.Call) (operand, error) {
	x, k, op := e.Args[0], e.Args[1], e.Op
	if exprs.IsBeyond(x) {
		x, k, op = k, x, truth.Mirrored(op)
	}
	if op == plan.NullEq {
		return operand{reg: c.Number(0)}, nil
	}
	o, err := c.expr(x)
	if err != nil {
		return operand{}, err
	}
	_, side := truth.NumberOf(k.(plan.Const).Value, k.Type())
	below := op == plan.Lt || op == plan.Le // of a number behind all others
	if side < 0 {
		below = op == plan.Gt || op == plan.Ge
	}
	if below || op == plan.Ne {
		return operand{reg: c.Compare(plan.Le, o.reg, c.Number(math.MaxInt64))}, nil
	}
	return operand{reg: c.Compare(plan.Gt, o.reg, c.Number(math.MaxInt64))}, nil
}

// divideBeyond compiles DIV and % by a number that 64 bits do not hold, with as many digits behind the point:
// it goes into none that they hold.
func (c *compiler) divideBeyond(e plan.Call) (operand, error) {
	o, err := c.expr(e.Args[0])
	if err != nil || e.Op == plan.Mod {
		return operand{reg: o.reg}, err
	}
	return operand{reg: c.Times(o.reg, c.Number(0))}, nil
}
