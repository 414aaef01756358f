package scalar

import (
	"gsdms/operators"
	"gsdms/operators/compile/emit"
	"gsdms/operators/compile/tabulate"
	"gsdms/operators/truth"
	"gsdms/plan"
)

// ofTwo compiles a function of two arguments that vary as a table over their pairs, if
// these are few. Where a NULL argument does not make the result NULL, as in JSON_ARRAY, NULL is one of the values.
func (c *Compiler) ofTwo(e plan.Call, first, second int) (Operand, error) {
	x, err := c.Expr(e.Args[first])
	if err != nil {
		return Operand{}, err
	}
	y, err := c.Expr(e.Args[second])
	if err != nil {
		return Operand{}, err
	}
	a, b := c.Reg(x.Reg), c.Reg(y.Reg)
	m, n := uint64(a.Hi)-uint64(a.Lo), uint64(b.Hi)-uint64(b.Lo)
	if a.Float || b.Float || m >= tabulate.Many || n >= tabulate.Many || (m+2)*(n+2) > tabulate.Many {
		if o, ok, err := c.ofTexts(e, x, y); ok || err != nil {
			return o, err
		}
		return Operand{}, &emit.UnsupportedError{Expr: e, Why: "its arguments have too many different values together to tabulate"}
	}
	name, args := e.String(), append([]plan.Expr(nil), e.Args...)
	args[first] = plan.Slot{Index: 0, Of: e.Args[first].Type()}
	args[second] = plan.Slot{Index: 1, Of: e.Args[second].Type()}
	e.Args = args
	xs, ys := c.valuesOf(x, args[first]), c.valuesOf(y, args[second])
	if !e.Strict() {
		x.Reg, xs = c.withNull(x.Reg, xs)
		y.Reg, ys = c.withNull(y.Reg, ys)
	}
	t, err := c.Functions.FillPairs(e, xs, ys)
	if err != nil {
		return Operand{}, err
	}
	t.Array.Name = name
	row := c.Times(c.From(x.Reg, a.Lo), c.Number(int64(len(ys))))
	at := c.Plus(row, c.From(y.Reg, b.Lo))
	return Operand{Reg: c.Lookup(t.Array, at, t.Reg), Dict: t.Dict}, nil
}

// withNull adds NULL to the values of a register, if it can hold that, and gives a register that has its place.
func (c *Compiler) withNull(reg int, values []plan.Value) (int, []plan.Value) {
	r := c.Reg(reg)
	if !r.Nullable {
		return reg, values
	}
	at := r.Lo + int64(len(values))
	if values[0].IsNull() { // there are no others
		at = r.Lo
	} else {
		values = append(values, plan.Value{})
	}
	return c.Compute(operators.IfInt, 0, operators.Reg{Lo: r.Lo, Hi: max(r.Hi, at)}, c.IsNull(reg), c.Number(at), reg), values
}

// valuesOf gives the values that a register can hold.
func (c *Compiler) valuesOf(x Operand, of plan.Expr) []plan.Value {
	var out []plan.Value
	t, r := of.Type(), c.Reg(x.Reg)
	if t.Kind == plan.Null || t.Kind == plan.String && (x.Dict == nil || x.Dict.Len() == 0) {
		return []plan.Value{{}}
	}
	for n := r.Lo; ; n++ {
		out = append(out, truth.ValueOf(t, x.Dict, n))
		if n == r.Hi {
			return out
		}
	}
}
