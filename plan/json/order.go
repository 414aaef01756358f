package json

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// Key gives a text for a value that Read gave. The bytes of keys are ordered as MySQL orders the
// values: null, numbers, texts, objects, arrays, false and true. Equal numbers have the same key,
// however they are written. No key is the beginning of another one.
func Key(v any) string {
	var b strings.Builder
	appendKey(&b, v)
	return b.String()
}

// keyEnd is behind what has any length in a key. It comes before all that may be there instead.
const keyEnd = '\x01'

func appendKey(b *strings.Builder, v any) {
	switch v := v.(type) {
	case nil:
		b.WriteByte('1')
	case json.Number:
		b.WriteByte('2')
		appendNumberKey(b, string(v))
	case string:
		b.WriteByte('3')
		appendTextKey(b, v)
	case map[string]any:
		fmt.Fprintf(b, "4%08x", len(v))
		for _, name := range Names(v) {
			appendTextKey(b, name)
			appendKey(b, v[name])
		}
	case []any:
		b.WriteByte('5')
		for _, x := range v {
			appendKey(b, x)
		}
		b.WriteByte(keyEnd)
	case bool:
		if !v {
			b.WriteByte('6')
			return
		}
		b.WriteByte('7')
	}
}

// appendTextKey writes a text so that no byte of it is the end of a key, or NUL.
func appendTextKey(b *strings.Builder, s string) {
	for _, c := range []byte(s) {
		if c <= 2 {
			b.WriteByte(2)
			c += 3
		}
		b.WriteByte(c)
	}
	b.WriteByte(keyEnd)
}

// mostExponent is past the power of ten of any number of a JSON value.
const mostExponent = 50_000

// appendNumberKey writes a number, below 0, 0 or above it, as its power of ten and its digits; those
// of one below 0 from the other end.
func appendNumberKey(b *strings.Builder, text string) {
	digits, exponent := digitsOf(strings.TrimPrefix(text, "-"))
	switch {
	case digits == "":
		b.WriteByte('2')
	case text[0] != '-':
		fmt.Fprintf(b, "3%06d%s%c", exponent+mostExponent, digits, keyEnd)
	default:
		fmt.Fprintf(b, "1%06d", mostExponent-exponent)
		for _, d := range []byte(digits) {
			b.WriteByte('0' + '9' - d)
		}
		b.WriteByte('~')
	}
}

// digitsOf gives a number as 0.digits times a power of ten, without zeros at either end of the
// digits: none of them for 0.
func digitsOf(text string) (digits string, exponent int) {
	text, power, _ := strings.Cut(strings.ToLower(text), "e")
	whole, fraction, _ := strings.Cut(text, ".")
	if power != "" {
		n, err := strconv.Atoi(power)
		if err != nil { // of 0, since Read refuses what no double holds
			n = 0
		}
		exponent = max(-mostExponent/2, min(n, mostExponent/2))
	}
	all := strings.TrimLeft(whole+fraction, "0")
	exponent += len(whole) - (len(whole+fraction) - len(all))
	return strings.TrimRight(all, "0"), exponent
}
