package oracle

import "fmt"

// found reports whether a place has a field of a type.
func found(in *place, t typ) bool {
	for _, f := range in.fields {
		if f.typ == t {
			return true
		}
	}
	return false
}

// column is a field of a type, of the rows here or, now and then, of those around; a
// literal where there is none.
func (g *nest) column(t typ, in *place) dual {
	for ; in != nil; in = in.around {
		if in.around != nil && g.chance(3) {
			continue
		}
		var fit []field
		for _, f := range in.fields {
			if f.typ == t {
				fit = append(fit, f)
			}
		}
		if len(fit) > 0 {
			return fit[g.IntN(len(fit))].dual
		}
	}
	return g.literal(t)
}

func (g *nest) literal(t typ) dual {
	n := g.IntN(6) - 1
	switch t.kind {
	case text:
		return same([]string{"''", "'a'", "'b'", "'ab'"}[g.IntN(4)])
	case date:
		day := value{number: 19000 + int64(g.IntN(4))}.day()
		return dual{"DATE '" + day + "'", "'" + day + "'"}
	case decimal:
		return dual{scaledText(int64(n), t.scale), fmt.Sprint(n)}
	case double:
		return same(fmt.Sprintf("%d.5e0", g.IntN(3)))
	default:
		return same(fmt.Sprint(n))
	}
}

// value is an expression of a type.
func (g *nest) value(t typ, in *place, depth int) dual {
	switch n := g.IntN(12); {
	case n == 0:
		return g.literal(t)
	case n == 1 && t.kind != text && t.kind != date:
		return say("(%s "+[]string{"+", "-"}[g.IntN(2)]+" %s)", g.column(t, in), g.column(t, in))
	case n == 2:
		return say("COALESCE(%s, %s)", g.column(t, in), g.column(t, in))
	case n == 3 && depth > 0:
		return say("CASE WHEN %s THEN %s ELSE %s END", g.truth(in, depth-1), g.column(t, in), g.column(t, in))
	case n < 6 && depth > 0:
		return g.scalar(t, in, depth-1)
	}
	return g.column(t, in)
}

// scalar is a query of one value.
func (g *nest) scalar(t typ, around *place, depth int) dual {
	if g.chance(6) {
		return say("(SELECT %s)", g.value(t, &place{around: around}, depth))
	}
	if g.chance(4) {
		if of := g.tables[g.IntN(len(g.tables))]; of.keyed {
			in := &place{fields: qualified(g.alias(), of.fields), around: around}
			alias := in.fields[0].my[:len(in.fields[0].my)-2]
			return say("(SELECT %s FROM "+of.name+" AS "+alias+" WHERE "+alias+".k = %s)", g.value(t, in, depth), g.value(typ{kind: integer}, around, 0))
		}
	}
	from, in := g.from(around, depth)
	behind := &place{around: around}
	x := g.folded(t, in, behind, depth)
	having := dual{}
	if g.chance(5) {
		having = say(" HAVING %s", g.having(in, behind, depth))
	}
	return say("(SELECT %s FROM %s%s%s)", ofGroup(x), from, g.where(in, depth), having)
}

// compared compares two values of a type.
func (g *nest) compared(t typ, x, y dual) dual {
	if g.chance(12) {
		return dual{"(" + x.my + " <=> " + y.my + ")", "(" + x.lite + " IS " + y.lite + ")"}
	}
	op := []string{"=", "=", "=", "<>", "<", "<=", ">", ">="}[g.IntN(8)]
	return say("(%s "+op+" %s)", x, y)
}

// truth is a condition.
func (g *nest) truth(in *place, depth int) dual {
	t := nestColumns[g.IntN(len(nestColumns))].typ
	switch n := g.IntN(16); {
	case n < 2 && depth >= 0:
		return say([]string{"(%s AND %s)", "(%s OR %s)"}[g.IntN(2)], g.truth(in, depth-1), g.truth(in, depth-1))
	case n == 2 && depth >= 0:
		return say("(NOT %s)", g.truth(in, depth-1))
	case n == 3:
		return say([]string{"(%s IS NULL)", "(%s IS NOT NULL)"}[g.IntN(2)], g.value(t, in, depth-1))
	case n == 4:
		return say("(%s "+g.not()+"IN (%s, %s))", g.column(t, in), g.literal(t), g.column(t, in))
	case n < 7 && depth > 0:
		q := g.selection(in, depth-1, []typ{t})
		return say("(%s "+g.not()+"IN (%s))", g.value(t, in, depth-1), q.dual)
	case n == 7 && depth >= 0 && g.chance(2):
		return g.existence(in)
	case n < 9 && depth > 0:
		return say("("+g.not()+"EXISTS (%s))", g.selection(in, depth-1, nil).dual)
	case n < 11 && depth > 0:
		return g.quantified(t, in, depth-1)
	}
	return g.compared(t, g.value(t, in, depth-1), g.value(t, in, depth-1))
}

func (g *nest) not() string {
	if g.chance(2) {
		return "NOT "
	}
	return ""
}

// quantified is a comparison with ANY or ALL of a query's values, which SQLite does not
// have: there it is whether one decides, or one leaves it open.
func (g *nest) quantified(t typ, in *place, depth int) dual {
	op := []string{"=", "<>", "<", "<=", ">", ">="}[g.IntN(6)]
	x, q := g.value(t, in, min(depth, 0)), g.selection(in, depth, []typ{t})

	alias := g.alias()
	each := func(what string) string {
		return fmt.Sprintf("EXISTS (SELECT 1 FROM (%s) AS %s WHERE %s)", q.lite, alias, fmt.Sprintf(what, fmt.Sprintf("(%s %s %s.c1)", x.lite, op, alias)))
	}
	if g.chance(2) {
		return dual{"(" + x.my + " " + op + " ANY (" + q.my + "))",
			"(CASE WHEN " + each("%s") + " THEN 1 WHEN " + each("%s IS NULL") + " THEN NULL ELSE 0 END)"}
	}
	return dual{"(" + x.my + " " + op + " ALL (" + q.my + "))",
		"(CASE WHEN " + each("NOT %s") + " THEN 0 WHEN " + each("%s IS NULL") + " THEN NULL ELSE 1 END)"}
}
