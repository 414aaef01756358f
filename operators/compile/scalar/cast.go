package scalar

import (
	"math"

	"gsdms/operators"
	"gsdms/operators/compile/emit"
	"gsdms/plan"
)

// CastTo compiles a conversion to another type, without the limits of that.
func (c *Compiler) CastTo(e plan.Cast, x int, from plan.Type) (int, error) {
	if isTabulated(from.Kind, e.To.Kind) {
		return c.byTable(e, e.X, Operand{Reg: x})
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
func (c *Compiler) cast(e plan.Cast) (Operand, error) {
	if division, ok := e.Shortened(); ok {
		return c.call(division)
	}
	from := e.X.Type()
	if from.Kind == plan.String && e.To.Kind != plan.String {
		return c.ofText(e)
	}
	if q, digits, ok := e.Ratio(); ok {
		r, err := c.ratio(q, digits)
		return Operand{Reg: r}, err
	}
	x, err := c.Expr(e.X)
	if err != nil {
		return Operand{}, err
	}
	r, err := c.CastTo(e, x.Reg, from)
	if err != nil || from.Kind == plan.String {
		return Operand{Reg: r, Dict: x.Dict}, err
	}
	if !e.Shown {
		r, err = c.Limited(r, e.To)
	}
	return Operand{Reg: r}, err
}

// ratio compiles a quotient as a double of so many digits.
func (c *Compiler) ratio(q plan.Call, digits int) (int, error) {
	scale := max(q.Args[0].Type().Scale, q.Args[1].Type().Scale)
	var args [2]int
	null := false
	for i, a := range q.Args {
		x, err := c.Expr(a)
		if err != nil {
			return -1, err
		}
		by := emit.Power(scale - a.Type().Scale)
		if r := c.Reg(x.Reg); max(operators.Magnitude(r.Lo), operators.Magnitude(r.Hi)) > uint64(math.MaxInt64/by) {
			return -1, &emit.UnsupportedError{Expr: q, Why: "a number of so many digits may pass 64 bits"}
		}
		if args[i], err = c.Convert(plan.Cast{X: a, To: plan.Type{Kind: plan.Decimal, Scale: scale}}, x.Reg, a.Type()); err != nil {
			return -1, err
		}
		null = null || c.Reg(args[i]).Nullable
	}
	by := c.Reg(args[1])
	out := operators.Reg{Float: true, Nullable: null || by.Lo <= 0 && by.Hi >= 0}
	return c.Compute(operators.RatioFloat, emit.Power(digits), out, args[0], args[1]), nil
}
