package relation

import (
	"slices"

	"gsdms/plan"
	"gsdms/pushscan/store/ingest"
)

// Lost is which values of a table's column are not there as the file has them that it was read from,
// of those that were read so far.
func Lost(t *plan.Table, column int) (lost ingest.Lost) {
	d, ok := t.Data.(*data)
	if !ok {
		return lost
	}
	c := &d.columns[column]
	if c.pending == nil {
		return c.lost
	}
	for i := range c.pending.states {
		if s := &c.pending.states[i]; s.read.Load() {
			lost.Add(s.lost)
		}
	}
	return lost
}

// lost is what the values of all pieces have lost.
func (c *collector) lost() (lost ingest.Lost) {
	for i := range c.pieces {
		lost.Add(c.pieces[i].Lost)
	}
	return lost
}

// Settled gives the table with columns that have no NULL where all has been read that could have made
// some: queries of these take less time. It is t itself where there is none.
func Settled(t *plan.Table) *plan.Table {
	of, ok := t.Data.(*data)
	if !ok || !slices.ContainsFunc(of.columns, func(c column) bool { return c.settled() }) {
		return t
	}
	out, d := *t, *of
	out.Columns, d.columns = slices.Clone(t.Columns), slices.Clone(of.columns)
	for i := range d.columns {
		if c := &d.columns[i]; c.settled() {
			c.storage.Nullable = false
			c.pending.zones(c)
			out.Columns[i] = c.describe(t.Columns[i])
		}
	}
	out.Data = &d
	return &out
}

// settled reports whether the column could have had a NULL, and has none.
func (c *column) settled() bool {
	if c.pending == nil || !c.pending.doubtful || !c.storage.Nullable {
		return false
	}
	for i := range c.pending.states {
		if s := &c.pending.states[i]; !s.read.Load() || s.lost.Endless > 0 {
			return false
		}
	}
	return true
}
