package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// world is tables that random queries are made of: a table, those that may be joined to it,
// and what is known of their columns.
type world struct {
	from  worldTable
	joins []worldTable
	known []string // queries to begin with

	nested bool // conditions have subqueries, too
}

// worldTable is a table, the condition that joins it, and its columns. The letter of a
// column says what may be done with it: i and f are numbers, t is anything else.
type worldTable struct {
	name, on string
	many     bool // several rows may be joined to one
	columns  []worldColumn
}

type worldColumn struct {
	name   string
	kind   byte
	values []string // some of the column's, as literals
}

// tableOf reads "name:kind name:kind".
func tableOf(name, on, columns string) worldTable {
	t := worldTable{name: name, on: on}
	for _, c := range strings.Fields(columns) {
		column, kind, _ := strings.Cut(c, ":")
		t.columns = append(t.columns, worldColumn{name: column, kind: kind[0]})
	}
	return t
}

// ofMany is the table where several rows may be joined to one.
func (w worldTable) ofMany() worldTable {
	w.many = true
	return w
}

// asker makes random queries over a world.
type asker struct {
	*rand.Rand
	*world
	scope []worldColumn // of the tables of the query
}

// query is a random query: most have groups, the rest give rows.
func (a *asker) query() string {
	from, where := a.tables()
	for range a.IntN(4) {
		where = append(where, a.predicate())
	}
	var keys []string
	switch a.IntN(8) {
	case 0:
		return "select " + a.list(1+a.IntN(4)) + from + a.conditions(append(where, a.predicate())) + a.limit()
	case 1:
		return "select distinct " + a.list(1+a.IntN(2)) + from + a.conditions(where)
	case 2:
	default:
		for range 1 + a.IntN(3) {
			keys = append(keys, a.any().name)
		}
	}
	items := append([]string{}, keys...)
	for range 1 + a.IntN(4) {
		items = append(items, a.fold())
	}
	text := "select " + strings.Join(items, ", ") + from + a.conditions(where)
	if len(keys) > 0 {
		text += " group by " + strings.Join(keys, ", ")
	}
	return text
}

// tables picks the tables of a query, which all are joined by commas or all by JOIN.
func (a *asker) tables() (from string, where []string) {
	from, a.scope = " from "+a.from.name, a.from.columns
	commas := a.IntN(3) > 0
	for _, i := range a.Perm(len(a.joins))[:a.IntN(min(4, 1+len(a.joins)))] {
		t := a.joins[i]
		a.scope = append(a.scope[:len(a.scope):len(a.scope)], t.columns...)
		switch {
		case commas:
			from, where = from+", "+t.name, append(where, t.on)
		case a.IntN(2) == 0:
			from += " left join " + t.name + " on " + t.on
		default:
			from += " join " + t.name + " on " + t.on
		}
	}
	return from, where
}

func (a *asker) limit() string { return fmt.Sprintf("%s%d", limit, 50+a.IntN(400)) }

func (a *asker) conditions(all []string) string {
	if len(all) == 0 {
		return ""
	}
	return " where " + strings.Join(all, " and ")
}

// any is a column of the query's tables; number is one to calculate with.
func (a *asker) any() worldColumn { return a.scope[a.IntN(len(a.scope))] }

func (a *asker) number() worldColumn {
	for {
		if c := a.any(); c.kind != 't' {
			return c
		}
	}
}

func (a *asker) list(n int) string {
	names := make([]string, n)
	for i := range names {
		names[i] = a.any().name
	}
	return strings.Join(names, ", ")
}

// fold is an aggregate, a count of distinct values as often as all others but two.
func (a *asker) fold() string {
	switch a.IntN(9) {
	case 0:
		return "count(*)"
	case 1, 2, 3:
		return "count(distinct " + a.any().name + ")"
	case 4:
		return "count(" + a.any().name + ")"
	case 5:
		return "min(" + a.any().name + ")"
	case 6:
		return "max(" + a.any().name + ")"
	case 7:
		return "avg(" + a.number().name + ")"
	default:
		return "sum(" + a.number().name + ")"
	}
}

// predicate is a condition on one column, or on one or the other of two.
func (a *asker) predicate() string {
	if a.nested && a.IntN(2) == 0 {
		return a.subquery()
	}
	if a.IntN(6) == 0 {
		return "(" + a.test() + " or " + a.test() + ")"
	}
	return a.test()
}

func (a *asker) test() string {
	c := a.any()
	literal := func() string { return c.values[a.IntN(len(c.values))] }
	switch a.IntN(8) {
	case 0:
		return c.name + " = " + literal()
	case 1:
		return fmt.Sprintf("%s in (%s, %s, %s)", c.name, literal(), literal(), literal())
	case 2:
		return c.name + " is not null"
	case 3:
		return c.name + " <> " + literal()
	case 4:
		return fmt.Sprintf("%s between %s and %s", c.name, literal(), literal())
	case 5, 6:
		return c.name + " >= " + literal()
	default:
		return c.name + " < " + literal()
	}
}
