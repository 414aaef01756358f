// Package call writes the calls that functions are made of, with what they give: each is one that
// package plan computes, of expressions that have the types that it asks for.
package call

import (
	"gsdms/plan"
	"gsdms/plan/value"
)

// Num is a constant whole number.
func Num(n int64) plan.Expr { return plan.Literal(value.OfInt(n)) }

// Int is a call that gives a whole number.
func Int(op plan.Op, args ...plan.Expr) plan.Expr {
	return plan.Call{Op: op, Args: args, Of: plan.Type{Kind: plan.Int}}
}

// Date is a call that gives a date.
func Date(op plan.Op, args ...plan.Expr) plan.Expr {
	return plan.Call{Op: op, Args: args, Of: plan.Type{Kind: plan.Date}}
}

// Ticking is an Add or Sub of ticks, or another call whose result is a DateTime or Time.
func Ticking(op plan.Op, t plan.Type, args ...plan.Expr) plan.Expr {
	return plan.Call{Op: op, Args: args, Of: plan.Plain(t)}
}

// Times is n times a constant.
func Times(n plan.Expr, by int64) plan.Expr {
	if by == 1 {
		return n
	}
	return Int(plan.Mul, n, Num(by))
}

// Ticks is the number of a DateTime or Time, as an integer.
func Ticks(e plan.Expr) plan.Expr {
	t := e.Type()
	return Int(plan.DateDiff, e, plan.Const{Value: value.OfNumber(plan.Plain(t), 0), Of: plan.Plain(t)})
}

// SinceZero is ticks of a DateTime counted from the year 0, so that none is negative.
func SinceZero(e plan.Expr) plan.Expr {
	lo, _ := value.TickBounds(plan.DateTime, e.Type().Scale)
	return Int(plan.DateDiff, e, plan.Literal(value.OfDateTime(lo, e.Type().Scale)))
}
