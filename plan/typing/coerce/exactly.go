package coerce

import (
	"gsdms/plan"
	"gsdms/plan/value"
)

// Exactly gives a sum, difference or product of exact numbers with all their digits.
func Exactly(op plan.Op, a, b plan.Expr) plan.Expr {
	args := []plan.Expr{Decimal(a), Decimal(b)}
	scale := args[0].Type().Scale + args[1].Type().Scale
	if op != plan.Mul {
		scale = max(args[0].Type().Scale, args[1].Type().Scale)
		for i, x := range args { // programs add numbers that count the same digits
			args[i] = withScale(x, scale)
		}
	}
	e := plan.Expr(plan.Call{Op: op, Args: args, Of: value.DecimalType(value.MaxPrecision, scale)})
	if folded, err := plan.Fold(e); err == nil {
		return folded
	}
	return e
}

// withScale gives a decimal as one of so many digits behind the point, no fewer than it has.
func withScale(e plan.Expr, scale int) plan.Expr {
	of := e.Type()
	if of.Scale == scale {
		return e
	}
	return plan.Cast{X: e, To: value.DecimalType(min(value.MaxPrecision, of.Precision+scale-of.Scale), scale)}
}

// Decimal gives a whole number or a truth as a decimal.
func Decimal(e plan.Expr) plan.Expr {
	if k := e.Type().Kind; k != plan.Int && k != plan.Bool {
		return e
	}
	before, _ := DigitsOf(e)
	d, err := To(e, value.DecimalType(before, 0))
	if err != nil {
		return e
	}
	return d
}
