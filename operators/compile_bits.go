package operators

import (
	"math"

	"gsdms/plan"
)

// onBits compiles the operators on bits; ok is false for another.
func (c *compiler) onBits(e plan.Call, args []int) (r int, ok bool, err error) {
	op, known := map[plan.Op]Opcode{plan.BitAnd: AndBits, plan.BitOr: OrBits, plan.BitXor: XorBits,
		plan.ShiftLeft: ShiftLeft, plan.ShiftRight: ShiftRight, plan.BitCount: CountBits}[e.Op]
	switch {
	case e.Op == plan.Unsigned:
		r, err = c.limited(args[0], plan.Type{Kind: plan.Int, Max: math.MaxInt64})
		return r, true, err
	case !known:
		return -1, false, nil
	}
	out := wholeReg(c.anyNull(args...))
	switch op {
	case CountBits:
		out.Lo, out.Hi = 0, 64
	case AndBits:
		for _, a := range args {
			if x := c.reg(a); x.Lo >= 0 {
				out.Lo, out.Hi = 0, min(out.Hi, x.Hi)
			}
		}
	case OrBits, XorBits:
		if c.reg(args[0]).Lo >= 0 && c.reg(args[1]).Lo >= 0 {
			out.Lo = 0
		}
	case ShiftRight:
		if x := c.reg(args[0]); x.Lo >= 0 {
			out.Lo, out.Hi = 0, x.Hi
		}
	}
	return c.compute(op, 0, out, args...), true, nil
}
