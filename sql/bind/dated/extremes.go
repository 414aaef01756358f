package dated

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/typing"
)

// ShownExtreme is Extreme as it is shown: a moment among numbers and texts is a text.
func ShownExtreme(op plan.Op, args, written []plan.Expr) (plan.Expr, error) {
	e, err := Extreme(op, args, written)
	if err != nil || !amongOthers(written) {
		return e, err
	}
	return typing.Convert(e, plan.Type{Kind: plan.String})
}

// amongOthers reports whether there is a date or a moment among what is none and no time, but for JSON values.
func amongOthers(written []plan.Expr) bool {
	other := func(e plan.Expr) bool { k := e.Type().Kind; return !k.Temporal() && k != plan.Null }
	return slices.ContainsFunc(written, isDated) && slices.ContainsFunc(written, other) && !slices.ContainsFunc(written, typing.IsJSON)
}

// Extreme types GREATEST or LEAST, as written with moments of today in place of TIMEs beside dates. Where one of the
// arguments is a date or a moment, numbers and texts are, too: one that says none is less than all for GREATEST, and
// has LEAST compare texts.
func Extreme(op plan.Op, args, written []plan.Expr) (plan.Expr, error) {
	if !amongOthers(written) {
		return typing.Build(op, args...)
	}
	to := plan.Type{Kind: plan.Date}
	if slices.ContainsFunc(written, func(e plan.Expr) bool { return e.Type().Kind == plan.DateTime }) {
		to.Kind = plan.DateTime
	}
	moments, lost, err := momentsOf(args, to)
	if err != nil {
		return nil, err
	}
	best, err := typing.Build(op, moments...)
	if err != nil || op == "GREATEST" || lost == nil {
		return best, err
	}
	texts, err := typing.Build(op, written...)
	if err != nil {
		return nil, err
	}
	return typing.Build(plan.If, lost, texts, best)
}

// momentsOf gives expressions as dates, or as moments of one scale; what is none as the least one. It tells when that
// is so, nil for never.
func momentsOf(args []plan.Expr, to plan.Type) (moments []plan.Expr, lost plan.Expr, err error) {
	moments = make([]plan.Expr, len(args))
	for i, a := range args {
		if moments[i], err = typing.Build("TIMESTAMP", a); err != nil {
			return nil, nil, err
		}
		if to.Kind == plan.DateTime {
			to.Scale = max(to.Scale, moments[i].Type().Scale)
		}
	}
	var none []plan.Expr
	for i, a := range args {
		if moments[i], err = typing.Convert(moments[i], to); err != nil {
			return nil, nil, err
		}
		if a.Type().Kind.Temporal() || a.Type().Kind == plan.Null {
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
		first, err := typing.Convert(least(to.Kind), to)
		if err != nil {
			return nil, nil, err
		}
		if moments[i], err = typing.Build(plan.If, is, first, moments[i]); err != nil {
			return nil, nil, err
		}
	}
	return moments, plan.Combine(plan.Or, none), nil
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
