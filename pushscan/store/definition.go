package store

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan/store/ingest"
	"gsdms/pushscan/store/manifest"
)

// Definition is what CREATE TABLE declares. Column.Storage, Min, Max, Dict and Ref are
// not set.
type Definition struct {
	Name        string
	Columns     []plan.Column
	PrimaryKey  []int
	ForeignKeys []plan.ForeignKey
	Rules       []plan.Rule
	References  []plan.Reference
	Indexes     []plan.Index
	Comment     string
	NextNumber  uint64   // of the first row that a column numbers; 0: 1
	Order       []string // columns to keep rows sorted by, coarse to fine; empty: found from the data
}

// manifestOf checks a definition against the tables that are there and makes the
// manifest of the empty table.
func manifestOf(d Definition, s *state) (*manifest.Manifest, error) {
	if len(d.Columns) == 0 || len(d.Columns) > manifest.MaxColumns {
		return nil, fmt.Errorf("%d columns: a table has 1 to %d", len(d.Columns), manifest.MaxColumns)
	}
	m := &manifest.Manifest{Table: d.Name, PrimaryKey: slices.Clone(d.PrimaryKey)}
	for _, c := range d.Columns {
		if err := m.AddColumn(c); err != nil {
			return nil, err
		}
	}
	if err := m.CheckPrimaryKey(); err != nil {
		return nil, err
	}
	m.Rules, m.References, m.Indexes, m.Comment = slices.Clone(d.Rules), slices.Clone(d.References), slices.Clone(d.Indexes), d.Comment
	if err := errors.Join(m.CheckRules(), m.CheckReferences(), m.CheckIndexes()); err != nil {
		return nil, err
	}
	m.NextNumber = d.NextNumber
	for _, f := range d.ForeignKeys {
		if err := addForeignKey(m, f, s); err != nil {
			return nil, err
		}
	}
	if err := m.CheckOwn(); err != nil {
		return nil, err
	}
	for _, name := range d.Order {
		i := slices.IndexFunc(m.Columns, func(c manifest.Column) bool { return strings.EqualFold(c.Name, name) })
		if i < 0 {
			return nil, fmt.Errorf("the order names column %q, which the table does not have", name)
		}
		if m.Columns[i].Type.Kind == manifest.KindNames[plan.Double] {
			return nil, fmt.Errorf("column %q: rows cannot be ordered by a DOUBLE", name)
		}
		m.Declared = append(m.Declared, i)
	}
	return m.WithoutRows(), nil
}

func addForeignKey(m *manifest.Manifest, f plan.ForeignKey, s *state) error {
	if f.Column < 0 || f.Column >= len(m.Columns) || m.ForeignOf(f.Column) != nil {
		return fmt.Errorf("foreign key column %d is not there, or has another foreign key", f.Column)
	}
	c := &m.Columns[f.Column]
	if f.Table == m.Table {
		return fmt.Errorf("column %q: a foreign key to its own table is not supported", c.Name)
	}
	to, err := s.find(f.Table)
	if err != nil {
		return fmt.Errorf("foreign key %q: %w", c.Name, err)
	}
	at := slices.IndexFunc(to.Columns, func(c plan.Column) bool { return strings.EqualFold(c.Name, f.RefColumn) })
	if len(to.PrimaryKey) != 1 || to.PrimaryKey[0] != at {
		return fmt.Errorf("foreign key %q must reference the primary key of table %q, of one column", c.Name, f.Table)
	}
	key := to.Columns[at]
	if c.Type.Plan().Keyed() {
		return fmt.Errorf("foreign key %q: a DECIMAL of more than %d digits cannot be one", c.Name, value.SureDigits)
	}
	if kind, _ := c.Type.ParseKind(); kind != key.Type.Kind || c.Type.Scale != key.Type.Scale {
		return fmt.Errorf("foreign key %q is %s and references %s.%s, which is %s", c.Name, c.Type.Plan(), f.Table, key.Name, key.Type)
	}
	m.Foreign = append(m.Foreign, manifest.ForeignKey{Name: f.Name, Column: f.Column, Table: f.Table, RefColumn: at})
	return nil
}

// For says for which columns a source was made. A load of a table that has others by then
// fails with ErrChanged: the values would go to the wrong ones.
func For(columns []plan.Column, src ingest.Source) ingest.Source { return &madeFor{src, columns} }

type madeFor struct {
	ingest.Source
	columns []plan.Column
}

// takes checks that a table has the columns that a source was made for, if it says so.
func takes(m *manifest.Manifest, src ingest.Source) error {
	if w, ok := src.(whole); ok {
		src = w.Source
	}
	f, ok := src.(*madeFor)
	if !ok {
		return nil
	}
	same := func(c plan.Column, e manifest.Column) bool {
		return c.Name == e.Name && manifest.TypeOf(c.Type) == e.Type
	}
	if !slices.EqualFunc(f.columns, m.Columns, same) {
		return ErrChanged
	}
	return nil
}
