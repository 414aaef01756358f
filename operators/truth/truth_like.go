package truth

import (
	"sort"
	"strings"
	"unicode/utf8"

	"gsdms/operators/sets"
	"gsdms/plan"
	"gsdms/plan/value"
)

// like gives the codes of the texts of the column that match a pattern.
func (p Prober) like(e plan.Like) (Verdict, bool) {
	if !isLeaf(e.X) {
		return p.likeMonotone(e)
	}
	if p.column.Unsorted != nil {
		return p.likeTexts(e)
	}
	if p.column.Dict == nil {
		return Verdict{}, false
	}
	if prefix, rest := likePrefix(e); rest == "%" && utf8.ValidString(e.Pattern) {
		return p.beginning(prefix), true
	}
	t, ok := p.inPieces(func(t *piece, lo, hi int64) error {
		e.Matches(p.column.Dict, int(lo), int(hi)+1, func(code int) { t.markYes(int64(code)) })
		return p.ctx.Err()
	})
	t.No.In = t.Yes.In.Complement(p.lo, p.hi)
	return t, ok
}

// likeMonotone is like of a text that only rises or only falls with the column, as that of a moment: those that
// begin in some way lie together.
func (p Prober) likeMonotone(e plan.Like) (Verdict, bool) {
	prefix, rest := likePrefix(e)
	if rest != "%" || !utf8.ValidString(e.Pattern) {
		return Verdict{}, false
	}
	constant := func(text string) plan.Const { return plan.Literal(value.OfString(text)) }
	from, ok := p.monotone(e.X, plan.Ge, constant(prefix))
	to, too := p.monotone(e.X, plan.Lt, constant(prefix+string(utf8.MaxRune)))
	return Verdict{Yes: from.Yes.Intersect(to.Yes), No: from.No.Union(to.No)}, ok && too
}

// isLeaf reports whether an expression of one column is the column, or stands for it.
func isLeaf(e plan.Expr) bool {
	switch e.(type) {
	case plan.ColumnRef, plan.Slot:
		return true
	}
	return false
}

// beginning gives the codes of the texts that begin so: they are a range.
func (p Prober) beginning(prefix string) Verdict {
	d := p.column.Dict
	from, _ := d.Find(prefix)
	to := from + sort.Search(d.Len()-from, func(i int) bool {
		return !strings.HasPrefix(string(d.Bytes(from+i)), prefix)
	})
	yes := sets.Span(int64(from), int64(to)-1).Intersect(p.domain())
	return Verdict{Yes: sets.Values{In: yes}, No: sets.Values{In: yes.Complement(p.lo, p.hi)}}
}

// likePrefix splits a pattern into its text before the first wildcard and the rest.
func likePrefix(e plan.Like) (prefix, rest string) {
	var b strings.Builder
	escaped := false
	for i, r := range e.Pattern {
		switch {
		case escaped:
			escaped = false
			b.WriteRune(r)
		case r == e.Escape:
			escaped = true
		case r == '%' || r == '_':
			return b.String(), e.Pattern[i:]
		default:
			b.WriteRune(r)
		}
	}
	return b.String(), ""
}
