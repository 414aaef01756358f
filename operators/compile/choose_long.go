package compile

import (
	"gsdms/operators/compile/emit"
	"gsdms/plan"
)

// A choice among a column of numbers of more than 64 bits and constants is one of codes, of a dictionary
// that has the constants, too: so rows are grouped and sorted by it, and its sum is that of parts.

// isLong reports whether an expression is a column of such numbers, or a choice among these and constants.
func (c *compiler) isLong(e plan.Expr) bool { return c.where.IsWide(e) || c.choosesLong(e) }

func (c *compiler) choosesLong(e plan.Expr) bool {
	x, ok := e.(plan.Call)
	if !ok || x.Op != plan.If {
		return false
	}
	codes, long := c.hasCodes(e, x.Of)
	return codes && long
}

// hasCodes reports whether an operand of a choice of a type has codes, or is given one, and whether there
// is a column in it.
func (c *compiler) hasCodes(e plan.Expr, t plan.Type) (codes, long bool) {
	switch x := e.(type) {
	case plan.Const:
		return x.Value.IsNull() || x.Value.Kind == plan.Decimal, false
	case plan.Call:
		if x.Op != plan.If || x.Of.Kind != plan.Decimal {
			return false, false
		}
		yes, some := c.hasCodes(x.Args[1], t)
		no, more := c.hasCodes(x.Args[2], t)
		return yes && no, some || more
	}
	wide := c.where.IsWide(e)
	return wide && e.Type().Scale == t.Scale, wide
}

// chosenCode compiles a choice of codes, of a type.
func (c *compiler) chosenCode(e plan.Expr, t plan.Type) (operand, error) {
	if k, ok := e.(plan.Const); ok && !k.Value.IsNull() {
		k.Of = t
		return c.onlyCode(k)
	}
	x, ok := e.(plan.Call)
	if !ok {
		return c.coded(e)
	}
	cond, err := c.expr(x.Args[0])
	if err != nil {
		return operand{}, err
	}
	test := c.Boolean(cond.reg, x.Args[0].Type())
	yes, err := c.guarded(emit.Guard{Test: test, Taken: true, Decides: -1}, func() (operand, error) { return c.chosenCode(x.Args[1], t) })
	if err != nil {
		return operand{}, err
	}
	no, err := c.guarded(emit.Guard{Test: test, Decides: -1}, func() (operand, error) { return c.chosenCode(x.Args[2], t) })
	if err != nil {
		return operand{}, err
	}
	a, b, dict := c.unite(yes, no)
	return operand{reg: c.Pick(test, a, b), dict: dict}, nil
}
