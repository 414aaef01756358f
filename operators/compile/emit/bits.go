package emit

import (
	"math"

	"gsdms/operators"
	"gsdms/plan"
)

// onBits compiles the operators on bits; ok is false for another.
func (c *Code) onBits(e plan.Call, args []int) (r int, ok bool, err error) {
	op, known := map[plan.Op]operators.Opcode{plan.BitAnd: operators.AndBits, plan.BitOr: operators.OrBits, plan.BitXor: operators.XorBits,
		plan.ShiftLeft: operators.ShiftLeft, plan.ShiftRight: operators.ShiftRight, plan.BitCount: operators.CountBits}[e.Op]
	switch {
	case e.Op == plan.FromBits || e.Op == plan.ToBits:
		return c.Turned(args[0]), true, nil
	case !known:
		return -1, false, nil
	}
	out := wholeReg(c.AnyNull(args...))
	switch op {
	case operators.CountBits:
		out.Lo, out.Hi = 0, 64
	case operators.AndBits:
		for _, a := range args {
			if x := c.Reg(a); x.Lo >= 0 {
				out.Lo, out.Hi = 0, min(out.Hi, x.Hi)
			}
		}
	case operators.OrBits, operators.XorBits:
		if c.Reg(args[0]).Lo >= 0 && c.Reg(args[1]).Lo >= 0 {
			out.Lo = 0
		}
	case operators.ShiftRight:
		if x, by := c.Reg(args[0]), c.Reg(args[1]); x.Lo >= 0 {
			out.Lo, out.Hi = 0, x.Hi
		} else if by.Lo > 0 && by.Lo < 64 { // a shift of 64 and more leaves nothing
			out.Lo, out.Hi = 0, int64(uint64(math.MaxUint64)>>by.Lo)
		}
	}
	return c.Compute(op, 0, out, args...), true, nil
}

// Turned gives an Unsigned for the bits of an Int, or the bits of an Unsigned: the first bit
// is another one.
func (c *Code) Turned(a int) int {
	x := c.Reg(a)
	out := wholeReg(x.Nullable)
	if x.Lo >= 0 || x.Hi < 0 {
		out.Lo, out.Hi = x.Lo^math.MinInt64, x.Hi^math.MinInt64
	}
	return c.Compute(operators.XorBits, 0, out, a, c.Number(math.MinInt64))
}

// UnsignedNumber gives the value of an Unsigned, which ends the run where it passes 63 bits;
// toUnsigned the Unsigned of a whole number, which ends it where that is negative.
func (c *Code) UnsignedNumber(a int) int { return c.minus(a, c.Number(math.MinInt64)) }

func (c *Code) ToUnsigned(a int) int { return c.Plus(a, c.Number(math.MinInt64)) }
