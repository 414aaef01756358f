package emit

import (
	"gsdms/operators"
	"gsdms/plan"
)

// extreme compiles GREATEST or LEAST of two registers.
func (c *Code) extreme(op plan.Op, a, b int) int {
	r := operators.Reg{Nullable: c.AnyNull(a, b)}
	onInt, onFloat := operators.GreaterInt, operators.GreaterFloat
	if op == plan.Least {
		onInt, onFloat = operators.LesserInt, operators.LesserFloat
	}
	if c.Reg(a).Float || c.Reg(b).Float {
		r.Float = true
		return c.Compute(onFloat, 0, r, c.likeFloat(a), c.likeFloat(b))
	}
	x, y := c.Reg(a), c.Reg(b)
	if op == plan.Least {
		r.Lo, r.Hi = min(x.Lo, y.Lo), min(x.Hi, y.Hi)
	} else {
		r.Lo, r.Hi = max(x.Lo, y.Lo), max(x.Hi, y.Hi)
	}
	return c.Compute(onInt, 0, r, a, b)
}
