package typing

import (
	"gsdms/plan"
	"gsdms/plan/function"
	"gsdms/plan/typing/call"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
)

// The functions of regular expressions. The pattern is in RE2 syntax, which has no
// backreferences and no lookaround. One that is a constant is read once, into Call.Pattern, any
// other for each row.

// regexpForm says what the arguments behind text and pattern are: their number, with
// and without a replacement, and where the match type stands.
type regexpForm struct {
	matchType int  // its index among the arguments
	replaces  bool // the third argument is a replacement
}

var regexpForms = map[plan.Op]regexpForm{
	"REGEXP_LIKE": {2, false}, "REGEXP_INSTR": {5, false}, "REGEXP_SUBSTR": {4, false}, "REGEXP_REPLACE": {5, true},
}

// buildRegexp types a function of a regular expression.
func buildRegexp(op plan.Op, result plan.Kind) func([]plan.Expr) (plan.Expr, error) {
	return func(args []plan.Expr) (plan.Expr, error) {
		form := regexpForms[op]
		out := make([]plan.Expr, len(args))
		for i, a := range args {
			to := plan.Type{Kind: plan.Int}
			if i < 2 || i == form.matchType || i == 2 && form.replaces {
				to = plan.Type{Kind: plan.String}
			}
			e, err := coerce.To(a, to)
			if err != nil {
				return nil, err
			}
			out[i] = e
		}
		flags := plan.Expr(plan.Literal(value.OfString("")))
		if len(out) > form.matchType {
			flags = out[form.matchType]
		}
		pattern, err := readRegexp(out[1], flags)
		if err != nil {
			return nil, err
		}
		if call.IsNull(out[1]) || call.IsNull(flags) {
			return plan.NullOf(plan.Type{Kind: result}), nil
		}
		return plan.Call{Op: op, Args: out, Of: plan.Type{Kind: result}, Pattern: pattern}, nil
	}
}

// readRegexp reads a pattern that is a constant, and matches in a way that is one; nil for others.
func readRegexp(pattern, matchType plan.Expr) (*function.Pattern, error) {
	p, ok1 := pattern.(plan.Const)
	m, ok2 := matchType.(plan.Const)
	if !ok1 || !ok2 || p.Value.IsNull() || m.Value.IsNull() {
		return nil, nil
	}
	return function.ReadRegexp(p.Value.Text, m.Value.Text)
}
