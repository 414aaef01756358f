package random

import (
	"fmt"
	"slices"
	"strings"

	"gsdms/ssb/bench"
)

// grouped is a SELECT of groups: keys k0, k1, … and values v0, v1, …, the first of which is a
// measure.
type grouped struct {
	text         string
	keys, values int
}

// grouped groups rows.
func (m *maker) grouped(s *source, subqueries bool) grouped {
	keys := m.keys(s)
	text, values := m.listed(s, keys)
	text += fmt.Sprintf(" FROM %s%s GROUP BY %s%s", s.from, m.where(s, subqueries), strings.Join(keys, ", "), m.having(s))
	return grouped{text, len(keys), values}
}

// listed begins a SELECT with keys and some values, of which it says how many there are.
func (m *maker) listed(s *source, keys []string) (text string, values int) {
	var columns []string
	for i, k := range keys {
		columns = append(columns, fmt.Sprintf("%s AS k%d", k, i))
	}
	values = m.between(1, 3)
	for i := range values {
		v := m.measure(s)
		if i > 0 {
			v = m.aggregate(s)
		}
		columns = append(columns, fmt.Sprintf("%s AS v%d", v, i))
	}
	return "SELECT " + strings.Join(columns, ", "), values
}

// having is at times a condition of groups.
func (m *maker) having(s *source) string {
	if !m.chance(20) {
		return ""
	}
	return fmt.Sprintf(" HAVING %s > %d", m.measure(s), of(m.dice, []int{0, 1, 3, 30}))
}

// keyList is k0, k1, ….
func (g grouped) keyList() string {
	names := make([]string, g.keys)
	for i := range names {
		names[i] = fmt.Sprintf("k%d", i)
	}
	return strings.Join(names, ", ")
}

// falling is DESC half of the time.
func (m *maker) falling() string { return of(m.dice, []string{"", " DESC"}) }

// end takes the first groups of an order, or sums of all.
func (m *maker) end(g grouped) bench.Query {
	if m.chance(30) {
		return bench.Query{Text: fmt.Sprintf("SELECT COUNT(*), SUM(v0), MAX(k0), COUNT(DISTINCT k0) FROM (%s) g", g.text)}
	}
	by, order := g.keyList(), sequence(g.keys)
	if m.chance(75) {
		by, order = "v0"+m.falling()+", "+by, append([]int{g.keys}, order...)
	}
	text := fmt.Sprintf("%s ORDER BY %s LIMIT %d", g.text, by, of(m.dice, []int{5, 20, 100}))
	if m.chance(15) {
		text += fmt.Sprintf(" OFFSET %d", of(m.dice, []int{10, 500}))
	}
	return bench.Query{Text: text, Order: order}
}

// sequence is 0, 1, … of so many.
func sequence(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// group groups the rows of some tables.
func (m *maker) group() bench.Query { return m.end(m.grouped(m.rows(), true)) }

// rollup groups by levels: fewer keys of the end each. Of no rows at all the last level is a
// group only to some, so nobody asks for that.
func (m *maker) rollup() bench.Query {
	s := m.rows()
	keys := some(m.dice, m.between(1, 3), slices.Concat(s.few, s.keys[:1], []string{s.keys[0] + " % 7"}))
	text, _ := m.listed(s, keys)
	text += " FROM " + s.from + m.where(s, false)
	by := strings.Join(keys, ", ")
	sums := func(levels string) string {
		return fmt.Sprintf("SELECT COUNT(*), SUM(v0), COUNT(k0), MAX(k0) FROM (%s GROUP BY %s HAVING COUNT(*) > 0) g", text, levels)
	}
	return bench.Query{Text: sums(by + " WITH ROLLUP"), Duck: sums("ROLLUP (" + by + ")")}
}

// pivot gives the rows of each of a few conditions a column of its own.
func (m *maker) pivot() bench.Query {
	s := m.rows()
	k := m.key(s)
	var columns []string
	for range m.between(3, 8) {
		columns = append(columns, fmt.Sprintf("SUM(CASE WHEN %s THEN %s ELSE 0 END)", of(m.dice, s.conditions), m.number(s)))
	}
	return bench.Query{Text: fmt.Sprintf("SELECT %s AS k0, %s FROM %s%s GROUP BY %s ORDER BY k0 LIMIT 100",
		k, strings.Join(columns, ", "), s.from, m.where(s, false), k), Order: []int{0}}
}

// distinct counts rows that differ.
func (m *maker) distinct() bench.Query {
	s := m.rows()
	if m.chance(50) {
		return bench.Query{Text: fmt.Sprintf("SELECT COUNT(DISTINCT %s), COUNT(DISTINCT %s), %s FROM %s%s", m.key(s), m.key(s), m.measure(s), s.from, m.where(s, true))}
	}
	return bench.Query{Text: fmt.Sprintf("SELECT COUNT(*), MIN(a), MAX(b) FROM (SELECT DISTINCT %s AS a, %s AS b FROM %s%s) d", m.key(s), m.key(s), s.from, m.where(s, false))}
}

// nested groups groups: how many have how much.
func (m *maker) nested() bench.Query {
	g := m.grouped(m.rows(), false)
	k := of(m.dice, []string{"v0", "v0", "k0"})
	return bench.Query{Text: fmt.Sprintf("SELECT %s AS k, COUNT(*) AS n, MIN(k0), MAX(v0) FROM (%s) g GROUP BY %s ORDER BY n DESC, k LIMIT 20", k, g.text, k), Order: []int{1, 0}}
}
