package plan

import (
	"errors"
	"fmt"
	"strings"

	"gsdms/plan/fault"
)

// RangeError says that a value left the range of its type while an expression was
// computed (MySQL's error 1690), at bind time or in a run.
type RangeError struct {
	Kind Kind   // Int, Decimal or Double
	In   string // the expression as String prints it; where that is not known, the operation, or nothing
}

// RangeCode is the error code of a RangeError.
const RangeCode = 1690

// inLength is how many characters of an expression an error shows.
const inLength = 160

// Error gives MySQL's sentence.
func (e *RangeError) Error() string {
	if e.In == "" {
		return "a value is out of range"
	}
	return rangeName(Type{Kind: e.Kind}) + " value is out of range in " + inQuotes(e.In)
}

// inQuotes quotes the text of an expression, shortened.
func inQuotes(text string) string {
	if in := []rune(text); len(in) > inLength {
		text = string(in[:inLength-1]) + "…"
	}
	return "'" + text + "'"
}

// UnplacedRangeError is a RangeError of a device that does not say which of several
// expressions it was.
type UnplacedRangeError struct {
	In []string // at least two
}

// inShown is how many expressions an UnplacedRangeError names.
const inShown = 5

// Error names the first few expressions.
func (e *UnplacedRangeError) Error() string {
	var names []string
	for _, in := range e.In[:min(len(e.In), inShown)] {
		names = append(names, inQuotes(in))
	}
	if n := len(e.In) - inShown; n > 0 {
		names = append(names, fmt.Sprintf("%d more", n))
	}
	return "a value is out of range in one of " + strings.Join(names, ", ")
}

// SQLCode gives MySQL's number.
func (e *UnplacedRangeError) SQLCode() int { return RangeCode }

// SQLCode gives MySQL's number.
func (e *RangeError) SQLCode() int { return RangeCode }

// IsOutOfRange reports whether an error is MySQL's 1690.
func IsOutOfRange(err error) bool {
	var coded interface{ SQLCode() int }
	return errors.As(err, &coded) && coded.SQLCode() == RangeCode
}

// IsOfValue reports whether an error is about a value that a function met, which may be in no
// row that counts: another order of evaluation may not meet it.
func IsOfValue(err error) bool { return IsOutOfRange(err) || errors.As(err, new(*fault.Error)) }

// rangeName is how MySQL names a type in error 1690: without digits.
func rangeName(t Type) string {
	if t.Kind == Decimal {
		return "DECIMAL"
	}
	return t.String()
}
