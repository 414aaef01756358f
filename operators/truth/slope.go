package truth

import (
	"gsdms/plan"
	"gsdms/plan/function"
)

// slopes says how expressions move with a column.
type slopes struct {
	still plan.Expr // a part that counts as a constant, while the column moves within one of its values; nil: none
}

// of is 1 where an expression never falls while the column rises, -1 where it never rises, 0 where it is
// constant; false where that is not known.
func (s slopes) of(e plan.Expr) (direction int, ok bool) {
	if s.still != nil && plan.Equal(e, s.still) {
		return 0, true
	}
	switch e := e.(type) {
	case plan.Const:
		return 0, true
	case plan.ColumnRef:
		return 1, true
	case plan.Cast:
		direction, ok = s.of(e.X)
		return direction, ok && (direction == 0 || rises(e.X.Type().Kind, e.To.Kind) || s.isClock(e))
	case plan.Call:
		return s.ofCall(e)
	}
	return 0, false
}

// rises reports whether a cast never falls where its argument rises: numbers are no dates
// in between, and every day begins with the same times.
func rises(from, to plan.Kind) bool {
	switch {
	case !numeric(from) || !numeric(to) || to == plan.Bool:
		return false
	case to == plan.Time:
		return from == plan.Time
	case to.Temporal():
		return from == plan.Date || from == plan.DateTime
	}
	return true
}

func numeric(k plan.Kind) bool { return k != plan.Null && k != plan.String }

// isClock reports whether a cast is the time of a moment whose day counts as a constant.
func (s slopes) isClock(e plan.Cast) bool {
	day, ok := s.still.(plan.Cast)
	from := e.X.Type()
	return ok && day.To.Kind == plan.Date && e.To.Kind == plan.Time && from.Kind == plan.DateTime && e.To.Scale >= from.Scale && plan.Equal(day.X, e.X)
}

func (s slopes) ofCall(e plan.Call) (direction int, ok bool) {
	of, constant := make([]int, len(e.Args)), true
	for i, a := range e.Args {
		if of[i], ok = s.of(a); !ok {
			return 0, false
		}
		constant = constant && of[i] == 0
	}
	if constant {
		return 0, len(e.Args) > 0
	}
	switch e.Op {
	case plan.Neg:
		return -of[0], true
	case plan.Floor, plan.Ceil, plan.Year:
		return of[0], true
	case "DATE_FORMAT", plan.FormatUnits:
		format, ok := e.Args[1].(plan.Const)
		return of[0], ok && function.Rises(format.Value.Text)
	case plan.Round:
		return of[0], len(e.Args) == 1
	case plan.AddMonths:
		return of[0], of[1] == 0
	case plan.Add, plan.Greatest, plan.Least:
		return together(of[0], of[1])
	case plan.Sub, plan.DateDiff:
		return together(of[0], -of[1])
	case plan.Mul:
		if c, ok := e.Args[0].(plan.Const); ok {
			return of[1] * signOf(c.Value), true
		}
		c, ok := e.Args[1].(plan.Const)
		return of[0] * signOf(c.Value), ok
	case plan.IntDiv, plan.FloorDiv:
		c, ok := e.Args[1].(plan.Const)
		return of[0] * signOf(c.Value), ok
	}
	return 0, false
}

// together is the slope of a sum.
func together(a, b int) (direction int, ok bool) {
	if a == 0 {
		return b, true
	}
	return a, a != -b
}

// signOf is the sign of a constant number.
func signOf(v plan.Value) int {
	switch {
	case !v.True():
		return 0
	case v.Kind == plan.Decimal:
		return v.Dec.Sign()
	case v.Kind == plan.Double && v.Float < 0, v.Kind != plan.Double && v.Int < 0:
		return -1
	}
	return 1
}
