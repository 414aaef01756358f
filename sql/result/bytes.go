package result

import (
	"encoding/hex"

	"gsdms/plan"
	"gsdms/plan/value"
)

// AppendRaw appends a text that is not NULL as it is, and bytes as bytes: what a client takes that
// is told which of them it gets.
func AppendRaw(dst []byte, v *plan.Vector, row int) []byte {
	switch {
	case v.Dict != nil && v.Type.Bytes():
		return value.AppendBytes(dst, v.Dict.Bytes(int(v.Ints[row])))
	case v.Type.Bytes():
		return value.AppendBytes(dst, []byte(v.Texts[row]))
	}
	return AppendCell(dst, v, row)
}

// ShownBytes is how the bytes that a text stands for are shown, which is a literal of SQL.
func ShownBytes(text string) string {
	return string(hexadecimal(nil, []byte(value.BytesOfText(text))))
}

func hexadecimal(dst, raw []byte) []byte {
	return hex.AppendEncode(append(dst, "0x"...), raw)
}
