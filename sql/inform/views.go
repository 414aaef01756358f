package inform

import (
	"slices"

	"gsdms/pushscan/store/roster"
)

// eachView visits the views of the catalog of which the user has something, in the order of
// their names.
func (f Facts) eachView(visit func(q *roster.Query)) {
	for _, name := range slices.Sorted(slices.Values(f.View.Queries())) {
		if q := f.View.Query(name); q != nil && f.Rights.Sees(name) {
			visit(q)
		}
	}
}

// views lists the views: nothing is written through one, and who may read one needs nothing
// on its tables.
func (d *describer) views() {
	d.eachView(func(q *roster.Query) {
		database, own := d.Named(q.Name)
		d.Add(catalogName, database, own, q.Text, "NONE", "NO", "", "DEFINER")
	})
}

// viewType is the type of a view in TABLES, and its comment there.
const viewType = "VIEW"

// viewTables adds the views to TABLES, as MySQL has them: without numbers.
func (d *describer) viewTables() {
	d.eachView(func(q *roster.Query) {
		row := make([]any, len(d.Heads))
		database, own := d.Named(q.Name)
		copy(row, []any{catalogName, database, own, viewType})
		row[len(row)-1] = viewType
		d.Add(row...)
	})
}

// viewColumns adds the columns of the views to COLUMNS. One that cannot be bound, since what
// it reads has gone, has none.
func (d *describer) viewColumns() {
	d.eachView(func(q *roster.Query) {
		columns, err := d.Columns(q.Name)
		if err != nil {
			return
		}
		database, own := d.Named(q.Name)
		for i, c := range columns {
			d.column(database, own, i, c, "")
		}
	})
}
