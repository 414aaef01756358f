package dialect

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// held is a column that a query can name.
type held struct {
	family byte
	name   string // behind that of its table
	values []string
}

// scope are the columns of the tables of a FROM, by their table, and those that tell its rows apart.
type scope struct {
	tables [][]held
	ids    []string
}

func (s scope) with(other scope) scope {
	return scope{slices.Concat(s.tables, other.tables), slices.Concat(s.ids, other.ids)}
}

// queryMaker makes random queries of tables of joinedTables.
type queryMaker struct {
	*rand.Rand
	one, two map[byte][]function
	made     int
}

func newQueryMaker(r *rand.Rand) *queryMaker {
	return &queryMaker{Rand: r, one: functions(functionsOfOne), two: functions(functionsOfTwo)}
}

func (m *queryMaker) chance(n int) bool { return m.IntN(n) == 0 }

// pick is one of several.
func pick[T any](m *queryMaker, all ...T) T { return all[m.IntN(len(all))] }

func (m *queryMaker) alias() string {
	m.made++
	return fmt.Sprintf("q%d", m.made)
}

// family is one that columns have.
func (m *queryMaker) family() byte { return "IIIMMXDDWWWTTSSSEEJY"[m.IntN(20)] }

// column is one of a family in some table of a scope; a column of ids where there is none.
func (m *queryMaker) column(s scope, family byte) held {
	var fit []held
	for _, c := range s.tables[m.IntN(len(s.tables))] {
		if c.family == family {
			fit = append(fit, c)
		}
	}
	if len(fit) == 0 {
		return held{family: 'I', name: s.ids[0], values: []string{"1", "7"}}
	}
	return pick(m, fit...)
}

// of is one of the functions of a family, mostly not the column itself.
func (m *queryMaker) of(family byte) function {
	all := m.one[family]
	if len(all) == 0 {
		return function{family, family, "$"}
	}
	if m.chance(4) {
		return all[0]
	}
	return pick(m, all...)
}

// value is a function of one or two columns of a family, and the family of what it gives.
func (m *queryMaker) value(s scope, family byte) (*node, byte) {
	c := m.column(s, family)
	if all := m.two[c.family]; len(all) > 0 && m.chance(3) {
		f, d := pick(m, all...), m.column(s, c.family)
		if d.family == c.family {
			return &node{text: f.call(c.name, d.name), less: []*node{leaf(c.name)}}, f.gives
		}
	}
	f := m.of(c.family)
	n := leaf(f.call(c.name))
	if f.template != "$" {
		n.less = []*node{leaf(c.name)}
	}
	return n, f.gives
}

// giving is a value of a family that functions give.
func (m *queryMaker) giving(s scope, family byte) *node {
	for range 30 {
		if n, gives := m.value(s, m.family()); gives == family {
			return n
		}
	}
	return leaf(m.column(s, family).name)
}

// key is a value that rows are grouped or parted by. It is no JSON value: MySQL orders objects by their sizes alone,
// so that equal ones need not stand together.
func (m *queryMaker) key(s scope) *node {
	for {
		if k, gives := m.value(s, m.family()); gives != 'J' {
			return k
		}
	}
}

func (m *queryMaker) comparison() string {
	return pick(m, " = ", " = ", " = ", " < ", " <= ", " > ", " >= ", " <> ", " <=> ")
}

// same are the same function of a column of each of two scopes.
func (m *queryMaker) same(s, t scope) (x, y *node, gives byte) {
	c := m.column(s, m.family())
	d := m.column(t, c.family)
	f := m.of(c.family)
	if d.family != c.family {
		return leaf(c.name), leaf(c.name), c.family
	}
	return leaf(f.call(c.name)), leaf(f.call(d.name)), f.gives
}

// related are pairs of families whose values compare sensibly where they are not the same.
var related = []string{"IM", "MI", "IX", "XI", "MX", "DW", "WD", "ES", "SE", "SI", "SM", "IS", "XS", "JI", "JM", "DS", "WS", "SD"}

// compared is a comparison of values of two scopes.
func (m *queryMaker) compared(s, t scope) *node {
	switch m.IntN(10) {
	case 0:
		x, gives := m.value(s, m.family())
		return &node{text: "?" + m.comparison() + "?", parts: []*node{x, m.giving(t, gives)}}
	case 1:
		families := pick(m, related...)
		c, d := m.column(s, families[0]), m.column(t, families[1])
		return leaf(c.name + m.comparison() + d.name)
	case 2:
		x, gives := m.value(s, m.family())
		for gives == 'J' { // MySQL compares texts then
			x, gives = m.value(s, m.family())
		}
		y, z := m.giving(t, gives), m.giving(t, gives)
		n := &node{text: pick(m, "? IN (?, ?)", "? NOT IN (?, ?)", "? BETWEEN ? AND ?", "? NOT BETWEEN ? AND ?"), parts: []*node{x, y, z}}
		n.less = []*node{{text: "? = ?", parts: []*node{x, y}}, {text: "? >= ?", parts: []*node{x, y}}, {text: "? <= ?", parts: []*node{x, z}}}
		return n
	default:
		x, y, _ := m.same(s, t)
		return &node{text: "?" + m.comparison() + "?", parts: []*node{x, y}}
	}
}

// constant is a comparison of a column with constants.
func (m *queryMaker) constant(s scope) *node {
	c := m.column(s, m.family())
	if c.family == 'J' || len(c.values) == 0 {
		return leaf(c.name + pick(m, " IS NULL", " IS NOT NULL"))
	}
	literal := func() string { return pick(m, c.values...) }
	switch m.IntN(7) {
	case 0:
		return leaf(c.name + pick(m, " IS NULL", " IS NOT NULL"))
	case 1:
		return leaf(c.name + pick(m, " IN (", " NOT IN (") + literal() + ", " + literal() + ", " + literal() + ")")
	case 2:
		return leaf(c.name + " BETWEEN " + literal() + " AND " + literal())
	case 3:
		if c.family == 'S' {
			return leaf(c.name + pick(m, " LIKE ", " NOT LIKE ") + pick(m, "'a%'", "'%b'", "'%a%'", "'_'", "'1%'"))
		}
	}
	return leaf(c.name + m.comparison() + literal())
}

// pattern is LIKE of columns.
func (m *queryMaker) pattern(s scope) *node {
	c, d := m.column(s, pick(m, byte('S'), 'S', 'E')), m.column(s, 'S')
	return leaf(c.name + pick(m, " LIKE ", " NOT LIKE ") + pick(m, d.name, "CONCAT("+d.name+", '%')", "CONCAT('%', "+d.name+")", "CONCAT('%', LOWER("+d.name+"), '%')"))
}

// condition is one on the rows of a scope.
func (m *queryMaker) condition(s scope, depth int) *node {
	if depth > 0 && m.chance(3) {
		x, y := m.condition(s, depth-1), m.condition(s, depth-1)
		n := &node{text: pick(m, "(? AND ?)", "(? OR ?)", "(? AND NOT (?))", "(? XOR ?)", "((?) IS NOT TRUE OR ?)"), parts: []*node{x, y}}
		n.less = []*node{x, y}
		return n
	}
	var n *node
	switch k := m.IntN(12); {
	case k < 2:
		n = m.constant(s)
	case k == 2:
		n = m.pattern(s)
	case k == 3:
		x, _ := m.value(s, m.family())
		n = &node{text: "? " + pick(m, "IS NULL", "IS NOT NULL"), parts: []*node{x}}
	case k < 7 && depth > 0:
		n = m.asked(s, depth-1)
	default:
		n = m.compared(s, s)
	}
	if m.chance(10) {
		n = &node{text: "NOT (?)", parts: []*node{n}, less: []*node{n}}
	}
	n.less = append(n.less, leaf("TRUE"), leaf("FALSE"))
	return n
}

// asked is a condition that asks a subquery.
func (m *queryMaker) asked(s scope, depth int) *node {
	from, inner := m.table()
	var where *node
	if m.chance(3) {
		where = m.condition(inner, depth)
	} else {
		x, y, _ := m.same(s, inner)
		where = &node{text: "?" + m.comparison() + "?", parts: []*node{y, x}, less: []*node{leaf("TRUE")}}
		if m.chance(3) {
			where = &node{text: "? AND ?", parts: []*node{where, m.condition(inner.with(s), 0)}, less: []*node{where}}
		}
	}
	x, y, gives := m.same(s, inner)
	switch m.IntN(4) {
	case 0:
		return &node{text: pick(m, "EXISTS", "NOT EXISTS") + " (SELECT 1 FROM ? WHERE ?)", parts: []*node{from, where}}
	case 1:
		return &node{text: "? " + pick(m, "IN", "NOT IN", "NOT IN") + " (SELECT ? FROM ? WHERE ?)", parts: []*node{x, y, from, where}}
	case 2:
		if gives != 'J' && gives != 'K' {
			how := pick(m, "MIN(?)", "MAX(?)", "MIN(?)", "COUNT(DISTINCT ?)")
			if how == "COUNT(DISTINCT ?)" {
				x = leaf(pick(m, "1", "2", "3"))
			}
			return &node{text: "?" + m.comparison() + "(SELECT " + how + " FROM ? WHERE ?)", parts: []*node{x, y, from, where}}
		}
	}
	how := pick(m, " = ANY", " <> ALL", " < ANY", " > ALL", " <= ALL", " >= ANY")
	if gives == 'J' || gives == 'K' { // MySQL takes the least text for the least of some JSON values
		how = " = ANY"
	}
	return &node{text: "?" + how + " (SELECT ? FROM ? WHERE ?)", parts: []*node{x, y, from, where}}
}
