package sql

import (
	"slices"

	"gsdms/plan"
)

// detach gives rows that no longer refer to a snapshot: of each dictionary, the texts
// that occur are copied into one of the result's own.
func detach(rows *plan.Rows) *plan.Rows {
	out := &plan.Rows{Len: rows.Len, Columns: slices.Clone(rows.Columns)}
	for i := range out.Columns {
		if v := &out.Columns[i]; v.Dict != nil {
			v.Ints, v.Dict = ownDictionary(v)
		}
	}
	return out
}

// ownDictionary copies the texts that occur in v, and gives the codes in the copy.
func ownDictionary(v *plan.Vector) ([]int64, *plan.Dictionary) {
	used := make([]int64, 0, len(v.Ints))
	for row, code := range v.Ints {
		if !isNull(v, row) {
			used = append(used, code)
		}
	}
	slices.Sort(used)
	used = slices.Compact(used)
	offsets := make([]uint32, 1, len(used)+1)
	var text []byte
	for _, code := range used {
		text = append(text, v.Dict.Bytes(int(code))...)
		offsets = append(offsets, uint32(len(text)))
	}
	codes := make([]int64, len(v.Ints))
	for row, code := range v.Ints {
		at, _ := slices.BinarySearch(used, code)
		codes[row] = int64(at)
	}
	return codes, plan.NewDictionary(offsets, text)
}
