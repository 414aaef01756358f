package coerce

import (
	"slices"

	"gsdms/plan"
)

// SmallLetters converts expressions to texts that compare as they do: where one of them has no
// regard to case, all are in small letters.
func SmallLetters(args []plan.Expr) ([]plan.Expr, error) {
	caseless := slices.ContainsFunc(args, func(a plan.Expr) bool { return a.Type().Caseless() })
	args, err := All(plan.Type{Kind: plan.String}, args...)
	if err != nil || !caseless {
		return args, err
	}
	for i, a := range args {
		if args[i], err = Lower(a); err != nil {
			return nil, err
		}
		if args[i], err = plan.Fold(args[i]); err != nil {
			return nil, err
		}
	}
	return args, nil
}

// ByBytes gives a text that compares by its bytes, whatever case it is in: of a member of an ENUM or a SET the text.
func ByBytes(x plan.Expr) (plan.Expr, error) {
	if !x.Type().Caseless() && !x.Type().Listed() {
		return x, nil
	}
	return Texts("CONCAT", plan.String, 1)([]plan.Expr{x})
}

// Lower is LOWER(x).
func Lower(x plan.Expr) (plan.Expr, error) { return Texts("LOWER", plan.String, 1)([]plan.Expr{x}) }

// Texts types a function whose first strings arguments (-1: all) are strings and the
// rest integers.
func Texts(op plan.Op, result plan.Kind, strings int) func([]plan.Expr) (plan.Expr, error) {
	return func(args []plan.Expr) (plan.Expr, error) {
		out := make([]plan.Expr, len(args))
		for i, a := range args {
			as := Text
			if strings >= 0 && i >= strings {
				as = Whole
			}
			e, err := as(a)
			if err != nil {
				return nil, err
			}
			out[i] = e
		}
		return plan.Call{Op: op, Args: out, Of: plan.Type{Kind: result}}, nil
	}
}
