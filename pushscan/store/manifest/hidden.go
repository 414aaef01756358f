package manifest

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gsdms/plan"
)

// Rows that are deleted stay where they are, so that the numbers of the others stay, until
// the table is written anew. Which ones are dead is a column like any other, of one byte a
// row: a query has a condition on it for each table that has dead rows, so filters, zone
// maps, masks of crowds, indexes of joins and devices need to know nothing of them.

// Stored is the number of columns that have files: those declared, and that of dead rows.
func (m *Manifest) Stored() int {
	if m.Dead != nil {
		return len(m.Columns) + 1
	}
	return len(m.Columns)
}

// Entry describes a stored column.
func (m *Manifest) Entry(i int) *Column {
	if i == len(m.Columns) {
		return m.Dead
	}
	return &m.Columns[i]
}

// OldestFormat is the oldest one in which the manifest is not misread.
func (m *Manifest) OldestFormat() int {
	grows := func(c Column) bool {
		return c.File != nil && c.File.Grows || c.Dict != nil && c.Dict.Plain != 0 || c.Own != 0
	}
	packed := func(c Column) bool { return len(c.Packed) > 0 }
	switch {
	case slices.ContainsFunc(m.Columns, func(c Column) bool { return c.Formula != nil && c.Default == nil }) || slices.ContainsFunc(m.Rules, func(r plan.Rule) bool { return r.Idle }):
		return WithFormulas
	case len(m.References) > 0:
		return WithRefs
	case len(m.Rules) > 0:
		return WithRules
	case slices.ContainsFunc(m.Columns, packed) || m.Dead != nil && packed(*m.Dead):
		return WithPacked
	case slices.ContainsFunc(m.Columns, func(c Column) bool { return c.Tail != nil }):
		return WithTails
	case slices.ContainsFunc(m.Columns, grows) || m.Dead != nil && grows(*m.Dead):
		return WithGrowing
	case m.Dead != nil || m.Bound != "":
		return withDead
	}
	return Format
}

// checkDead checks what a manifest says of dead rows, its column's files apart.
func (m *Manifest) checkDead() error {
	switch {
	case (m.Dead == nil) != (m.DeadRows == 0) || m.DeadRows < 0 || m.DeadRows > m.Rows:
		return fmt.Errorf("%d of %d rows are dead, and their column does not say so", m.DeadRows, m.Rows)
	case m.Dead == nil:
		return nil
	case m.Dead.Type.Kind != KindNames[plan.Int] || m.Dead.Width != 1 || m.Dead.Nulls || m.Dead.Bias != 0 || m.Dead.Min < 0 || m.Dead.Max > 1:
		return errors.New("the column of dead rows holds other numbers than 0 and 1")
	}
	return nil
}

// BoundTo is the name that the checksums of the table's files are bound to: the one that it had
// first.
func (m *Manifest) BoundTo() string {
	if m.Bound != "" {
		return m.Bound
	}
	return m.Table
}

// Numbering is how the numbers of the rows are given.
func (m *Manifest) Numbering() plan.Storage {
	if m.Rows > math.MaxUint32 {
		return plan.Storage{Width: 8}
	}
	return plan.Storage{Width: 4}
}

// Hide adds the columns that no statement can name to a snapshot.
func (m *Manifest) Hide(t *plan.Table) {
	number := plan.Type{Kind: plan.Int}
	if m.Dead != nil {
		t.Columns = append(t.Columns, plan.Column{Name: m.unused("(dead)"), Type: number, Storage: m.Dead.Storage(), Min: m.Dead.Min, Max: m.Dead.Max})
	}
	t.Columns = append(t.Columns, plan.Column{Name: m.unused("(row)"), Type: number, Storage: m.Numbering(), Max: int64(m.Rows) - 1})
	t.Hidden = len(t.Columns) - len(m.Columns)
}

// unused makes a name of one that no column has: expressions are told apart by their texts.
func (m *Manifest) unused(name string) string {
	for slices.ContainsFunc(m.Columns, func(c Column) bool { return c.Name == name }) {
		name = "(" + name + ")"
	}
	return name
}
