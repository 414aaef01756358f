package snapshot

import (
	"context"
	"fmt"

	"gsdms/plan"
	"gsdms/pushscan/store/coding"
	"gsdms/pushscan/store/manifest"
	"gsdms/pushscan/store/ordering"
)

// Keys finds the row of a primary key's value. It is immutable once made and may
// be read concurrently.
type Keys struct {
	table  string
	column string
	base   int64
	dense  []uint32         // row of key base+i, or noSuchRow
	sparse map[int64]uint32 // where the keys are far apart
	dict   *plan.Dictionary // of a text key, whose numbers are codes
}

// NewKeys reads a key column. The array is dense while it is not larger than 8
// entries a row: measured on keys with gaps, a map costs about 40 bytes a row.
func NewKeys(ctx context.Context, v *Version, column int) (*Keys, error) {
	m := v.Manifest
	entry := &m.Columns[column]
	if m.Rows > manifest.MaxKeyRows {
		return nil, fmt.Errorf("table %s has %d rows; foreign keys can count %d", m.Table, m.Rows, manifest.MaxKeyRows)
	}
	k := &Keys{table: m.Table, column: entry.Name, dict: v.Columns[column].Dict}
	span := uint64(entry.Max) - uint64(entry.Min)
	if m.Rows > 0 && span < 8*uint64(m.Rows)+1024 {
		k.base, k.dense = entry.Min, make([]uint32, span+1)
		for i := range k.dense {
			k.dense[i] = ordering.NoSuchRow
		}
	} else {
		k.sparse = make(map[int64]uint32, m.Rows)
	}
	live, err := v.Live(ctx)
	if err != nil {
		return nil, err
	}
	n, null := coding.NewSegment(m.Rows)
	for s := range m.Segments() {
		rows, err := v.Numbers(column, s, n, null)
		if err != nil {
			return nil, err
		}
		k.put(s*plan.SegmentRows, n[:rows], live)
	}
	return k, nil
}

// put adds the keys of rows from first on, of those that live; nil: all do.
func (k *Keys) put(first int, keys []int64, live *RowSet) {
	for i, v := range keys {
		switch row := first + i; {
		case live != nil && !live.has(row):
		case k.dense != nil:
			k.dense[v-k.base] = uint32(row)
		default:
			k.sparse[v] = uint32(row)
		}
	}
}

// Find gives the row of a key; ok is false where there is none.
func (k *Keys) Find(key int64) (row uint32, ok bool) {
	if k.dense == nil {
		row, ok = k.sparse[key]
		return row, ok
	}
	i := uint64(key) - uint64(k.base)
	if i >= uint64(len(k.dense)) {
		return 0, false
	}
	row = k.dense[i]
	return row, row != ordering.NoSuchRow
}

// FindText is Find for a text.
func (k *Keys) FindText(key string) (row uint32, ok bool) {
	code, exact := k.dict.Find(key)
	if !exact {
		return 0, false
	}
	return k.Find(int64(code))
}

// Missing says that a key has no row, and what to do.
func (k *Keys) Missing() string {
	return fmt.Sprintf("no row of table %s has this %s; load that row first", k.table, k.column)
}
