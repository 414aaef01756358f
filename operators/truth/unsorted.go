package truth

import (
	"bytes"
	"context"
	"errors"

	"gsdms/operators"
	"gsdms/plan"
)

// inParts is inPieces for the parts of texts that are in no order: work finds the codes of a part,
// of which the first is given.
func (p Prober) inParts(work func(t *piece, texts *plan.Texts, first int64) error) (t Verdict, ok bool) {
	u := p.column.Unsorted
	parts := make([]piece, u.Parts())
	errs := operators.SpreadIn(p.ctx, len(parts), func(ctx context.Context, i int) error {
		texts, first, err := u.Part(ctx, i)
		if err != nil {
			return err
		}
		operators.TurnsOf(ctx).Pause()
		return work(&parts[i], texts, int64(first))
	})
	for _, part := range parts {
		t.Yes.In, t.No.In = appendIntervals(t.Yes.In, part.yes), appendIntervals(t.No.In, part.no)
	}
	return t, errors.Join(errs...) == nil
}

// textsWhere gives the codes of the texts that find tells yes of, ascending, and all others as
// those of which it is false.
func (p Prober) textsWhere(find func(t *plan.Texts, yes func(i int))) (Verdict, bool) {
	t, ok := p.inParts(func(t *piece, texts *plan.Texts, first int64) error {
		find(texts, func(i int) { t.yes = appendNumber(t.yes, first+int64(i)) })
		return p.ctx.Err()
	})
	t.Yes.In = t.Yes.In.Intersect(p.domain())
	t.No.In = t.Yes.In.Complement(p.lo, p.hi)
	return t, ok
}

// comparedTexts compares the column's texts with a constant.
func (p Prober) comparedTexts(op plan.Op, c plan.Const) (Verdict, bool) {
	if c.Value.Kind != plan.String {
		return Verdict{}, false
	}
	holds, key := comparisons[op], []byte(c.Value.Text)
	t, ok := p.textsWhere(func(t *plan.Texts, yes func(i int)) {
		equal := op == plan.Eq || op == plan.NullEq
		for i := range t.Len() {
			if text := t.Bytes(i); equal && bytes.Equal(text, key) || !equal && holds(bytes.Compare(text, key)) {
				yes(i)
			}
		}
	})
	t.No.Null = op == plan.NullEq
	return t, ok
}

// comparisons tell by how two texts compare whether an operator holds for them.
var comparisons = map[plan.Op]func(order int) bool{
	plan.Ne: func(order int) bool { return order != 0 },
	plan.Lt: func(order int) bool { return order < 0 },
	plan.Le: func(order int) bool { return order <= 0 },
	plan.Gt: func(order int) bool { return order > 0 },
	plan.Ge: func(order int) bool { return order >= 0 },
}

// listed finds the column's texts in a list.
func (p Prober) listed(e plan.In) (Verdict, bool) {
	texts, null := map[string]bool{}, false
	for _, v := range e.List {
		if v.IsNull() {
			null = true
		} else if v.Kind != plan.String {
			return Verdict{}, false
		}
		texts[v.Text] = texts[v.Text] || !v.IsNull()
	}
	t, ok := p.textsWhere(func(t *plan.Texts, yes func(i int)) {
		for i := range t.Len() {
			if texts[string(t.Bytes(i))] {
				yes(i)
			}
		}
	})
	if null {
		t.No.In = nil
	}
	return t, ok
}
