package explain

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gsdms/plan"
)

// behind adds the sink and the steps behind it. b.rows is what the sink is expected to leave.
func (b *pipeliner) behind(ops []plan.Operator) {
	for i, op := range ops {
		rows := b.rows
		switch op := op.(type) {
		case plan.Aggregate:
			b.group(op.Keys, op.Aggs)
		case plan.Group:
			keys := make([]plan.Expr, len(op.Keys))
			for k, slot := range op.Keys {
				keys[k] = slot
			}
			b.rows = unknown
			b.group(keys, op.Aggs)
		case plan.Project:
			b.project(op, i == 0)
		case plan.Filter:
			b.add(Step{Kind: Where, What: condition(op.Pred)}, unknown)
		case plan.Window:
			for _, f := range op.Funcs {
				b.names = append(b.names, f.String())
			}
			b.add(Step{Kind: Windows, What: strings.TrimPrefix(op.String(), "Window ")}, rows)
		case plan.Distinct:
			b.add(Step{Kind: Distinct}, unknown)
		case plan.Repeat:
			b.add(Step{Kind: Repeat, What: strings.TrimPrefix(op.String(), "Repeat ")}, unknown)
		case plan.Unfold:
			b.names = append(b.names[:max(0, len(b.names)-1)], op.Rows.Names()...)
			b.add(Step{Kind: Unfold, What: op.Rows.String()}, unknown)
		case plan.Sort:
			b.add(Step{Kind: Sort, What: b.sorted(op)}, rows)
		case plan.Limit:
			b.limit(op, rows)
		}
	}
}

// group adds an aggregation of b.rows groups.
func (b *pipeliner) group(keys []plan.Expr, aggs []plan.Agg) {
	b.names = nil
	for _, k := range keys {
		b.names = append(b.names, bare(k))
	}
	by := strings.Join(b.names, ", ")
	for _, g := range aggs {
		b.names = append(b.names, g.String())
	}
	what := strings.Join(b.names[len(keys):], ", ")
	if len(keys) == 0 {
		b.rows = 1
	} else {
		what = strings.TrimSuffix("by "+by+": "+what, ": ")
	}
	b.add(Step{Kind: Group, What: what}, b.rows)
}

// project adds a projection unless it only leaves out columns, or changes their order. A sink
// is shown in any case.
func (b *pipeliner) project(op plan.Project, sink bool) {
	names, plain := make([]string, len(op.Exprs)), !sink
	for i, e := range op.Exprs {
		names[i] = bare(e)
		slot, ok := e.(plan.Slot)
		if plain = plain && ok; ok && slot.Index < len(b.names) {
			names[i] = b.names[slot.Index]
		}
	}
	if b.names = names; !plain {
		b.add(Step{Kind: Select, What: strings.Join(names, ", ")}, b.rows)
	}
}

// sorted names the keys of a sort.
func (b *pipeliner) sorted(op plan.Sort) string {
	keys := make([]string, len(op.Keys))
	for i, k := range op.Keys {
		keys[i] = fmt.Sprintf("#%d", k.Slot)
		if k.Slot < len(b.names) {
			keys[i] = b.names[k.Slot]
		}
		if k.Desc {
			keys[i] += " DESC"
		}
	}
	return strings.Join(keys, ", ")
}

func (b *pipeliner) limit(op plan.Limit, rows float64) {
	if rows >= 0 {
		rows = max(0, rows-float64(op.Offset))
	}
	if op.Count >= 0 && (rows < 0 || rows > float64(op.Count)) {
		rows = float64(op.Count)
	}
	b.add(Step{Kind: Limit, What: strings.TrimPrefix(op.String(), "Limit ")}, rows)
}

// joinKind names a join by values.
func joinKind(p plan.HashProbe) Kind {
	switch {
	case p.Kind != plan.InnerJoin:
		return Kind(p.Kind.String()) + " join"
	case len(p.Keys) == 0:
		return "cross join"
	}
	return Join
}

// equalities prints what finds the partners of a row: equalities, and bounds.
func equalities(p plan.HashProbe) string {
	parts := make([]string, len(p.Keys))
	for i, k := range p.Keys {
		parts[i] = p.Match[i].String() + " = " + bare(k)
	}
	text := ""
	if len(parts) > 0 {
		text = "by " + strings.Join(parts, " AND ")
	}
	if p.Band != nil {
		text = strings.TrimSpace(text + " where " + strings.ReplaceAll(p.Band.String(), " and ", " AND "))
	}
	return text
}

// behindOn prints what else a partner must satisfy.
func behindOn(on plan.Expr) string {
	if on == nil {
		return ""
	}
	return " on " + condition(on)
}

// condition prints a conjunction without the parentheses around its parts.
func condition(e plan.Expr) string {
	var parts []string
	for _, c := range plan.Conjuncts(e) {
		if text := bare(c); !slices.Contains(parts, text) {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, " AND ")
}

// bare prints an expression without the parentheses around it; those of a disjunction stay.
func bare(e plan.Expr) string {
	text := e.String()
	if c, ok := e.(plan.Call); ok && c.Op == plan.Or || !strings.HasPrefix(text, "(") {
		return text
	}
	switch e.(type) {
	case plan.Call, plan.In, plan.Like:
		return strings.TrimSuffix(text[1:], ")")
	}
	return text
}

// rounded spells a number of rows in groups of three digits.
func rounded(n int64) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// megabytes spells bytes; some are more than none.
func megabytes(bytes int64) string {
	if bytes <= 0 {
		return ""
	}
	return fmt.Sprintf("%.1f", math.Ceil(float64(bytes)/1e5)/10)
}
