package plan

import (
	"gsdms/plan/function"
	"gsdms/plan/value"
)

// buildDateFormat types DATE_FORMAT(x, format). A constant format says how much of a moment
// it needs.
func buildDateFormat(args []Expr) (Expr, error) {
	f, err := text(args[1])
	if err != nil {
		return nil, err
	}
	format, constant := f.(Const)
	day, seconds := function.Needs(format.Value.Text)
	if args[0].Type().Kind == Date || constant && seconds == 0 {
		return onDate(args, func(d Expr) Expr {
			return Call{Op: "DATE_FORMAT", Args: []Expr{d, f}, Of: Type{Kind: String}}
		})
	}
	m, err := moment(args[0])
	if err != nil {
		return nil, err
	}
	if _, known := m.(Const); known || !constant {
		return Call{Op: "DATE_FORMAT", Args: []Expr{m, f}, Of: Type{Kind: String}}, nil
	}
	n := sinceZero(m)
	if !day {
		n = Ticks(Cast{X: m, To: Type{Kind: Time, Scale: m.Type().Scale}})
	}
	return inUnits(n, m.Type().Scale, seconds, f), nil
}

// inUnits formats ticks of a scale that are not negative, as the units that a format needs.
func inUnits(n Expr, scale int, seconds int64, f Expr) Expr {
	unit := value.Ticks(value.MaxFraction - scale) // of a tick
	if seconds != function.Micros {
		n, unit = quotientOf(n, seconds*value.Ticks(scale)), seconds*value.Ticks(value.MaxFraction)
	}
	return Call{Op: formatUnits, Args: []Expr{n, f, num(unit)}, Of: Type{Kind: String}}
}

// buildTimeFormat types TIME_FORMAT(time, format).
func buildTimeFormat(args []Expr) (Expr, error) {
	f, err := text(args[1])
	if err != nil {
		return nil, err
	}
	t, err := clock(args[0])
	return Call{Op: "TIME_FORMAT", Args: []Expr{t, f}, Of: Type{Kind: String}}, err
}

// buildStrToDate types STR_TO_DATE(text, format): a date, a time or both, as a constant
// format says.
func buildStrToDate(args []Expr) (Expr, error) {
	all, err := convertAll(Type{Kind: String}, args...)
	if err != nil {
		return nil, err
	}
	of := Type{Kind: DateTime, Scale: value.MaxFraction}
	if c, ok := all[1].(Const); ok && !c.Value.IsNull() {
		day, seconds := function.Needs(c.Value.Text)
		switch {
		case seconds == 0:
			of = Type{Kind: Date}
		case !day:
			of.Kind = Time
		}
		if seconds != function.Micros {
			of.Scale = 0
		}
	}
	return Call{Op: "STR_TO_DATE", Args: all, Of: of}, nil
}
