package store

import (
	"context"
	"fmt"

	"gsdms/plan"
	"gsdms/pushscan/store/ingest"
	"gsdms/pushscan/store/manifest"
)

// Completing gives the rows of a source with the values that formulas compute, of a table of these columns.
type Completing func(ctx context.Context, columns []plan.Column, src ingest.Source) (ingest.Source, error)

// Completes has f complete the rows that come to tables with columns that are computed, by Load, CreateLoad and
// Replace: others hand over rows that are whole. It is called once, before tables change. Without it such a table
// takes no rows.
func (c *Catalog) Completes(f Completing) { c.completing = f }

// Whole is a source of rows that are whole already, so that nobody computes columns of them.
func Whole(src ingest.Source) ingest.Source { return whole{src} }

type whole struct{ ingest.Source }

// completed gives the rows that come to a table, all of whose columns have values then.
func (e *edit) completed(ctx context.Context, m *manifest.Manifest, src ingest.Source) (ingest.Source, error) {
	columns := columnsOf(m)
	if _, is := src.(whole); is || !plan.Computes(columns) {
		return src, nil
	}
	if e.catalog.completing == nil {
		return nil, fmt.Errorf("table %s has columns that are computed, and nobody computes them here", m.Table)
	}
	return e.catalog.completing(ctx, columns, src)
}

// columnsOf are the columns that a table declares.
func columnsOf(m *manifest.Manifest) []plan.Column {
	out := make([]plan.Column, len(m.Columns))
	for i := range m.Columns {
		c := &m.Columns[i]
		out[i] = plan.Column{
			Name: c.Name, Type: c.Type.Plan(), Nullable: c.Nullable, Default: c.Default.Plan(), Own: c.Own, Formula: c.Formula, Comment: c.Comment, Declared: c.Declared,
		}
	}
	return out
}
