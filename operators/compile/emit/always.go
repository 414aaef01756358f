package emit

import (
	"slices"

	"gsdms/operators/compile/exprs"
	"gsdms/plan"
	"gsdms/plan/value"
)

// Always reports whether programs compute an expression whatever the values of its
// arguments are.
func Always(e plan.Expr) bool {
	switch e := e.(type) {
	case plan.Call:
		return alwaysCalled(e)
	case plan.Cast:
		if q, _, ok := e.Ratio(); ok {
			scale := max(q.Args[0].Type().Scale, q.Args[1].Type().Scale)
			return !slices.ContainsFunc(q.Args, func(a plan.Expr) bool {
				t := a.Type()
				return isLong(a) || t.Kind != plan.Decimal && scale > 0 || t.Precision-t.Scale+scale > value.SureDigits
			})
		}
		from, to := e.X.Type().Kind, e.To.Kind
		switch {
		case from.Temporal() && to.Temporal():
			return true
		case from != to && (from == plan.Unsigned || to == plan.Unsigned):
			return false
		case to == plan.Decimal && e.To.Precision > value.SureDigits && from != plan.Null:
			return false
		}
		return from == to || from == plan.Null || from == plan.String || to != plan.String && !to.Temporal() && !from.Ticking()
	}
	return true
}

// isLong reports whether a decimal may have more digits than 64 bits have room for.
func isLong(e plan.Expr) bool { return e.Type().Keyed() }

func alwaysCalled(e plan.Call) bool {
	switch e.Op {
	case plan.Eq, plan.Ne, plan.Lt, plan.Le, plan.Gt, plan.Ge, plan.NullEq, plan.And, plan.Or, plan.Xor, plan.Not, plan.IsNull:
		return true
	}
	if whole := e.Op == plan.IntDiv || e.Op == plan.Mod; slices.ContainsFunc(e.Args, exprs.IsBeyond) && !(whole && !exprs.IsBeyond(e.Args[0])) {
		return false
	}
	if e.Op == plan.If {
		return true
	}
	if e.Of.Kind == plan.String || exprs.HasText(e.Args) {
		arg, _ := exprs.OnSlot(e)
		return arg != nil && arg.Type().Kind == plan.String
	}
	if e.Of.Kind == plan.Decimal && e.Of.Precision > value.SureDigits {
		return false
	}
	switch e.Op {
	case plan.Add, plan.Sub, plan.Mul, plan.Div, plan.Quotient, plan.IntDiv, plan.FloorDiv, plan.Mod, plan.Neg, plan.Abs, plan.Floor, plan.Ceil, plan.Rand, plan.Greatest, plan.Least,
		plan.Year, plan.Month, plan.Day, plan.AddMonths, plan.DateDiff,
		plan.BitAnd, plan.BitOr, plan.BitXor, plan.ShiftLeft, plan.ShiftRight, plan.BitCount, plan.FromBits, plan.ToBits:
		return true
	case plan.Round, plan.Cut:
		_, ok := RoundDigits(e)
		return ok || !e.Args[0].Type().Float()
	}
	return IsMath(e.Op) || e.Native != nil
}
