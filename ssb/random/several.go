package random

import (
	"fmt"
	"strings"

	"gsdms/ssb/bench"
)

// filter asks other rows about each.
func (m *maker) filter() bench.Query {
	s := m.joined(m.source(m.anyTable()), of(m.dice, []int{0, 0, 1}))
	conditions := append(s.where, m.subquery(s))
	if m.chance(40) {
		conditions = append(conditions, m.condition(s, true))
	}
	return bench.Query{Text: fmt.Sprintf("SELECT COUNT(*), %s, %s FROM %s%s", m.measure(s), m.aggregate(s), s.from, all(conditions))}
}

// value computes a value of other rows for each.
func (m *maker) value() bench.Query {
	s := m.source(m.anyTable())
	p := m.meet(s)
	var inner []string
	if m.chance(50) {
		inner = append(inner, m.condition(p.inner, false))
	}
	if p.few && m.chance(30) {
		inner = append(inner, m.unequal(s, p.inner))
	}
	return bench.Query{Text: fmt.Sprintf("SELECT COUNT(*), COUNT(v), MAX(v), MIN(v) FROM (SELECT (SELECT %s%s) AS v FROM %s%s) t", m.aggregate(p.inner), p.rows(inner), s.from, m.where(s, false))}
}

// set takes rows of two queries together, or those that one shares with the other.
func (m *maker) set() bench.Query {
	a := m.source(m.anyTable())
	p := m.meet(a)
	ours, theirs := p.ours, p.theirs
	if m.chance(50) {
		x, y := m.alike(a, p.inner)
		ours, theirs = ours+" AS c0, "+x+" AS c1", theirs+", "+y
	} else {
		ours, theirs = ours+" AS c0, 1 AS c1", theirs+", 1"
	}
	union := fmt.Sprintf("SELECT %s FROM %s%s %s SELECT %s FROM %s%s", ours, a.from, m.where(a, false),
		of(m.dice, []string{"UNION", "UNION ALL", "INTERSECT", "EXCEPT"}), theirs, p.inner.from, m.where(p.inner, false))
	if m.chance(50) {
		return bench.Query{Text: fmt.Sprintf("SELECT COUNT(*), SUM(c0), COUNT(DISTINCT c0), MAX(c1) FROM (%s) t", union)}
	}
	return bench.Query{Text: fmt.Sprintf("SELECT c0, COUNT(*) AS n, COUNT(DISTINCT c1), MIN(c1) FROM (%s) t GROUP BY c0 ORDER BY n DESC, c0 LIMIT 20", union), Order: []int{1, 0}}
}

// alike are columns of two sources that are of one kind.
func (m *maker) alike(a, b *source) (x, y string) {
	switch {
	case len(a.days) > 0 && len(b.days) > 0 && m.chance(50):
		return of(m.dice, a.days), of(m.dice, b.days)
	case len(a.few) > 0 && len(b.few) > 0 && m.chance(50):
		return of(m.dice, a.few), of(m.dice, b.few)
	default:
		return of(m.dice, a.keys), of(m.dice, b.keys)
	}
}

// cte reads groups twice: beside themselves, or beside what some of them are together.
func (m *maker) cte() bench.Query {
	g := m.grouped(m.rows(), false)
	with := "WITH g AS (" + g.text + ") "
	forms := []string{
		"SELECT COUNT(*), SUM(v0) FROM g WHERE v0 > (SELECT AVG(v0) FROM g)",
		"SELECT COUNT(*), SUM(v0) FROM g WHERE v0 >= (SELECT MAX(v0) FROM g h WHERE h.k0 = g.k0)",
		"SELECT COUNT(*), SUM(v0) FROM g WHERE v0 > (SELECT AVG(v0) FROM g h WHERE h.k0 = g.k0)",
		"SELECT COUNT(*), COUNT(h.n), MAX(h.n), SUM(v0) FROM g LEFT JOIN (SELECT k0 AS k, COUNT(*) AS n FROM g GROUP BY k0) h ON h.k = g.k0",
		"SELECT COUNT(*), MAX(v0) FROM g WHERE k0 IN (SELECT k0 FROM g GROUP BY k0 HAVING COUNT(*) = 1)",
	}
	if g.keys == 1 {
		forms = append(forms, "SELECT COUNT(*), SUM(a.v0), MAX(b.v0) FROM g a JOIN g b ON a.k0 = b.k0 AND a.v0 >= b.v0")
	}
	return bench.Query{Text: with + of(m.dice, forms)}
}

// again joins the groups of a table by a key with rows that have it.
func (m *maker) again() bench.Query {
	s := m.joined(m.source(m.anyTable()), of(m.dice, []int{0, 0, 1}))
	p := m.meet(s)
	var inner []string
	if m.chance(40) {
		inner = append(inner, m.condition(p.inner, false))
	}
	text := fmt.Sprintf("WITH g AS (SELECT %s AS k, %s AS v, COUNT(*) AS n FROM %s%s GROUP BY %s) SELECT COUNT(*), %s, %s, SUM(g.n) FROM %s %s g ON g.k = %s",
		p.theirs, m.measure(p.inner), p.inner.from, all(inner), p.theirs, m.measure(s), m.aggregate(s), s.from, of(m.dice, []string{"JOIN", "LEFT JOIN"}), p.ours)
	conditions := s.where
	if m.chance(40) {
		conditions = append(conditions, "g.n > "+of(m.dice, []string{"1", "3", "20"}))
	}
	return bench.Query{Text: text + all(conditions)}
}

// beside puts groups of two tables by the same key side by side.
func (m *maker) beside() bench.Query {
	a := m.source(m.anyTable())
	p := m.meet(a)
	groups := func(s *source, key string) string {
		return fmt.Sprintf("(SELECT %s AS k, %s AS v FROM %s%s GROUP BY %s)", key, m.measure(s), s.from, m.where(s, false), key)
	}
	join := of(m.dice, []string{"JOIN", "LEFT JOIN", "FULL JOIN"})
	return bench.Query{Text: fmt.Sprintf("SELECT COUNT(*), COUNT(x.k), COUNT(y.k), SUM(x.v), SUM(y.v), SUM(CASE WHEN y.v > x.v THEN 1 ELSE 0 END) FROM %s x %s %s y ON x.k = y.k",
		groups(a, p.ours), join, groups(p.inner, p.theirs))}
}

// pairs are large tables that are joined by columns of both, with few partners of a row each.
func pairs() [][3]string {
	return [][3]string{
		{"lineitem", "orders", "b.o_orderkey = a.l_orderkey"},
		{"lineitem", "partsupp", "b.ps_partkey = a.l_partkey AND b.ps_suppkey = a.l_suppkey"},
		{"lineitem", "partsupp", "b.ps_partkey = a.l_partkey"},
		{"lineitem", "lineitem", "b.l_orderkey = a.l_orderkey AND b.l_linenumber > a.l_linenumber"},
		{"lineitem", "lineitem", "b.l_orderkey = a.l_orderkey AND b.l_suppkey <> a.l_suppkey"},
		{"orders", "orders", "b.o_custkey = a.o_custkey AND b.o_orderdate > a.o_orderdate"},
		{"orders", "lineitem", "b.l_orderkey = a.o_orderkey AND b.l_shipdate > a.o_orderdate + INTERVAL 60 DAY"},
		{"customer", "orders", "b.o_custkey = a.c_custkey"},
		{"partsupp", "partsupp", "b.ps_partkey = a.ps_partkey AND b.ps_supplycost < a.ps_supplycost"},
		{"customer", "supplier", "b.s_nationkey = a.c_nationkey AND b.s_acctbal > a.c_acctbal"},
	}
}

// join joins two large tables, one of them with a table that its keys lead to.
func (m *maker) join() bench.Query {
	pair := of(m.dice, pairs())
	a, b := m.source(tableOf(pair[0])), m.source(tableOf(pair[1]))
	a.from += of(m.dice, []string{" JOIN ", " JOIN ", " LEFT JOIN "}) + b.from + " ON " + strings.NewReplacer("a.", a.alias+".", "b.", b.alias+".").Replace(pair[2])
	a.keys, a.numbers, a.days = append(a.keys, b.keys...), append(a.numbers, b.numbers...), append(a.days, b.days...)
	a.few, a.many, a.conditions = append(a.few, b.few...), append(a.many, b.many...), append(a.conditions, b.conditions...)
	return m.end(m.grouped(m.joined(a, of(m.dice, []int{0, 0, 1})), false))
}

// first takes the first rows of an order.
func (m *maker) first() bench.Query {
	s := m.rowsOnce()
	columns := some(m.dice, 3, append(append(append(s.numbers[:len(s.numbers):len(s.numbers)], s.days...), s.few...), s.many...))
	columns = append(columns, named(s.table.unique, s.alias)...)
	var by []string
	for _, c := range columns {
		by = append(by, c+m.falling())
	}
	return bench.Query{Text: fmt.Sprintf("SELECT %s FROM %s%s ORDER BY %s LIMIT %d", strings.Join(columns, ", "), s.from, m.where(s, true), strings.Join(by, ", "), of(m.dice, []int{1, 10, 100})),
		Order: sequence(len(columns))}
}
