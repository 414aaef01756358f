package plan

import (
	"strings"

	"gsdms/plan/fault"
	"gsdms/plan/function"
	"gsdms/plan/value"
)

// amountOf gives how many months or days an interval has, or how many ticks, and of which
// scale.
func amountOf(u function.Unit, name string, n Expr) (amount Expr, scale int, err error) {
	switch {
	case u.Parts != nil:
		n, err = Convert(n, Type{Kind: String})
		amount = intCall(intervalParts, n, Literal(value.OfString(strings.ToUpper(name))))
	case u.Seconds == 1:
		if c, ok := n.(Const); ok && c.Value.Kind == String {
			d, _ := value.ToDecimal(c.Value)
			n = Literal(Value{Kind: Decimal, Dec: d})
		}
		if n = full(n); n.Type().Kind == Decimal { // an interval drops further digits
			if n, err = buildTruncate([]Expr{n, num(value.MaxFraction)}); err != nil {
				return nil, 0, err
			}
		}
		return tickCount(n)
	default:
		var all []Expr
		if all, err = integers([]Expr{n}); err == nil {
			amount = all[0]
		}
	}
	if err != nil {
		return num(0), 0, err
	}
	if u.Micros {
		return amount, value.MaxFraction, nil
	}
	return multiple(amount, u.Size()), 0, nil
}

// DateAdd types DATE_ADD(x, INTERVAL n unit), or DATE_SUB.
func DateAdd(x, n Expr, unit string, sub bool) (Expr, error) {
	u, err := function.UnitOf(unit)
	if err != nil {
		return nil, err
	}
	amount, scale, err := amountOf(u, unit, n)
	if err == nil {
		amount, err = FoldAll(amount)
	}
	switch {
	case IsOutOfRange(err): // of a constant: it leads out of the calendar
		amount = NullOf(Type{Kind: Int})
	case err != nil:
		return nil, err
	}
	op := Add
	if sub {
		op = Sub
	}
	_, constant := x.(Const)
	if x.Type().Kind == String && !constant && u.Whole() {
		return addToText(op, x, amount, u)
	}
	if x, err = startOf(u, x); err != nil {
		return nil, err
	}
	return addAmount(op, x, amount, scale, u)
}

// startOf gives what an interval is added to as a date, if the result is one, else as a
// moment or a time.
func startOf(u function.Unit, x Expr) (Expr, error) {
	c, constant := x.(Const)
	switch k := x.Type().Kind; {
	case k == Time && u.Whole():
		return nil, noDate(x)
	case k == Time || k == DateTime:
		return x, nil
	case k == Date || k == Null:
	case k == String && constant:
		if m, ok := value.ReadDateTime(c.Value.Text); ok && m.Micros > 0 {
			return moment(x)
		}
	case constant && !value.TimeConstant(c.Value, DateTime).IsNull() && value.TimeConstant(c.Value, Date).Kind == DateTime:
		return moment(x)
	}
	if u.Whole() {
		return date(x)
	}
	return moment(x)
}

// addToText adds whole days or months to a text, which is a date or a moment: so is the
// result, which is a text.
func addToText(op Op, x, amount Expr, u function.Unit) (Expr, error) {
	asDate, err := Convert(x, Type{Kind: Date})
	if err == nil {
		asDate, err = addAmount(op, asDate, amount, 0, u)
	}
	if err != nil {
		return nil, err
	}
	exact, err := addAmount(op, Cast{X: x, To: Type{Kind: DateTime, Scale: value.MaxFraction}}, amount, 0, u)
	if err != nil {
		return nil, err
	}
	texts, err := convertAll(Type{Kind: String}, asDate, Cast{X: exact, To: Type{Kind: DateTime}}, exact)
	if err != nil {
		return nil, err
	}
	short := below(intCall("CHAR_LENGTH", x), num(int64(len("YYYY-MM-DDT"))))
	whole := below(intCall(Mod, sinceZero(exact), num(value.Ticks(value.MaxFraction))), num(1))
	return choice(short, texts[0], choice(whole, texts[1], texts[2])), nil
}

// addAmount moves a date, a moment or a time.
func addAmount(op Op, x, amount Expr, scale int, u function.Unit) (Expr, error) {
	switch k := x.Type().Kind; {
	case u.Months > 0 && k == Date:
		return addMonths(op, x, amount), nil
	case u.Months > 0:
		t := x.Type()
		day := addMonths(op, Cast{X: x, To: Type{Kind: Date}}, amount)
		rest := Ticks(Cast{X: x, To: Type{Kind: Time, Scale: t.Scale}})
		return tickCall(Add, t, Cast{X: day, To: Plain(t)}, rest), nil
	case k == Date: // by days
		return dateCall(op, x, amount), nil
	case u.Days > 0:
		return tickCall(op, x.Type(), x, multiple(amount, value.DayTicks(x.Type().Scale))), nil
	}
	to := Type{Kind: x.Type().Kind, Scale: max(x.Type().Scale, scale)}
	x, err := Convert(x, to)
	if err != nil {
		return nil, err
	}
	return tickCall(op, to, x, multiple(amount, value.Ticks(to.Scale-scale))), nil
}

func addMonths(op Op, day, months Expr) Expr {
	if op == Sub {
		months = intCall(Neg, months)
	}
	return dateCall(AddMonths, day, months)
}

// multiple is n times a constant.
func multiple(n Expr, by int64) Expr {
	if by == 1 {
		return n
	}
	return intCall(Mul, n, num(by))
}

// extractUnits makes the parts of units of several, coarse to fine.
var extractUnits = map[string][]string{
	"YEAR_MONTH": {"YEAR", "MONTH"}, "DAY_HOUR": {"DAY", "HOUR"}, "DAY_MINUTE": {"DAY", "HOUR", "MINUTE"},
	"DAY_SECOND": {"DAY", "HOUR", "MINUTE", "SECOND"}, "DAY_MICROSECOND": {"DAY", "HOUR", "MINUTE", "SECOND", "MICROSECOND"},
	"HOUR_MINUTE": {"HOUR", "MINUTE"}, "HOUR_SECOND": {"HOUR", "MINUTE", "SECOND"},
	"HOUR_MICROSECOND": {"HOUR", "MINUTE", "SECOND", "MICROSECOND"}, "MINUTE_SECOND": {"MINUTE", "SECOND"},
	"MINUTE_MICROSECOND": {"MINUTE", "SECOND", "MICROSECOND"}, "SECOND_MICROSECOND": {"SECOND", "MICROSECOND"},
}

// Extract types EXTRACT(unit FROM x): of several parts the digits of one behind those of
// the other, with the sign of a time.
func Extract(unit string, x Expr) (Expr, error) {
	unit = strings.ToUpper(unit)
	parts, ok := extractUnits[unit]
	if !ok {
		parts = []string{unit}
	}
	var out Expr
	for _, p := range parts {
		n, err := extractPart(p, x)
		if err != nil {
			return nil, err
		}
		width := int64(100)
		if p == "MICROSECOND" {
			width = 1e6
		}
		if out != nil {
			n = intCall(Add, intCall(Mul, out, num(width)), n)
		}
		out = n
	}
	if x.Type().Kind == Time {
		return choice(below(Ticks(x), num(0)), intCall(Neg, out), out), nil
	}
	return out, nil
}

func extractPart(unit string, x Expr) (Expr, error) {
	switch unit {
	case "YEAR", "QUARTER", "MONTH", "WEEK", "DAY", "HOUR", "MINUTE", "SECOND", "MICROSECOND":
		return Build(Op(unit), x)
	}
	return nil, fault.Errorf(fault.CodeNotSupported, "EXTRACT of %s is not supported", unit)
}
