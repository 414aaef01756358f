package plan

import (
	"math"

	"gsdms/plan/fault"
	"gsdms/plan/value"
)

// onDoubles types a function of doubles.
func onDoubles(op Op) func([]Expr) (Expr, error) {
	return func(args []Expr) (Expr, error) {
		out := make([]Expr, len(args))
		for i, a := range args {
			x, err := number(full(a))
			if err == nil {
				x, err = Convert(x, Type{Kind: Double})
			}
			if err != nil {
				return nil, err
			}
			out[i] = x
		}
		return Call{Op: op, Args: out, Of: Type{Kind: Double}}, nil
	}
}

// buildLog types LOG(x) and LOG(base, x).
func buildLog(args []Expr) (Expr, error) {
	x, err := onDoubles(Ln)(args[len(args)-1:])
	if err != nil || len(args) == 1 {
		return x, err
	}
	base, err := onDoubles(Ln)(args[:1])
	return Call{Op: Div, Args: []Expr{x, base}, Of: Type{Kind: Double}}, err
}

// buildAtan types ATAN and ATAN2, of one argument or two.
func buildAtan(args []Expr) (Expr, error) {
	if len(args) == 2 {
		return onDoubles(Atan2)(args)
	}
	return onDoubles(Atan)(args)
}

// times types a function that multiplies by a constant.
func times(factor float64) func([]Expr) (Expr, error) {
	return func(args []Expr) (Expr, error) {
		return onDoubles(Mul)([]Expr{args[0], Literal(value.OfFloat(factor))})
	}
}

func buildPi([]Expr) (Expr, error) { return Literal(value.OfFloat(math.Pi)), nil }

// buildRand types RAND(seed).
func buildRand(args []Expr) (Expr, error) {
	if len(args) == 0 {
		return nil, fault.Errorf(fault.CodeNotSupported, "RAND without a seed is not supported: a statement gives the same result whenever it runs; RAND(seed) is")
	}
	x, err := number(full(args[0]))
	if err != nil {
		return nil, err
	}
	x, err = Convert(x, Type{Kind: Int})
	return Call{Op: Rand, Args: []Expr{x}, Of: Type{Kind: Double}}, err
}
