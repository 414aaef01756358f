package typing

import (
	"gsdms/plan"
	"gsdms/plan/function"
	"gsdms/plan/typing/call"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
)

// spellsMoments reports whether an expression is a number that may spell a moment, as 20200131123045. One
// of 32 bits has room for days.
func spellsMoments(e plan.Expr) bool {
	switch t := e.Type(); t.Kind {
	case plan.Int:
		return !t.Bounded() || t.Max > coerce.LastDay && t.Max > 1<<32
	case plan.Decimal:
		return t.Precision-t.Scale > 8
	case plan.Unsigned, plan.Double:
		return true
	}
	return false
}

// addToNumber adds whole days or months to a number, which spells a day or a moment: so does the result,
// which is a text.
func addToNumber(op plan.Op, x, amount plan.Expr, u function.Unit) (plan.Expr, error) {
	start, err := coerce.Moment(x)
	if err != nil {
		return nil, err
	}
	exact, err := addAmount(op, start, amount, 0, u)
	if err != nil {
		return nil, err
	}
	short, err := coerce.Comparison(plan.Le, []plan.Expr{x, call.Num(coerce.LastDay)})
	if err != nil {
		return nil, err
	}
	day := plan.Cast{X: exact, To: plan.Type{Kind: plan.Date}}
	if exact.Type().Scale > 0 {
		exact = plan.Cast{X: exact, To: plan.Type{Kind: plan.DateTime, Scale: value.MaxFraction}}
		return movedText(short, day, exact)
	}
	texts, err := coerce.All(plan.Type{Kind: plan.String}, day, exact)
	if err != nil {
		return nil, err
	}
	return call.If(short, texts[0], texts[1]), nil
}
