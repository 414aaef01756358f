package typing

import (
	"gsdms/plan"
	"gsdms/plan/typing/call"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
)

// buildWeek types WEEK and YEARWEEK, without a mode in mode 0.
func buildWeek(op plan.Op) func([]plan.Expr) (plan.Expr, error) {
	return func(args []plan.Expr) (plan.Expr, error) {
		mode := plan.Expr(call.Num(0))
		if len(args) == 2 {
			m, err := coerce.Number(plan.Full(args[1]))
			if err != nil {
				return nil, err
			}
			if mode, err = coerce.To(m, plan.Type{Kind: plan.Int}); err != nil {
				return nil, err
			}
		}
		return onDate(args, func(d plan.Expr) plan.Expr { return call.Int(op, d, mode) })
	}
}

// buildWeekOfYear is WEEK in mode 3.
func buildWeekOfYear(args []plan.Expr) (plan.Expr, error) {
	return buildWeek(plan.Week)([]plan.Expr{args[0], call.Num(3)})
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
		if x = coerce.Bits(x); x.Type().Kind != plan.String && !x.Type().Kind.Ticking() {
			x, err = coerce.Number(x)
		}
		if err == nil {
			x, err = coerce.Whole(x)
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
	of := call.If(call.Less(call.Num(365), n[0]), n[0], plan.NullOf(plan.Type{Kind: plan.Int}))
	return call.Date(plan.Add, plan.Literal(value.OfDate(value.MinDate)), of), nil
}

// fourDigits gives the year that a number means, which may have two digits.
func fourDigits(y plan.Expr) plan.Expr {
	short := call.If(call.Less(y, call.Num(70)), call.Int(plan.Add, y, call.Num(2000)), call.Int(plan.Add, y, call.Num(1900)))
	return call.If(call.Less(y, call.Num(100)), short, y)
}

// beyondYears leads out of the calendar, as a year and as many of them.
const beyondYears = 10000

// buildMakeDate types MAKEDATE(year, day of year).
func buildMakeDate(args []plan.Expr) (plan.Expr, error) {
	n, err := coerce.IntegersWithin(args, beyondYears, beyondYears*366)
	if err != nil {
		return nil, err
	}
	months := call.Int(plan.Mul, call.Int(plan.Sub, fourDigits(n[0]), call.Num(1970)), call.Num(12))
	january := call.Date(plan.AddMonths, plan.Literal(value.OfDate(0)), months)
	day := call.Date(plan.Add, january, call.Int(plan.Sub, n[1], call.Num(1)))
	some := plan.Combine(plan.And, []plan.Expr{call.Less(call.Num(-1), n[0]), call.Less(call.Num(0), n[1])})
	return call.If(some, day, plan.NullOf(plan.Type{Kind: plan.Date})), nil
}

// monthsOf gives the months of a period YYYYMM or YYMM since the year 0.
func monthsOf(period plan.Expr) plan.Expr {
	year := fourDigits(call.Int(plan.IntDiv, period, call.Num(100)))
	return call.Int(plan.Sub, call.Int(plan.Add, call.Int(plan.Mul, year, call.Num(12)), call.Int(plan.Mod, period, call.Num(100))), call.Num(1))
}

func buildPeriodAdd(args []plan.Expr) (plan.Expr, error) {
	n, err := integers(args)
	if err != nil {
		return nil, err
	}
	months := call.Int(plan.Add, monthsOf(n[0]), n[1])
	year := call.Int(plan.Mul, call.Int(plan.IntDiv, months, call.Num(12)), call.Num(100))
	return call.Int(plan.Add, year, call.Int(plan.Add, call.Int(plan.Mod, months, call.Num(12)), call.Num(1))), nil
}

func buildPeriodDiff(args []plan.Expr) (plan.Expr, error) {
	n, err := integers(args)
	if err != nil {
		return nil, err
	}
	return call.Int(plan.Sub, monthsOf(n[0]), monthsOf(n[1])), nil
}
