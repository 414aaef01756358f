package cell

import (
	"math/big"

	"gsdms/plan"
)

// The bytes that one cell takes, by the form of its column.
const (
	NumberBytes = 8
	TextBytes   = 16 // the header; what it points to is charged where it is made
	WideBytes   = 8 + 24 + 32
)

// Bytes is what n rows of a column of v's form take.
func Bytes(v *plan.Vector, n int) int64 {
	cell := int64(NumberBytes)
	switch {
	case v.Texts != nil:
		cell = TextBytes
	case v.Wide != nil:
		cell = WideBytes
	}
	if v.Nulls != nil {
		cell++
	}
	return cell * int64(n)
}

// OwnBytes is what the columns of rows take that are not columns of given, with their texts.
func OwnBytes(rows, given *plan.Rows) (sum int64) {
	for i := range rows.Columns {
		if v := &rows.Columns[i]; !isColumnOf(v, given) {
			sum += Bytes(v, rows.Len) + v.TextBytes()
		}
	}
	return sum
}

func isColumnOf(v *plan.Vector, rows *plan.Rows) bool {
	for i := range rows.Columns {
		w := &rows.Columns[i]
		if sameStart(v.Ints, w.Ints) || sameStart(v.Floats, w.Floats) || sameStart(v.Texts, w.Texts) || sameStart(v.Wide, w.Wide) {
			return true
		}
	}
	return false
}

func sameStart[T int64 | float64 | string | *big.Int](a, b []T) bool {
	return len(a) > 0 && len(b) > 0 && &a[0] == &b[0]
}
