package plan

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

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

// evalRegexp computes a function of a regular expression; no argument is NULL.
func evalRegexp(c Call, args []Value) (Value, error) {
	s, rest := args[0].Text, args[2:]
	if c.Op == "REGEXP_LIKE" {
		return value.OfBool(c.Pattern.MatchString(s)), nil
	}
	if c.Op == "REGEXP_REPLACE" {
		rest = args[3:]
	}
	at := func(i int, none int64) int64 {
		if i < len(rest) && rest[i].Kind == Int {
			return rest[i].Int
		}
		return none
	}
	from := at(0, 1)
	if from < 1 || from > int64(utf8.RuneCountInString(s))+1 {
		return Value{}, fault.Errorf(fault.CodeRegexp, "Index out of bounds in regular expression search: position %d", from)
	}
	start := byteOffset(s, from-1)
	if c.Op == "REGEXP_REPLACE" {
		return stringResult(s[:start] + replaceMatches(c.Pattern, s[start:], args[2].Text, at(1, 0)))
	}
	m := nthMatch(c.Pattern, s[start:], at(1, 1))
	switch {
	case c.Op == "REGEXP_SUBSTR" && m == nil:
		return Value{}, nil
	case c.Op == "REGEXP_SUBSTR":
		return value.OfString(s[start:][m[0]:m[1]]), nil
	case m == nil:
		return value.OfInt(0), nil
	}
	end := m[min(1, max(0, at(2, 0)))] // return option 1: behind the match
	return value.OfInt(from + int64(utf8.RuneCountInString(s[start:start+end]))), nil
}

func nthMatch(re *regexp.Regexp, s string, n int64) []int {
	n = max(1, min(n, int64(len(s))+1))
	all := re.FindAllStringIndex(s, int(n))
	if len(all) < int(n) {
		return nil
	}
	return all[n-1]
}

// replaceMatches replaces the n-th match, all if n is 0.
func replaceMatches(re *regexp.Regexp, s, by string, n int64) string {
	var b strings.Builder
	last := 0
	for i, m := range re.FindAllStringSubmatchIndex(s, -1) {
		if n > 0 && int64(i+1) != n {
			continue
		}
		b.WriteString(s[last:m[0]])
		expand(&b, by, s, m)
		last = m[1]
		if b.Len() > MaxText {
			break
		}
	}
	return b.String() + s[last:]
}

// expand writes a replacement: $n is what the n-th group matched, a backslash takes the
// next character as it is.
func expand(b *strings.Builder, by, s string, m []int) {
	for i := 0; i < len(by); i++ {
		end := value.DigitsEnd(by, i+1)
		switch {
		case by[i] == '\\' && i+1 < len(by):
			i++
			b.WriteByte(by[i])
		case by[i] == '$' && end > i+1:
			end = min(end, i+3)
			n, err := strconv.Atoi(by[i+1 : end])
			if err == nil && 2*n+1 < len(m) && m[2*n] >= 0 {
				b.WriteString(s[m[2*n]:m[2*n+1]])
			}
			i = end - 1
		default:
			b.WriteByte(by[i])
		}
	}
}
