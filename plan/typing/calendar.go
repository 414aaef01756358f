package typing

import (
	"gsdms/plan"
	"gsdms/plan/value"
)

// buildWeek types WEEK and YEARWEEK, without a mode in mode 0.
func buildWeek(op plan.Op) func([]plan.Expr) (plan.Expr, error) {
	return func(args []plan.Expr) (plan.Expr, error) {
		mode := plan.Expr(num(0))
		if len(args) == 2 {
			m, err := number(plan.Full(args[1]))
			if err != nil {
				return nil, err
			}
			if mode, err = Convert(m, plan.Type{Kind: plan.Int}); err != nil {
				return nil, err
			}
		}
		return onDate(args, func(d plan.Expr) plan.Expr { return intCall(op, d, mode) })
	}
}

// buildWeekOfYear is WEEK in mode 3.
func buildWeekOfYear(args []plan.Expr) (plan.Expr, error) {
	return buildWeek(plan.Week)([]plan.Expr{args[0], num(3)})
}

// buildDayName types DAYNAME, from the weekday.
func buildDayName(args []plan.Expr) (plan.Expr, error) {
	day, err := weekdays(3, 0)(args)
	return plan.Call{Op: "DAYNAME", Args: []plan.Expr{day}, Of: plan.Type{Kind: plan.String}}, err
}

// buildMonthName types MONTHNAME, from the month.
func buildMonthName(args []plan.Expr) (plan.Expr, error) {
	month, err := dateParts(plan.Month)(args)
	return plan.Call{Op: "MONTHNAME", Args: []plan.Expr{month}, Of: plan.Type{Kind: plan.String}}, err
}

// integers makes integers of expressions: of a text the one that it begins with, of a number the nearest, of a time
// the digits of its nearest second.
func integers(args []plan.Expr) ([]plan.Expr, error) {
	out := make([]plan.Expr, len(args))
	for i, a := range args {
		x, err := plan.Full(a), error(nil)
		if x = asBits(x); x.Type().Kind != plan.String && !x.Type().Kind.Ticking() {
			x, err = number(x)
		}
		if err == nil {
			x, err = wholeOf(x)
		}
		if err != nil {
			return nil, err
		}
		out[i] = x
	}
	return out, nil
}

// buildFromDays types FROM_DAYS, the inverse of TO_DAYS.
func buildFromDays(args []plan.Expr) (plan.Expr, error) {
	if args[0].Type().Kind == plan.Unsigned { // past 63 bits it leads out of the calendar, too
		last := plan.Const{Value: value.OfUnsigned(value.MaxDate - 2*value.MinDate), Of: plan.Type{Kind: plan.Unsigned}}
		args = []plan.Expr{plan.Call{Op: plan.Least, Args: []plan.Expr{plan.Full(args[0]), last}, Of: last.Of}}
	}
	n, err := integers(args)
	if err != nil {
		return nil, err
	}
	// Days of the year 0 are the zero date in MySQL, and there is none here.
	of := choice(below(num(365), n[0]), n[0], plan.NullOf(plan.Type{Kind: plan.Int}))
	return dateCall(plan.Add, plan.Literal(value.OfDate(value.MinDate)), of), nil
}

func choice(test plan.Expr, a, b plan.Expr) plan.Expr {
	return plan.Call{Op: plan.If, Args: []plan.Expr{test, a, b}, Of: a.Type()}
}

func below(a, b plan.Expr) plan.Expr {
	return plan.Call{Op: plan.Lt, Args: []plan.Expr{a, b}, Of: plan.Type{Kind: plan.Bool}}
}

// fourDigits gives the year that a number means, which may have two digits.
func fourDigits(y plan.Expr) plan.Expr {
	short := choice(below(y, num(70)), intCall(plan.Add, y, num(2000)), intCall(plan.Add, y, num(1900)))
	return choice(below(y, num(100)), short, y)
}

// beyondYears leads out of the calendar, as a year and as many of them.
const beyondYears = 10000

// buildMakeDate types MAKEDATE(year, day of year).
func buildMakeDate(args []plan.Expr) (plan.Expr, error) {
	n, err := integersWithin(args, beyondYears, beyondYears*366)
	if err != nil {
		return nil, err
	}
	months := intCall(plan.Mul, intCall(plan.Sub, fourDigits(n[0]), num(1970)), num(12))
	january := dateCall(plan.AddMonths, plan.Literal(value.OfDate(0)), months)
	day := dateCall(plan.Add, january, intCall(plan.Sub, n[1], num(1)))
	some := plan.Combine(plan.And, []plan.Expr{below(num(-1), n[0]), below(num(0), n[1])})
	return choice(some, day, plan.NullOf(plan.Type{Kind: plan.Date})), nil
}

// monthsOf gives the months of a period YYYYMM or YYMM since the year 0.
func monthsOf(period plan.Expr) plan.Expr {
	year := fourDigits(intCall(plan.IntDiv, period, num(100)))
	return intCall(plan.Sub, intCall(plan.Add, intCall(plan.Mul, year, num(12)), intCall(plan.Mod, period, num(100))), num(1))
}

func buildPeriodAdd(args []plan.Expr) (plan.Expr, error) {
	n, err := integers(args)
	if err != nil {
		return nil, err
	}
	months := intCall(plan.Add, monthsOf(n[0]), n[1])
	year := intCall(plan.Mul, intCall(plan.IntDiv, months, num(12)), num(100))
	return intCall(plan.Add, year, intCall(plan.Add, intCall(plan.Mod, months, num(12)), num(1))), nil
}

func buildPeriodDiff(args []plan.Expr) (plan.Expr, error) {
	n, err := integers(args)
	if err != nil {
		return nil, err
	}
	return intCall(plan.Sub, monthsOf(n[0]), monthsOf(n[1])), nil
}
