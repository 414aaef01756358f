package function

import (
	"context"
	"regexp"
	"strings"
	"unicode/utf8"

	"gsdms/plan/fault"
	"gsdms/plan/value"
)

// RegexpOf computes the function of a regular expression that has a name, with a pattern of each row;
// matchType is the argument that says how it matches, if it is there.
func RegexpOf(name string, matchType int) func(value.Type, []value.Value) (value.Value, error) {
	return func(_ value.Type, args []value.Value) (value.Value, error) {
		how := ""
		if len(args) > matchType {
			how = args[matchType].Text
		}
		flags, err := regexpFlags(how)
		if err != nil {
			return value.Value{}, err
		}
		text, re, err := compiled(args[1].Text, flags, !isPlain(args[0].Text))
		if err != nil {
			return value.Value{}, err
		}
		p := &Pattern{Regexp: re} // for one text nothing more is looked for
		if name != "REGEXP_LIKE" && re.MatchString("") {
			if p, err = newPattern(text, re); err != nil {
				return value.Value{}, err
			}
		}
		return Regexp(context.Background(), name, p, args)
	}
}

// ReadRegexp reads a pattern in RE2 syntax, and the letters that say how it matches.
func ReadRegexp(pattern, matchType string) (*Pattern, error) {
	flags, err := regexpFlags(matchType)
	if err != nil {
		return nil, err
	}
	text, re, err := compiled(pattern, flags, false)
	if err != nil {
		return nil, err
	}
	p, err := newPattern(text, re)
	if err != nil {
		return nil, err
	}
	other, re, err := compiled(pattern, flags, true)
	if err == nil && other != text {
		p.anyText, err = newPattern(other, re)
	}
	return p, err
}

// regexpFlags are RE2's flags for the letters that say how a pattern matches.
func regexpFlags(matchType string) (string, error) {
	flags := ""
	for _, c := range matchType {
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
			return "", fault.Errorf(fault.CodeWrongArguments, "Incorrect arguments to regexp: the match type has the letters i, c, m, n and u, not %q", c)
		}
	}
	return flags, nil
}

// compiled compiles a pattern, and gives it with its flags: for any text, or for one for which isPlain is true.
func compiled(pattern, flags string, anyText bool) (text string, re *regexp.Regexp, err error) {
	text = classesOf(pattern, anyText, !strings.Contains(flags, "s"))
	if flags != "" {
		text = "(?" + flags + ")" + text
	}
	if re, err = regexp.Compile(text); err != nil {
		return "", nil, patternFault(pattern, err)
	}
	return text, re, nil
}

// Regexp computes the function of a regular expression that has a name; no argument is
// NULL. When ctx ends it gives its cause.
func Regexp(ctx context.Context, name string, pattern *Pattern, args []value.Value) (value.Value, error) {
	s, rest := args[0].Text, args[2:]
	if name == "REGEXP_LIKE" {
		is, err := pattern.Matches(ctx, s)
		return value.OfBool(is), err
	}
	pattern = pattern.of(s)
	if name == "REGEXP_REPLACE" {
		if rest = args[3:]; s == "" { // where MySQL replaces no match of nothing
			return args[0], nil
		}
	}
	at := func(i int, none int64) int64 {
		if i < len(rest) && rest[i].Kind == value.Int {
			return rest[i].Int
		}
		return none
	}
	from := at(0, 1)
	if from < 1 || from > int64(utf8.RuneCountInString(s))+1 {
		return value.Value{}, fault.Errorf(fault.CodeRegexpPlace, "Index out of bounds in regular expression search: position %d", from)
	}
	start := byteOffset(s, from-1)
	if name == "REGEXP_REPLACE" {
		replaced, err := replaceMatches(ctx, pattern, s[start:], args[2].Text, at(1, 0))
		if err != nil {
			return value.Value{}, err
		}
		return stringResult(s[:start] + replaced)
	}
	if option := at(2, 0); option < 0 || option > 1 {
		return value.Value{}, fault.Errorf(fault.CodeWrongArguments, "Incorrect arguments to regexp_instr: return_option must be 1 or 0.")
	}
	m, err := nthMatch(ctx, pattern, s[start:], at(1, 1))
	switch {
	case err != nil:
		return value.Value{}, err
	case name == "REGEXP_SUBSTR" && m == nil:
		return value.Value{}, nil
	case name == "REGEXP_SUBSTR":
		return value.OfString(s[start:][m[0]:m[1]]), nil
	case m == nil:
		return value.OfInt(0), nil
	}
	end := m[at(2, 0)] // return option 1: behind the match
	return value.OfInt(from + int64(utf8.RuneCountInString(s[start:start+end]))), nil
}

func nthMatch(ctx context.Context, p *Pattern, s string, n int64) ([]int, error) {
	n = max(1, min(n, 2*int64(len(s))+2)) // each letter may be a match and have an empty one behind it
	all, err := p.all(ctx, s, int(n))
	if len(all) < int(n) {
		return nil, err
	}
	return all[n-1], err
}

// replaceMatches replaces the n-th match, all if n is 0.
func replaceMatches(ctx context.Context, p *Pattern, s, by string, n int64) (string, error) {
	r := p.replacing(by)
	if p.runs != nil {
		return p.runs.replaced(s, r, n)
	}
	var b strings.Builder
	last := 0
	all, err := p.all(ctx, s, -1)
	if len(all) > 0 && r.fault != nil {
		return "", r.fault
	}
	for i, m := range all {
		if n > 0 && int64(i+1) != n {
			continue
		}
		b.WriteString(s[last:m[0]])
		r.append(&b, s, m)
		last = m[1]
		if b.Len() > MaxText {
			break
		}
	}
	return b.String() + s[last:], err
}
