package store

import (
	"context"
	"slices"

	"gsdms/plan"
)

// checkUnique checks that the rows that come have primary keys that no other row has, of those
// that come and of those that live.
func (a *appender) checkUnique(ctx context.Context, batches []*Batch) error {
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
		text = keyText(text[:0], columns, row)
		if _, ok := first[string(text)]; ok {
			twice = row
			break
		}
		first[string(text)] = row
	}
	known, err := a.old.firstKnown(ctx, key, columns, first)
	if err != nil {
		return err
	}
	if known >= 0 {
		twice = min(twice, known)
	}
	return a.twiceAt(batches, twice)
}

// twiceAt is the error for a row that comes, counted over all batches; nil behind the last one.
func (a *appender) twiceAt(batches []*Batch, row int) error {
	a.loaded = 0
	for _, b := range batches {
		if row < a.loaded+b.Rows {
			return a.twiceError(b, row-a.loaded)
		}
		a.loaded += b.Rows
	}
	return nil
}

// firstKnown gives the first of some rows, by their keys as keyText spells them, whose key is
// that of a row that lives; -1 for none. columns are the numbers of the keys.
func (v *version) firstKnown(ctx context.Context, key []int, columns [][]int64, first map[string]int) (int, error) {
	live, err := v.live(ctx)
	if err != nil {
		return -1, err
	}
	sorted, wanted := make([][]int64, len(key)), make([]*numberSet, len(key))
	for k := range key {
		sorted[k] = slices.Sorted(slices.Values(columns[k]))
		wanted[k] = newNumberSet(columns[k])
	}
	found := make([]int, v.manifest.segments())
	err = each(len(found), func(s int) (err error) {
		found[s] = -1
		for k, i := range key {
			if !v.mayHold(i, s, sorted[k]) {
				return ctx.Err()
			}
		}
		if err = ctx.Err(); err == nil {
			found[s], err = v.firstKnownIn(s, key, wanted, live, first)
		}
		return err
	})
	least := -1
	for _, row := range found {
		if row >= 0 && (least < 0 || row < least) {
			least = row
		}
	}
	return least, err
}

// firstKnownIn is firstKnown for a segment.
func (v *version) firstKnownIn(s int, key []int, wanted []*numberSet, live *RowSet, first map[string]int) (int, error) {
	columns, rows, least := make([][]int64, len(key)), 0, -1
	_, null := newSegment(v.manifest.Rows)
	for k, i := range key {
		columns[k], _ = newSegment(v.manifest.Rows)
		var err error
		if rows, err = v.numbers(i, s, columns[k], null); err != nil {
			return -1, err
		}
	}
	var text []byte
	for i := range rows {
		if !all(columns, wanted, i) || live != nil && !live.has(s*plan.SegmentRows+i) {
			continue
		}
		text = keyText(text[:0], columns, i)
		if row, ok := first[string(text)]; ok && (least < 0 || row < least) {
			least = row
		}
	}
	return least, nil
}

// all says whether each number of a row is in the set of its column.
func all(columns [][]int64, wanted []*numberSet, row int) bool {
	for k, set := range wanted {
		if !set.has(columns[k][row]) {
			return false
		}
	}
	return true
}
