package compile

import (
	"gsdms/operators/compile/emit"
	"gsdms/operators/compile/tabulate"
	"gsdms/operators/truth"
	"gsdms/plan"
)

// ofTwo compiles a function of two arguments that vary as a table over their pairs, if
// these are few. A NULL argument makes the result NULL, as in every function of
// strings.
func (c *compiler) ofTwo(e plan.Call, first, second int) (operand, error) {
	x, err := c.expr(e.Args[first])
	if err != nil {
		return operand{}, err
	}
	y, err := c.expr(e.Args[second])
	if err != nil {
		return operand{}, err
	}
	a, b := c.Reg(x.reg), c.Reg(y.reg)
	m, n := uint64(a.Hi)-uint64(a.Lo), uint64(b.Hi)-uint64(b.Lo)
	if a.Float || b.Float || m >= tabulate.Many || n >= tabulate.Many || (m+1)*(n+1) > tabulate.Many {
		if o, ok, err := c.ofTexts(e, x, y); ok || err != nil {
			return o, err
		}
		return operand{}, &emit.UnsupportedError{Expr: e, Why: "its arguments have too many different values together to tabulate"}
	}
	name, args := e.String(), append([]plan.Expr(nil), e.Args...)
	args[first] = plan.Slot{Index: 0, Of: e.Args[first].Type()}
	args[second] = plan.Slot{Index: 1, Of: e.Args[second].Type()}
	e.Args = args
	t, err := c.functions.FillPairs(e, c.valuesOf(x, args[first]), c.valuesOf(y, args[second]))
	if err != nil {
		return operand{}, err
	}
	t.Array.Name = name
	row := c.Times(c.From(x.reg, a.Lo), c.Number(int64(n+1)))
	at := c.Plus(row, c.From(y.reg, b.Lo))
	return operand{reg: c.Lookup(t.Array, at, t.Reg), dict: t.Dict}, nil
}

// valuesOf gives the values that a register can hold.
func (c *compiler) valuesOf(x operand, of plan.Expr) []plan.Value {
	var out []plan.Value
	t, r := of.Type(), c.Reg(x.reg)
	if t.Kind == plan.Null || t.Kind == plan.String && (x.dict == nil || x.dict.Len() == 0) {
		return []plan.Value{{}}
	}
	for n := r.Lo; ; n++ {
		out = append(out, truth.ValueOf(t, x.dict, n))
		if n == r.Hi {
			return out
		}
	}
}
