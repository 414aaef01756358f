package scope

import (
	"context"
	"slices"

	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/pushscan/store/roster"
)

// Views are snapshots of the catalog and, before it, of the session's temporary tables.
type Views struct {
	*store.View
	own *store.View // nil: the session has none
}

// NewViews gives the newest snapshots, which must be closed; own is nil where a session has no
// tables of its own.
func NewViews(catalogs *store.Catalogs, own *Own) *Views {
	v := &Views{View: catalogs.View()}
	if own != nil {
		v.own = own.View()
	}
	return v
}

// Has reports whether a name is that of a temporary table.
func (v *Views) Has(name string) bool {
	return v.own != nil && slices.Contains(v.own.Tables(), name)
}

// Table is of store.View.
func (v *Views) Table(name string) (*plan.Table, error) {
	if v.Has(name) {
		return v.own.Table(name)
	}
	return v.View.Table(name)
}

// Check is of store.View.
func (v *Views) Check(ctx context.Context, name string) error {
	if v.Has(name) {
		return v.own.Check(ctx, name)
	}
	return v.View.Check(ctx, name)
}

// Query is of store.View: a temporary table hides a view.
func (v *Views) Query(name string) *roster.Query {
	if v.Has(name) {
		return nil
	}
	return v.View.Query(name)
}

// Keep is of store.View.
func (v *Views) Keep() *Views {
	out := &Views{View: v.View.Keep()}
	if v.own != nil {
		out.own = v.own.Keep()
	}
	return out
}

// Close is of store.View.
func (v *Views) Close() {
	v.View.Close()
	if v.own != nil {
		v.own.Close()
	}
}

// With are the same snapshots with a newer one of the folder that has a table. They are not to be
// closed.
func (v *Views) With(table string, newer *store.View) *Views {
	if v.Has(table) {
		return &Views{View: v.View, own: newer}
	}
	return &Views{View: v.View.With(newer), own: v.own}
}
