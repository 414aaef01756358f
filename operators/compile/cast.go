package compile

import (
	"gsdms/plan"
)

// castTo compiles a conversion to another type, without the limits of that.
func (c *compiler) castTo(e plan.Cast, x int, from plan.Type) (int, error) {
	if isTabulated(from.Kind, e.To.Kind) {
		return c.byTable(e, e.X, operand{reg: x})
	}
	return c.Convert(e, x, from)
}

// isTabulated reports whether a conversion has no opcode.
func isTabulated(from, to plan.Kind) bool {
	if from == plan.Null || from == to || from.Temporal() && to.Temporal() {
		return false
	}
	return to == plan.String || to.Temporal()
}

// cast compiles a conversion.
func (c *compiler) cast(e plan.Cast) (operand, error) {
	if division, ok := e.Shortened(); ok {
		return c.call(division)
	}
	from := e.X.Type()
	if from.Kind == plan.String && e.To.Kind != plan.String {
		return c.ofText(e)
	}
	x, err := c.expr(e.X)
	if err != nil {
		return operand{}, err
	}
	r, err := c.castTo(e, x.reg, from)
	if err != nil || from.Kind == plan.String {
		return operand{reg: r, dict: x.dict}, err
	}
	if !e.Shown {
		r, err = c.Limited(r, e.To)
	}
	return operand{reg: r}, err
}
