package dated

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/typing"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
)

// ShownExtreme is Extreme as it is shown: a moment among numbers and texts is a text.
func ShownExtreme(op plan.Op, args, written []plan.Expr) (plan.Expr, error) {
	e, err := Extreme(op, args, written)
	if err != nil || !amongOthers(written) {
		return e, err
	}
	return coerce.To(e, plan.Type{Kind: plan.String})
}

// amongOthers reports whether there is a date or a moment among what is none and no time, but for JSON values.
func amongOthers(written []plan.Expr) bool {
	other := func(e plan.Expr) bool { k := e.Type().Kind; return !k.Temporal() && k != plan.Null }
	return slices.ContainsFunc(written, isDated) && slices.ContainsFunc(written, other) && !slices.ContainsFunc(written, coerce.IsJSON)
}

// ExtremeNumber is the number of what Extreme chooses where one of its arguments is a date: of what is none it is 0.
func ExtremeNumber(op plan.Op, args, written []plan.Expr) (plan.Expr, error) {
	return extremeNumber(op, args, written, coerce.OperandDouble)
}

// ExtremeWhole is ExtremeNumber where a whole number is asked for, which has no digits of a second.
func ExtremeWhole(op plan.Op, args, written []plan.Expr) (plan.Expr, error) {
	return extremeNumber(op, args, written, func(moment plan.Expr) (plan.Expr, error) {
		zero := plan.Literal(value.OfInt(0))
		n, err := typing.Build(plan.Add, moment, zero)
		if err != nil {
			return nil, err
		}
		return typing.Build("TRUNCATE", n, zero)
	})
}

func extremeNumber(op plan.Op, args, written []plan.Expr, number func(plan.Expr) (plan.Expr, error)) (plan.Expr, error) {
	best, lost, err := extremeOf(op, args, written)
	if err == nil {
		best, err = number(best)
	}
	if err != nil || lost == nil || op == "GREATEST" {
		return best, err
	}
	there, err := typing.Build(plan.Not, lost)
	if err != nil {
		return nil, err
	}
	return typing.Build(plan.Mul, best, there)
}

// Extreme types GREATEST or LEAST, as written with moments of today in place of TIMEs beside dates. Where one of the
// arguments is a date or a moment, numbers and texts are, too: one that says none is less than all for GREATEST, and
// has LEAST compare texts.
func Extreme(op plan.Op, args, written []plan.Expr) (plan.Expr, error) {
	if !amongOthers(written) {
		return typing.Build(op, args...)
	}
	best, lost, err := extremeOf(op, args, written)
	if err != nil || op == "GREATEST" || lost == nil {
		return best, err
	}
	texts, err := typing.Build(op, written...)
	if err != nil {
		return nil, err
	}
	return typing.Build(plan.If, lost, texts, best)
}

// extremeOf gives the greatest or least of moments, and when one of what is written is none, nil for never.
func extremeOf(op plan.Op, args, written []plan.Expr) (best, lost plan.Expr, err error) {
	to := plan.Type{Kind: plan.Date}
	if slices.ContainsFunc(written, func(e plan.Expr) bool { return e.Type().Kind == plan.DateTime }) {
		to.Kind = plan.DateTime
	}
	moments, lost, err := momentsOf(args, to)
	if err != nil {
		return nil, nil, err
	}
	best, err = typing.Build(op, moments...)
	return best, lost, err
}

// momentsOf gives expressions as dates, or as moments of one scale; what is none as the least one. It tells when that
// is so, nil for never.
func momentsOf(args []plan.Expr, to plan.Type) (moments []plan.Expr, lost plan.Expr, err error) {
	moments = make([]plan.Expr, len(args))
	for i, a := range args {
		if moments[i], err = momentOf(a); err != nil {
			return nil, nil, err
		}
		if to.Kind == plan.DateTime {
			to.Scale = max(to.Scale, shownDigits(a, moments[i]))
		}
	}
	var none []plan.Expr
	for i, a := range args {
		if moments[i], err = coerce.To(moments[i], to); err != nil {
			return nil, nil, err
		}
		if k := coerce.OrMoment(a).Type().Kind; k.Temporal() || k == plan.Null {
			continue
		}
		is, err := isNone(moments[i], a)
		if err != nil {
			return nil, nil, err
		}
		if c, ok := is.(plan.Const); ok && !c.Value.IsNull() && c.Value.Int == 0 {
			continue
		}
		none = append(none, is)
		first, err := coerce.To(least(to.Kind), to)
		if err != nil {
			return nil, nil, err
		}
		if moments[i], err = typing.Build(plan.If, is, first, moments[i]); err != nil {
			return nil, nil, err
		}
	}
	return moments, plan.Combine(plan.Or, none), nil
}

// shownDigits are the digits of a second that a moment has: of a whole number or a decimal its own.
func shownDigits(of, moment plan.Expr) int {
	if t := of.Type(); isNumber(of) && t.Kind != plan.Double {
		return min(t.Scale, value.MaxFraction)
	}
	return moment.Type().Scale
}

// momentOf gives the moment of an expression: that of a number is the one that its text says.
func momentOf(e plan.Expr) (plan.Expr, error) {
	if isNumber(e) {
		var err error
		if e, err = coerce.To(e, plan.Type{Kind: plan.String}); err != nil {
			return nil, err
		}
	}
	if coerce.IsMovedText(e) { // among others it is what its text says
		return coerce.To(e, plan.Type{Kind: plan.DateTime, Scale: value.MaxFraction})
	}
	return typing.Build("TIMESTAMP", e)
}

// isNone asks whether what is not NULL is no moment.
func isNone(moment, of plan.Expr) (plan.Expr, error) {
	lost, err := typing.Build(plan.IsNull, moment)
	if err != nil {
		return nil, err
	}
	null, err := typing.Build(plan.IsNull, of)
	if err != nil {
		return nil, err
	}
	there, err := typing.Build(plan.Not, null)
	if err != nil {
		return nil, err
	}
	return plan.FoldAll(plan.Combine(plan.And, []plan.Expr{lost, there}))
}
