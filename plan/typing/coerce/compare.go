package coerce

import (
	"gsdms/plan"
	"gsdms/plan/value"
)

// Compares types one comparison. Of a constant that is NULL it is NULL, whatever that is compared with:
// MySQL does not compute it.
func Compares(op plan.Op) func([]plan.Expr) (plan.Expr, error) {
	return func(args []plan.Expr) (plan.Expr, error) {
		return Comparison(op, FullYears(args))
	}
}

// Comparison types one comparison of what is as it stands.
func Comparison(op plan.Op, args []plan.Expr) (plan.Expr, error) {
	first, constant := args[0].(plan.Const)
	args, err := Comparable(args)
	if err != nil {
		return nil, err
	}
	if op != plan.NullEq && constant && first.Value.IsNull() {
		return Unknown(first), nil
	}
	return plan.Call{Op: op, Args: args, Of: plan.Type{Kind: plan.Bool}}, nil
}

// Unknown is the comparison of a constant that is NULL.
func Unknown(c plan.Const) plan.Expr {
	return plan.Const{Of: plan.Type{Kind: plan.Bool}, Lost: c.Lost}
}

// Comparable converts expressions to the one type that they are compared in.
func Comparable(args []plan.Expr) ([]plan.Expr, error) {
	args, err := comparableJSON(args)
	if err != nil {
		return nil, err
	}
	var has [plan.String + 1]bool
	for _, a := range args {
		has[a.Type().Kind] = true
	}
	if out, ok := allUnsigned(args); ok {
		return out, nil
	}
	switch {
	case has[plan.Date] || has[plan.DateTime] || has[plan.Time]:
		return comparableTimes(args)
	case has[plan.String] && (has[plan.Int] || has[plan.Unsigned] || has[plan.Decimal] || has[plan.Double] || has[plan.Bool]):
		return comparableTexts(args)
	case has[plan.String]:
		if args, is, err := AllBytes(args); is {
			return args, err
		}
		return SmallLetters(args)
	case has[plan.Bool] && !has[plan.Int] && !has[plan.Unsigned] && !has[plan.Decimal] && !has[plan.Double]:
		return All(plan.Type{Kind: plan.Bool}, args...)
	}
	return alignedWithin(args)
}

// comparableTexts compares texts with numbers: exactly where the text is a constant that
// spells a number, else as doubles.
func comparableTexts(args []plan.Expr) ([]plan.Expr, error) {
	out := make([]plan.Expr, len(args))
	for i, a := range args {
		out[i] = Written(a)
		if c, ok := out[i].(plan.Const); ok && c.Value.Kind == plan.String && c.Digits == nil {
			if v, ok := value.ParseNumber(c.Value.Text); ok {
				out[i] = plan.Literal(v)
			}
		}
	}
	args, _, err := Aligned(out)
	return args, err
}

// Choosing makes a condition that IF and CASE choose by: a JSON value is its number there.
func Choosing(e plan.Expr) (plan.Expr, error) {
	switch e.Type().Kind {
	case plan.Bool:
		return e, nil
	case plan.Null:
		return plan.NullOf(plan.Type{Kind: plan.Bool}), nil
	}
	e = plan.Full(e)
	if c, ok := e.(plan.Const); ok {
		return To(c, plan.Type{Kind: plan.Bool})
	}
	x, err := OwnNumber(e)
	if err != nil {
		return nil, err
	}
	return OnWhole(x, isNotZero)
}

func isNotZero(x plan.Expr) (plan.Expr, error) {
	zero, err := To(plan.Literal(value.OfInt(0)), plan.Plain(x.Type()))
	return plan.Call{Op: plan.Ne, Args: []plan.Expr{x, zero}, Of: plan.Type{Kind: plan.Bool}}, err
}

// OwnNumber is the number that a condition or a function of numbers asks for: of ELT that of what it
// chooses, as in arithmetic.
func OwnNumber(e plan.Expr) (plan.Expr, error) {
	if c, ok := e.(plan.Call); ok && isElt(c, 1) {
		return chosenNumber(c)
	}
	return Number(e)
}
