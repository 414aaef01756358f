package store

import (
	"context"
	"maps"
	"slices"

	"gsdms/pushscan/store/ingest"
	"gsdms/pushscan/store/manifest"
	"gsdms/pushscan/store/snapshot"
)

// Where few keys are asked for, segments whose zones rule all of them out are not read, and
// nothing is made of the others: tables in the order of their key are hardly touched.

// keysAsked makes an index of the keys that the rows of some batches refer to, for each column
// that is a foreign key.
func (e *edit) keysAsked(ctx context.Context, m *manifest.Manifest, batches []*ingest.Batch) (map[int]*snapshot.Keys, error) {
	out := map[int]*snapshot.Keys{}
	for _, f := range m.Foreign {
		to := e.from.versions[f.Table].version
		asked := map[int64]struct{}{}
		for _, b := range batches {
			if f.Column < len(b.Columns) { // Load refuses other batches
				to.Ask(f.RefColumn, b.Columns[f.Column].Ints, b.Columns[f.Column].Present(), asked)
			}
		}
		var err error
		if out[f.Column], err = snapshot.NewAskedKeys(ctx, to, f.RefColumn, slices.Sorted(maps.Keys(asked))); err != nil {
			return nil, err
		}
	}
	return out, nil
}
