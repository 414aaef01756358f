package oracle

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// query is a SELECT, in parts that can be taken away one by one.
type query struct {
	from     []source
	where    []*expr
	groups   []group
	items    []*expr
	having   []*expr
	distinct bool
	order    []orderKey
	limit    int // -1: none
	offset   int
	plain    bool // columns are written without their table's alias where there is only one
}

// source is a table in FROM, and how it is joined to those before it.
type source struct {
	table *table
	alias string
	join  string // "" for the first, ",", "JOIN" or "LEFT JOIN"
	on    []*expr
}

// group is a key of GROUP BY; item is the result column to refer to it by, or -1.
type group struct {
	key  *expr
	item int
}

// orderKey orders by a result column, or by an expression that is none (item -1).
type orderKey struct {
	item   int
	hidden *expr
	desc   bool
	style  int // how MySQL is told the column: by number, by name, by its expression
}

// total reports whether all result columns are keys, so that the order is fixed.
func (q *query) total() bool {
	seen := map[int]bool{}
	for _, k := range q.order {
		seen[k.item] = true
	}
	for i := range q.items {
		if !seen[i] {
			return false
		}
	}
	return true
}

// mysql is the query as gsdms reads it; sqlite as SQLite does.
func (q *query) mysql() string  { return q.text(toMySQL, true) }
func (q *query) sqlite() string { return q.text(toSQLite, false) }

// text renders the query in a dialect.
func (q *query) text(dialect func(*expr) string, isMySQL bool) string {
	var b strings.Builder
	b.WriteString("SELECT ")
	if q.distinct {
		b.WriteString("DISTINCT ")
	}
	for i, e := range q.items {
		fmt.Fprintf(&b, "%s%s AS c%d", comma(i), e.in(dialect), i+1)
	}
	b.WriteString(" FROM ")
	for _, s := range q.from {
		b.WriteString(s.text(dialect))
	}
	b.WriteString(conjunction(" WHERE ", q.where, dialect))
	for i, g := range q.groups {
		b.WriteString([]string{" GROUP BY ", ", "}[min(i, 1)])
		if isMySQL && g.item >= 0 {
			b.WriteString("c" + strconv.Itoa(g.item+1))
		} else {
			b.WriteString(g.key.in(dialect))
		}
	}
	b.WriteString(conjunction(" HAVING ", q.having, dialect))
	for i, k := range q.order {
		b.WriteString([]string{" ORDER BY ", ", "}[min(i, 1)] + q.orderText(k, dialect, isMySQL))
	}
	if q.limit >= 0 {
		fmt.Fprintf(&b, " LIMIT %d OFFSET %d", q.limit, q.offset)
	}
	return b.String()
}

func (q *query) orderText(k orderKey, dialect func(*expr) string, isMySQL bool) string {
	var s string
	switch {
	case k.item < 0:
		s = k.hidden.in(dialect)
	case isMySQL && k.style == 1:
		s = "c" + strconv.Itoa(k.item+1)
	case isMySQL && k.style == 2 && hasColumn(q.items[k.item]):
		s = q.items[k.item].in(dialect)
	default:
		s = strconv.Itoa(k.item + 1)
	}
	if k.desc {
		s += " DESC"
	}
	return s
}

func comma(i int) string { return []string{"", ", "}[min(i, 1)] }

func (s source) text(dialect func(*expr) string) string {
	name := s.table.name + " AS " + s.alias
	switch s.join {
	case "":
		return name
	case ",":
		return ", " + name
	default:
		return " " + s.join + " " + name + conjunction(" ON ", s.on, dialect)
	}
}

func conjunction(before string, all []*expr, dialect func(*expr) string) string {
	if len(all) == 0 {
		return ""
	}
	var parts []string
	for _, e := range all {
		parts = append(parts, e.in(dialect))
	}
	return before + strings.Join(parts, " AND ")
}

// hasColumn reports whether the expression is more than constants, which GROUP BY and
// ORDER BY would take for positions.
func hasColumn(e *expr) bool {
	return len(e.args) == 0 && strings.Contains(e.mysql, "_") && !strings.HasPrefix(e.mysql, "'") ||
		strings.Contains(e.mysql, "COUNT(*)") || slices.ContainsFunc(e.args, hasColumn)
}

// leaves are the columns of the sources.
func leaves(from []source, plain bool) []*expr {
	var out []*expr
	for _, s := range from {
		for i := range s.table.columns {
			out = append(out, s.column(i, plain && len(from) == 1))
		}
	}
	return out
}

func (s source) column(i int, plain bool) *expr {
	c := &s.table.columns[i]
	name := s.alias + "." + c.name
	if plain {
		name = c.name
	}
	return both(c.typ, c.size, name)
}

// newQuery makes a random query over a database.
func newQuery(r *rand.Rand, db *database) *query {
	q := &query{limit: -1, plain: r.IntN(2) == 0}
	q.from = joins(r, db)
	g := grammar{r, leaves(q.from, q.plain)}
	for i := range q.from {
		if s := &q.from[i]; s.join == "," {
			q.where = append(q.where, s.on...)
			s.on = nil
		}
	}
	for range []int{0, 0, 0, 1, 1, 1, 1, 2, 2, 3}[r.IntN(10)] {
		q.where = append(q.where, g.predicate(r.IntN(3)))
	}
	if r.IntN(5) < 3 {
		q.aggregate(g)
	} else {
		q.distinct = r.IntN(4) == 0
		for range 1 + r.IntN(4) {
			q.items = append(q.items, g.of(kind(r.IntN(int(kinds))), r.IntN(3)))
		}
	}
	q.orderBy(g)
	return q
}

// orderBy adds keys in half of the queries, and a limit to half of those whose order is
// made total for it.
func (q *query) orderBy(g grammar) {
	if g.IntN(2) == 0 {
		return
	}
	for _, i := range g.Perm(len(q.items))[:1+g.IntN(len(q.items))] {
		q.order = append(q.order, orderKey{item: i, desc: g.IntN(2) == 0, style: g.IntN(3)})
	}
	hidden := len(q.groups) == 0 && !q.distinct && !q.aggregates() && g.IntN(4) == 0
	if hidden {
		if e := g.of(kind(g.IntN(int(kinds))), 1); hasColumn(e) {
			q.order = append([]orderKey{{item: -1, hidden: e, desc: g.IntN(2) == 0}}, q.order...)
		}
	}
	if hidden || g.IntN(2) == 0 {
		q.finishOrder(g)
		if g.IntN(2) == 0 {
			q.limit, q.offset = g.IntN(12), g.IntN(2)*g.IntN(5)
		}
	}
}

// finishOrder makes every result column a key.
func (q *query) finishOrder(g grammar) {
	seen := map[int]bool{}
	for _, k := range q.order {
		seen[k.item] = true
	}
	for i := range q.items {
		if !seen[i] {
			q.order = append(q.order, orderKey{item: i, desc: g.IntN(2) == 0, style: g.IntN(3)})
		}
	}
}

// aggregates reports whether any item has an aggregate.
func (q *query) aggregates() bool {
	return slices.ContainsFunc(q.items, hasAggregate)
}

func hasAggregate(e *expr) bool {
	for _, name := range aggregateNames {
		if strings.HasPrefix(e.mysql, name+"(") && !strings.Contains(e.mysql, ", ") {
			return true
		}
	}
	return slices.ContainsFunc(e.args, hasAggregate)
}
