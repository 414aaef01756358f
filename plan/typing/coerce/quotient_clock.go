package coerce

import (
	"gsdms/plan"
	"gsdms/plan/typing/call"
	"gsdms/plan/value"
)

// MySQL takes the number of a moment or a time that has a fraction for one of six digits behind the point, and of
// one that has none for a whole number, whatever the type is. A quotient has other digits for the two.

// digitsInConstant is how many digits behind the point the number of a constant moment or time has; ok is false
// for another expression.
func digitsInConstant(e plan.Expr) (digits int, ok bool) {
	c, ok := e.(plan.Const)
	if !ok || !c.Of.Kind.Ticking() || c.Value.IsNull() {
		return 0, false
	}
	if c.Value.Int%value.Ticks(c.Of.Scale) == 0 {
		return 0, true
	}
	return value.MaxFraction, true
}

// ofClock reports whether a decimal is the number of a moment or a time, or that below zero.
func ofClock(e plan.Expr) bool {
	switch x := e.(type) {
	case plan.Cast:
		return x.X.Type().Kind.Ticking() && x.To.Scale > 0 || x.To.Scale == x.X.Type().Scale && ofClock(x.X)
	case plan.Call:
		if x.Op == plan.Neg {
			return ofClock(x.Args[0])
		}
		return x.Op == plan.Add && ofFraction(x.Args[1])
	}
	return false
}

// ofFraction reports whether a decimal is made of the ticks that are behind the point.
func ofFraction(e plan.Expr) bool {
	switch x := e.(type) {
	case plan.Cast:
		return ofFraction(x.X)
	case plan.Call:
		if x.Op == plan.Mod {
			of, ok := x.Args[0].(plan.Call)
			return ok && of.Op == plan.DateDiff
		}
		return x.Op == plan.Mul && ofFraction(x.Args[0])
	}
	return false
}

// ofClocks makes something of a quotient with all digits, where some digits of the first operands are known.
func ofClocks(q plan.Call, known []int, of func(plan.Call) (plan.Expr, error)) (plan.Expr, error) {
	if len(known) == len(q.Args) {
		return of(withDigits(q, digitsInside(known[0], known[1])))
	}
	a, known := q.Args[len(known)], known[:len(known):len(known)]
	if !ofClock(a) {
		_, digits := DigitsOf(a)
		return ofClocks(q, append(known, digits), of)
	}
	with, err := ofClocks(q, append(known, value.MaxFraction), of)
	if err != nil {
		return nil, err
	}
	without, err := ofClocks(q, append(known, 0), of)
	if err != nil || plan.Equal(with, without) {
		return with, err
	}
	rest := plan.Call{Op: plan.Mod, Args: []plan.Expr{a, plan.Cast{X: call.Num(1), To: a.Type()}}, Of: a.Type()}
	whole := plan.Call{Op: plan.Eq, Args: []plan.Expr{rest, plan.Cast{X: call.Num(0), To: a.Type()}}, Of: plan.Type{Kind: plan.Bool}}
	return call.If(whole, without, with), nil
}

// ShownFraction is how many digits of a second a time shows: of a quotient no more than that does.
func ShownFraction(of, t plan.Expr) int {
	if of.Type().Kind != plan.Decimal {
		return t.Type().Scale
	}
	return min(of.Type().Scale, t.Type().Scale)
}

// InShown cuts the digits of a second behind those that are shown.
func InShown(t plan.Expr, scale int) plan.Expr {
	from := t.Type()
	if from.Scale <= scale {
		return t
	}
	to, by := plan.Type{Kind: from.Kind, Scale: scale}, call.Num(value.Ticks(from.Scale-scale))
	if from.Kind == plan.Time {
		return call.Ticking(plan.Add, to, plan.Const{Value: value.OfTime(0, scale), Of: to}, call.Int(plan.IntDiv, call.Ticks(t), by))
	}
	return call.Ticking(plan.Add, to, plan.Literal(value.OfDateTime(0, scale)), call.Int(plan.FloorDiv, call.Ticks(t), by))
}
