package coerce

import (
	"slices"
	"strconv"

	"gsdms/plan"
	"gsdms/plan/typing/call"
	"gsdms/plan/value"
)

// MostSeconds leads out of any calendar.
const MostSeconds = 400e9

// Nearer brings a number that may lie farther from 0 than a bound, which leads out of what it is asked for, to that.
func Nearer(x plan.Expr, bound int64) (plan.Expr, error) {
	if x.Type().Kind != plan.Double {
		if before, _ := DigitsOf(x); before < len(strconv.FormatInt(bound, 10)) {
			return x, nil
		}
	}
	at := plan.Plain(x.Type())
	most, err := To(call.Num(bound), at)
	if err != nil {
		return nil, err
	}
	x = plan.Call{Op: plan.Least, Args: []plan.Expr{x, most}, Of: at}
	if at.Kind == plan.Unsigned {
		return x, nil
	}
	least, err := To(call.Num(-bound), at)
	return plan.Call{Op: plan.Greatest, Args: []plan.Expr{x, least}, Of: at}, err
}

// IntegersWithin makes integers of expressions, which are brought nearer to 0 where they are farther from it than their bound.
func IntegersWithin(args []plan.Expr, bounds ...int64) ([]plan.Expr, error) {
	out := slices.Clone(args)
	for i, a := range args {
		x, err := plan.Full(a), error(nil)
		if x = Bits(x); x.Type().Kind == plan.String || x.Type().Kind.Ticking() {
			x, err = Whole(x)
		} else if x.Type().Kind != plan.Unsigned {
			x, err = Number(x)
		}
		if err == nil {
			x, err = Nearer(x, bounds[i])
		}
		if err != nil {
			return nil, err
		}
		if out[i], err = To(x, plan.Type{Kind: plan.Int}); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// CastYear types CAST(x AS YEAR) of a number, or of a text.
func CastYear(x plan.Expr) (plan.Expr, error) {
	const past = 10000 // no year
	if x = Bits(plan.Full(x)); x.Type().Kind != plan.String || x.Type().Listed() || IsJSON(x) {
		n, err := Number(x)
		if err == nil {
			var all []plan.Expr
			all, err = IntegersWithin([]plan.Expr{n}, past)
			n = all[0]
		}
		if err != nil {
			return nil, err
		}
		x = n
	}
	return plan.Call{Op: plan.YearOf, Args: []plan.Expr{x}, Of: plan.Type{Kind: plan.Int, Name: value.YearName, Max: value.LastYear}}, nil
}
