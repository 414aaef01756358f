package coerce

import (
	"slices"

	"gsdms/plan"
)

// Common converts expressions to the type that a choice between them has, or a column that
// holds values of all: numbers to the widest, dates to dates, everything else mixed to strings.
func Common(args []plan.Expr) ([]plan.Expr, plan.Type, error) {
	if out, ok := allUnsigned(args); ok && !slices.ContainsFunc(args, isSigned) { // a number or a truth that is written is signed
		return out, plan.Type{Kind: plan.Unsigned}, nil
	}
	if out, t, ok := eitherUnsigned(args); ok {
		return out, t, nil
	}
	if out, is, err := AllBytes(args); is || err != nil {
		return commonBytes(out, err)
	}
	var t plan.Type
	mixed, asText, scale := false, false, 0
	for _, a := range args {
		k := a.Type().Kind
		switch {
		case k == plan.Null:
			continue
		case t.Kind == plan.Null:
			t = plan.Plain(a.Type())
		case t.Kind != k:
			mixed = true
			moments := t.Kind != plan.Time && k != plan.Time && t.Kind.Temporal() && k.Temporal()
			asText = asText || !moments
		}
		if k == plan.String && !IsJSON(a) {
			t.Name = "" // a text among JSON values makes all texts
		}
		if k.Ticking() {
			scale = max(scale, a.Type().Scale)
		}
		if k.Temporal() || k == plan.String {
			t.Kind = max(t.Kind, k)
		}
	}
	switch texts := t.Kind.Temporal() || t.Kind == plan.String; {
	case t.Kind == plan.Decimal || mixed && !texts:
		return Aligned(args)
	case mixed && asText && !timesAmongDates(args):
		t = plan.Type{Kind: plan.String}
	case t.Kind.Temporal() && asText:
		return nil, t, NoDate(args...)
	case t.Kind.Ticking():
		t = plan.Type{Kind: t.Kind, Scale: scale}
	case t.Kind == plan.Double:
		t = commonDouble(args)
	}
	args, err := All(t, args...)
	return args, t, err
}

// isSigned reports whether an expression is a whole number or a truth that is written.
func isSigned(e plan.Expr) bool {
	c, ok := e.(plan.Const)
	return ok && (c.Value.Kind == plan.Int || c.Value.Kind == plan.Bool)
}

// timesAmongDates reports whether expressions are dates, moments and times, or NULL: then all of them
// are moments.
func timesAmongDates(args []plan.Expr) bool {
	return !slices.ContainsFunc(args, func(a plan.Expr) bool {
		k := a.Type().Kind
		return k != plan.Null && !k.Temporal()
	})
}
