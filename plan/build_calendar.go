package plan

import "gsdms/plan/value"

// buildWeek types WEEK and YEARWEEK, without a mode in mode 0.
func buildWeek(op Op) func([]Expr) (Expr, error) {
	return func(args []Expr) (Expr, error) {
		mode := Expr(num(0))
		if len(args) == 2 {
			m, err := number(full(args[1]))
			if err != nil {
				return nil, err
			}
			if mode, err = Convert(m, Type{Kind: Int}); err != nil {
				return nil, err
			}
		}
		return onDate(args, func(d Expr) Expr { return intCall(op, d, mode) })
	}
}

// buildWeekOfYear is WEEK in mode 3.
func buildWeekOfYear(args []Expr) (Expr, error) {
	return buildWeek(Week)([]Expr{args[0], num(3)})
}

// buildDayName types DAYNAME, from the weekday.
func buildDayName(args []Expr) (Expr, error) {
	day, err := weekdays(3, 0)(args)
	return Call{Op: "DAYNAME", Args: []Expr{day}, Of: Type{Kind: String}}, err
}

// buildMonthName types MONTHNAME, from the month.
func buildMonthName(args []Expr) (Expr, error) {
	month, err := dateParts(Month)(args)
	return Call{Op: "MONTHNAME", Args: []Expr{month}, Of: Type{Kind: String}}, err
}

// integers makes integers of expressions.
func integers(args []Expr) ([]Expr, error) {
	out := make([]Expr, len(args))
	for i, a := range args {
		x, err := number(full(a))
		if err == nil {
			x, err = Convert(x, Type{Kind: Int})
		}
		if err != nil {
			return nil, err
		}
		out[i] = x
	}
	return out, nil
}

// buildFromDays types FROM_DAYS, the inverse of TO_DAYS.
func buildFromDays(args []Expr) (Expr, error) {
	n, err := integers(args)
	if err != nil {
		return nil, err
	}
	// Days of the year 0 are the zero date in MySQL, and there is none here.
	of := choice(below(num(365), n[0]), n[0], NullOf(Type{Kind: Int}))
	return dateCall(Add, Literal(value.OfDate(value.MinDate)), of), nil
}

func choice(test Expr, a, b Expr) Expr {
	return Call{Op: If, Args: []Expr{test, a, b}, Of: a.Type()}
}

func below(a, b Expr) Expr { return Call{Op: Lt, Args: []Expr{a, b}, Of: Type{Kind: Bool}} }

// fourDigits gives the year that a number means, which may have two digits.
func fourDigits(y Expr) Expr {
	short := choice(below(y, num(70)), intCall(Add, y, num(2000)), intCall(Add, y, num(1900)))
	return choice(below(y, num(100)), short, y)
}

// buildMakeDate types MAKEDATE(year, day of year).
func buildMakeDate(args []Expr) (Expr, error) {
	n, err := integers(args)
	if err != nil {
		return nil, err
	}
	months := intCall(Mul, intCall(Sub, fourDigits(n[0]), num(1970)), num(12))
	january := dateCall(AddMonths, Literal(value.OfDate(0)), months)
	day := dateCall(Add, january, intCall(Sub, n[1], num(1)))
	return choice(below(num(0), n[1]), day, NullOf(Type{Kind: Date})), nil
}

// monthsOf gives the months of a period YYYYMM or YYMM since the year 0.
func monthsOf(period Expr) Expr {
	year := fourDigits(intCall(IntDiv, period, num(100)))
	return intCall(Sub, intCall(Add, intCall(Mul, year, num(12)), intCall(Mod, period, num(100))), num(1))
}

func buildPeriodAdd(args []Expr) (Expr, error) {
	n, err := integers(args)
	if err != nil {
		return nil, err
	}
	months := intCall(Add, monthsOf(n[0]), n[1])
	year := intCall(Mul, intCall(IntDiv, months, num(12)), num(100))
	return intCall(Add, year, intCall(Add, intCall(Mod, months, num(12)), num(1))), nil
}

func buildPeriodDiff(args []Expr) (Expr, error) {
	n, err := integers(args)
	if err != nil {
		return nil, err
	}
	return intCall(Sub, monthsOf(n[0]), monthsOf(n[1])), nil
}
