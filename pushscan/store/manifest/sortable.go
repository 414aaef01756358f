package manifest

// Sortable says whether hierarchy order is of use for a table, and cheap to find: a
// table that foreign keys can reference, of a few million rows.
func (m *Manifest) Sortable() bool {
	return m.Rows <= maxSorted && (len(m.PrimaryKey) == 1 || len(m.Declared) > 0)
}

// maxSorted is the number of rows up to which a table is put in hierarchy order:
// finding it holds 4 bytes a row for each candidate column.
const maxSorted = 4 << 20
