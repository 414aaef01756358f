package random

import (
	"fmt"
	"slices"
	"strings"
)

// maker makes one query.
type maker struct {
	dice
	tables int // that have a name so far
}

// source is a FROM, and what can be said of its rows. Columns have their alias before them.
type source struct {
	table *table // the first
	alias string
	from  string
	where []string // what is asked of tables that were joined

	keys, numbers, days, few, many []string
	conditions                     []string
	roads                          []road
}

// road is a key of a source that leads to another table.
type road struct{ column, to string }

// source is the rows of a table alone.
func (m *maker) source(t *table) *source {
	m.tables++
	s := &source{table: t, alias: fmt.Sprintf("t%d", m.tables)}
	s.from = t.name + " " + s.alias
	m.reach(s, t, s.alias)
	return s
}

// reach adds the columns of a table that is there under an alias.
func (m *maker) reach(s *source, t *table, alias string) {
	for _, k := range t.keys {
		s.keys = append(s.keys, alias+"."+k.column)
		if k.of != t.name {
			s.roads = append(s.roads, road{alias + "." + k.column, k.of})
		}
	}
	s.numbers = append(s.numbers, named(t.numbers, alias)...)
	for _, w := range t.worked {
		s.numbers = append(s.numbers, m.fill(w, alias))
	}
	s.days = append(s.days, named(t.days, alias)...)
	s.few = append(s.few, named(t.few, alias)...)
	s.many = append(s.many, named(t.many, alias)...)
	for _, c := range t.conditions {
		s.conditions = append(s.conditions, m.fill(c, alias))
	}
}

// named are columns of a table with an alias.
func named(columns []string, alias string) []string {
	out := make([]string, len(columns))
	for i, c := range columns {
		out[i] = alias + "." + c
	}
	return out
}

// anyTable is a table that a query begins with: large ones more often.
func (m *maker) anyTable() *table {
	at := m.IntN(100)
	all := tables()
	for i := range all {
		if at -= all[i].share; at < 0 {
			return &all[i]
		}
	}
	return &all[0]
}

// rows is a table, often joined with some that its keys lead to.
func (m *maker) rows() *source {
	return m.joined(m.source(m.anyTable()), of(m.dice, []int{0, 0, 1, 1, 2, 3}))
}

// joined joins so many tables that keys of a source lead to, as far as there are any.
func (m *maker) joined(s *source, n int) *source {
	for range n {
		if len(s.roads) > 0 {
			m.follow(s)
		}
	}
	return s
}

// follow joins the table that a key leads to, whose keys lead on.
func (m *maker) follow(s *source) {
	i := m.IntN(len(s.roads))
	by := s.roads[i]
	s.roads = slices.Delete(s.roads, i, i+1)
	t := tableOf(by.to)
	m.tables++
	alias := fmt.Sprintf("t%d", m.tables)
	kind, on := "JOIN", fmt.Sprintf("%s.%s = %s", alias, t.column(by.to), by.column)
	if m.chance(20) {
		kind = "LEFT JOIN"
		if m.chance(50) {
			on += " AND " + m.fill(of(m.dice, t.conditions), alias)
		}
	} else if m.chance(60) {
		s.where = append(s.where, m.fill(of(m.dice, t.conditions), alias))
	}
	s.from += fmt.Sprintf(" %s %s %s ON %s", kind, t.name, alias, on)
	m.reach(s, t, alias)
}

// unique are the columns that tell the rows of a source's first table apart.
func (s *source) unique() string { return strings.Join(named(s.table.unique, s.alias), ", ") }

// all puts WHERE before conditions, if there are any.
func all(conditions []string) string {
	if len(conditions) == 0 {
		return ""
	}
	return " WHERE " + strings.Join(conditions, " AND ")
}

// where is what is asked of the tables that were joined, and a few conditions more, with
// subqueries or without.
func (m *maker) where(s *source, subqueries bool) string {
	conditions := slices.Clone(s.where)
	for range of(m.dice, []int{0, 0, 1, 1, 2}) {
		conditions = append(conditions, m.condition(s, subqueries))
	}
	return all(conditions)
}

// condition is one about a row.
func (m *maker) condition(s *source, subqueries bool) string {
	switch at := m.IntN(100); {
	case at < 25 && subqueries:
		return m.subquery(s)
	case at < 35:
		return fmt.Sprintf("(%s OR %s)", of(m.dice, s.conditions), of(m.dice, s.conditions))
	case at < 40:
		return fmt.Sprintf("%s %% %d < %d", of(m.dice, s.keys), m.between(5, 20), m.between(1, 4))
	default:
		return of(m.dice, s.conditions)
	}
}
