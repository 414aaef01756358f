package limb

import "gsdms/plan"

// Rising is a number that grows, or falls, with another one, X: their least and greatest values are of
// the same rows, or the least of one and the greatest of the other.
type Rising struct {
	X      plan.Expr
	Falls  bool
	Strict bool // different numbers are of different X
	call   plan.Expr
	at     int
}

// OfRising gives what a number rises or falls with, if it is computed of it and a constant alone.
func OfRising(e plan.Expr) (Rising, bool) {
	switch x := e.(type) {
	case plan.Cast:
		from := x.X.Type()
		strict := x.To.Scale >= from.Scale
		room := x.To.Precision - x.To.Scale - (from.Precision - from.Scale) // for the digits before the point, of which rounding may make one more
		return Rising{X: x.X, Strict: strict, call: x}, x.To.Kind == plan.Decimal && from.Kind == plan.Decimal && (room > 0 || strict && room == 0)
	case plan.Call:
		if x.Of.Kind != plan.Decimal {
			return Rising{}, false
		}
		if x.Op == plan.Neg {
			return Rising{X: x.Args[0], Falls: true, Strict: true, call: x}, true
		}
		if len(x.Args) != 2 {
			return Rising{}, false
		}
		for at, k := range []plan.Expr{x.Args[1], x.Args[0]} {
			if c, ok := k.(plan.Const); ok && c.Value.Kind == plan.Decimal {
				return risingBy(x, at, c.Value.Dec.Sign())
			}
		}
	}
	return Rising{}, false
}

// risingBy is a call with a constant of a sign, the other argument being at a place.
func risingBy(x plan.Call, at, sign int) (Rising, bool) {
	out := Rising{X: x.Args[at], call: x, at: at, Falls: sign < 0}
	if out.X.Type().Kind != plan.Decimal {
		return out, false
	}
	switch x.Op {
	case plan.Add, plan.Sub:
		out.Falls, out.Strict = x.Op == plan.Sub && at == 1, true
		return out, true
	case plan.Mul:
		out.Strict = hasAll(x)
		return out, sign != 0
	case plan.Div, plan.Quotient:
		return out, sign != 0 && at == 0
	}
	return out, false
}

// Of gives the number of another X.
func (r Rising) Of(x plan.Expr) plan.Expr {
	switch c := r.call.(type) {
	case plan.Cast:
		c.X = x
		return c
	case plan.Call:
		c.Args = append([]plan.Expr(nil), c.Args...)
		c.Args[r.at] = x
		return c
	}
	return r.call
}
