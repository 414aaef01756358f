package dialect

import (
	"fmt"
	"slices"
	"strings"
)

// concatenated is a query of the texts of groups.
func (m *queryMaker) concatenated(depth int) *node {
	from, s := m.from(depth)
	k := m.key(s)
	one := func() *node {
		v, _ := m.value(s, pick(m, byte('I'), 'M', 'D', 'W', 'T', 'S', 'E', 'Y'))
		o := m.never(s)
		separator := pick(m, "", "", " SEPARATOR '; '", " SEPARATOR ''")
		if m.chance(3) {
			return &node{text: "GROUP_CONCAT(DISTINCT ? ORDER BY 1" + pick(m, "", " DESC") + separator + ")", parts: []*node{v}}
		}
		return &node{text: "GROUP_CONCAT(?" + pick(m, "", ", '-', "+s.ids[0]) + " ORDER BY ?" + pick(m, "", " DESC") + ", " + strings.Join(s.ids, ", ") + separator + ")", parts: []*node{v, o}}
	}
	return &node{text: "SELECT ? k0, ? FROM ?? GROUP BY k0", parts: []*node{k, listed([]*node{one(), one()}), from, m.where(s, depth)}}
}

// never is a value that is never NULL: MySQL orders NULLs in GROUP_CONCAT by the bytes of numbers that they are not.
func (m *queryMaker) never(s scope) *node {
	or := map[byte]string{'I': "0", 'M': "0", 'D': "DATE'2020-01-01'", 'S': "''"}
	for range 30 {
		if v, gives := m.value(s, m.family()); or[gives] != "" {
			return &node{text: "COALESCE(?, " + or[gives] + ")", parts: []*node{v}}
		}
	}
	return leaf(s.ids[0])
}

// rolled is a query of groups and of what they are together, in an order, at times its first rows.
func (m *queryMaker) rolled(depth int) *node {
	from, s := m.from(depth)
	var keys, columns []string
	for range 1 + m.IntN(2) {
		c := m.column(s, pick(m, byte('I'), 'M', 'D', 'W', 'T', 'S', 'E', 'Y'))
		if slices.Contains(keys, c.name) { // what is the same twice is refused here
			continue
		}
		keys = append(keys, c.name)
		columns = append(columns, fmt.Sprintf("GROUPING(%s)", c.name), c.name)
	}
	aggregates := []*node{leaf("COUNT(*)"), m.aggregate(s), m.aggregate(s)}
	having := leaf("")
	switch m.IntN(4) {
	case 0:
		having = leaf(" HAVING COUNT(*) > " + pick(m, "1", "3"))
	case 1:
		having = leaf(" HAVING GROUPING(" + keys[0] + ") = " + pick(m, "0", "1") + " OR COUNT(*) > 4")
	case 2:
		having = leaf(" HAVING " + keys[0] + pick(m, " IS NULL", " IS NOT NULL"))
	}
	tail := ""
	if m.chance(2) {
		tail = " ORDER BY " + strings.Join(columns, ", ")
		if m.chance(2) {
			tail += fmt.Sprintf(" LIMIT %d", 1+m.IntN(9))
		}
	}
	return &node{text: "SELECT " + strings.Join(columns, ", ") + ", ? FROM ?? GROUP BY " + strings.Join(keys, ", ") + " WITH ROLLUP?" + tail, parts: []*node{listed(aggregates), from, m.where(s, depth), having}}
}

// differing are the families of what a UNION puts in one column: what they have in common is a text, or the wider number or moment.
var differing = []string{"IM", "IX", "MX", "IS", "MS", "DS", "WS", "TS", "ES", "YS", "IY", "YM", "ID", "IT", "DW", "WD", "ME", "IE", "DT", "TW", "DE", "DI", "TI", "WM", "XS", "JS", "JI"}

// mixed is a set operation of columns of two families, or a query of what it gives.
func (m *queryMaker) mixed() *node {
	n := &node{}
	families, words, null := pick(m, differing...), []string{" UNION ", " UNION ALL "}, []string{"NULL"}
	alone := m.chance(3)
	if alone { // MySQL finds NULL among texts then, and loses rows where they are grouped
		words, null = []string{" EXCEPT ", " INTERSECT "}, []string{"1"}
	}
	for i := range 2 + m.IntN(2) {
		if i > 0 {
			n.text += pick(m, words...)
		}
		from, s := m.table()
		c := m.column(s, families[i%2])
		n.text += "SELECT " + pick(m, c.name, c.name, pick(m, append(null, c.values...)...)) + " c0, " + s.ids[0] + " % 3 c1 FROM ??"
		n.parts = append(n.parts, from, m.where(s, 0))
	}
	switch k := m.IntN(4); {
	case alone:
	case k == 0:
		n.text = "SELECT c0, COUNT(*), COUNT(DISTINCT c1) FROM (" + n.text + ") u GROUP BY c0"
	case k == 1:
		n.text = "SELECT c1, MIN(c0), MAX(c0), COUNT(DISTINCT c0) FROM (" + n.text + ") u GROUP BY c1"
	}
	return n
}
