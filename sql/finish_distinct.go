package sql

import (
	"encoding/binary"
	"math"

	"gsdms/plan"
)

// distinct keeps the first of equal rows; NULL equals NULL.
func (f *finisher) distinct() {
	seen := make(map[string]struct{}, f.count())
	rows := f.selected()
	kept := rows[:0]
	var key []byte
	for _, row := range rows {
		key = key[:0]
		for i := range f.rows.Columns {
			key = appendKey(key, &f.rows.Columns[i], int(row))
		}
		if _, ok := seen[string(key)]; ok {
			continue
		}
		seen[string(key)] = struct{}{}
		kept = append(kept, row)
	}
	f.left = kept
}

// appendKey appends bytes that are equal for equal cells of a column and different for
// different ones, and from which the next column's cannot be mistaken.
func appendKey(key []byte, v *plan.Vector, row int) []byte {
	if isNull(v, row) {
		return append(key, 0)
	}
	key = append(key, 1)
	switch {
	case v.Floats != nil:
		return binary.LittleEndian.AppendUint64(key, math.Float64bits(v.Floats[row]+0)) // -0 + 0 is 0
	case v.Texts != nil:
		key = binary.AppendUvarint(key, uint64(len(v.Texts[row])))
		return append(key, v.Texts[row]...)
	case v.Wide != nil:
		key = v.Wide[row].Append(key, 10)
		return append(key, ';')
	default:
		return binary.LittleEndian.AppendUint64(key, uint64(v.Ints[row]))
	}
}
