package plan

import (
	"strings"

	"gsdms/plan/function"
	"gsdms/plan/like"
)

// OfTexts gives what an expression is, a whole number or a truth, of the texts that its first one or two
// Children are, where it is one of few that hardly take longer than to call them: for who has millions
// of texts. It is nil for another. Of a NULL among them the expression is NULL, and of no texts an
// error.
func OfTexts(e Expr) func(a, b string) int64 {
	switch e := e.(type) {
	case Like:
		fits := like.New(e.Pattern, e.Escape).Matcher()
		return func(a, _ string) int64 { return truth(fits(a)) }
	case Call:
		for _, a := range e.Args {
			if a.Type().Kind != String {
				return nil
			}
		}
		return textCall(e)
	}
	return nil
}

// textCall is OfTexts of a call of texts alone.
func textCall(c Call) func(a, b string) int64 {
	if count := counts[c.Op]; count != nil && len(c.Args) == 1 {
		return func(a, _ string) int64 { return int64(count(a)) }
	}
	if len(c.Args) != 2 {
		return nil
	}
	switch c.Op {
	case Eq:
		return func(a, b string) int64 { return truth(a == b) }
	case Ne:
		return func(a, b string) int64 { return truth(a != b) }
	case Lt:
		return func(a, b string) int64 { return truth(strings.Compare(a, b) < 0) }
	case Le:
		return func(a, b string) int64 { return truth(strings.Compare(a, b) <= 0) }
	case Gt:
		return func(a, b string) int64 { return truth(strings.Compare(a, b) > 0) }
	case Ge:
		return func(a, b string) int64 { return truth(strings.Compare(a, b) >= 0) }
	case "INSTR":
		return func(a, b string) int64 { return int64(function.PlaceOf(a, b)) }
	}
	return nil
}

func truth(holds bool) int64 {
	if holds {
		return 1
	}
	return 0
}
