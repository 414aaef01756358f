package compile

import (
	"slices"

	"gsdms/operators"
	"gsdms/operators/compile/emit"
	"gsdms/operators/index"
	"gsdms/plan"
)

// ofCommon compiles an expression that takes long to compute, and whose column stands
// everywhere in the same part of few values, as CAST(x AS DATE) in LAST_DAY(x), as a table
// over the values of that part. Where some of them, which may be in no row, have no result
// it is left alone (ok is false).
func (c *compiler) ofCommon(e plan.Expr, places []place) (o operand, ok bool, err error) {
	if len(places) != 1 || !isCostly(e) {
		return operand{}, false, nil
	}
	for _, part := range nested(e) {
		on, only := without(e, part)
		if !only || !c.isNarrow(part, places[0]) {
			continue
		}
		x, err := c.expr(part)
		if err != nil {
			return operand{}, false, err
		}
		o, ok, err = c.table(on, part.Type(), x, c.cached(index.KeptArray, places[0], e))
		if plan.IsOfValue(err) {
			return operand{}, false, nil
		}
		return o, ok, err
	}
	return operand{}, false, nil
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

// nested gives what a column stands in, from the column to before the expression itself.
func nested(e plan.Expr) []plan.Expr {
	for _, a := range plan.Children(e) {
		if _, column := a.(plan.ColumnRef); column {
			return []plan.Expr{a}
		}
		if parts := nested(a); parts != nil {
			return append(parts, a)
		}
	}
	return nil
}

// without puts a Slot in place of a part; only is true where no column is left.
func without(e, part plan.Expr) (on plan.Expr, only bool) {
	on = plan.Replace(e, func(x plan.Expr) plan.Expr {
		if plan.Equal(x, part) {
			return plan.Slot{Of: part.Type()}
		}
		return nil
	})
	return on, len(placesOf(on, nil)) == 0
}

// isNarrow reports whether a part is a number of few values, whose computation cannot fail.
func (c *compiler) isNarrow(part plan.Expr, p place) bool {
	if t := part.Type(); t.Kind == plan.String || t.Float() || c.isWide(part) {
		return false
	}
	if _, column := part.(plan.ColumnRef); column {
		values := c.valueColumn(p)
		return isFew(operators.Reg{Lo: values.Min, Hi: values.Max})
	}
	lo, hi, ok := Bounds(c.ctx, c.net.Tables, part, c.cache)
	return ok && isFew(operators.Reg{Lo: lo, Hi: hi})
}

// isFew reports whether the numbers of a register are few enough for a table over them.
func isFew(r operators.Reg) bool { return uint64(r.Hi)-uint64(r.Lo) < manyValues }
