package oracle

import "slices"

// shrunk takes away parts of a failing query for as long as what is left fails too.
func shrunk(q *query, fails func(*query) bool) *query {
	for again := true; again; {
		again = false
		for _, smaller := range smaller(q) {
			if fails(smaller) {
				q, again = smaller, true
				break
			}
		}
	}
	return q
}

// smaller gives the queries that have one part less.
func smaller(q *query) []*query {
	var out []*query
	add := func(change func(*query)) {
		c := *q
		change(&c)
		out = append(out, &c)
	}
	if q.limit >= 0 {
		add(func(c *query) { c.limit, c.offset = -1, 0 })
	}
	if q.distinct {
		add(func(c *query) { c.distinct = false })
	}
	if len(q.order) > 0 {
		add(func(c *query) { c.order, c.limit = nil, -1 })
	}
	for i := range q.having {
		add(func(c *query) { c.having = without(q.having, i) })
	}
	for i := range q.where {
		add(func(c *query) { c.where = without(q.where, i) })
	}
	for i := range q.groups {
		add(func(c *query) { c.groups = without(q.groups, i) })
	}
	if last := len(q.from) - 1; last > 0 {
		add(func(c *query) { c.from = q.from[:last] })
	}
	for i := range q.from {
		for k := range q.from[i].on {
			if len(q.from[i].on) > 1 {
				add(func(c *query) { c.from = slices.Clone(q.from); c.from[i].on = without(q.from[i].on, k) })
			}
		}
	}
	out = append(out, fewerItems(q)...)
	return append(out, simpler(q)...)
}

func without[T any](all []T, i int) []T {
	return slices.Delete(slices.Clone(all), i, i+1)
}

// fewerItems drops result columns of a query that does not refer to them.
func fewerItems(q *query) []*query {
	var out []*query
	for _, g := range q.groups {
		if g.item >= 0 {
			c := *q
			c.groups = slices.Clone(q.groups)
			for i := range c.groups {
				c.groups[i].item = -1
			}
			return []*query{&c}
		}
	}
	if len(q.items) > 1 && len(q.order) == 0 {
		for i := range q.items {
			c := *q
			c.items = without(q.items, i)
			out = append(out, &c)
		}
	}
	return out
}

// simpler replaces one expression by one of its arguments.
func simpler(q *query) []*query {
	var out []*query
	list := func(all []*expr, put func(*query, []*expr)) {
		for i, e := range all {
			for _, s := range reduced(e) {
				c := *q
				next := slices.Clone(all)
				next[i] = s
				put(&c, next)
				out = append(out, &c)
			}
		}
	}
	list(q.items, func(c *query, n []*expr) { c.items = n })
	list(q.where, func(c *query, n []*expr) { c.where = n })
	list(q.having, func(c *query, n []*expr) { c.having = n })
	for i := range q.from {
		list(q.from[i].on, func(c *query, n []*expr) { c.from = slices.Clone(q.from); c.from[i].on = n })
	}
	for i := range q.groups {
		list([]*expr{q.groups[i].key}, func(c *query, n []*expr) {
			c.groups = slices.Clone(q.groups)
			c.groups[i].key = n[0]
		})
	}
	return out
}

// reduced gives e with one part of it replaced by an argument of the same type.
func reduced(e *expr) []*expr {
	var out []*expr
	for _, a := range e.args {
		if a.typ == e.typ && a.mysql != "$0" { // what is only scaled for SQLite has another type in MySQL
			out = append(out, a)
		}
	}
	for i, a := range e.args {
		for _, r := range reduced(a) {
			c := *e
			c.args = slices.Clone(e.args)
			c.args[i] = r
			out = append(out, &c)
		}
	}
	return out
}

// halves gives databases that lack a part of one table's rows, large parts first. Rows
// that others refer to stay.
func halves(d *database) []*database {
	var out []*database
	for i := len(d.tables) - 1; i >= 0; i-- {
		t := d.tables[i]
		for part := len(t.rows); part > 0; part /= 2 {
			for from := 0; from < len(t.rows) && len(out) < 400; from += part {
				c := *t
				c.rows = slices.Delete(slices.Clone(t.rows), from, min(from+part, len(t.rows)))
				out = append(out, d.with(i, &c))
			}
		}
	}
	return out
}

// with replaces a table, also where others refer to it.
func (d *database) with(i int, t *table) *database {
	next := &database{slices.Clone(d.tables)}
	next.tables[i] = t
	for k := range next.tables {
		c := *next.tables[k]
		c.columns = slices.Clone(c.columns)
		for n := range c.columns {
			if c.columns[n].refers == d.tables[i] {
				c.columns[n].refers = t
			}
		}
		if k != i {
			next.tables[k] = &c
		}
	}
	return next
}
