package typing

import (
	"gsdms/plan"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
)

// measure is the number that a function which rounds asks for: of a date, a moment or a time a double,
// as in MySQL, where arithmetic has a whole number or a decimal of it.
func measure(e plan.Expr) (plan.Expr, error) {
	x, err := coerce.OwnNumber(e)
	if err != nil || !e.Type().Kind.Temporal() {
		return x, err
	}
	return coerce.To(x, plan.Type{Kind: plan.Double})
}

func buildNeg(args []plan.Expr) (plan.Expr, error) {
	e, err := sameType(plan.Neg, args[0])
	if err != nil || args[0].Type().Kind != plan.Unsigned || !coerce.OverRows(args[0]) {
		return e, err
	}
	return coerce.To(e, plan.Type{Kind: plan.Int})
}

func buildAbs(args []plan.Expr) (plan.Expr, error) {
	if coerce.AnyUnsigned(args) {
		return args[0], nil
	}
	return sameType(plan.Abs, args[0])
}

func sameType(op plan.Op, x plan.Expr) (plan.Expr, error) {
	n, err := measure(x)
	if err != nil {
		return nil, err
	}
	of := plan.Plain(n.Type())
	if x.Type().Kind.Temporal() {
		after := coerce.FractionOf(x.Type())
		of = value.FixedType(value.DoubleName, coerce.WholeDigits+after, after)
	}
	return plan.Call{Op: op, Args: []plan.Expr{n}, Of: of}, nil
}

// wholes types FLOOR and CEIL. A decimal of as many digits as BIGINT surely holds, and more behind the point, may have one
// more of them.
func wholes(op plan.Op) func([]plan.Expr) (plan.Expr, error) {
	return func(args []plan.Expr) (plan.Expr, error) {
		if args[0].Type().Kind == plan.Unsigned {
			return args[0], nil
		}
		x, err := measure(args[0])
		if err != nil {
			return nil, err
		}
		switch x.Type().Kind {
		case plan.Int:
			return x, nil
		case plan.Decimal:
			return coerce.OnWhole(x, func(x plan.Expr) (plan.Expr, error) {
				if before, after := coerce.DigitsOf(x); before > value.SureDigits || before == value.SureDigits && after > 0 {
					return plan.Call{Op: op, Args: []plan.Expr{x}, Of: value.DecimalType(before+1, 0)}, nil
				}
				return plan.Call{Op: op, Args: []plan.Expr{x}, Of: plan.Type{Kind: plan.Int}}, nil
			})
		}
		return plan.Call{Op: op, Args: []plan.Expr{x}, Of: plan.Type{Kind: plan.Double}}, nil
	}
}
