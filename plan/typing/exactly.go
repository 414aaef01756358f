package typing

import (
	"gsdms/plan"
	"gsdms/plan/value"
)

// Exactly gives a sum, difference or product of exact numbers with all their digits.
func Exactly(op plan.Op, a, b plan.Expr) plan.Expr {
	scale := max(a.Type().Scale, b.Type().Scale)
	if op == plan.Mul {
		scale = a.Type().Scale + b.Type().Scale
	}
	e := plan.Expr(plan.Call{Op: op, Args: []plan.Expr{Decimal(a), Decimal(b)}, Of: value.DecimalType(value.MaxPrecision, scale)})
	if folded, err := plan.Fold(e); err == nil {
		return folded
	}
	return e
}

// Decimal gives a whole number or a truth as a decimal.
func Decimal(e plan.Expr) plan.Expr {
	if k := e.Type().Kind; k != plan.Int && k != plan.Bool {
		return e
	}
	before, _ := digitsOf(e)
	d, err := Convert(e, value.DecimalType(before, 0))
	if err != nil {
		return e
	}
	return d
}
