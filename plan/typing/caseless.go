package typing

import (
	"slices"

	"gsdms/plan"
)

// inSmallLetters converts expressions to texts that compare as they do: where one of them has no
// regard to case, all are in small letters.
func inSmallLetters(args []plan.Expr) ([]plan.Expr, error) {
	caseless := slices.ContainsFunc(args, func(a plan.Expr) bool { return a.Type().Caseless() })
	args, err := convertAll(plan.Type{Kind: plan.String}, args...)
	if err != nil || !caseless {
		return args, err
	}
	for i, a := range args {
		if args[i], err = lower(a); err != nil {
			return nil, err
		}
		if args[i], err = plan.Fold(args[i]); err != nil {
			return nil, err
		}
	}
	return args, nil
}

// ByBytes gives a text that compares by its bytes, whatever case it is in.
func ByBytes(x plan.Expr) (plan.Expr, error) {
	if !x.Type().Caseless() {
		return x, nil
	}
	return texts("CONCAT", plan.String, 1)([]plan.Expr{x})
}

// lower is LOWER(x).
func lower(x plan.Expr) (plan.Expr, error) { return texts("LOWER", plan.String, 1)([]plan.Expr{x}) }
