// Package json reads and writes JSON as MySQL does. A JSON value is a text, members by the
// length of their names and then by these, ", " and ": " between them: so equal values are
// equal texts. A type whose Name is value.JSONName says that a text is one.
package json

import (
	"encoding/binary"
	"encoding/json"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"gsdms/plan/value"
)

// Normal writes a JSON text as MySQL keeps it; false for a text that is none.
func Normal(text string) (string, bool) {
	v, ok := Read(text)
	if !ok {
		return "", false
	}
	return string(Append(nil, v)), true
}

// Object orders the members of an object, whose values stay as they are written; of those of one name
// the last counts. False is for a text that is no object.
func Object(text string) (string, bool) {
	var written map[string]json.RawMessage
	if _, ok := Read(text); !ok || json.Unmarshal([]byte(text), &written) != nil {
		return "", false
	}
	members := make(map[string]any, len(written))
	for name, value := range written {
		members[name] = Text(value)
	}
	return string(Append(nil, members)), true
}

// maxDepth is how deep a JSON value may be in MySQL.
const maxDepth = 100

// Append appends a value that Read gave as a JSON text.
func Append(to []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(to, "null"...)
	case bool:
		return strconv.AppendBool(to, v)
	case json.Number:
		return append(to, number(v)...)
	case string:
		return append(to, Quoted(v)...)
	case Text:
		return append(to, v...)
	case []any:
		to = append(to, '[')
		for i, x := range v {
			if i > 0 {
				to = append(to, ", "...)
			}
			to = Append(to, x)
		}
		return append(to, ']')
	case map[string]any:
		to = append(to, '{')
		for i, name := range Names(v) {
			if i > 0 {
				to = append(to, ", "...)
			}
			to = append(append(to, Quoted(name)...), ": "...)
			to = Append(to, v[name])
		}
		return append(to, '}')
	}
	return to
}

// Names gives the names of an object's members in MySQL's order.
func Names(v map[string]any) []string {
	names := make([]string, 0, len(v))
	for name := range v {
		names = append(names, name)
	}
	sort.Slice(names, func(i, j int) bool {
		if len(names[i]) != len(names[j]) {
			return len(names[i]) < len(names[j])
		}
		return names[i] < names[j]
	})
	return names
}

// number spells a number: a double has a point or an exponent.
func number(n json.Number) string {
	text := n.String()
	if !strings.ContainsAny(text, ".eE") {
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			return strconv.FormatInt(n, 10) // -0 is 0
		}
		if _, err := strconv.ParseUint(text, 10, 64); err == nil {
			return text
		}
	}
	f, _ := n.Float64()
	text = value.FormatFloat(f)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return text
}

// escaped reports whether a character is none that stands for itself, or may be none.
func escaped(r rune) bool { return r < 0x20 || r == '"' || r == '\\' || r == utf8.RuneError }

// Quoted is a text as a JSON string.
func Quoted(s string) string { return string(AppendQuoted(make([]byte, 0, len(s)+2), s)) }

// AppendQuoted appends a text as a JSON string.
func AppendQuoted(to []byte, s string) []byte {
	to = append(to, '"')
	if plain(s) {
		return append(append(to, s...), '"')
	}
	for _, r := range s {
		switch r {
		case '"', '\\':
			to = append(to, '\\', byte(r))
		case '\b':
			to = append(to, `\b`...)
		case '\f':
			to = append(to, `\f`...)
		case '\n':
			to = append(to, `\n`...)
		case '\r':
			to = append(to, `\r`...)
		case '\t':
			to = append(to, `\t`...)
		default:
			if r < 0x20 {
				to = append(append(to, `\u00`...), hexDigits(byte(r))...)
				continue
			}
			to = utf8.AppendRune(to, r)
		}
	}
	return append(to, '"')
}

// plain reports whether a text is itself in quotes: of eight bytes of ASCII at once, none is a quote, a
// backslash or below a space.
func plain(s string) bool {
	const ones, high = 0x0101010101010101, 0x8080808080808080
	for len(s) >= 8 {
		x := binary.LittleEndian.Uint64([]byte(s[:8]))
		quote, backslash := x^ones*'"', x^ones*'\\'
		if (x|(x-ones*0x20)|(quote-ones)|(backslash-ones))&high != 0 {
			break
		}
		s = s[8:]
	}
	for i := range len(s) {
		if c := s[i]; c < 0x20 || c == '"' || c == '\\' || c >= utf8.RuneSelf {
			return !strings.ContainsFunc(s[i:], escaped)
		}
	}
	return true
}

func hexDigits(c byte) string {
	const digits = "0123456789abcdef"
	return digits[c>>4:c>>4+1] + digits[c&15:c&15+1]
}

// Depth is 1 for a scalar or what is empty, else one more than the deepest in it.
func Depth(v any) int {
	most := 0
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			most = max(most, Depth(x))
		}
	case map[string]any:
		for _, x := range v {
			most = max(most, Depth(x))
		}
	}
	return most + 1
}

// KindOf is what JSON_TYPE says.
func KindOf(v any) string {
	switch v := v.(type) {
	case nil:
		return "NULL"
	case bool:
		return "BOOLEAN"
	case string:
		return "STRING"
	case []any:
		return "ARRAY"
	case map[string]any:
		return "OBJECT"
	case json.Number:
		text := number(v)
		switch _, err := strconv.ParseInt(text, 10, 64); {
		case strings.ContainsAny(text, ".e"):
			return "DOUBLE"
		case err != nil:
			return "UNSIGNED INTEGER"
		}
		return "INTEGER"
	}
	return ""
}

// equal compares values; numbers by what they are.
func equal(a, b any) bool {
	if text, ok := a.(string); ok {
		other, both := b.(string)
		return both && text == other
	}
	x, isNumber := a.(json.Number)
	y, both := b.(json.Number)
	if isNumber && both {
		v, _ := value.ParseDecimal(x.String())
		w, _ := value.ParseDecimal(y.String())
		return v != nil && w != nil && value.CompareDecimals(v, w) == 0
	}
	return string(Append(nil, a)) == string(Append(nil, b))
}

// Contains is JSON_CONTAINS: a candidate is in an array if it is in an element, an object
// in one that has its members, a scalar in its equal.
func Contains(target, candidate any) bool {
	switch t := target.(type) {
	case []any:
		if c, ok := candidate.([]any); ok {
			return !slices.ContainsFunc(c, func(x any) bool { return !inArray(t, x) })
		}
		return inArray(t, candidate)
	case map[string]any:
		c, ok := candidate.(map[string]any)
		if !ok {
			return false
		}
		for name, x := range c {
			own, has := t[name]
			if !has || !Contains(own, x) {
				return false
			}
		}
		return true
	}
	return equal(target, candidate)
}

func inArray(all []any, x any) bool {
	return slices.ContainsFunc(all, func(own any) bool {
		if _, array := own.([]any); array {
			if _, both := x.([]any); !both {
				return false
			}
		}
		return Contains(own, x)
	})
}
