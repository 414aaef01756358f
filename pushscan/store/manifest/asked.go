package manifest

import (
	"slices"
	"strings"

	"gsdms/plan"
)

// Change is a table before a change and behind it, nil where it is not there.
type Change struct{ Before, After *Manifest }

// Asked is what of a table's rules a change may break.
type Asked struct {
	Rules      bool // UNIQUE and CHECK
	References []AskedReference
}

// AskedReference is a foreign key that a change may break.
type AskedReference struct {
	plan.Reference
	New  bool // it was not there before
	Gone bool // rows of the other table, or what they are found by, may have gone; else rows have come or changed
}

// Asks says what of the table's rules the change may break; other gives the change of another table.
func (c Change) Asks(other func(name string) Change) (a Asked) {
	if c.After == nil {
		return a
	}
	a.Rules = len(c.After.Rules) > 0 && c.After.Rows > 0 && c.rulesChange()
	for _, r := range c.After.References {
		to := other(r.Table)
		asked := AskedReference{Reference: r, New: !c.had(r, to), Gone: to.loses(r.Others)}
		comes := asked.New || c.brings(r.Columns)
		if comes && !c.shrinks() {
			asked.Gone = false
		}
		if comes || asked.Gone {
			a.References = append(a.References, asked)
		}
	}
	return a
}

// rulesChange reports whether rows or rules are others than before.
func (c Change) rulesChange() bool {
	if c.Before == nil {
		return true
	}
	if c.Before == c.After {
		return false
	}
	same := c.Before.Rows == c.After.Rows && slices.EqualFunc(c.Before.Columns, c.After.Columns, sameFiles)
	return !same || !slices.EqualFunc(c.Before.Rules, c.After.Rules, func(a, b plan.Rule) bool {
		return a.Check == b.Check && a.Idle == b.Idle && slices.Equal(a.Columns, b.Columns)
	})
}

func sameFiles(a, b Column) bool {
	return sameFile(a.File, b.File) && sameFile(a.Dict, b.Dict) && sameFile(a.Tail, b.Tail)
}

func sameFile(a, b *File) bool { return a == b || a != nil && b != nil && *a == *b }

// had says whether the table had a foreign key before.
func (c Change) had(r plan.Reference, to Change) bool {
	return c.Before != nil && (c.Before == c.After || slices.ContainsFunc(c.Before.References, func(o plan.Reference) bool {
		same := o.Table == r.Table || to.Before != nil && to.Before.Table == o.Table
		moved := to.Before != to.After // and its columns may have other names
		return same && o.Name == r.Name && o.Number == r.Number && (moved || slices.Equal(o.Others, r.Others)) && c.sameColumns(o.Columns, r.Columns)
	}))
}

// sameColumns says whether columns are those of before, by their names or, since these may be others now, by
// what is in them.
func (c Change) sameColumns(before, after []int) bool {
	return slices.EqualFunc(before, after, func(was, is int) bool {
		a, b := c.Before.Columns[was], c.After.Columns[is]
		return a.Name == b.Name || a.File != nil && sameFiles(a, b)
	})
}

// brings says whether columns have other values than before, or other types.
func (c Change) brings(columns []int) bool {
	if c.Before == c.After {
		return false
	}
	if c.Before.Rows != c.After.Rows { // of which files need not be longer: sizes are rounded up
		return true
	}
	return slices.ContainsFunc(columns, func(i int) bool {
		col := c.After.Columns[i]
		return !slices.ContainsFunc(c.Before.Columns, func(o Column) bool { return o.Type == col.Type && sameFiles(o, col) })
	})
}

// shrinks says whether the table has fewer rows than before.
func (c Change) shrinks() bool {
	return c.Before != nil && c.After.Rows-c.After.DeadRows < c.Before.Rows-c.Before.DeadRows
}

// loses says whether rows that a foreign key finds by columns may not be there any more, or the table is
// another one. Rows that only come to it take none away.
func (c Change) loses(columns []string) bool {
	switch {
	case c.Before == c.After:
		return false
	case c.Before == nil || c.After == nil || !slices.Equal(c.Before.PrimaryKey, c.After.PrimaryKey) || !c.sameKeys():
		return true
	}
	for _, name := range columns {
		i := slices.IndexFunc(c.After.Columns, func(o Column) bool { return strings.EqualFold(o.Name, name) })
		if i < 0 || !slices.ContainsFunc(c.Before.Columns, func(o Column) bool { return o.Type == c.After.Columns[i].Type && c.grown(o, c.After.Columns[i]) }) {
			return true
		}
	}
	if c.Before.Rows == 0 || c.Before.Dead == nil && c.After.Dead == nil {
		return false
	}
	return c.Before.Dead == nil || c.After.Dead == nil || !c.grown(*c.Before.Dead, *c.After.Dead)
}

// sameKeys says whether the UNIQUE keys and the indexes are those of before.
func (c Change) sameKeys() bool {
	return slices.EqualFunc(c.Before.Rules, c.After.Rules, func(a, b plan.Rule) bool {
		return a.Check == b.Check && a.Idle == b.Idle && slices.Equal(a.Columns, b.Columns)
	}) && slices.EqualFunc(c.Before.Indexes, c.After.Indexes, func(a, b plan.Index) bool { return a.Kind == b.Kind && slices.Equal(a.Parts, b.Parts) })
}

// grown says whether a column has what it had before, and may have more behind it.
func (c Change) grown(a, b Column) bool {
	if c.Before.Rows == 0 {
		return true
	}
	more := func(a, b *File) bool {
		return a == nil || b != nil && a.Name == b.Name && a.Size <= b.Size
	}
	return more(a.File, b.File) && sameFile(a.Dict, b.Dict) && more(a.Tail, b.Tail)
}

// Refollow has the foreign keys of a manifest follow tables that get other names; true if one did. The lists
// are copied before.
func (m *Manifest) Refollow(to map[string]string) (changed bool) {
	m.Foreign, m.References = slices.Clone(m.Foreign), slices.Clone(m.References)
	for i := range m.Foreign {
		if now, ok := to[m.Foreign[i].Table]; ok {
			m.Foreign[i].Table, changed = now, true
		}
	}
	for i := range m.References {
		if now, ok := to[m.References[i].Table]; ok {
			m.References[i].Table, changed = now, true
		}
	}
	return changed
}

// Rename has the foreign keys that are rules and refer to a table follow it to its new name and the new
// names of its columns; renamed gives that of a column, "" for one that is gone. true if there is one.
func (m *Manifest) Rename(table, now string, renamed func(column string) string) (changed bool) {
	m.References = slices.Clone(m.References)
	for i := range m.References {
		r := &m.References[i]
		if r.Table != table {
			continue
		}
		r.Table, r.Others, changed = now, slices.Clone(r.Others), true
		for k, name := range r.Others {
			if now := renamed(name); now != "" {
				r.Others[k] = now
			}
		}
	}
	return changed
}
