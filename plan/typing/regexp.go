package typing

import (
	"regexp"
	"strings"

	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/plan/value"
)

// The functions of regular expressions. The pattern is a constant in RE2 syntax, which
// has no backreferences and no lookaround, and is read once, into Call.Pattern.

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
			e, err := Convert(a, to)
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
		if pattern == nil && err == nil {
			return plan.NullOf(plan.Type{Kind: result}), nil
		}
		return plan.Call{Op: op, Args: out, Of: plan.Type{Kind: result}, Pattern: pattern}, err
	}
}

// readRegexp reads a constant pattern; nil for NULL.
func readRegexp(pattern, matchType plan.Expr) (*regexp.Regexp, error) {
	p, ok1 := pattern.(plan.Const)
	m, ok2 := matchType.(plan.Const)
	if !ok1 || !ok2 {
		return nil, fault.Errorf(fault.CodeNotSupported, "a regular expression that is no constant is not supported: %s", pattern)
	}
	if p.Value.IsNull() || m.Value.IsNull() {
		return nil, nil
	}
	flags := ""
	for _, c := range m.Value.Text {
		switch c {
		case 'i':
			flags += "i"
		case 'c':
			flags = strings.ReplaceAll(flags, "i", "")
		case 'm':
			flags += "m"
		case 'n':
			flags += "s"
		case 'u':
		default:
			return nil, fault.Errorf(fault.CodeWrongArguments, "Incorrect arguments to regexp: the match type has the letters i, c, m, n and u, not %q", c)
		}
	}
	text := p.Value.Text
	if flags != "" {
		text = "(?" + flags + ")" + text
	}
	re, err := regexp.Compile(text)
	if err != nil {
		return nil, fault.Errorf(fault.CodeRegexp, "the regular expression %s: %v (the syntax is that of RE2)", p, err)
	}
	return re, nil
}
