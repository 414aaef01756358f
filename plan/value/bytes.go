package value

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// A column of BINARY, VARBINARY or BLOB holds texts, too: of each byte the character whose number
// is one more. So what texts are made of holds for them (UTF-8, no NUL, an order by bytes that is
// that of the characters), and what counts characters counts bytes. They are bytes again where they
// leave the engine or meet a text. A type says by its name that its texts are such ones.

// BytesName is the name of the type of an expression whose values are bytes.
const BytesName = "VARBINARY"

// BytesType is the type of up to so many bytes, 0 for any number; fixed says that shorter ones are
// filled up with zeros.
func BytesType(most int, fixed bool) Type {
	switch {
	case fixed:
		return Type{Kind: String, Name: fmt.Sprintf("BINARY(%d)", most), Precision: most}
	case most > 0:
		return Type{Kind: String, Name: fmt.Sprintf("%s(%d)", BytesName, most), Precision: most}
	}
	return Type{Kind: String, Name: "BLOB"}
}

// Bytes reports whether values of the type are bytes.
func (t Type) Bytes() bool {
	return t.Kind == String && (t.Name == "BLOB" || strings.HasPrefix(t.Name, BytesName) || t.filled())
}

// Mixed is the type of values of two types of one kind.
func Mixed(a, b Type) Type {
	t := Type{Kind: a.Kind, Scale: max(a.Scale, b.Scale)}
	if a.Bytes() && b.Bytes() {
		t.Name = BytesName
	}
	first, after, ok := a.Fixed()
	if second, more, also := b.Fixed(); ok && also { // all digits of both
		behind := max(after, more)
		return FixedType(DoubleName, max(first-after, second-more)+behind, behind)
	}
	return t
}

// filled reports whether the type is BINARY, whose values have zeros at their end.
func (t Type) filled() bool { return strings.HasPrefix(t.Name, "BINARY(") }

// FilledBytes is a text of bytes as a column of the type keeps it.
func (t Type) FilledBytes(text string) string {
	if n := utf8.RuneCountInString(text); t.filled() && n < t.Precision {
		return text + strings.Repeat("\x01", t.Precision-n)
	}
	return text
}

// TextOfBytes is the text that stands for bytes.
func TextOfBytes(raw string) string {
	var out strings.Builder
	out.Grow(len(raw))
	for i := range len(raw) {
		out.WriteRune(rune(raw[i]) + 1)
	}
	return out.String()
}

// AppendBytes appends the bytes that a text stands for.
func AppendBytes(dst, text []byte) []byte {
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		dst, text = append(dst, byte(r-1)), text[size:]
	}
	return dst
}

// BytesOfText are the bytes that a text stands for.
func BytesOfText(text string) string { return string(AppendBytes(nil, []byte(text))) }

// Raw is a value of a type as others than columns and expressions have it: of bytes these, and not the text that stands
// for them.
func Raw(v Value, of Type) Value {
	if of.Bytes() && v.Kind == String {
		v.Text = BytesOfText(v.Text)
	}
	return v
}
