package dialect

import (
	"fmt"
	"strings"
)

// windows is a query of functions over windows.
func (m *queryMaker) windows(depth int) *node {
	from, s := m.from(depth)
	var items []*node
	for range 1 + m.IntN(2) {
		items = append(items, m.window(s))
	}
	return &node{text: "SELECT ?, ? FROM ??", parts: []*node{leaf(strings.Join(s.ids, ", ")), listed(items), from, m.where(s, depth)}}
}

// window is a function over a window.
func (m *queryMaker) window(s scope) *node {
	v, of := m.value(s, m.family())
	p := m.key(s)
	o, _ := m.value(s, pick(m, byte('I'), 'M', 'D', 'W', 'T', 'S', 'E'))
	ids := strings.Join(s.ids, ", ")
	frame := pick(m, "", " ROWS 2 PRECEDING", " ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING", " ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING", " ROWS BETWEEN CURRENT ROW AND 2 FOLLOWING")
	partition := &node{text: "PARTITION BY ? ", parts: []*node{p}, less: []*node{leaf("")}}
	switch m.IntN(4) {
	case 0:
		return &node{text: pick(m, "RANK()", "DENSE_RANK()", "COUNT(*)") + " OVER (?ORDER BY ?" + pick(m, "", " DESC") + ")", parts: []*node{partition, o}}
	case 1:
		return &node{text: pick(m, "LAG(?)", "LEAD(?)", "FIRST_VALUE(?)", "LAST_VALUE(?)", "COUNT(?)") + " OVER (?ORDER BY ?, " + ids + frame + ")", parts: []*node{v, partition, o}}
	case 2:
		how := "COUNT(?)"
		switch of {
		case 'I', 'M':
			how = pick(m, "SUM(?)", "MIN(?)", "MAX(?)", "AVG(?)")
		case 'X', 'D', 'W', 'T', 'S': // a sum of doubles depends on their order
			how = pick(m, "MIN(?)", "MAX(?)")
		}
		return &node{text: how + " OVER (?ORDER BY ?, " + ids + frame + ")", parts: []*node{v, partition, o}}
	}
	return &node{text: "ROW_NUMBER() OVER (?ORDER BY ?, " + ids + ")", parts: []*node{partition, o}}
}

// set is a set operation of two queries, or three.
func (m *queryMaker) set(depth int) *node {
	families := []byte{m.family(), m.family()}[:1+m.IntN(2)]
	n := &node{}
	for i := range pick(m, 2, 2, 3) {
		if i > 0 {
			n.text += pick(m, " UNION ", " UNION ALL ", " INTERSECT ", " EXCEPT ")
		}
		from, s := m.table()
		if m.chance(3) {
			from, s = m.from(0)
		}
		var items []*node
		for _, f := range families {
			c := m.column(s, f)
			g := m.of(c.family)
			for g.gives != f && g.template != "$" {
				g = m.of(c.family)
			}
			items = append(items, leaf(g.call(c.name)))
		}
		n.text += "SELECT ? FROM ??"
		n.parts = append(n.parts, &node{text: strings.TrimSuffix(strings.Repeat("?, ", len(items)), ", "), parts: items}, from, m.where(s, depth-1))
	}
	return n
}

// common is a query of a common table expression, which it reads twice.
func (m *queryMaker) common(depth int) *node {
	from, s := m.table()
	a, b, name := m.alias(), m.alias(), "w"
	items := []*node{leaf(s.ids[0] + " id")}
	var left, right []held
	for i := range 4 {
		v, gives := m.value(s, m.family())
		c := fmt.Sprintf("c%d", i)
		left, right = append(left, held{gives, a + "." + c, nil}), append(right, held{gives, b + "." + c, nil})
		items = append(items, &node{text: "? " + c, parts: []*node{v}})
	}
	p, q := scope{[][]held{left}, []string{a + ".id"}}, scope{[][]held{right}, []string{b + ".id"}}
	word := pick(m, "JOIN", "LEFT JOIN")
	return &node{
		text: "WITH " + name + " AS (SELECT ? FROM ?" + "?) SELECT COUNT(*), SUM(" + a + ".id), SUM(" + b + ".id) FROM w " + a + " " + word + " w " + b + " ON ??",
		parts: []*node{{text: strings.TrimSuffix(strings.Repeat("?, ", len(items)), ", "), parts: items}, from, m.where(s, depth-1),
			m.on(p, q, 0), m.where(p.with(q), 0)},
	}
}
