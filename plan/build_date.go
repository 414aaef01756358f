package plan

import "gsdms/plan/value"

// date makes a date of an expression.
func date(e Expr) (Expr, error) {
	if c, ok := e.(Const); ok && c.Value.Kind == String {
		m, ok := value.ReadDateTime(c.Value.Text)
		if !ok {
			return NullOf(Type{Kind: Date}), nil
		}
		return Literal(value.OfDate(m.Days)), nil
	}
	if e.Type().Kind == Time {
		return nil, noDate(e)
	}
	return Convert(e, Type{Kind: Date})
}

// onDate makes a one-argument function of what it does with a date.
func onDate(args []Expr, f func(d Expr) Expr) (Expr, error) {
	d, err := date(args[0])
	if err != nil {
		return nil, err
	}
	return f(d), nil
}

func intCall(op Op, args ...Expr) Expr { return Call{Op: op, Args: args, Of: Type{Kind: Int}} }

func dateCall(op Op, args ...Expr) Expr { return Call{Op: op, Args: args, Of: Type{Kind: Date}} }

func num(n int64) Expr { return Literal(value.OfInt(n)) }

// dateParts types YEAR, MONTH and DAYOFMONTH.
func dateParts(op Op) func([]Expr) (Expr, error) {
	return func(args []Expr) (Expr, error) {
		return onDate(args, func(d Expr) Expr { return intCall(op, d) })
	}
}

// buildQuarter is (month + 2) DIV 3.
func buildQuarter(args []Expr) (Expr, error) {
	return onDate(args, func(d Expr) Expr {
		return intCall(IntDiv, intCall(Add, intCall(Month, d), num(2)), num(3))
	})
}

// weekdays counts the days from a known one; 1970-01-01 was a Thursday. The shift to
// a multiple of 7 before the first date keeps the dividend positive.
func weekdays(thursday, first int64) func([]Expr) (Expr, error) {
	const shift = 719600 // 7 * 102800, beyond -MinDate
	return func(args []Expr) (Expr, error) {
		return onDate(args, func(d Expr) Expr {
			n := intCall(DateDiff, d, Literal(value.OfDate(-shift)))
			n = intCall(Mod, intCall(Add, n, num(thursday)), num(7))
			if first == 0 {
				return n
			}
			return intCall(Add, n, num(first))
		})
	}
}

// monthStart is the first of the date's month.
func monthStart(d Expr) Expr {
	return dateCall(Sub, d, intCall(Sub, intCall(Day, d), num(1)))
}

func buildDayOfYear(args []Expr) (Expr, error) {
	return onDate(args, func(d Expr) Expr {
		january := dateCall(AddMonths, monthStart(d), intCall(Sub, num(1), intCall(Month, d)))
		return intCall(Add, intCall(DateDiff, d, january), num(1))
	})
}

func buildToDays(args []Expr) (Expr, error) {
	return onDate(args, func(d Expr) Expr {
		return intCall(Add, intCall(DateDiff, d, Literal(value.OfDate(0))), num(-value.MinDate))
	})
}

func buildLastDay(args []Expr) (Expr, error) {
	return onDate(args, func(d Expr) Expr {
		before := intCall(Sub, num(1), intCall(Month, d))
		january := dateCall(Add, dateCall(AddMonths, monthStart(d), before), num(30)) // the 31st
		return dateCall(AddMonths, january, intCall(Sub, intCall(Month, d), num(1)))
	})
}

func buildDate(args []Expr) (Expr, error) { return date(args[0]) }

func buildAddMonths(args []Expr) (Expr, error) {
	months, err := integers(args[1:])
	if err != nil {
		return nil, err
	}
	return onDate(args, func(d Expr) Expr { return dateCall(AddMonths, d, months[0]) })
}

func buildDateDiff(args []Expr) (Expr, error) {
	a, err := date(args[0])
	if err != nil {
		return nil, err
	}
	b, err := date(args[1])
	return intCall(DateDiff, a, b), err
}
