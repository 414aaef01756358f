package dated

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
)

func isClock(e plan.Expr) bool { return e != nil && e.Type().Kind == plan.Time }

func isDated(e plan.Expr) bool {
	return e != nil && (e.Type().Kind == plan.Date || e.Type().Kind == plan.DateTime)
}

func isText(e plan.Expr) bool { return e != nil && e.Type().Kind == plan.String && !coerce.IsJSON(e) }

func isNumber(e plan.Expr) bool {
	switch e.Type().Kind {
	case plan.Int, plan.Unsigned, plan.Decimal, plan.Double, plan.Bool:
		return true
	}
	return false
}

func isYear(e plan.Expr) bool {
	_, column := e.(plan.ColumnRef)
	return column && e.Type().Name == value.YearName
}

// IsTemporal reports whether an expression is a date, a moment, a time or a column of years.
func IsTemporal(e plan.Expr) bool { return e.Type().Kind.Temporal() || isYear(e) }

// beside gives constants of bytes that stand beside dates and times as the texts that these are.
func beside(args []plan.Expr) []plan.Expr {
	if !slices.ContainsFunc(args, IsTemporal) || !slices.ContainsFunc(args, coerce.IsBytes) {
		return args
	}
	out := make([]plan.Expr, len(args))
	for i, a := range args {
		out[i] = coerce.Written(a)
	}
	return out
}

func isConstant(e plan.Expr) bool {
	_, ok := e.(plan.Const)
	return ok
}

func isClockColumn(e plan.Expr) bool {
	_, ok := e.(plan.ColumnRef)
	return ok && isClock(e)
}

// saysTime reports whether an expression is a constant text that begins with a time.
func saysTime(e plan.Expr) bool {
	c, ok := e.(plan.Const)
	if !ok || !isText(e) {
		return false
	}
	_, ok = value.ReadTime(c.Value.Text)
	return ok || c.Value.IsNull()
}

// spellsTime reports whether an expression is a constant text that is a time.
func spellsTime(e plan.Expr) bool {
	c, ok := e.(plan.Const)
	if !ok || !isText(e) || c.Value.IsNull() {
		return false
	}
	t, ok := value.ReadTime(c.Value.Text)
	return ok && !t.Rest && !t.Cut
}

// isShownTime reports whether a constant is the text that a time shows which is of the type of x.
func isShownTime(e, x plan.Expr) bool {
	if !spellsTime(e) {
		return false
	}
	scale := x.Type().Scale
	text := e.(plan.Const).Value.Text
	t, _ := value.ReadTime(text)
	return value.OfTime(t.In(scale), scale).String() == text
}

func count(args []plan.Expr, is func(plan.Expr) bool) (n int) {
	for _, a := range args {
		if is(a) {
			n++
		}
	}
	return n
}

func isNull(e plan.Expr) bool { return e.Type().Kind == plan.Null }
