package scalar

import (
	"slices"

	"gsdms/operators"
	"gsdms/operators/compile/emit"
	"gsdms/operators/compile/exprs"
	"gsdms/operators/compile/tabulate"
	"gsdms/operators/index"
	"gsdms/plan"
)

// ofCommon compiles an expression that takes long to compute, and whose column stands
// everywhere in the same part of few values, as CAST(x AS DATE) in LAST_DAY(x), as a table
// over the values of that part. Where some of them, which may be in no row, have no result
// it is left alone (ok is false).
func (c *Compiler) ofCommon(e plan.Expr, places []exprs.Place) (o Operand, ok bool, err error) {
	if len(places) != 1 || !isCostly(e) {
		return Operand{}, false, nil
	}
	for _, part := range exprs.Nested(e) {
		on, only := exprs.Without(e, part)
		if !only || !c.isNarrow(part, places[0]) {
			continue
		}
		x, err := c.Expr(part)
		if err != nil {
			return Operand{}, false, err
		}
		o, ok, err = c.Tabulate(on, part.Type(), x, c.Cached(index.KeptArray, places[0], e))
		if plan.IsOfValue(err) {
			return Operand{}, false, nil
		}
		return o, ok, err
	}
	return Operand{}, false, nil
}

// isCostly reports whether an expression makes texts or looks into them, or asks for the
// calendar, or has a function of mathematics: what costs more than a look-up.
func isCostly(e plan.Expr) bool {
	found := false
	plan.Visit(e, func(x plan.Expr) bool {
		switch x := x.(type) {
		case plan.Cast:
			found = found || x.To.Kind == plan.String || x.X.Type().Kind == plan.String
		case plan.Call:
			calendar := slices.Contains([]plan.Op{plan.AddMonths, plan.Year, plan.Month, plan.Day}, x.Op)
			found = found || emit.IsMath(x.Op) || calendar || x.Native != nil || x.Of.Kind == plan.String && x.Op != plan.If
		}
		return !found
	})
	return found
}

// isNarrow reports whether a part is a number of few values, whose computation cannot fail.
func (c *Compiler) isNarrow(part plan.Expr, p exprs.Place) bool {
	if t := part.Type(); t.Kind == plan.String || t.Float() || c.Where.IsWide(part) {
		return false
	}
	if _, column := part.(plan.ColumnRef); column {
		values := c.Where.ValueColumn(p)
		return tabulate.AreFew(operators.Reg{Lo: values.Min, Hi: values.Max})
	}
	lo, hi, ok := Bounds(c.ctx, c.net.Tables, part, c.cache)
	return ok && tabulate.AreFew(operators.Reg{Lo: lo, Hi: hi})
}
