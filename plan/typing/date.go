package typing

import (
	"gsdms/plan"
	"gsdms/plan/value"
)

// date makes a date of an expression.
func date(e plan.Expr) (plan.Expr, error) {
	e = spelledAs(e, plan.Date)
	if c, ok := e.(plan.Const); ok && c.Value.Kind == plan.String {
		return c.As(plan.Type{Kind: plan.Date})
	}
	if e.Type().Kind == plan.Time || IsMovedText(e) {
		return nil, NoDate(e)
	}
	return Convert(e, plan.Type{Kind: plan.Date})
}

// onDate makes a one-argument function of what it does with a date.
func onDate(args []plan.Expr, f func(d plan.Expr) plan.Expr) (plan.Expr, error) {
	d, err := date(args[0])
	if err != nil {
		return nil, err
	}
	return f(d), nil
}

func intCall(op plan.Op, args ...plan.Expr) plan.Expr {
	return plan.Call{Op: op, Args: args, Of: plan.Type{Kind: plan.Int}}
}

func dateCall(op plan.Op, args ...plan.Expr) plan.Expr {
	return plan.Call{Op: op, Args: args, Of: plan.Type{Kind: plan.Date}}
}

func num(n int64) plan.Expr { return plan.Literal(value.OfInt(n)) }

// dateParts types YEAR, MONTH and DAYOFMONTH.
func dateParts(op plan.Op) func([]plan.Expr) (plan.Expr, error) {
	return func(args []plan.Expr) (plan.Expr, error) {
		return onDate(args, func(d plan.Expr) plan.Expr { return intCall(op, d) })
	}
}

// buildQuarter is (month + 2) DIV 3.
func buildQuarter(args []plan.Expr) (plan.Expr, error) {
	return onDate(args, func(d plan.Expr) plan.Expr {
		return intCall(plan.IntDiv, intCall(plan.Add, intCall(plan.Month, d), num(2)), num(3))
	})
}

// weekdays counts the days from a known one; 1970-01-01 was a Thursday. The shift to
// a multiple of 7 before the first date keeps the dividend positive.
func weekdays(thursday, first int64) func([]plan.Expr) (plan.Expr, error) {
	const shift = 719600 // 7 * 102800, beyond -MinDate
	return func(args []plan.Expr) (plan.Expr, error) {
		return onDate(args, func(d plan.Expr) plan.Expr {
			n := intCall(plan.DateDiff, d, plan.Literal(value.OfDate(-shift)))
			n = intCall(plan.Mod, intCall(plan.Add, n, num(thursday)), num(7))
			if first == 0 {
				return n
			}
			return intCall(plan.Add, n, num(first))
		})
	}
}

// monthStart is the first of the date's month.
func monthStart(d plan.Expr) plan.Expr {
	return dateCall(plan.Sub, d, intCall(plan.Sub, intCall(plan.Day, d), num(1)))
}

func buildDayOfYear(args []plan.Expr) (plan.Expr, error) {
	return onDate(args, func(d plan.Expr) plan.Expr {
		january := dateCall(plan.AddMonths, monthStart(d), intCall(plan.Sub, num(1), intCall(plan.Month, d)))
		return intCall(plan.Add, intCall(plan.DateDiff, d, january), num(1))
	})
}

func buildToDays(args []plan.Expr) (plan.Expr, error) {
	return onDate(args, func(d plan.Expr) plan.Expr {
		return intCall(plan.Add, intCall(plan.DateDiff, d, plan.Literal(value.OfDate(0))), num(-value.MinDate))
	})
}

func buildLastDay(args []plan.Expr) (plan.Expr, error) {
	return onDate(args, func(d plan.Expr) plan.Expr {
		before := intCall(plan.Sub, num(1), intCall(plan.Month, d))
		january := dateCall(plan.Add, dateCall(plan.AddMonths, monthStart(d), before), num(30)) // the 31st
		return dateCall(plan.AddMonths, january, intCall(plan.Sub, intCall(plan.Month, d), num(1)))
	})
}

func buildDate(args []plan.Expr) (plan.Expr, error) { return date(args[0]) }

func buildAddMonths(args []plan.Expr) (plan.Expr, error) {
	months, err := integers(args[1:])
	if err != nil {
		return nil, err
	}
	return onDate(args, func(d plan.Expr) plan.Expr { return dateCall(plan.AddMonths, d, months[0]) })
}

func buildDateDiff(args []plan.Expr) (plan.Expr, error) {
	a, err := date(args[0])
	if err != nil {
		return nil, err
	}
	b, err := date(args[1])
	return intCall(plan.DateDiff, a, b), err
}
