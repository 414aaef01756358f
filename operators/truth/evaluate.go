package truth

import (
	"gsdms/plan"
	"gsdms/plan/fault"
)

// FewNumbers is how many numbers of a domain one goroutine evaluates at a time.
const FewNumbers = 1 << 14

// evaluate computes a predicate for the values of some numbers.
func (t *piece) evaluate(p Prober, e plan.Expr, lo, hi int64, value func(n int64) plan.Value) error {
	ctx := p.ctx
	if !p.column.Coded() {
		ctx = fault.Telling(ctx, nil) // not all numbers between bounds occur
	}
	of, ok := plan.OfOneText(e)
	if !ok {
		of, ok = plan.OfPlainText(ctx, e)
	}
	if ok && of.Number != nil && p.column.Type.Kind == plan.String {
		return t.evaluateTexts(p, of, LeadOf(e), lo, hi, func(n int64) string { return value(n).Text })
	}
	work, lead, predicate := Effort{Ctx: p.ctx}, p.lead(e), plan.Prepare(ctx, e)
	var x, v plan.Value
	leaf := func(plan.Expr) (plan.Value, error) { return x, nil }
	for n := lo; n <= hi; n++ {
		x = value(n)
		err := work.Add(x)
		if err == nil && !lead.Same(x) {
			v, err = predicate.Eval(leaf)
		}
		switch {
		case err != nil:
			return err
		case v.True():
			t.markYes(n)
		case !v.IsNull():
			t.markNo(n)
		}
	}
	return nil
}

// evaluateTexts is evaluate of a chain of functions of one text.
func (t *piece) evaluateTexts(p Prober, of plan.OneText, lead Lead, lo, hi int64, text func(n int64) string) (err error) {
	work, truth, known := Effort{Ctx: p.ctx}, int64(0), false
	for n := lo; n <= hi; n++ {
		s := text(n)
		if !lead.SameText(s) {
			truth, known, err = of.Number(s)
		}
		if err == nil {
			err = work.AddTexts(len(s))
		}
		switch {
		case err != nil:
			return err
		case known && truth != 0:
			t.markYes(n)
		case known:
			t.markNo(n)
		}
	}
	return nil
}

// lead is LeadOf an expression of the column, which may be no text.
func (p Prober) lead(e plan.Expr) Lead {
	if p.column.Type.Kind != plan.String {
		return Lead{}
	}
	return LeadOf(e)
}
