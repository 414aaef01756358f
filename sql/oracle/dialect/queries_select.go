package dialect

import (
	"fmt"
	"strings"
)

// table is one of the tables by a name of its own.
func (m *queryMaker) table() (*node, scope) {
	a := m.alias()
	columns := []held{{'I', a + ".id", []string{"1", "7", "11"}}}
	for _, c := range joinable() {
		columns = append(columns, held{c.family, a + "." + c.name, c.values})
	}
	return leaf(fmt.Sprintf("t%d %s", m.IntN(3), a)), scope{[][]held{columns}, []string{a + ".id"}}
}

// derived is a table, or a query of one in FROM.
func (m *queryMaker) derived(depth int) (*node, scope) {
	from, s := m.table()
	if depth == 0 || !m.chance(4) {
		return from, s
	}
	a := m.alias()
	if m.chance(2) {
		return m.grouped(from, s, a)
	}
	items, columns := []*node{leaf(s.ids[0] + " id")}, []held(nil)
	for range 5 {
		v, gives := m.value(s, m.family())
		name := fmt.Sprintf("c%d", len(columns))
		columns = append(columns, held{gives, a + "." + name, nil})
		items = append(items, &node{text: "? " + name, parts: []*node{v}})
	}
	n := &node{text: "(SELECT ? FROM ? WHERE ?) " + a, parts: []*node{{text: strings.TrimSuffix(strings.Repeat("?, ", len(items)), ", "), parts: items}, from, m.condition(s, depth-1)}}
	return n, scope{[][]held{columns}, []string{a + ".id"}}
}

// grouped is a derived table of groups of a table.
func (m *queryMaker) grouped(from *node, s scope, a string) (*node, scope) {
	k, gives := m.value(s, m.family())
	v, of := m.value(s, m.family())
	for of == 'J' || of == 'K' {
		v, of = m.value(s, m.family())
	}
	n := &node{text: "(SELECT ? c0, MIN(" + s.ids[0] + ") id, COUNT(*) c1, " + pick(m, "MAX", "MIN") + "(?) c2 FROM ? GROUP BY c0) " + a, parts: []*node{k, v, from}}
	return n, scope{[][]held{{{gives, a + ".c0", nil}, {'I', a + ".c1", nil}, {of, a + ".c2", nil}}}, []string{a + ".id"}}
}

// on is a condition of a join, mostly with an equality of functions of columns of both sides.
func (m *queryMaker) on(s, t scope, depth int) *node {
	x, y, _ := m.same(s, t)
	n := &node{text: "? = ?", parts: []*node{x, y}}
	if m.chance(4) {
		n = m.compared(s, t)
	}
	n.less = append(n.less, leaf("TRUE"))
	if m.chance(3) {
		other := m.condition(s.with(t), 0)
		n = &node{text: "? AND ?", parts: []*node{n, other}, less: []*node{n, other}}
	}
	return n
}

// from is a FROM of one to three tables.
func (m *queryMaker) from(depth int) (*node, scope) {
	n, s := m.derived(depth)
	for range pick(m, 0, 1, 1, 1, 1, 2) {
		right, t := m.derived(depth)
		word := pick(m, "JOIN", "JOIN", "JOIN", "LEFT JOIN", "LEFT JOIN", "RIGHT JOIN", "CROSS")
		if word == "CROSS" && len(s.tables) == 1 {
			n = &node{text: "?" + pick(m, ", ", " CROSS JOIN ") + "?", parts: []*node{n, right}, less: nil}
		} else {
			if word == "CROSS" {
				word = "JOIN"
			}
			n = &node{text: "? " + word + " ? ON ?", parts: []*node{n, right, m.on(s, t, depth)}}
			n.less = []*node{{text: strings.Replace(n.text, word, "JOIN", 1), parts: n.parts}}
			if word == "JOIN" {
				n.less = nil
			}
		}
		s = s.with(t)
	}
	return n, s
}

// where is a condition or none behind a FROM.
func (m *queryMaker) where(s scope, depth int) *node {
	if m.chance(4) {
		return leaf("")
	}
	return &node{text: " WHERE ?", parts: []*node{m.condition(s, depth)}, less: []*node{leaf("")}}
}

// query is a whole one.
func (m *queryMaker) query() *node {
	const depth = 2
	switch k := m.IntN(20); {
	case k >= 18:
		return m.framed(depth)
	case k >= 16:
		return m.firsts(depth)
	case k >= 14:
		return m.rolled(depth)
	case k == 13:
		return m.concatenated(depth)
	case k == 12:
		return m.mixed()
	case k < 3:
		return m.counted(depth)
	case k < 6:
		return m.groups(depth)
	case k < 7:
		return m.windows(depth)
	case k < 8:
		return m.set(depth)
	case k < 9:
		return m.common(depth)
	default:
		return m.rows(depth)
	}
}

// rows is a query of rows, at times the first ones in an order.
func (m *queryMaker) rows(depth int) *node {
	from, s := m.from(depth)
	var items []*node
	for range 1 + m.IntN(3) {
		v, _ := m.value(s, m.family())
		items = append(items, v)
	}
	head, tail := "SELECT ?, ", ""
	ids := leaf(strings.Join(s.ids, ", "))
	switch m.IntN(6) {
	case 0:
		head, ids = "SELECT DISTINCT ?", leaf("")
	case 1, 2:
		v, gives := m.value(s, m.family())
		if gives != 'J' {
			tail = fmt.Sprintf(" ORDER BY ?%s, %s LIMIT %d", pick(m, "", " DESC"), strings.Join(s.ids, ", "), 1+m.IntN(30))
			return &node{text: head + "? FROM ??" + tail, parts: []*node{ids, listed(items), from, m.where(s, depth), v}}
		}
	}
	return &node{text: head + "? FROM ??", parts: []*node{ids, listed(items), from, m.where(s, depth)}}
}

// counted is a query of how many rows there are, and which.
func (m *queryMaker) counted(depth int) *node {
	from, s := m.from(depth)
	items := []*node{leaf("COUNT(*)")}
	for _, id := range s.ids {
		items = append(items, leaf("SUM("+id+")"))
	}
	return &node{text: "SELECT ? FROM ??", parts: []*node{listed(items), from, m.where(s, depth)}}
}

// aggregate is one of a scope.
func (m *queryMaker) aggregate(s scope) *node {
	v, gives := m.value(s, m.family())
	how := []string{"COUNT(?)", "COUNT(DISTINCT ?)", "COUNT(DISTINCT ?)"}
	switch gives {
	case 'I', 'M':
		how = append(how, "SUM(?)", "MIN(?)", "MAX(?)", "AVG(?)", "SUM(DISTINCT ?)")
	case 'X':
		how = append(how, "MIN(?)", "MAX(?)", "SUM(?)", "AVG(?)")
	case 'J', 'K', 'E': // the number of the least member is that of its place, or of its text, as MySQL's plan has it
	case 'S':
		how = append(how, "MIN(?)", "MAX(?)", "GROUP_CONCAT(DISTINCT ? ORDER BY 1)")
	default:
		how = append(how, "MIN(?)", "MAX(?)")
	}
	return &node{text: pick(m, how...), parts: []*node{v}}
}

// groups is a query of groups.
func (m *queryMaker) groups(depth int) *node {
	from, s := m.from(depth)
	var keys, items []*node
	for i := range 1 + m.IntN(2) {
		k := m.key(s)
		items = append(items, &node{text: fmt.Sprintf("? k%d", i), parts: []*node{k}})
		keys = append(keys, leaf(fmt.Sprintf("k%d", i)))
	}
	having := leaf("")
	if m.chance(3) {
		having = &node{text: " HAVING ?" + m.comparison() + "?", parts: []*node{m.aggregate(s), leaf(pick(m, "1", "2", "3", "10"))}, less: []*node{leaf("")}}
	}
	aggregates := []*node{leaf("COUNT(*)")}
	for range 1 + m.IntN(2) {
		aggregates = append(aggregates, m.aggregate(s))
	}
	key := &node{text: strings.TrimSuffix(strings.Repeat("?, ", len(items)), ", "), parts: items}
	rollup := ""
	if len(keys) == 1 {
		rollup = pick(m, "", "", " WITH ROLLUP")
	}
	return &node{text: "SELECT ?, ? FROM ?? GROUP BY ?" + rollup + "?", parts: []*node{key, listed(aggregates), from, m.where(s, depth),
		{text: strings.TrimSuffix(strings.Repeat("?, ", len(keys)), ", "), parts: keys}, having}}
}
