package snapshot

import (
	"context"
	"encoding/binary"
	"slices"

	"gsdms/plan"
	"gsdms/pushscan/store/coding"
	"gsdms/pushscan/store/work"
)

// FirstKnown gives the first of some rows, by their keys as keyText spells them, whose key is
// that of a row that lives; -1 for none. columns are the numbers of the keys, as Stored gives them.
func (v *Version) FirstKnown(ctx context.Context, key []int, columns [][]int64, first map[string]int) (int, error) {
	live, err := v.Live(ctx)
	if err != nil {
		return -1, err
	}
	sorted, wanted := make([][]int64, len(key)), make([]*numberSet, len(key))
	for k := range key {
		sorted[k] = slices.Sorted(slices.Values(columns[k]))
		wanted[k] = newNumberSet(columns[k])
	}
	found := make([]int, v.Manifest.Segments())
	err = work.Each(len(found), func(s int) (err error) {
		found[s] = -1
		for k, i := range key {
			if !v.mayHold(i, s, sorted[k], v.storedZone) {
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
func (v *Version) firstKnownIn(s int, key []int, wanted []*numberSet, live *RowSet, first map[string]int) (int, error) {
	columns, rows, least := make([][]int64, len(key)), 0, -1
	_, null := coding.NewSegment(v.Manifest.Rows)
	for k, i := range key {
		columns[k], _ = coding.NewSegment(v.Manifest.Rows)
		var err error
		if rows, err = v.Stored(i, s, columns[k], null); err != nil {
			return -1, err
		}
	}
	var text []byte
	for i := range rows {
		if !all(columns, wanted, i) || live != nil && !live.has(s*plan.SegmentRows+i) {
			continue
		}
		text = KeyText(text[:0], columns, i)
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

// KeyText appends the numbers of a row's key, 8 bytes each.
func KeyText(to []byte, columns [][]int64, row int) []byte {
	for _, c := range columns {
		to = binary.LittleEndian.AppendUint64(to, uint64(c[row]))
	}
	return to
}
