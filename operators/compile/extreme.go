package compile

import (
	"gsdms/operators"
	"gsdms/plan"
)

// extreme compiles GREATEST or LEAST of two registers.
func (c *compiler) extreme(op plan.Op, a, b int) int {
	r := operators.Reg{Nullable: c.anyNull(a, b)}
	onInt, onFloat := operators.GreaterInt, operators.GreaterFloat
	if op == plan.Least {
		onInt, onFloat = operators.LesserInt, operators.LesserFloat
	}
	if c.reg(a).Float || c.reg(b).Float {
		r.Float = true
		return c.compute(onFloat, 0, r, c.likeFloat(a), c.likeFloat(b))
	}
	x, y := c.reg(a), c.reg(b)
	if op == plan.Least {
		r.Lo, r.Hi = min(x.Lo, y.Lo), min(x.Hi, y.Hi)
	} else {
		r.Lo, r.Hi = max(x.Lo, y.Lo), max(x.Hi, y.Hi)
	}
	return c.compute(onInt, 0, r, a, b)
}
