package typing

import (
	"gsdms/plan"
	"gsdms/plan/typing/call"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
)

// onDate makes a one-argument function of what it does with a date.
func onDate(args []plan.Expr, f func(d plan.Expr) plan.Expr) (plan.Expr, error) {
	d, err := coerce.Date(args[0])
	if err != nil {
		return nil, err
	}
	return f(d), nil
}

// dateParts types YEAR, MONTH and DAYOFMONTH.
func dateParts(op plan.Op) func([]plan.Expr) (plan.Expr, error) {
	return func(args []plan.Expr) (plan.Expr, error) {
		return onDate(args, func(d plan.Expr) plan.Expr { return call.Int(op, d) })
	}
}

// buildQuarter is (month + 2) DIV 3.
func buildQuarter(args []plan.Expr) (plan.Expr, error) {
	return onDate(args, func(d plan.Expr) plan.Expr {
		return call.Int(plan.IntDiv, call.Int(plan.Add, call.Int(plan.Month, d), call.Num(2)), call.Num(3))
	})
}

// weekdays counts the days from a known one; 1970-01-01 was a Thursday. The shift to
// a multiple of 7 before the first date keeps the dividend positive.
func weekdays(thursday, first int64) func([]plan.Expr) (plan.Expr, error) {
	const shift = 719600 // 7 * 102800, beyond -MinDate
	return func(args []plan.Expr) (plan.Expr, error) {
		return onDate(args, func(d plan.Expr) plan.Expr {
			n := call.Int(plan.DateDiff, d, plan.Literal(value.OfDate(-shift)))
			n = call.Int(plan.Mod, call.Int(plan.Add, n, call.Num(thursday)), call.Num(7))
			if first == 0 {
				return n
			}
			return call.Int(plan.Add, n, call.Num(first))
		})
	}
}

// monthStart is the first of the date's month.
func monthStart(d plan.Expr) plan.Expr {
	return call.Date(plan.Sub, d, call.Int(plan.Sub, call.Int(plan.Day, d), call.Num(1)))
}

func buildDayOfYear(args []plan.Expr) (plan.Expr, error) {
	return onDate(args, func(d plan.Expr) plan.Expr {
		january := call.Date(plan.AddMonths, monthStart(d), call.Int(plan.Sub, call.Num(1), call.Int(plan.Month, d)))
		return call.Int(plan.Add, call.Int(plan.DateDiff, d, january), call.Num(1))
	})
}

func buildToDays(args []plan.Expr) (plan.Expr, error) {
	return onDate(args, func(d plan.Expr) plan.Expr {
		return call.Int(plan.Add, call.Int(plan.DateDiff, d, plan.Literal(value.OfDate(0))), call.Num(-value.MinDate))
	})
}

func buildLastDay(args []plan.Expr) (plan.Expr, error) {
	return onDate(args, func(d plan.Expr) plan.Expr {
		before := call.Int(plan.Sub, call.Num(1), call.Int(plan.Month, d))
		january := call.Date(plan.Add, call.Date(plan.AddMonths, monthStart(d), before), call.Num(30)) // the 31st
		return call.Date(plan.AddMonths, january, call.Int(plan.Sub, call.Int(plan.Month, d), call.Num(1)))
	})
}

func buildDate(args []plan.Expr) (plan.Expr, error) { return coerce.Date(args[0]) }

func buildAddMonths(args []plan.Expr) (plan.Expr, error) {
	months, err := integers(args[1:])
	if err != nil {
		return nil, err
	}
	return onDate(args, func(d plan.Expr) plan.Expr { return call.Date(plan.AddMonths, d, months[0]) })
}

func buildDateDiff(args []plan.Expr) (plan.Expr, error) {
	a, err := coerce.Date(args[0])
	if err != nil {
		return nil, err
	}
	b, err := coerce.Date(args[1])
	return call.Int(plan.DateDiff, a, b), err
}
