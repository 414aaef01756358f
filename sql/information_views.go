package sql

import (
	"context"
	"slices"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/pushscan/store"
	"gsdms/sql/bind"
)

// eachView visits the views of the catalog of which the session's user has something, in the
// order of their names.
func (d *describer) eachView(f func(q *store.Query)) {
	r := d.session.rights()
	for _, name := range slices.Sorted(slices.Values(d.view.Queries())) {
		if q := d.view.Query(name); q != nil && r.Sees(name) {
			f(q)
		}
	}
}

// views lists the views: nothing is written through one, and who may read one needs nothing
// on its tables.
func (d *describer) views() {
	d.eachView(func(q *store.Query) {
		d.add(catalogName, d.database, q.Name, q.Text, "NONE", "NO", "", "DEFINER")
	})
}

// viewTables adds the views to TABLES, as MySQL has them: without numbers.
func (d *describer) viewTables() {
	d.eachView(func(q *store.Query) {
		row := make([]any, len(d.heads))
		copy(row, []any{catalogName, d.database, q.Name, "VIEW"})
		row[len(row)-1] = "VIEW"
		d.add(row...)
	})
}

// viewColumns adds the columns of the views to COLUMNS. One that cannot be bound, since what
// it reads has gone, has none.
func (d *describer) viewColumns() {
	names := d.session.surround(d.session.engine.names(context.Background(), d.view))
	d.eachView(func(q *store.Query) {
		columns, err := bind.ViewColumns(q.Name, &ast.TableName{Name: ast.NewCIStr(q.Name)}, names)
		if err != nil {
			return
		}
		for i, c := range columns {
			d.column(d.database, q.Name, i, c, "")
		}
	})
}
