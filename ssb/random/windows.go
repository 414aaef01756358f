package random

import (
	"fmt"
	"strings"

	"gsdms/ssb/bench"
)

// partition is PARTITION BY some keys, or nothing.
func (m *maker) partition(s *source) string {
	if m.chance(15) {
		return ""
	}
	return "PARTITION BY " + strings.Join(m.differentKeys(s, of(m.dice, []int{1, 1, 2})), ", ") + " "
}

// ordering is what rows of a window are ordered by, at times with others that are equal.
func (m *maker) ordering(s *source) string {
	if len(s.days) > 0 && m.chance(50) {
		return of(m.dice, s.days)
	}
	return m.number(s)
}

// windowed sums up a column w of rows. Nobody asks whether a mean is beyond a bound, on which it
// may lie.
func (m *maker) windowed(w, from string) bench.Query {
	asked := of(m.dice, []string{"", "", " WHERE w IS NOT NULL", " WHERE w > 2"})
	if strings.Contains(w, "AVG(") {
		asked = ""
	}
	return bench.Query{Text: fmt.Sprintf("SELECT COUNT(*), COUNT(w), MIN(w), MAX(w), SUM(x) FROM (SELECT %s AS w, %s) u%s", w, from, asked)}
}

// window looks at the groups of a query in an order.
func (m *maker) window() bench.Query {
	g := m.grouped(m.rows(), false)
	partition := ""
	if g.keys > 1 || m.chance(30) {
		partition = "PARTITION BY k0 "
	}
	call := of(m.dice, []string{
		"RANK() OVER (%sORDER BY v0 DESC)", "DENSE_RANK() OVER (%sORDER BY v0)", "ROW_NUMBER() OVER (%sORDER BY v0 DESC, %s)", "LAG(v0) OVER (%sORDER BY %s)",
		"SUM(v0) OVER (%sORDER BY %s)", "v0 - LEAD(v0) OVER (%sORDER BY %s)", "MAX(v0) OVER (%sORDER BY %s ROWS BETWEEN 6 PRECEDING AND CURRENT ROW)",
		"AVG(v0) OVER (%sORDER BY %s ROWS BETWEEN 3 PRECEDING AND 3 FOLLOWING)", "MAX(v0) OVER (%sORDER BY %s ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)",
		"NTILE(10) OVER (%sORDER BY %s)", "SUM(v0) OVER (%s)", "FIRST_VALUE(v0) OVER (%sORDER BY %s)",
	})
	call = strings.Replace(strings.Replace(call, "%s", partition, 1), "%s", g.keyList(), 1)
	return m.windowed(call, fmt.Sprintf("v0 AS x FROM (%s) g", g.text))
}

// rowWindow looks at the rows of tables in an order. Where single rows matter the order is
// total.
func (m *maker) rowWindow() bench.Query {
	s := m.rowsOnce()
	x := m.number(s)
	over := "OVER (" + m.partition(s)
	by := over + "ORDER BY " + m.ordering(s)
	total := by + ", " + s.unique()
	call := of(m.dice, []string{
		fmt.Sprintf("ROW_NUMBER() %s)", total), fmt.Sprintf("RANK() %s)", by), fmt.Sprintf("DENSE_RANK() %s DESC)", by), fmt.Sprintf("SUM(%s) %s)", x, over),
		fmt.Sprintf("COUNT(*) %s)", over), fmt.Sprintf("AVG(%s) %s)", x, over), fmt.Sprintf("%s - AVG(%s) %s)", x, x, over), fmt.Sprintf("SUM(%s) %s)", x, by), fmt.Sprintf("COUNT(%s) %s)", x, by),
		fmt.Sprintf("MAX(%s) %s)", x, by), fmt.Sprintf("LAG(%s) %s)", x, total), fmt.Sprintf("%s - LEAD(%s, 2) %s)", x, x, total), fmt.Sprintf("FIRST_VALUE(%s) %s)", x, total),
		fmt.Sprintf("AVG(%s) %s ROWS BETWEEN 5 PRECEDING AND CURRENT ROW)", x, total), fmt.Sprintf("MIN(%s) %s ROWS BETWEEN 9 PRECEDING AND 9 FOLLOWING)", x, total), fmt.Sprintf("NTILE(4) %s)", total),
	})
	return m.windowed(call, fmt.Sprintf("%s AS x FROM %s%s", x, s.from, m.where(s, false)))
}

// rowsOnce is a table, joined with up to one that its keys lead to: each row is there once.
func (m *maker) rowsOnce() *source {
	return m.joined(m.source(m.anyTable()), of(m.dice, []int{0, 0, 1}))
}

// firsts takes the first rows of each partition.
func (m *maker) firsts() bench.Query {
	s := m.rowsOnce()
	call := of(m.dice, []string{"ROW_NUMBER", "ROW_NUMBER", "RANK", "DENSE_RANK"})
	by := m.ordering(s) + m.falling()
	if call == "ROW_NUMBER" {
		by += ", " + s.unique()
	}
	rows := fmt.Sprintf("SELECT %s AS x, %s AS c, %s() OVER (%sORDER BY %s) AS r FROM %s%s", m.number(s), m.key(s), call, m.partition(s), by, s.from, m.where(s, false))
	asked := of(m.dice, []string{"r = 1", "r <= 3", "r = 2", "r <= 10"})
	if m.chance(50) {
		return bench.Query{Text: fmt.Sprintf("SELECT COUNT(*), SUM(x), MAX(x), COUNT(DISTINCT c) FROM (%s) t WHERE %s", rows, asked)}
	}
	return bench.Query{Text: fmt.Sprintf("SELECT c, COUNT(*) AS n, SUM(x), MAX(x) FROM (%s) t WHERE %s GROUP BY c ORDER BY n DESC, c LIMIT 50", rows, asked), Order: []int{1, 0}}
}
