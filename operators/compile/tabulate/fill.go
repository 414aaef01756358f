package tabulate

import (
	"context"

	"gsdms/operators"
	"gsdms/operators/truth"
	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/plan/value"
)

// Fill evaluates a function for the numbers from lo to hi and for NULL.
func (m *Maker) Fill(e plan.Expr, of plan.Type, dict *plan.Dictionary, lo, hi int64) (*Table, error) {
	if e.Type().Kind == plan.Bool && dict != nil && hi-lo >= truth.SmallDomain {
		p := truth.NewProber(m.ctx, &plan.Column{Type: of, Dict: dict, Min: lo, Max: hi})
		if t, ok := p.Truth(e); ok {
			return TableOf(t, e.String(), lo, hi), nil
		} // else an error for some text, which what follows finds
	}
	held := m.cache.Account().Part(m.ctx)
	defer held.Empty()
	given := newResults(e, int(hi-lo+2))
	steps, digits := digitStepsOf(e)
	digits = digits && dict != nil && of.Kind == plan.Decimal
	errs := operators.SpreadIn(m.ctx, int((hi-lo+1)/truth.FewNumbers)+1, func(_ context.Context, i int) error {
		from := int64(i) * truth.FewNumbers
		to := min(hi+1-lo, from+truth.FewNumbers)
		if digits {
			ok, err := m.digits(given, steps, from, to, func(i int64) []byte { return dict.Bytes(int(lo + i)) }, held)
			if ok || err != nil {
				return err
			}
		}
		return m.fillPart(given, from, to, of.Kind == plan.String, held, func(i int64) plan.Value { return truth.ValueOf(of, dict, lo+i) })
	})
	return m.filled(given, errs)
}

// filled is the table of results, of which that for NULL is missing.
func (m *Maker) filled(given *results, errs []error) (*Table, error) {
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	r, err := plan.Eval(given.of, func(plan.Expr) (plan.Value, error) { return plan.Value{}, nil })
	if err == nil {
		err = given.put(len(given.null)-1, r)
	}
	if err != nil {
		return nil, err
	}
	return given.table(m.ctx, !r.IsNull())
}

// fillPart evaluates a function for the values of some places in order, and charges what it gives.
func (m *Maker) fillPart(given *results, from, to int64, ofText bool, held *operators.Account, value func(i int64) plan.Value) error {
	if count := plan.CountOf(given.of); count != nil && ofText {
		return m.countPart(given, from, to, held, func(i int64) int { return count(value(i).Text) })
	}
	if of, ok := m.ofOneText(given.of); ok && ofText {
		return m.textsPart(given, of, from, to, held, func(i int64) string { return value(i).Text })
	}
	work := truth.Effort{Ctx: m.ctx}
	var lead truth.Lead
	ctx := m.ctx
	if ofText {
		lead = truth.LeadOf(given.of)
	} else {
		ctx = fault.Telling(ctx, nil) // not all numbers between bounds occur
	}
	function := plan.Prepare(ctx, given.of)
	var v, r plan.Value
	leaf := func(plan.Expr) (plan.Value, error) { return v, nil }
	made := given.each * (to - from)
	for i := from; i < to; i++ {
		v = value(i)
		var err error
		if !lead.Same(v) {
			r, err = function.Eval(leaf)
		}
		if err == nil {
			err = work.Add(v, r)
		}
		if made += int64(len(r.Text)); err == nil && made >= often {
			err, made = held.Charge(made), 0
		}
		if err == nil {
			err = given.put(int(i), r)
		}
		if err != nil {
			return err
		}
	}
	return held.Charge(made)
}

// ofOneText gives what an expression is of one text, where it takes no values of any kind for all or most.
func (m *Maker) ofOneText(e plan.Expr) (of plan.OneText, ok bool) {
	if of, ok = plan.OfOneText(e); !ok {
		of, ok = plan.OfPlainText(m.ctx, e)
	}
	return of, ok
}

// often is how many bytes are charged at once.
const often = 1 << 20

// textsPart is fillPart of a chain of functions of one text.
func (m *Maker) textsPart(given *results, of plan.OneText, from, to int64, held *operators.Account, text func(i int64) string) error {
	work, lead := truth.Effort{Ctx: m.ctx}, truth.LeadOf(given.of)
	var (
		r    string
		n    int64
		ok   bool
		err  error
		made = given.each * (to - from)
	)
	for i := from; i < to; i++ {
		s := text(i)
		switch {
		case lead.SameText(s):
		case of.Text != nil:
			r, ok, err = of.Text(s)
		default:
			n, ok, err = of.Number(s)
		}
		if err == nil {
			err = work.AddTexts(len(s) + len(r))
		}
		if made += int64(len(r)); err == nil && made >= often {
			err, made = held.Charge(made), 0
		}
		if err != nil {
			return err
		}
		if given.null[i] = !ok; of.Text != nil {
			given.texts[i] = r
		} else {
			given.numbers[i] = n
		}
	}
	return held.Charge(made)
}

// countPart is fillPart of a number that takes no longer than to look at the value.
func (m *Maker) countPart(given *results, from, to int64, held *operators.Account, count func(i int64) int) error {
	const some = 1 << 12
	if err := held.Charge(given.each * (to - from)); err != nil {
		return err
	}
	for ; from < to; from += some {
		for i := from; i < min(from+some, to); i++ {
			given.numbers[i], given.null[i] = int64(count(i)), false
		}
		operators.TurnsOf(m.ctx).Pause()
		if err := m.ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// FillUnsorted evaluates a function for all texts and for NULL.
func (m *Maker) FillUnsorted(e plan.Expr, of *plan.Unsorted) (*Table, error) {
	held := m.cache.Account().Part(m.ctx)
	defer held.Empty()
	given := newResults(e, of.Len()+1)
	for i := range given.null {
		given.null[i] = true // codes without a text
	}
	return m.filled(given, operators.SpreadIn(m.ctx, of.Parts(), func(ctx context.Context, part int) error {
		t, first, err := of.Part(ctx, part)
		if err != nil {
			return err
		}
		from := int64(first)
		return m.fillPart(given, from, from+int64(t.Len()), true, held, func(i int64) plan.Value { return value.OfString(t.View(int(i-from), int(i-from)+1)) })
	}))
}
