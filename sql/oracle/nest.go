package oracle

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// dual is a piece of a query in both dialects.
type dual struct{ my, lite string }

func same(s string) dual { return dual{s, s} }

// say fills the %s of a format with pieces.
func say(format string, parts ...dual) dual {
	my, lite := make([]any, len(parts)), make([]any, len(parts))
	for i, p := range parts {
		my[i], lite[i] = p.my, p.lite
	}
	return dual{fmt.Sprintf(format, my...), fmt.Sprintf(format, lite...)}
}

func joined(sep string, parts []dual) dual {
	my, lite := make([]string, len(parts)), make([]string, len(parts))
	for i, p := range parts {
		my[i], lite[i] = p.my, p.lite
	}
	return dual{strings.Join(my, sep), strings.Join(lite, sep)}
}

// field is something that a SELECT can name, or one of its results.
type field struct {
	dual
	typ
	name     string
	computed bool // in SQLite an expression: it has a value even where an outer join has no row
}

// place is where an expression stands: the fields of the rows there, and the rows around.
type place struct {
	fields []field
	around *place
}

// named is a query that a FROM can read by its name: a table or a query of WITH.
type named struct {
	name   string
	fields []field
	keyed  bool
}

// selection is a query in both dialects, and what it gives.
type selection struct {
	dual
	fields []field
	total  bool // it orders by all that it gives
}

// nest makes queries that have queries in them.
type nest struct {
	*rand.Rand
	tables, views []named
	aliases       int
}

// nestColumns are the columns that every table has, and their letters.
var nestColumns = []field{
	{name: "k", typ: typ{kind: integer}}, {name: "a", typ: typ{kind: integer}}, {name: "b", typ: typ{kind: integer}},
	{name: "s", typ: typ{kind: text}}, {name: "d", typ: typ{kind: date}}, {name: "n", typ: typ{kind: decimal, scale: 2}}, {name: "f", typ: typ{kind: double}},
}

// nestDatabase makes tables of the same columns with few different values: two with
// declared keys, one that refers to them, two without keys; at times one is empty.
func nestDatabase(r *rand.Rand) *database {
	m := maker{r}
	declared := []string{"INT", "INT", "SMALLINT", "VARCHAR(10)", "DATE", "DECIMAL(6,2)", "DOUBLE"}
	db := &database{}
	for i := range 5 {
		t := &table{name: fmt.Sprintf("t%d", i), keyed: i < 2}
		for c, f := range nestColumns {
			t.columns = append(t.columns, column{typ: f.typ, name: f.name, declared: declared[c], nullable: c > 0 && m.IntN(3) > 0, size: 4})
		}
		if i == 2 {
			t.columns[1].refers, t.columns[1].nullable = db.tables[0], true
			t.columns[2].refers, t.columns[2].nullable = db.tables[1], true
		}
		rows := []int{0, 1, 2, 5, 8, 8, 12, 12, 20, 120}[m.IntN(10)]
		m.few(t, rows)
		db.tables = append(db.tables, t)
	}
	return db
}

// few fills a table with values of which each occurs often.
func (m maker) few(t *table, rows int) {
	for i := range rows {
		row := make([]value, len(t.columns))
		for c := range t.columns {
			of := &t.columns[c]
			switch {
			case of.nullable && m.IntN(4) == 0 || of.refers != nil && len(of.refers.rows) == 0:
				row[c] = value{null: true}
			case of.refers != nil:
				row[c] = of.refers.rows[m.IntN(len(of.refers.rows))][0]
			case of.kind == text:
				row[c] = value{text: []string{"", "a", "b", "ab"}[m.IntN(4)]}
			case of.kind == date:
				row[c] = value{number: 19000 + int64(m.IntN(4))}
			case of.kind == double:
				row[c] = value{float: float64(m.IntN(5)-1) / 2}
			default:
				row[c] = value{number: int64(m.IntN(6) - 1)}
			}
		}
		if t.keyed {
			row[0].number = int64(i) - 1
		}
		t.rows = append(t.rows, row)
	}
}

func newNest(r *rand.Rand, db *database) *nest {
	g := &nest{Rand: r}
	for _, t := range db.tables {
		g.tables = append(g.tables, named{t.name, nestColumns, t.keyed})
	}
	return g
}

func (g *nest) alias() string {
	g.aliases++
	return fmt.Sprintf("q%d", g.aliases)
}

// chance holds once in n times.
func (g *nest) chance(n int) bool { return g.IntN(n) == 0 }

// statement is a whole query, at times behind WITH.
func (g *nest) statement(depth int) selection {
	views := len(g.views)
	defer func() { g.views = g.views[:views] }()
	var with []dual
	if g.chance(4) {
		for range 1 + g.IntN(2) {
			name := "w" + g.alias()
			q := g.selection(nil, depth-1, nil)
			with = append(with, say(name+" AS (%s)", q.dual))
			g.views = append(g.views, named{name: name, fields: q.fields})
		}
	}
	q := g.selection(nil, depth, nil)
	if len(with) > 0 {
		q.dual = say("WITH %s %s", joined(", ", with), q.dual)
	}
	return q
}

// selection is a query of the given types (nil: of any) where others may stand around it.
func (g *nest) selection(around *place, depth int, types []typ) selection {
	if types == nil {
		for range 1 + g.IntN(3) {
			types = append(types, nestColumns[g.IntN(len(nestColumns))].typ)
		}
	}
	var q selection
	switch n := g.IntN(10); {
	case n < 2 && depth > 0:
		q = g.set(around, depth-1, types)
	case n < 5:
		q = g.groups(around, depth, types)
	case n == 5 && g.chance(2):
		q = g.using(types)
	case n == 5:
		q = g.pairs(types)
	default:
		q = g.rows(around, depth, types)
	}
	if g.chance(4) {
		order := make([]string, len(q.fields))
		for i, f := range q.fields {
			order[i] = f.name + []string{"", " DESC"}[g.IntN(2)]
		}
		q.dual, q.total = say("%s ORDER BY "+strings.Join(order, ", "), q.dual), true
		if around == nil && g.chance(2) {
			q.dual = say(fmt.Sprintf("%%s LIMIT %d OFFSET %d", g.IntN(8), g.IntN(3)), q.dual)
		}
	}
	return q
}

// listed names results c1, c2, ...
func listed(exprs []field) (dual, []field) {
	list, out := make([]dual, len(exprs)), make([]field, len(exprs))
	for i, e := range exprs {
		out[i] = field{typ: e.typ, name: fmt.Sprintf("c%d", i+1)}
		list[i] = say("%s AS "+out[i].name, e.dual)
	}
	return joined(", ", list), out
}

// rows is SELECT ... FROM ... WHERE.
func (g *nest) rows(around *place, depth int, types []typ) selection {
	from, in := g.from(around, depth)
	var items []field
	for _, t := range types {
		items = append(items, field{dual: g.value(t, in, depth), typ: t})
	}
	list, fields := listed(items)
	return selection{dual: say(g.distinct()+"%s"+" FROM %s%s", list, from, g.where(in, depth)), fields: fields}
}

func (g *nest) distinct() string {
	if g.chance(6) {
		return "SELECT DISTINCT "
	}
	return "SELECT "
}

func (g *nest) where(in *place, depth int) dual {
	if g.chance(3) {
		return dual{}
	}
	return say(" WHERE %s", g.truth(in, depth))
}

// groups is a SELECT with aggregates, over groups or over all rows.
func (g *nest) groups(around *place, depth int, types []typ) selection {
	from, in := g.from(around, depth)
	where := g.where(in, depth)
	var keys []field
	for range g.IntN(3) {
		keys = append(keys, in.fields[g.IntN(len(in.fields))])
	}
	behind := &place{fields: slices.Clone(keys), around: around} // what subqueries can read
	var items []field
	for _, t := range types {
		items = append(items, field{dual: g.folded(t, in, behind, depth), typ: t})
	}
	if len(keys) == 0 {
		items[0].dual = ofGroup(items[0].dual)
	}
	list, fields := listed(items)
	out := say(g.distinct()+"%s FROM %s%s", list, from, where)
	if len(keys) > 0 {
		out = say("%s GROUP BY %s", out, duals(keys))
	}
	if g.chance(3) {
		out = say("%s HAVING %s", out, g.having(in, behind, depth))
	}
	return selection{dual: out, fields: fields}
}

// ofGroup is a value as one of a group: without an aggregate in its list, SQLite takes a
// SELECT for one of rows.
func ofGroup(x dual) dual { return say("CASE WHEN COUNT(*) >= 0 THEN %s END", x) }

func duals(fields []field) dual {
	var out []dual
	for _, f := range fields {
		out = append(out, f.dual)
	}
	return joined(", ", out)
}

// having is a condition on aggregates and keys.
func (g *nest) having(in, behind *place, depth int) dual {
	t := nestColumns[g.IntN(len(nestColumns))].typ
	x := g.folded(t, in, behind, depth)
	if g.chance(3) {
		return say("(%s) "+[]string{"AND", "OR"}[g.IntN(2)]+" (%s)", g.compared(t, x, g.value(t, behind, depth)), g.having(in, behind, depth))
	}
	return g.compared(t, x, g.value(t, behind, depth))
}

// folded is an aggregate of a type, or a value of the keys.
func (g *nest) folded(t typ, in, behind *place, depth int) dual {
	if g.chance(3) {
		return g.value(t, behind, depth)
	}
	own := &place{} // what is computed may read the rows around only: an aggregate of it was theirs
	for _, f := range in.fields {
		if !f.computed {
			own.fields = append(own.fields, f)
		}
	}
	x := g.column(t, own)
	if !found(own, t) {
		return g.value(t, behind, depth)
	}
	switch n := g.IntN(6); {
	case n == 0 && t.kind == integer:
		return same("COUNT(*)")
	case n == 1 && t.kind == integer:
		return say("COUNT(%s)", g.any(own))
	case n == 2 && t.kind == integer:
		return say("COUNT(DISTINCT %s)", g.any(own))
	case n == 3 && t.kind != text && t.kind != date:
		if depth > 0 && g.chance(4) {
			x = say("CASE WHEN %s THEN %s END", g.truth(in, depth-1), x)
		}
		if t.kind == integer && g.chance(2) {
			x = say("%s * %s", x, g.column(t, own))
		}
		return say("SUM(%s)", x)
	case n == 4:
		return say("MIN(%s)", x)
	default:
		return say("MAX(%s)", x)
	}
}

// any is a field of any type.
func (g *nest) any(in *place) dual { return in.fields[g.IntN(len(in.fields))].dual }

// set combines two queries. SQLite has neither INTERSECT ALL nor EXCEPT ALL: there equal
// rows are numbered, so that no two are the same.
func (g *nest) set(around *place, depth int, types []typ) selection {
	a, b := g.selection(around, depth, types), g.selection(around, depth, types)
	op := []string{"UNION", "UNION ALL", "UNION ALL", "INTERSECT", "EXCEPT", "INTERSECT ALL", "EXCEPT ALL"}[g.IntN(7)]
	var names []string
	for _, f := range a.fields {
		names = append(names, f.name)
	}
	columns := strings.Join(names, ", ")
	my := fmt.Sprintf("(%s) %s (%s)", a.my, op, b.my)
	lite := fmt.Sprintf("SELECT * FROM (%s) %s SELECT * FROM (%s)", a.lite, op, b.lite)
	if short, ok := strings.CutSuffix(op, "T ALL"); ok {
		numbered := "SELECT *, ROW_NUMBER() OVER (PARTITION BY " + columns + ") FROM (%s)"
		lite = fmt.Sprintf(numbered+" %sT "+numbered, a.lite, short, b.lite)
	}
	q := g.alias()
	if g.chance(2) {
		my = "SELECT * FROM (" + my + ") AS " + q
	}
	return selection{dual: dual{my, "SELECT " + columns + " FROM (" + lite + ") AS " + q}, fields: a.fields}
}
