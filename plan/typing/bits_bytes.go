package typing

import (
	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/plan/typing/coerce"
)

// bitsOfBytes are the operators on bits that take bytes as they are.
var bitsOfBytes = map[plan.Op]plan.Op{
	plan.BitAnd: plan.BytesAnd, plan.BitOr: plan.BytesOr, plan.BitXor: plan.BytesXor,
	plan.ShiftLeft: plan.BytesLeft, plan.ShiftRight: plan.BytesRight, plan.BitCount: plan.BytesCount, plan.BytesNot: plan.BytesNot,
}

// isMadeOfBytes reports whether an expression is bytes for an operator on bits. A literal as x'41' is, too, beside such
// ones, but not by itself.
func isMadeOfBytes(e plan.Expr) bool { return coerce.IsBytes(e) || plan.GivesBytes(e) }

// onBytes types an operator on bits where its operands are bytes, of which the result has as many; ok is
// false where they are numbers.
func onBytes(op plan.Op, args []plan.Expr) (e plan.Expr, ok bool, err error) {
	together := op == plan.BitAnd || op == plan.BitOr || op == plan.BitXor
	literal := func(e plan.Expr) bool {
		c, ok := e.(plan.Const)
		return ok && c.Digits != nil && c.Of.Kind == plan.String
	}
	switch {
	case !isMadeOfBytes(args[0]) && !(together && literal(args[0]) && isMadeOfBytes(args[1])):
		return nil, false, nil
	case together && !isMadeOfBytes(args[1]) && !literal(args[1]):
		return nil, false, nil
	}
	out := make([]plan.Expr, len(args))
	for i, a := range args {
		if i > 0 && !together {
			out[i], err = coerce.Pattern(a)
		} else {
			out[i], err = coerce.Bytes(a)
		}
		if err != nil {
			return nil, true, err
		}
	}
	of := plan.BytesType()
	if op == plan.BitCount {
		of = plan.Type{Kind: plan.Int}
	}
	return plan.Call{Op: bitsOfBytes[op], Args: out, Of: of}, true, nil
}

// noBytes refuses an aggregate of bits over bytes, which would be another one than that of numbers.
func noBytes(f plan.AggFunc, e plan.Expr) error {
	if isMadeOfBytes(e) {
		return fault.Errorf(fault.CodeNotSupported, "%s of bytes is not supported: CONV(HEX(x), 16, 10) makes a number of up to eight of them", f)
	}
	return nil
}
