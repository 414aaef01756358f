package dialect

import (
	"fmt"
	"strings"
)

// framed is a query of functions over windows with frames of rows and of ranges, some of which have a name.
func (m *queryMaker) framed(depth int) *node {
	from, s := m.from(depth)
	var items []*node
	for range 1 + m.IntN(2) {
		items = append(items, m.frame(s))
	}
	where := m.where(s, depth)
	ids := leaf(strings.Join(s.ids, ", "))
	if m.chance(4) {
		v, _ := m.value(s, pick(m, byte('I'), 'M', 'D', 'T', 'S'))
		call := leaf("COUNT(*) OVER w, SUM(" + s.ids[0] + ") OVER (w ROWS BETWEEN 2 PRECEDING AND CURRENT ROW), RANK() OVER (w ROWS UNBOUNDED PRECEDING)")
		return &node{text: "SELECT ?, ? FROM ?? WINDOW w AS (ORDER BY ?, ?)", parts: []*node{ids, call, from, where, v, ids}}
	}
	return &node{text: "SELECT ?, ? FROM ??", parts: []*node{ids, listed(items), from, where}}
}

// ranges are what a value of a family may be before and behind another one.
var ranges = map[byte][]string{
	'I': {"1", "0", "5", "1.5"}, 'M': {"1", "0.25", "2.5"}, 'X': {"1", "0.5", "2.5e0"},
	'D': {"INTERVAL 1 DAY", "INTERVAL 1 MONTH", "INTERVAL 3 YEAR"}, 'W': {"INTERVAL 1 HOUR", "INTERVAL 1 DAY", "INTERVAL 30 SECOND", "INTERVAL '1.5' SECOND_MICROSECOND"},
	'T': {"INTERVAL 1 HOUR", "INTERVAL 45 SECOND"},
}

// frame is a function over a window with a frame. In one of a range all rows of one place are alike, so that no
// function there tells them apart.
func (m *queryMaker) frame(s scope) *node {
	partition := &node{text: "PARTITION BY ? ", parts: []*node{m.key(s)}, less: []*node{leaf("")}}
	ids := strings.Join(s.ids, ", ")
	if m.chance(2) {
		of := pick(m, byte('I'), 'M', 'X', 'D', 'W', 'T')
		c := m.column(s, of)
		reach := func() string {
			if all := ranges[c.family]; len(all) > 0 {
				return pick(m, all...)
			}
			return "1"
		}
		bounds := pick(m, reach()+" PRECEDING AND "+reach()+" FOLLOWING", reach()+" PRECEDING AND CURRENT ROW", "CURRENT ROW AND "+reach()+" FOLLOWING",
			"UNBOUNDED PRECEDING AND "+reach()+" FOLLOWING", reach()+" FOLLOWING AND UNBOUNDED FOLLOWING", "UNBOUNDED PRECEDING AND CURRENT ROW")
		v, gives := m.value(s, m.family())
		return &node{text: m.summed(gives) + " OVER (?ORDER BY " + c.name + pick(m, "", " DESC") + " RANGE BETWEEN " + bounds + ")", parts: []*node{v, partition}}
	}
	o, _ := m.value(s, pick(m, byte('I'), 'M', 'D', 'W', 'T', 'S', 'E', 'Y'))
	over := " OVER (?ORDER BY ?" + pick(m, "", " DESC") + ", " + ids
	switch m.IntN(4) {
	case 0:
		return &node{text: pick(m, "NTILE(3)", "NTILE(7)", "PERCENT_RANK()", "CUME_DIST()", "ROW_NUMBER()", "DENSE_RANK()") + over + ")", parts: []*node{partition, o}}
	case 1:
		v, _ := m.value(s, m.family())
		return &node{text: pick(m, "LAG(?, 2)", "LEAD(?, 3)", "LAG(?, 0)", "NTH_VALUE(?, 2)", "NTH_VALUE(?, 1)") + over + ")", parts: []*node{v, partition, o}}
	}
	bounds := pick(m, "3 PRECEDING AND 1 PRECEDING", "1 FOLLOWING AND 2 FOLLOWING", "CURRENT ROW AND UNBOUNDED FOLLOWING", "UNBOUNDED PRECEDING AND 1 PRECEDING", "0 PRECEDING AND 0 FOLLOWING", "2 PRECEDING AND UNBOUNDED FOLLOWING")
	v, gives := m.value(s, m.family())
	how := m.summed(gives)
	if m.chance(3) {
		how = pick(m, "FIRST_VALUE(?)", "LAST_VALUE(?)", "NTH_VALUE(?, 2)")
	}
	return &node{text: how + over + " ROWS BETWEEN " + bounds + ")", parts: []*node{v, partition, o}}
}

// summed is an aggregate of a value of a family whose result does not depend on the order of rows.
func (m *queryMaker) summed(gives byte) string {
	switch gives {
	case 'I', 'M':
		return pick(m, "SUM(?)", "AVG(?)", "MIN(?)", "MAX(?)", "COUNT(?)")
	case 'X', 'D', 'W', 'T', 'S':
		return pick(m, "MIN(?)", "MAX(?)", "COUNT(?)")
	}
	return "COUNT(?)"
}

// first is the value of the first row of a table in an order, or of a later one, of those that belong to a row of a scope.
func (m *queryMaker) first(s scope, of byte) (*node, byte) {
	from, inner := m.table()
	v, gives := m.value(inner, of)
	o, _ := m.value(inner, pick(m, byte('I'), 'M', 'D', 'W', 'T', 'S'))
	x, y, _ := m.same(s, inner)
	where := &node{text: "?" + m.comparison() + "?", parts: []*node{y, x}, less: []*node{leaf("TRUE")}}
	if m.chance(3) {
		where = &node{text: "? AND ?", parts: []*node{where, m.condition(inner.with(s), 0)}, less: []*node{where}}
	}
	if m.chance(4) && gives != 'J' && gives != 'K' {
		return &node{text: "(SELECT " + m.summed(gives) + " FROM ? WHERE ?)", parts: []*node{v, from, where}}, 'J'
	}
	tail := fmt.Sprintf(" ORDER BY ?%s, %s LIMIT 1%s", pick(m, "", " DESC"), inner.ids[0], pick(m, "", "", " OFFSET 1", " OFFSET 3"))
	return &node{text: "(SELECT ? FROM ? WHERE ?" + tail + ")", parts: []*node{v, from, where, o}}, gives
}

// firsts is a query that asks for first rows of other tables: in its list, in its condition, or beside each row.
func (m *queryMaker) firsts(depth int) *node {
	from, s := m.from(depth - 1)
	ids := leaf(strings.Join(s.ids, ", "))
	switch m.IntN(3) {
	case 0:
		f, gives := m.first(s, m.family())
		for gives == 'J' || gives == 'K' {
			f, gives = m.first(s, m.family())
		}
		return &node{text: "SELECT ? FROM ? WHERE ?" + m.comparison() + "?", parts: []*node{ids, from, m.giving(s, gives), f}}
	case 1:
		table, inner := m.table()
		a := m.alias()
		x, y, _ := m.same(s, inner)
		v, _ := m.value(inner, m.family())
		o, _ := m.value(inner, pick(m, byte('I'), 'M', 'D', 'W', 'T', 'S'))
		beside := &node{text: fmt.Sprintf("(SELECT %s id, ? v FROM ? WHERE ?%s? ORDER BY ?, %s LIMIT %d) %s", inner.ids[0], m.comparison(), inner.ids[0], 1+m.IntN(3), a), parts: []*node{v, table, y, x, o}}
		join := pick(m, "? JOIN LATERAL ? ON TRUE", "? LEFT JOIN LATERAL ? ON TRUE", "?, LATERAL ?")
		return &node{text: "SELECT ?, " + a + ".id, " + a + ".v FROM " + join + "?", parts: []*node{ids, from, beside, m.where(s, 0)}}
	}
	f, _ := m.first(s, m.family())
	g, _ := m.first(s, m.family())
	return &node{text: "SELECT ?, ? FROM ??", parts: []*node{ids, listed([]*node{f, g}), from, m.where(s, depth-1)}}
}
