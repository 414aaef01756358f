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
func Key(v any) string { return string(appendKey(nil, v)) }

// keyEnd is behind what has any length in a key. It comes before all that may be there instead.
const keyEnd = '\x01'

// NullKey is the key of null.
const NullKey = "1"

func appendKey(to []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(to, NullKey...)
	case json.Number:
		return AppendNumberKey(to, string(v))
	case string:
		return AppendTextKey(to, v)
	case map[string]any:
		to = append(to, ObjectKey(len(v))...)
		for _, name := range Names(v) {
			to = appendKey(append(to, MemberKey(name)...), v[name])
		}
	case []any:
		to = append(to, ArrayKey...)
		for _, x := range v {
			to = appendKey(to, x)
		}
		return append(to, ArrayKeyEnd...)
	case bool:
		if !v {
			return append(to, '6')
		}
		return append(to, '7')
	}
	return to
}

// The key of an array is the keys of its elements between these.
const (
	ArrayKey    = "5"
	ArrayKeyEnd = string(keyEnd)
)

// ObjectKey begins the key of an object with so many members. MemberKey, and the key of its value, of
// each in the order of Names are behind it.
func ObjectKey(members int) string { return fmt.Sprintf("4%08x", members) }

// MemberKey is described at ObjectKey.
func MemberKey(name string) string { return string(appendText(nil, name)) }

// AppendTextKey appends the key of a text.
func AppendTextKey(to []byte, s string) []byte { return appendText(append(to, '3'), s) }

// appendText appends a text so that no byte of it is the end of a key, or NUL.
func appendText(to []byte, s string) []byte {
	for i := range len(s) {
		c := s[i]
		if c <= 2 {
			to = append(to, 2)
			c += 3
		}
		to = append(to, c)
	}
	return append(to, keyEnd)
}

// mostExponent is past the power of ten of any number of a JSON value.
const mostExponent = 50_000

// AppendNumberKey appends the key of a number: below 0, 0 or above it, its power of ten and its digits;
// those of one below 0 from the other end.
func AppendNumberKey(to []byte, text string) []byte {
	digits, exponent := digitsOf(strings.TrimPrefix(text, "-"))
	switch to = append(to, '2'); {
	case digits == "":
		return append(to, '2')
	case text[0] != '-':
		return append(append(appendSix(append(to, '3'), mostExponent+exponent), digits...), keyEnd)
	}
	to = appendSix(append(to, '1'), mostExponent-exponent)
	for i := range len(digits) {
		to = append(to, '0'+'9'-digits[i])
	}
	return append(to, '~')
}

// appendSix appends a number in six digits.
func appendSix(to []byte, n int) []byte {
	to = append(to, "000000"...)
	for i := len(to) - 1; n > 0; i-- {
		to[i], n = byte('0'+n%10), n/10
	}
	return to
}

// digitsOf gives a number as 0.digits times a power of ten, without zeros at either end of the
// digits: none of them for 0.
func digitsOf(text string) (digits string, exponent int) {
	if text != "" && text[0] != '0' && !strings.ContainsAny(text, ".eE") {
		return strings.TrimRight(text, "0"), len(text)
	}
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
