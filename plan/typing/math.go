package typing

import (
	"math"

	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
)

// onDoubles types a function of doubles.
func onDoubles(op plan.Op) func([]plan.Expr) (plan.Expr, error) {
	return func(args []plan.Expr) (plan.Expr, error) {
		out := make([]plan.Expr, len(args))
		for i, a := range args {
			x, err := coerce.OwnNumber(plan.Full(a))
			if err == nil {
				x, err = coerce.To(x, plan.Type{Kind: plan.Double})
			}
			if err != nil {
				return nil, err
			}
			out[i] = x
		}
		return plan.Call{Op: op, Args: out, Of: plan.Type{Kind: plan.Double}}, nil
	}
}

// buildLog types LOG(x) and LOG(base, x).
func buildLog(args []plan.Expr) (plan.Expr, error) {
	x, err := onDoubles(plan.Ln)(args[len(args)-1:])
	if err != nil || len(args) == 1 {
		return x, err
	}
	base, err := onDoubles(plan.Ln)(args[:1])
	return plan.Call{Op: plan.Div, Args: []plan.Expr{x, base}, Of: plan.Type{Kind: plan.Double}}, err
}

// buildAtan types ATAN and ATAN2, of one argument or two.
func buildAtan(args []plan.Expr) (plan.Expr, error) {
	if len(args) == 2 {
		return onDoubles(plan.Atan2)(args)
	}
	return onDoubles(plan.Atan)(args)
}

// times types a function that multiplies by a constant.
func times(factor float64) func([]plan.Expr) (plan.Expr, error) {
	return func(args []plan.Expr) (plan.Expr, error) {
		return onDoubles(plan.Mul)([]plan.Expr{args[0], plan.Literal(value.OfFloat(factor))})
	}
}

// buildPi types PI(), which shows six digits behind the point and has all of them in arithmetic.
func buildPi([]plan.Expr) (plan.Expr, error) {
	return plan.Const{Value: value.OfFloat(math.Pi), Of: value.FixedType(value.DoubleName, 8, 6)}, nil
}

// buildRand types RAND(seed).
func buildRand(args []plan.Expr) (plan.Expr, error) {
	if len(args) == 0 {
		return nil, fault.Errorf(fault.CodeNotSupported, "RAND without a seed is not supported here: it is another number in every row; RAND(seed) is")
	}
	x, err := coerce.Number(plan.Full(args[0]))
	if err != nil {
		return nil, err
	}
	x, err = coerce.To(x, plan.Type{Kind: plan.Int})
	return plan.Call{Op: plan.Rand, Args: []plan.Expr{x}, Of: plan.Type{Kind: plan.Double}}, err
}
