package typing

import (
	"gsdms/plan"
	"gsdms/plan/typing/call"
	"gsdms/plan/typing/coerce"
)

// bitwise types an operator on bits.
func bitwise(op plan.Op) func([]plan.Expr) (plan.Expr, error) {
	return func(args []plan.Expr) (plan.Expr, error) {
		if e, ok, err := onBytes(op, args); ok {
			return e, err
		}
		out := make([]plan.Expr, len(args))
		for i, a := range args {
			x, err := coerce.Pattern(a)
			if err != nil {
				return nil, err
			}
			out[i] = x
		}
		if op == plan.BitCount {
			return call.Int(op, out...), nil
		}
		return coerce.Unsigned(call.Int(op, out...)), nil
	}
}

// buildBitNot types ~x.
func buildBitNot(args []plan.Expr) (plan.Expr, error) {
	if e, ok, err := onBytes(plan.BytesNot, args); ok {
		return e, err
	}
	return bitwise(plan.BitXor)([]plan.Expr{args[0], call.Num(-1)})
}
