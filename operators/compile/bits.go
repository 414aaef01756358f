package compile

import (
	"math"

	"gsdms/operators"
	"gsdms/plan"
)

// onBits compiles the operators on bits; ok is false for another.
func (c *compiler) onBits(e plan.Call, args []int) (r int, ok bool, err error) {
	op, known := map[plan.Op]operators.Opcode{plan.BitAnd: operators.AndBits, plan.BitOr: operators.OrBits, plan.BitXor: operators.XorBits,
		plan.ShiftLeft: operators.ShiftLeft, plan.ShiftRight: operators.ShiftRight, plan.BitCount: operators.CountBits}[e.Op]
	switch {
	case e.Op == plan.Unsigned:
		r, err = c.limited(args[0], plan.Type{Kind: plan.Int, Max: math.MaxInt64})
		return r, true, err
	case !known:
		return -1, false, nil
	}
	out := wholeReg(c.anyNull(args...))
	switch op {
	case operators.CountBits:
		out.Lo, out.Hi = 0, 64
	case operators.AndBits:
		for _, a := range args {
			if x := c.reg(a); x.Lo >= 0 {
				out.Lo, out.Hi = 0, min(out.Hi, x.Hi)
			}
		}
	case operators.OrBits, operators.XorBits:
		if c.reg(args[0]).Lo >= 0 && c.reg(args[1]).Lo >= 0 {
			out.Lo = 0
		}
	case operators.ShiftRight:
		if x := c.reg(args[0]); x.Lo >= 0 {
			out.Lo, out.Hi = 0, x.Hi
		}
	}
	return c.compute(op, 0, out, args...), true, nil
}
