package manifest

import (
	"slices"

	"gsdms/plan"
	"gsdms/pushscan/store/coding"
)

// Clone copies a manifest so that columns and order can be replaced.
func (m *Manifest) Clone() *Manifest {
	next := *m
	next.Columns = slices.Clone(m.Columns)
	return &next
}

// WithoutRows is the manifest of the same table without rows.
func (m *Manifest) WithoutRows() *Manifest {
	e := &Manifest{
		Table: m.Table, Bound: m.Bound, PrimaryKey: m.PrimaryKey, Foreign: m.Foreign, Rules: m.Rules, References: m.References, Indexes: m.Indexes, Comment: m.Comment, Declared: m.Declared,
		Columns: make([]Column, len(m.Columns)), NextNumber: m.NextNumber,
	}
	for i, c := range m.Columns {
		none := coding.Empty()
		e.Columns[i] = Column{
			Name: c.Name, Type: c.Type, Nullable: c.Nullable, Default: c.Default, Own: c.Own, Formula: c.Formula, Comment: c.Comment, Declared: c.Declared,
			Width: 1, Min: none.Min, Max: none.Max,
		}
		if c.Type.Kind == KindNames[plan.Double] {
			e.Columns[i].Width, e.Columns[i].Float = 8, true
		}
	}
	return e
}

// Files lists the files of columns and their texts.
func (m *Manifest) Files() []string {
	var names []string
	for i := range m.Stored() {
		c := m.Entry(i)
		for _, f := range []*File{c.File, c.Dict, c.Tail} {
			if f != nil {
				names = append(names, f.Name)
			}
		}
	}
	return names
}
