package function

import (
	"errors"
	"regexp/syntax"
	"strings"

	"gsdms/plan/fault"
)

// patternFaults are MySQL's numbers of what is wrong with a pattern.
var patternFaults = map[syntax.ErrorCode]int{
	syntax.ErrMissingParen: 3691, syntax.ErrUnexpectedParen: 3691, syntax.ErrMissingBracket: 3696, syntax.ErrInvalidCharRange: 3697,
	syntax.ErrMissingRepeatArgument: 3688, syntax.ErrTrailingBackslash: 3689, syntax.ErrInvalidEscape: 3689, syntax.ErrInvalidRepeatSize: 3693,
}

// patternFault is the error of a pattern that cannot be read. What MySQL would read has the number of no
// fault in particular.
func patternFault(pattern string, err error) error {
	code := fault.CodeRegexp
	if wrong := (*syntax.Error)(nil); errors.As(err, &wrong) && !readable(wrong) {
		code = patternFaults[wrong.Code]
	}
	return fault.Errorf(code, "the regular expression '%s': %v (the syntax is that of RE2)", strings.ReplaceAll(pattern, `\`, `\\`), err)
}

// readable reports whether MySQL would not refuse a pattern for what RE2 does: for a reference to a group, the
// name of a class or a large number of times.
func readable(wrong *syntax.Error) bool {
	switch wrong.Code {
	case syntax.ErrInvalidEscape:
		return len(wrong.Expr) == 2 && strings.Contains("0123456789", wrong.Expr[1:])
	case syntax.ErrInvalidCharRange:
		return strings.HasPrefix(wrong.Expr, "[") || strings.HasPrefix(wrong.Expr, `\`)
	case syntax.ErrInvalidRepeatSize:
		return !strings.Contains(wrong.Expr, ",")
	}
	return patternFaults[wrong.Code] == 0
}
