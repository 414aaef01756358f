package typing

import (
	"gsdms/plan"
	"gsdms/plan/function"
	"gsdms/plan/typing/call"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
)

// buildDateFormat types DATE_FORMAT(x, format). A constant format says how much of a moment
// it needs.
func buildDateFormat(args []plan.Expr) (plan.Expr, error) {
	f, err := coerce.Text(args[1])
	if err != nil {
		return nil, err
	}
	format, constant := f.(plan.Const)
	if constant && format.Value.Text == "" {
		return plan.NullOf(plan.Type{Kind: plan.String}), nil
	}
	day, seconds := function.Needs(format.Value.Text)
	if args[0].Type().Kind == plan.Date || constant && seconds == 0 {
		return onDate(args, func(d plan.Expr) plan.Expr {
			return plan.Call{Op: "DATE_FORMAT", Args: []plan.Expr{d, f}, Of: plan.Type{Kind: plan.String}}
		})
	}
	m, err := coerce.Moment(args[0])
	if err != nil {
		return nil, err
	}
	if _, known := m.(plan.Const); known || !constant {
		return plan.Call{Op: "DATE_FORMAT", Args: []plan.Expr{m, f}, Of: plan.Type{Kind: plan.String}}, nil
	}
	n := call.SinceZero(m)
	if !day {
		n = call.Ticks(plan.Cast{X: m, To: plan.Type{Kind: plan.Time, Scale: m.Type().Scale}})
	}
	return inUnits(n, m.Type().Scale, seconds, f), nil
}

// inUnits formats ticks of a scale that are not negative, as the units that a format needs.
func inUnits(n plan.Expr, scale int, seconds int64, f plan.Expr) plan.Expr {
	unit := value.Ticks(value.MaxFraction - scale) // of a tick
	if seconds != function.Micros {
		n, unit = quotientOf(n, seconds*value.Ticks(scale)), seconds*value.Ticks(value.MaxFraction)
	}
	return plan.Call{Op: plan.FormatUnits, Args: []plan.Expr{n, f, call.Num(unit)}, Of: plan.Type{Kind: plan.String}}
}

// buildTimeFormat types TIME_FORMAT(time, format).
func buildTimeFormat(args []plan.Expr) (plan.Expr, error) {
	f, err := coerce.Text(args[1])
	if err != nil {
		return nil, err
	}
	if format, constant := f.(plan.Const); constant && format.Value.Text == "" {
		return plan.NullOf(plan.Type{Kind: plan.String}), nil
	}
	t, err := coerce.Clock(plan.Full(args[0]))
	return plan.Call{Op: "TIME_FORMAT", Args: []plan.Expr{t, f}, Of: plan.Type{Kind: plan.String}}, err
}

// buildStrToDate types STR_TO_DATE(text, format): a date, a time or both, as a constant
// format says.
func buildStrToDate(args []plan.Expr) (plan.Expr, error) {
	all, err := coerce.All(plan.Type{Kind: plan.String}, args...)
	if err != nil {
		return nil, err
	}
	of := plan.Type{Kind: plan.DateTime, Scale: value.MaxFraction}
	if c, ok := all[1].(plan.Const); ok && !c.Value.IsNull() {
		day, seconds := function.Needs(c.Value.Text)
		switch {
		case seconds == 0:
			of = plan.Type{Kind: plan.Date}
		case !day:
			of.Kind = plan.Time
		}
		if seconds != function.Micros {
			of.Scale = 0
		}
	}
	return plan.Call{Op: "STR_TO_DATE", Args: all, Of: of}, nil
}
