package truth

import (
	"context"
	"errors"
	"strings"

	"gsdms/operators"
	"gsdms/plan"
)

// inParts is inPieces for the parts of texts that are in no order: work finds the codes of a part,
// of which the first is given.
func (p Prober) inParts(work func(t *piece, texts *plan.Texts, first int64) error) (t Verdict, ok bool) {
	u := p.column.Unsorted
	all := newMarks(0, int64(u.Len()))
	errs := operators.SpreadIn(p.ctx, u.Parts(), func(ctx context.Context, i int) error {
		texts, first, err := u.Part(ctx, i)
		if err != nil {
			return err
		}
		operators.TurnsOf(ctx).Pause()
		t := all.piece(int64(first), int64(texts.Len()))
		defer all.put(t)
		return work(t, texts, int64(first))
	})
	return all.verdict(), errors.Join(errs...) == nil
}

// sought are texts that a predicate is true of; it is false of all others.
type sought struct {
	among  func(t *plan.Texts, yes func(i int)) // tells yes of those of a part
	within func(low, high string) fits          // how many texts between two ones it is true of, as far as these tell
}

// fits says how many of some texts a predicate is true of.
type fits uint8

const (
	some fits = iota // as many as there are among them
	none
	every
)

// textsWhere gives the codes of the texts that are sought, ascending, and all others as those of which
// the predicate is false. A part of which the bounds of its texts tell is not loaded.
func (p Prober) textsWhere(s sought) (t Verdict, ok bool) {
	u := p.column.Unsorted
	all := newMarks(0, int64(u.Len()))
	errs := operators.SpreadIn(p.ctx, u.Parts(), func(ctx context.Context, i int) error {
		first, end := u.Codes(i)
		t := all.piece(int64(first), int64(end-first))
		defer all.put(t)
		if low, high, ok := u.Bounds(i); ok {
			switch s.within(low, high) {
			case none:
				return nil
			case every:
				for k := first; k < end; k++ {
					t.markYes(int64(k))
				}
				return nil
			}
		}
		texts, first, err := u.Part(ctx, i)
		if err != nil {
			return err
		}
		operators.TurnsOf(ctx).Pause()
		s.among(texts, func(k int) { t.markYes(int64(first + k)) })
		return p.ctx.Err()
	})
	t.Yes.In = all.verdict().Yes.In.Intersect(p.domain())
	t.No.In = t.Yes.In.Complement(p.lo, p.hi)
	return t, errors.Join(errs...) == nil
}

// compared is a comparison of the column's texts with a constant.
type compared struct {
	op  plan.Op
	key string
}

// comparedTexts compares the column's texts with constants, all of which have to hold.
func (p Prober) comparedTexts(all []compared) (Verdict, bool) {
	t, ok := p.textsWhere(sought{
		among: func(t *plan.Texts, yes func(i int)) {
			for i := range t.Len() {
				if text := t.Bytes(i); holdAll(all, text) {
					yes(i)
				}
			}
		},
		within: func(low, high string) fits {
			out := every
			for _, c := range all {
				switch c.within(low, high) {
				case none:
					return none
				case some:
					out = some
				}
			}
			return out
		},
	})
	t.No.Null = len(all) == 1 && all[0].op == plan.NullEq
	return t, ok
}

// holdAll reports whether all comparisons hold for a text.
func holdAll(all []compared, text []byte) bool {
	for i := range all {
		if !all[i].holds(text) {
			return false
		}
	}
	return true
}

// holds reports whether the comparison holds for a text.
func (c *compared) holds(text []byte) bool {
	switch c.op {
	case plan.Eq, plan.NullEq:
		return string(text) == c.key
	case plan.Ne:
		return string(text) != c.key
	}
	order := strings.Compare(unsafeText(text), c.key)
	switch c.op {
	case plan.Lt:
		return order < 0
	case plan.Le:
		return order <= 0
	case plan.Gt:
		return order > 0
	}
	return order >= 0
}

// within says of how many texts between two ones the comparison holds.
func (c *compared) within(low, high string) fits {
	outside := c.key < low || high < c.key
	switch lowest, highest := c.holds([]byte(low)), c.holds([]byte(high)); {
	case lowest != highest || !outside && low != high && !c.isOrder():
		return some
	case lowest:
		return every
	}
	return none
}

// isOrder reports whether a comparison that holds for two texts holds for all between them.
func (c *compared) isOrder() bool {
	switch c.op {
	case plan.Lt, plan.Le, plan.Gt, plan.Ge:
		return true
	}
	return false
}

// comparisonOf gives a comparison of the column itself with a text.
func comparisonOf(e plan.Expr) (out compared, ok bool) {
	call, ok := e.(plan.Call)
	if !ok || len(call.Args) != 2 {
		return out, false
	}
	x, y, op := call.Args[0], call.Args[1], call.Op
	if _, constant := x.(plan.Const); constant {
		x, y, op = y, x, Mirrored(op)
	}
	switch op {
	case plan.Eq, plan.Ne, plan.Lt, plan.Le, plan.Gt, plan.Ge, plan.NullEq:
	default:
		return out, false
	}
	c, constant := y.(plan.Const)
	return compared{op, c.Value.Text}, constant && isLeaf(x) && c.Value.Kind == plan.String
}

// betweenTexts is AND of comparisons of the column's texts in order, for which each is looked at once.
func (p Prober) betweenTexts(and []plan.Expr) (Verdict, bool) {
	all := make([]compared, len(and))
	for i, e := range and {
		c, ok := comparisonOf(e)
		if all[i] = c; !ok || c.op == plan.NullEq {
			return Verdict{}, false
		}
	}
	return p.comparedTexts(all)
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
	t, ok := p.textsWhere(sought{
		among: func(t *plan.Texts, yes func(i int)) {
			for i := range t.Len() {
				if texts[string(t.Bytes(i))] {
					yes(i)
				}
			}
		},
		within: func(low, high string) fits {
			for text, is := range texts {
				if is && low <= text && text <= high {
					return some
				}
			}
			return none
		},
	})
	if null {
		t.No.In = nil
	}
	return t, ok
}

// likeTexts finds the column's texts that match a pattern, which begin as it does.
func (p Prober) likeTexts(e plan.Like) (Verdict, bool) {
	prefix, _ := likePrefix(e)
	return p.textsWhere(sought{
		among: func(t *plan.Texts, yes func(i int)) { e.Among(t, 0, t.Len(), yes) },
		within: func(low, high string) fits {
			if high < prefix || low > prefix && !strings.HasPrefix(low, prefix) {
				return none
			}
			return some
		},
	})
}
