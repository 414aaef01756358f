package plan

import (
	"regexp"
	"strings"

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

var regexpForms = map[Op]regexpForm{
	"REGEXP_LIKE": {2, false}, "REGEXP_INSTR": {5, false}, "REGEXP_SUBSTR": {4, false}, "REGEXP_REPLACE": {5, true},
}

// buildRegexp types a function of a regular expression.
func buildRegexp(op Op, result Kind) func([]Expr) (Expr, error) {
	return func(args []Expr) (Expr, error) {
		form := regexpForms[op]
		out := make([]Expr, len(args))
		for i, a := range args {
			to := Type{Kind: Int}
			if i < 2 || i == form.matchType || i == 2 && form.replaces {
				to = Type{Kind: String}
			}
			e, err := Convert(a, to)
			if err != nil {
				return nil, err
			}
			out[i] = e
		}
		flags := Expr(Literal(value.OfString("")))
		if len(out) > form.matchType {
			flags = out[form.matchType]
		}
		pattern, err := readRegexp(out[1], flags)
		if pattern == nil && err == nil {
			return NullOf(Type{Kind: result}), nil
		}
		return Call{Op: op, Args: out, Of: Type{Kind: result}, Pattern: pattern}, err
	}
}

// readRegexp reads a constant pattern; nil for NULL.
func readRegexp(pattern, matchType Expr) (*regexp.Regexp, error) {
	p, ok1 := pattern.(Const)
	m, ok2 := matchType.(Const)
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
