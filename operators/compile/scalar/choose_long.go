package scalar

import (
	"gsdms/operators/compile/emit"
	"gsdms/operators/compile/exprs"
	"gsdms/plan"
)

// A choice among a column of numbers of more than 64 bits and constants is one of codes, of a dictionary
// that has the constants, too: so rows are grouped and sorted by it, and its sum is that of parts.

// IsLong reports whether an expression is a column of such numbers, or a choice among these and constants.
func (c *Compiler) IsLong(e plan.Expr) bool { return c.Where.IsWide(e) || c.choosesLong(e) }

func (c *Compiler) choosesLong(e plan.Expr) bool {
	x, ok := e.(plan.Call)
	if !ok || x.Op != plan.If {
		return false
	}
	codes, long := c.hasCodes(e, x.Of)
	return codes && long
}

// hasCodes reports whether an operand of a choice of a type has codes, or is given one, and whether there
// is a column in it.
func (c *Compiler) hasCodes(e plan.Expr, t plan.Type) (codes, long bool) {
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
	wide := c.Where.IsWide(e)
	return wide && e.Type().Scale == t.Scale, wide
}

// chosenCode compiles a choice of codes, of a type.
func (c *Compiler) chosenCode(e plan.Expr, t plan.Type) (Operand, error) {
	if k, ok := e.(plan.Const); ok && !k.Value.IsNull() {
		k.Of = t
		return c.onlyCode(k)
	}
	x, ok := e.(plan.Call)
	if !ok {
		return c.Coded(e)
	}
	cond, err := c.Expr(x.Args[0])
	if err != nil {
		return Operand{}, err
	}
	test := c.Boolean(cond.Reg, x.Args[0].Type())
	yes, err := c.guarded(emit.Guard{Test: test, Taken: true, Decides: -1}, func() (Operand, error) { return c.chosenCode(x.Args[1], t) })
	if err != nil {
		return Operand{}, err
	}
	no, err := c.guarded(emit.Guard{Test: test, Decides: -1}, func() (Operand, error) { return c.chosenCode(x.Args[2], t) })
	if err != nil {
		return Operand{}, err
	}
	a, b, dict := c.unite(yes, no)
	return Operand{Reg: c.Pick(test, a, b), Dict: dict}, nil
}

// OfLong reports whether an expression is what a column of codes of numbers becomes, which may have more
// than 64 bits again: it is looked up as a code.
func (c *Compiler) OfLong(e plan.Expr) bool {
	places := exprs.Places(e, nil)
	return len(places) == 1 && e.Type().Keyed() && c.Where.ValueColumn(places[0]).Wide()
}

// keyed compiles such an expression to codes of keys; none where 64 bits hold its numbers.
func (c *Compiler) keyed(e plan.Expr) (Operand, error) {
	if short, err := computable(c.ctx, c.net.Tables, e, c.cache); short || err != nil {
		return Operand{}, err
	}
	return c.Expr(plan.Key(e))
}
