package result

import (
	"math"
	"strconv"

	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/plan/value"
	"gsdms/sql/explain"
)

// Set is the answer to one statement. It stays valid as long as it is referenced:
// the snapshots it was computed from are released before it is handed out. One that has
// More rows holds its snapshots, and must be closed.
type Set struct {
	Columns  []plan.Output   // empty for a statement that gives no rows
	Rows     *plan.Rows      // nil for a statement that gives no rows; where there is More, the first rows
	More     Rest            // nil: there are no more
	Read     int64           // rows that Batches has given
	Affected int64           // rows that the statement added, removed or changed
	First    uint64          // number that an INSERT has given a row first, or else its last row has, or LAST_INSERT_ID(x); 0: none
	Matched  int64           // of an UPDATE: rows that it found, changed or not
	Message  string          // what a statement without rows did, in one line; may be empty
	Plain    bool            // the rows are texts: the table format shows the last column without a frame
	Lost     []fault.Warning // what values lost in what was computed, as far as the rows have come
	Warnings int             // that the statement left; where there is More, so far
	Report   explain.Report
}

// Text spells one cell as SQL prints it. Where null is true, text is empty.
func (r *Set) Text(row, column int) (text string, null bool) {
	return Text(&r.Rows.Columns[column], row)
}

// Text spells one cell of a column as SQL prints it. Where null is true, text is empty.
func Text(v *plan.Vector, row int) (text string, null bool) {
	if v.IsNull(row) {
		return "", true
	}
	return string(AppendCell(nil, v, row)), false
}

// AppendCell appends the text of a cell that is not NULL.
func AppendCell(dst []byte, v *plan.Vector, row int) []byte {
	switch {
	case v.Floats != nil:
		return appendDouble(dst, v.Type, v.Floats[row])
	case v.Type.Bytes():
		return hexadecimal(dst, AppendRaw(nil, v, row))
	case v.Texts != nil:
		return append(dst, v.Texts[row]...)
	case v.Wide != nil:
		return appendScaled(dst, v.Wide[row].Append(nil, 10), v.Type.Scale)
	case v.Dict != nil:
		return append(dst, v.Dict.Bytes(int(v.Ints[row]))...)
	}
	return AppendNumber(dst, v.Type, v.Ints[row])
}

// appendDouble appends a double with the digits that its type shows.
func appendDouble(dst []byte, t plan.Type, f float64) []byte {
	if _, _, fixed := t.Fixed(); fixed {
		return t.AppendDouble(dst, f)
	}
	return appendFloat(dst, t.ShownDouble(f))
}

// AppendNumber appends a number of a type other than Double and String.
func AppendNumber(dst []byte, t plan.Type, n int64) []byte {
	switch t.Kind {
	case plan.Date:
		return value.AppendDate(dst, n)
	case plan.DateTime:
		return value.AppendDateTime(dst, n, t.Scale)
	case plan.Time:
		return value.AppendTime(dst, n, t.Scale)
	case plan.Unsigned:
		return strconv.AppendUint(dst, value.UnsignedOf(n), 10)
	case plan.Decimal:
		return appendDecimal(dst, n, t.Scale)
	default:
		return strconv.AppendInt(dst, n, 10)
	}
}

// appendScaled appends the number digits / 10^scale.
func appendScaled(dst, digits []byte, scale int) []byte {
	if digits[0] == '-' {
		dst, digits = append(dst, '-'), digits[1:]
	}
	if scale == 0 {
		return append(dst, digits...)
	}
	point := len(digits) - scale
	if point <= 0 {
		dst = append(dst, '0', '.')
		for range -point {
			dst = append(dst, '0')
		}
		return append(dst, digits...)
	}
	dst = append(dst, digits[:point]...)
	dst = append(dst, '.')
	return append(dst, digits[point:]...)
}

// appendFloat appends the shortest text that reads back as f, with an exponent where
// MySQL has one: below 1e-15 and of whole numbers from 1e15.
func appendFloat(dst []byte, f float64) []byte {
	size := math.Abs(f)
	if f == 0 || size >= 1e-15 && (size < 1e15 || size != math.Trunc(size)) {
		return strconv.AppendFloat(dst, f+0, 'f', -1, 64)
	}
	text := strconv.AppendFloat(nil, f, 'e', -1, 64)
	for i := 0; i < len(text); i++ {
		dst = append(dst, text[i])
		if text[i] == 'e' {
			return appendExponent(dst, text[i+1:])
		}
	}
	return dst
}

// appendExponent drops the plus sign and the leading zero of an exponent.
func appendExponent(dst, exponent []byte) []byte {
	if exponent[0] == '-' {
		dst = append(dst, '-')
	}
	digits := exponent[1:]
	for len(digits) > 1 && digits[0] == '0' {
		digits = digits[1:]
	}
	return append(dst, digits...)
}
