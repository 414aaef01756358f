package store

import (
	"context"
	"fmt"
	"math"

	"gsdms/plan"
)

// keyIndex finds the row of a primary key's value. It is immutable once made and may
// be read concurrently.
type keyIndex struct {
	table  string
	column string
	base   int64
	dense  []uint32         // row of key base+i, or noSuchRow
	sparse map[int64]uint32 // where the keys are far apart
	dict   *plan.Dictionary // of a text key, whose numbers are codes
}

const noSuchRow = math.MaxUint32

// newKeyIndex reads a key column. The array is dense while it is not larger than 8
// entries a row: measured on keys with gaps, a map costs about 40 bytes a row.
func newKeyIndex(ctx context.Context, v *version, column int) (*keyIndex, error) {
	m := v.manifest
	entry := &m.Columns[column]
	if m.Rows > maxKeyRows {
		return nil, fmt.Errorf("table %s has %d rows; foreign keys can count %d", m.Table, m.Rows, maxKeyRows)
	}
	k := &keyIndex{table: m.Table, column: entry.Name, dict: v.columns[column].dict}
	span := uint64(entry.Max) - uint64(entry.Min)
	if m.Rows > 0 && span < 8*uint64(m.Rows)+1024 {
		k.base, k.dense = entry.Min, make([]uint32, span+1)
		for i := range k.dense {
			k.dense[i] = noSuchRow
		}
	} else {
		k.sparse = make(map[int64]uint32, m.Rows)
	}
	live, err := v.live(ctx)
	if err != nil {
		return nil, err
	}
	n, null := newSegment(m.Rows)
	for s := range m.segments() {
		rows, err := v.numbers(column, s, n, null)
		if err != nil {
			return nil, err
		}
		k.put(s*plan.SegmentRows, n[:rows], live)
	}
	return k, nil
}

// put adds the keys of rows from first on, of those that live; nil: all do.
func (k *keyIndex) put(first int, keys []int64, live *RowSet) {
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

func (k *keyIndex) find(key int64) (row uint32, ok bool) {
	if k.dense == nil {
		row, ok = k.sparse[key]
		return row, ok
	}
	i := uint64(key) - uint64(k.base)
	if i >= uint64(len(k.dense)) {
		return 0, false
	}
	row = k.dense[i]
	return row, row != noSuchRow
}

func (k *keyIndex) findText(key string) (row uint32, ok bool) {
	code, exact := k.dict.Find(key)
	if !exact {
		return 0, false
	}
	return k.find(int64(code))
}

func (k *keyIndex) missing() string {
	return fmt.Sprintf("no row of table %s has this %s; load that row first", k.table, k.column)
}
