package rewrite

import (
	"gsdms/plan"
	"gsdms/plan/value"
)

// Rounded gives an expression that rounds a quotient as a division to the digits that are left. The
// quotient has more, of which those behind them are dropped: half a unit is half a unit with them or
// without. With all of them it may pass the 64 bits that a program computes with.
func Rounded(e plan.Expr) plan.Expr {
	switch x := e.(type) {
	case plan.Call:
		if x.Op != plan.Round || len(x.Args) != 1 {
			return e
		}
		if q, ok := longer(x.Args[0], x.Of); ok {
			return plan.Call{Op: plan.Div, Args: q.Args, Of: x.Of}
		}
	case plan.Cast:
		if q, ok := longer(x.X, x.To); ok {
			x.X = plan.Call{Op: plan.Div, Args: q.Args, Of: value.DecimalType(q.Of.Precision-q.Of.Scale+1+x.To.Scale, x.To.Scale)}
			return x
		}
	}
	return e
}

// longer gives a quotient that has more digits behind the point than a type of exact numbers.
func longer(e plan.Expr, t plan.Type) (q plan.Call, ok bool) {
	q, ok = e.(plan.Call)
	return q, ok && q.Op == plan.Quotient && (t.Kind == plan.Decimal || t.Kind == plan.Int) && t.Scale < q.Of.Scale
}
