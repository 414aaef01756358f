package oracle

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// from is the tables and joins of a SELECT, and the place that they make.
func (g *nest) from(around *place, depth int) (dual, *place) {
	text, fields := g.source(around, depth)
	in := &place{fields: fields, around: around}
	for n := g.IntN(6); n > 3 && depth >= 0; n -= 1 + g.IntN(2) {
		text = g.join(text, in, depth)
	}
	return text, in
}

// join adds a source to those of a place.
func (g *nest) join(left dual, in *place, depth int) dual {
	if depth > 0 && g.chance(6) {
		return g.lateral(left, in, depth)
	}
	right, fields := g.source(in.around, depth)
	if depth > 0 && g.chance(6) { // a join within a join
		inner := &place{fields: fields, around: in.around}
		right = say("(%s)", g.join(right, inner, depth-1))
		fields = inner.fields
	}
	before := in.fields
	in.fields = append(append([]field(nil), before...), fields...)
	if g.chance(8) {
		return say("%s CROSS JOIN %s", left, right)
	}
	on := g.on(&place{fields: before}, &place{fields: fields}, in, depth)
	kind := []string{"JOIN", "LEFT JOIN", "LEFT JOIN", "RIGHT JOIN"}[g.IntN(4)]
	if computed(in.fields) {
		kind = "JOIN"
	}
	return say("%s "+kind+" %s ON %s", left, right, on)
}

// using is a query over tables joined by the columns that they have in common, whose
// names then stand alone.
func (g *nest) using(types []typ) selection {
	var text string
	in, common := &place{}, map[string]bool{}
	for i := range 2 + g.IntN(2) {
		t := g.tables[g.IntN(len(g.tables))]
		alias := g.alias()
		if i == 0 {
			text = t.name + " AS " + alias
			for _, n := range g.Perm(3)[:1+g.IntN(2)] {
				common[nestColumns[n].name] = true
			}
		} else if i == 1 && g.chance(4) { // all are common, and later tables have no others
			text += []string{" NATURAL JOIN ", " NATURAL LEFT JOIN ", " NATURAL RIGHT JOIN "}[g.IntN(3)] + t.name + " AS " + alias
			in.fields = nil
			for _, f := range nestColumns {
				in.fields = append(in.fields, field{dual: same(f.name), typ: f.typ})
			}
			break
		} else {
			names := slices.Sorted(maps.Keys(common))
			text += []string{" JOIN ", " LEFT JOIN ", " RIGHT JOIN "}[g.IntN(3)] + t.name + " AS " + alias + " USING (" + strings.Join(names, ", ") + ")"
		}
		for _, f := range qualified(alias, t.fields) {
			if !common[f.name] {
				in.fields = append(in.fields, f)
			} else if i == 0 {
				in.fields = append(in.fields, field{dual: same(f.name), typ: f.typ})
			}
		}
	}
	var items []field
	for _, t := range types {
		items = append(items, field{dual: g.value(t, in, -1), typ: t})
	}
	list, fields := listed(items)
	return selection{dual: say(g.distinct()+"%s FROM "+text+"%s", list, g.where(in, -1)), fields: fields}
}

// pairs is aggregates over all pairs of tables, or those that are equal in a column, by few
// columns or by none.
func (g *nest) pairs(types []typ) selection {
	in := &place{}
	var text dual
	for i := range 2 + g.IntN(2) {
		t := g.tables[g.IntN(len(g.tables))]
		alias := g.alias()
		fields := qualified(alias, t.fields)
		switch source := same(t.name + " AS " + alias); {
		case i == 0:
			text = source
		case g.chance(2):
			text = say("%s CROSS JOIN %s", text, source)
		default:
			of := nestColumns[g.IntN(len(nestColumns)-1)].typ
			text = say("%s JOIN %s ON %s = %s", text, source, g.column(of, in), g.column(of, &place{fields: fields}))
		}
		in.fields = append(in.fields, fields...)
	}
	var items []field
	for _, t := range types {
		items = append(items, field{dual: g.ofPairs(t, in), typ: t})
	}
	list, fields := listed(items)
	out := say("SELECT %s FROM %s%s", list, text, g.where(in, -1))
	if g.chance(2) {
		out = say("%s GROUP BY %s", out, g.any(in))
	}
	return selection{dual: out, fields: fields}
}

// ofPairs is an aggregate of a type over columns of any of the tables.
func (g *nest) ofPairs(t typ, in *place) dual {
	x, y := g.column(t, in), g.column(t, in)
	numbers := t.kind == integer || t.kind == decimal
	switch n := g.IntN(6); {
	case n == 0 && t.kind == integer:
		return say("COUNT(%s)", g.any(in))
	case n == 1 && t.kind == integer:
		return same("COUNT(*)")
	case n == 2 && t.kind == integer:
		return say("SUM(%s * %s)", x, y)
	case n == 3 && numbers:
		return say("SUM(%s "+[]string{"+", "-"}[g.IntN(2)]+" %s)", x, y)
	case n == 4 && numbers:
		return say("SUM(%s)", x)
	}
	if numbers && g.chance(2) {
		x = say("%s - %s", x, y)
	}
	if t.kind == integer && g.chance(3) {
		return say("COUNT(%s)", x)
	}
	return say([]string{"MIN(%s)", "MAX(%s)"}[g.IntN(2)], x)
}

func computed(fields []field) bool {
	return slices.ContainsFunc(fields, func(f field) bool { return f.computed })
}

// on is mostly an equality of both sides, and something beside it.
func (g *nest) on(left, right, in *place, depth int) dual {
	t := typ{kind: integer}
	op := "="
	switch g.IntN(8) {
	case 0:
		op = "<"
	case 1:
		t = nestColumns[g.IntN(len(nestColumns))].typ
	case 2:
		return g.truth(in, min(depth, 0))
	case 3:
		return g.eitherEqual(left, right, in)
	}
	eq := say("%s "+op+" %s", g.column(t, left), g.column(t, right))
	if g.chance(4) {
		return say("%s AND %s", eq, g.truth(in, depth-1))
	}
	return eq
}

// eitherEqual is an OR of equalities of both sides, some with something beside them.
func (g *nest) eitherEqual(left, right, in *place) dual {
	var branches []dual
	for range 2 + g.IntN(2) {
		t := nestColumns[g.IntN(len(nestColumns))].typ
		b := say("%s = %s", g.column(t, left), g.column(t, right))
		if g.chance(3) {
			b = say("%s AND %s", b, g.truth(in, -1))
		}
		branches = append(branches, b)
	}
	return say("(%s)", joined(" OR ", branches))
}

// existence asks for rows of a table that compare with those around: by equalities, or one of
// several, and by bounds of one column.
func (g *nest) existence(around *place) dual {
	of := g.tables[g.IntN(len(g.tables))]
	alias := g.alias()
	own := &place{fields: qualified(alias, of.fields)}
	var on []dual
	if g.chance(2) {
		t := nestColumns[g.IntN(3)].typ
		on = append(on, say("%s = %s", g.column(t, own), g.column(t, around)))
	} else if g.chance(2) {
		on = append(on, g.eitherEqual(around, own, &place{fields: own.fields, around: around}))
	}
	t := nestColumns[g.IntN(len(nestColumns))].typ
	bounded, op := g.column(t, own), []string{"<", "<=", ">", ">=", "<>"}[g.IntN(5)]
	for range 1 + g.IntN(5)/3 {
		on = append(on, say("%s "+op+" %s", bounded, g.column(t, around)))
	}
	if g.chance(3) {
		on = append(on, g.truth(own, -1))
	}
	return say("("+g.not()+"EXISTS (SELECT 1 FROM "+of.name+" AS "+alias+" WHERE %s))", joined(" AND ", on))
}

// source is a table, a query of WITH, or a query, under a new name.
func (g *nest) source(around *place, depth int) (dual, []field) {
	alias := g.alias()
	if depth > 0 && g.chance(4) {
		q := g.selection(around, depth-1, nil)
		return say("(%s) AS "+alias, q.dual), qualified(alias, q.fields)
	}
	of := g.tables[g.IntN(len(g.tables))]
	if len(g.views) > 0 && g.chance(2) {
		of = g.views[g.IntN(len(g.views))]
	}
	return same(of.name + " AS " + alias), qualified(alias, of.fields)
}

func qualified(alias string, fields []field) []field {
	out := make([]field, len(fields))
	for i, f := range fields {
		out[i] = field{dual: same(alias + "." + f.name), typ: f.typ, name: f.name}
	}
	return out
}

// lateral joins a query of one table for each row. SQLite has none: one that gives one row
// is a subquery wherever its columns are named, another is a join.
func (g *nest) lateral(left dual, in *place, depth int) dual {
	alias := g.alias()
	outer := &place{fields: in.fields, around: in.around}
	of, fields := g.source(in.around, depth-1)
	own := &place{fields: fields, around: outer}
	where := g.truth(own, depth-1)
	kept := g.chance(2)
	if g.chance(2) {
		return g.lateralRow(left, in, own, alias, of, where, kept)
	}
	var items []field
	for i, f := range fields {
		items = append(items, field{dual: dual{fmt.Sprintf("%s.c%d", alias, i+1), f.lite}, typ: f.typ})
	}
	list, _ := listed(fields)
	in.fields = append(append([]field(nil), in.fields...), items...)
	on, kind := same("TRUE"), " JOIN "
	if kept {
		on, kind = g.truth(in, -1), " LEFT JOIN "
	}
	my := left.my + kind + "LATERAL (SELECT " + list.my + " FROM " + of.my + " WHERE " + where.my + ") AS " + alias + " ON " + on.my
	return dual{my, left.lite + kind + of.lite + " ON (" + where.lite + ") AND (" + on.lite + ")"}
}

// lateralRow joins the one row of a query with aggregates.
func (g *nest) lateralRow(left dual, in, own *place, alias string, of, where dual, kept bool) dual {
	on := same("TRUE")
	if kept {
		on = g.truth(in, -1)
	}
	fields := append([]field(nil), in.fields...)
	var items []field
	for i := range 1 + g.IntN(2) {
		t := nestColumns[g.IntN(len(nestColumns))].typ
		x := g.folded(t, &place{fields: own.fields}, &place{}, 0)
		x = ofGroup(x)
		items = append(items, field{dual: x, typ: t})
		lite := "(SELECT " + x.lite + " FROM " + of.lite + " WHERE " + where.lite + ")"
		if kept {
			lite = "CASE WHEN " + on.lite + " THEN " + lite + " END"
		}
		fields = append(fields, field{dual: dual{fmt.Sprintf("%s.c%d", alias, i+1), lite}, typ: t, computed: true})
	}
	list, _ := listed(items)
	in.fields = fields
	kind := " JOIN "
	if kept {
		kind = " LEFT JOIN "
	}
	my := left.my + kind + "LATERAL (SELECT " + list.my + " FROM " + of.my + " WHERE " + where.my + ") AS " + alias + " ON " + on.my
	return dual{my, left.lite}
}
