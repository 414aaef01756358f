package restrict

import (
	"gsdms/operators/compile/exprs"
)

// via gives the column of a table through which a place is reached.
func (c *Conditions) via(table int, p exprs.Place) int {
	for p.Table != table {
		from := c.tables[p.Table].From
		p = exprs.Place{Table: from.Table, Column: from.Column}
	}
	return p.Column
}

// meet gives the deepest table through which all places are reached; if that is the
// streamed one, and they share its column, the column, else -1.
func (c *Conditions) meet(places []exprs.Place) (table, column int) {
	table = c.root
	for {
		column = c.via(table, places[0])
		for _, p := range places[1:] {
			if c.via(table, p) != column {
				return table, -1
			}
		}
		next := c.next(table, column, places)
		if next < 0 {
			return table, column
		}
		table = next
	}
}

// next gives the keyed table that all places are reached through, after the table's
// foreign key column; -1 if there is none.
func (c *Conditions) next(table, column int, places []exprs.Place) int {
	next := -1
	for _, p := range places {
		for p.Table != table {
			from := c.tables[p.Table].From
			if from.Table == table {
				break
			}
			p = exprs.Place{Table: from.Table, Column: from.Column}
		}
		if p.Table == table || next >= 0 && p.Table != next {
			return -1
		}
		next = p.Table
	}
	return next
}

func (c *Conditions) sameWay(table, column int, places []exprs.Place) bool {
	for _, p := range places {
		if c.via(table, p) != column {
			return false
		}
	}
	return true
}

// OnStream reports whether all places are of streamed and keyed tables.
func (c *Conditions) OnStream(places []exprs.Place) bool {
	for _, p := range places {
		if r := c.tables[p.Table].Reach; r != Streamed && r != Keyed {
			return false
		}
	}
	return true
}
