package store

import (
	"context"

	"gsdms/pushscan/store/ingest"
	"gsdms/pushscan/store/snapshot"
)

// checkUnique checks that the rows that come have primary keys that no other row has, of those
// that come and of those that live.
func (a *appender) checkUnique(ctx context.Context, batches []*ingest.Batch) error {
	key := a.next.PrimaryKey
	if len(key) == 0 {
		return nil
	}
	columns := make([][]int64, len(key))
	for k, i := range key {
		columns[k] = a.columns[i].n
	}
	first := map[string]int{}
	var text []byte
	twice := a.n
	for row := range a.n {
		text = snapshot.KeyText(text[:0], columns, row)
		if _, ok := first[string(text)]; ok {
			twice = row
			break
		}
		first[string(text)] = row
	}
	known, err := a.old.FirstKnown(ctx, key, columns, first)
	if err != nil {
		return err
	}
	if known >= 0 {
		twice = min(twice, known)
	}
	return a.twiceAt(batches, twice)
}

// twiceAt is the error for a row that comes, counted over all batches; nil behind the last one.
func (a *appender) twiceAt(batches []*ingest.Batch, row int) error {
	a.loaded = 0
	for _, b := range batches {
		if row < a.loaded+b.Rows {
			return a.twiceError(b, row-a.loaded)
		}
		a.loaded += b.Rows
	}
	return nil
}
