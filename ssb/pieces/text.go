package pieces

import "strconv"

// The text of a row: every field and a bar after it, a newline at the end. All append
// to b and return it, as append does.

// AppendField appends one text.
func AppendField(b []byte, text string) []byte {
	return append(append(b, text...), '|')
}

// AppendNumber appends one whole number.
func AppendNumber[T int | int8 | int16 | int64 | uint8](b []byte, n T) []byte {
	return append(strconv.AppendInt(b, int64(n), 10), '|')
}

// AppendPadded writes n with at least width digits, and no bar.
func AppendPadded(b []byte, n int64, width int) []byte {
	var digits [20]byte
	text := strconv.AppendInt(digits[:0], n, 10)
	for range width - len(text) {
		b = append(b, '0')
	}
	return append(b, text...)
}
