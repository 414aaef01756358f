package scalar

import (
	"math"

	"gsdms/operators/compile/exprs"
	"gsdms/operators/truth"
	"gsdms/plan"
)

// compareBeyond compiles a comparison of numbers with one that 64 bits do not hold: all others
// lie on one side of it.
func (c *Compiler) compareBeyond(e plan.Call) (Operand, error) {
	x, k, op := e.Args[0], e.Args[1], e.Op
	if exprs.IsBeyond(x) {
		x, k, op = k, x, truth.Mirrored(op)
	}
	if op == plan.NullEq {
		return Operand{Reg: c.Number(0)}, nil
	}
	o, err := c.Expr(x)
	if err != nil {
		return Operand{}, err
	}
	_, side := truth.NumberOf(k.(plan.Const).Value, k.Type())
	below := op == plan.Lt || op == plan.Le // of a number behind all others
	if side < 0 {
		below = op == plan.Gt || op == plan.Ge
	}
	if below || op == plan.Ne {
		return Operand{Reg: c.Compare(plan.Le, o.Reg, c.Number(math.MaxInt64))}, nil
	}
	return Operand{Reg: c.Compare(plan.Gt, o.Reg, c.Number(math.MaxInt64))}, nil
}

// divideBeyond compiles DIV and % by a number that 64 bits do not hold, with as many digits behind the point:
// it goes into none that they hold.
func (c *Compiler) divideBeyond(e plan.Call) (Operand, error) {
	o, err := c.Expr(e.Args[0])
	if err != nil || e.Op == plan.Mod {
		return Operand{Reg: o.Reg}, err
	}
	return Operand{Reg: c.Times(o.Reg, c.Number(0))}, nil
}
