package store

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"gsdms/plan"
)

// Rows that are deleted stay where they are, so that the numbers of the others stay, until
// the table is written anew. Which ones are dead is a column like any other, of one byte a
// row: a query has a condition on it for each table that has dead rows, so filters, zone
// maps, masks of crowds, indexes of joins and devices need to know nothing of them.

// stored is the number of columns that have files: those declared, and that of dead rows.
func (m *manifest) stored() int {
	if m.Dead != nil {
		return len(m.Columns) + 1
	}
	return len(m.Columns)
}

// entry describes a stored column.
func (m *manifest) entry(i int) *columnEntry {
	if i == len(m.Columns) {
		return m.Dead
	}
	return &m.Columns[i]
}

// format is the oldest one in which the manifest is not misread.
func (m *manifest) format() int {
	grows := func(c columnEntry) bool {
		return c.File != nil && c.File.Grows || c.Dict != nil && c.Dict.Plain != 0 || c.Own != 0
	}
	switch {
	case slices.ContainsFunc(m.Columns, grows) || m.Dead != nil && grows(*m.Dead):
		return withGrowing
	case m.Dead != nil || m.Bound != "":
		return withDead
	}
	return format
}

// checkDead checks what a manifest says of dead rows, its column's files apart.
func (m *manifest) checkDead() error {
	switch {
	case (m.Dead == nil) != (m.DeadRows == 0) || m.DeadRows < 0 || m.DeadRows > m.Rows:
		return fmt.Errorf("%d of %d rows are dead, and their column does not say so", m.DeadRows, m.Rows)
	case m.Dead == nil:
		return nil
	case m.Dead.Type.Kind != kindNames[plan.Int] || m.Dead.Width != 1 || m.Dead.Nulls || m.Dead.Bias != 0 || m.Dead.Min < 0 || m.Dead.Max > 1:
		return errors.New("the column of dead rows holds other numbers than 0 and 1")
	}
	return nil
}

// bound is the name that the checksums of the table's files are bound to: the one that it had
// first.
func (m *manifest) bound() string {
	if m.Bound != "" {
		return m.Bound
	}
	return m.Table
}

// numbering is how the numbers of the rows are given.
func (m *manifest) numbering() plan.Storage {
	if m.Rows > math.MaxUint32 {
		return plan.Storage{Width: 8}
	}
	return plan.Storage{Width: 4}
}

// hide adds the columns that no statement can name to a snapshot.
func (m *manifest) hide(t *plan.Table) {
	number := plan.Type{Kind: plan.Int}
	if m.Dead != nil {
		t.Columns = append(t.Columns, plan.Column{Name: m.unused("(dead)"), Type: number, Storage: m.Dead.storage(), Min: m.Dead.Min, Max: m.Dead.Max})
	}
	t.Columns = append(t.Columns, plan.Column{Name: m.unused("(row)"), Type: number, Storage: m.numbering(), Max: int64(m.Rows) - 1})
	t.Hidden = len(t.Columns) - len(m.Columns)
}

// unused makes a name of one that no column has: expressions are told apart by their texts.
func (m *manifest) unused(name string) string {
	for slices.ContainsFunc(m.Columns, func(c columnEntry) bool { return c.Name == name }) {
		name = "(" + name + ")"
	}
	return name
}

// rowNumbers makes the numbers from lo to hi.
func rowNumbers(as plan.Storage, lo, hi int) arrow.Array {
	bytes := alignedBytes((hi - lo) * as.Width)
	if as.Width == 4 {
		for i, w := 0, words[uint32](bytes); i < hi-lo; i++ {
			w[i] = uint32(lo + i)
		}
	} else {
		for i, w := 0, words[uint64](bytes); i < hi-lo; i++ {
			w[i] = uint64(lo + i)
		}
	}
	data := array.NewData(arrowType(as), hi-lo, []*memory.Buffer{nil, memory.NewBufferBytes(bytes)}, nil, 0, 0)
	defer data.Release()
	return array.MakeFromData(data)
}
