package pass

import (
	"gsdms/plan"
	"gsdms/plan/function"
	"gsdms/plan/typing"
	"gsdms/plan/value"
)

// byMonth gives a text that shows the month or the year of a date, and nothing else of it, as one of a number
// of months or years, and that number: there are few of them where the days are many. It gives anything else
// as it is, and nil.
func byMonth(e plan.Expr) (plan.Expr, plan.Expr) {
	c, ok := e.(plan.Call)
	if !ok || c.Op != "DATE_FORMAT" || c.Args[0].Type().Kind != plan.Date {
		return e, nil
	}
	format, constant := c.Args[1].(plan.Const)
	if !constant || format.Value.IsNull() {
		return e, nil
	}
	year, month := function.ShowsMonth(format.Value.Text)
	if !year {
		return e, nil
	}
	of, first := monthsOf(c.Args[0], month)
	if of == nil {
		return e, nil
	}
	c.Args = []plan.Expr{first, format}
	return c, of
}

// monthsOf gives how many months, or years, a date is after the year 1970 began, and the first day of it by
// that number.
func monthsOf(date plan.Expr, month bool) (of, first plan.Expr) {
	number := func(n int64) plan.Expr { return plan.Literal(value.OfInt(n)) }
	b := builder{}
	of = b.call(plan.Sub, b.call(plan.Year, date), number(epoch))
	months := b.call(plan.Mul, of, number(monthsOfYear))
	if month {
		months = b.call(plan.Add, months, b.call(plan.Sub, b.call(plan.Month, date), number(1)))
		of = months
	}
	first = b.call(plan.AddMonths, plan.Literal(value.OfDate(0)), months)
	if b.failed {
		return nil, nil
	}
	return of, first
}

const (
	monthsOfYear = 12
	epoch        = 1970 // the year of day 0
)

// builder makes calls, until one cannot be.
type builder struct{ failed bool }

func (b *builder) call(op plan.Op, args ...plan.Expr) plan.Expr {
	if b.failed {
		return nil
	}
	e, err := typing.Build(op, args...)
	b.failed = err != nil
	return e
}
