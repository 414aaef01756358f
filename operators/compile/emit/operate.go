package emit

import (
	"gsdms/operators"
	"gsdms/plan"
)

// Operate compiles an operator on numbers or doubles.
func (c *Code) Operate(e plan.Call, args []int) (int, error) {
	if f, ok := e.Native.(*operators.Native); ok {
		return c.native(f, args), nil
	}
	switch e.Op {
	case plan.Not:
		x := c.Boolean(args[0], e.Args[0].Type())
		return c.Compute(operators.NotBool, 0, c.TruthReg(x), x), nil
	case plan.Eq, plan.Ne, plan.Lt, plan.Le, plan.Gt, plan.Ge, plan.NullEq:
		return c.Compare(e.Op, args[0], args[1]), nil
	case plan.IsNull:
		return c.IsNull(args[0]), nil
	case plan.Greatest, plan.Least:
		return c.extreme(e.Op, args[0], args[1]), nil
	}
	if c.Reg(args[0]).Float {
		return c.onFloats(e, args)
	}
	switch k := e.Args[0].Type().Kind; {
	case k == plan.Date:
		return c.onDates(e, args)
	case k.Ticking():
		return c.onTimes(e, args)
	}
	return c.onNumbers(e, args)
}
