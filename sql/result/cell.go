package result

import (
	"strconv"

	"gsdms/plan"
	"gsdms/plan/value"
)

// Cells gives what appends the texts of a column's cells that are not NULL, as AppendCell does:
// what the column is has been looked at once, and not for each of them.
func Cells(v *plan.Vector) func(dst []byte, row int) []byte {
	switch {
	case v.Floats != nil, v.Wide != nil, v.Type.Bytes():
		return func(dst []byte, row int) []byte { return AppendCell(dst, v, row) }
	case v.Texts != nil:
		return func(dst []byte, row int) []byte { return append(dst, v.Texts[row]...) }
	case v.Dict != nil:
		return func(dst []byte, row int) []byte { return append(dst, v.Dict.Bytes(int(v.Ints[row]))...) }
	}
	numbers, scale := v.Ints, v.Type.Scale
	switch v.Type.Kind {
	case plan.Bool, plan.Int:
		return func(dst []byte, row int) []byte { return strconv.AppendInt(dst, numbers[row], 10) }
	case plan.Decimal:
		return func(dst []byte, row int) []byte { return appendDecimal(dst, numbers[row], scale) }
	case plan.Date:
		return func(dst []byte, row int) []byte { return value.AppendDate(dst, numbers[row]) }
	case plan.DateTime:
		return func(dst []byte, row int) []byte { return value.AppendDateTime(dst, numbers[row], scale) }
	}
	return func(dst []byte, row int) []byte { return AppendNumber(dst, v.Type, numbers[row]) }
}

// appendDecimal appends the number n / 10^scale.
func appendDecimal(dst []byte, n int64, scale int) []byte {
	at := len(dst)
	dst = strconv.AppendInt(dst, n, 10)
	point := len(dst) - scale
	if scale <= 0 || point <= at || n < 0 && point <= at+1 {
		var digits [24]byte
		return appendScaled(dst[:at], append(digits[:0], dst[at:]...), scale)
	}
	dst = append(dst, 0)
	copy(dst[point+1:], dst[point:])
	dst[point] = '.'
	return dst
}
