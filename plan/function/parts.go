package function

import (
	"strings"
	"unicode/utf8"

	"gsdms/plan/value"
)

// SubstringIndex gives what stands before the n-th delimiter, or behind the n-th from
// the end if n is negative.
func SubstringIndex(_ value.Type, a []value.Value) (value.Value, error) {
	lo, hi := substringIndex(a[0].Text, a[1].Text, a[2].Int)
	return value.OfString(a[0].Text[lo:hi]), nil
}

// PartBy gives SUBSTRING_INDEX with a separator, which looks at the second number alone.
func PartBy(by string) Part {
	return func(text string, _, n int64) (lo, hi int) { return substringIndex(text, by, n) }
}

// substringIndex is what stands before the n-th separator, or behind it from the end if n is negative;
// all where there are not so many.
func substringIndex(s, by string, n int64) (lo, hi int) {
	if by == "" || n == 0 {
		return 0, 0
	}
	if n < 0 {
		for end := len(s); ; n++ {
			i := strings.LastIndex(s[:end], by)
			if i < 0 {
				return 0, len(s)
			}
			if n == -1 {
				return i + len(by), len(s)
			}
			end = i
		}
	}
	for at := 0; ; n-- {
		i := strings.Index(s[at:], by)
		if i < 0 {
			return 0, len(s)
		}
		if n == 1 {
			return 0, at + i
		}
		at += i + len(by)
	}
}

// Repeat computes REPEAT.
func Repeat(_ value.Type, a []value.Value) (value.Value, error) {
	n := a[1].Int
	switch {
	case n <= 0 || a[0].Text == "":
		return value.OfString(""), nil
	case n > int64(MaxText/len(a[0].Text)):
		return value.Value{}, nil
	}
	return value.OfString(strings.Repeat(a[0].Text, int(n))), nil
}

// Insert replaces length characters from a position by a text; a position outside
// leaves the text as it is.
func Insert(_ value.Type, a []value.Value) (value.Value, error) {
	s, at, length := a[0].Text, a[1].Int, a[2].Int
	n := int64(utf8.RuneCountInString(s))
	if at < 1 || at > n {
		return a[0], nil
	}
	if length < 0 || length > n-at+1 {
		length = n - at + 1
	}
	from := byteOffset(s, at-1)
	to := from + byteOffset(s[from:], length)
	return stringResult(s[:from] + a[3].Text + s[to:])
}

// FindInSet gives the place of a text in a list with commas, 0 if it is not there; a third argument
// is what to give for the place.
func FindInSet(_ value.Type, a []value.Value) (value.Value, error) {
	if strings.Contains(a[0].Text, ",") || a[1].Text == "" {
		return value.OfInt(0), nil
	}
	list := a[1].Text
	for i := int64(1); ; i++ {
		item, rest, more := strings.Cut(list, ",")
		if item == a[0].Text && len(a) == 3 {
			return a[2], nil
		}
		if item == a[0].Text {
			return value.OfInt(i), nil
		}
		if !more {
			return value.OfInt(0), nil
		}
		list = rest
	}
}

// Locate is INSTR from a position on.
func Locate(_ value.Type, a []value.Value) (value.Value, error) {
	part, s, from := a[0].Text, a[1].Text, a[2].Int
	if from < 1 || from > int64(utf8.RuneCountInString(s))+1 {
		return value.OfInt(0), nil
	}
	start := byteOffset(s, from-1)
	at := strings.Index(s[start:], part)
	if at < 0 {
		return value.OfInt(0), nil
	}
	return value.OfInt(from + int64(utf8.RuneCountInString(s[start:start+at]))), nil
}

// Quote writes a text as a literal.
func Quote(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`, "\x00", `\0`, "\x1a", `\Z`).Replace(s) + "'"
}

// Format writes a number with a comma between groups of three digits; it has as many
// digits after the point as the second argument says already.
func Format(_ value.Type, a []value.Value) (value.Value, error) {
	return value.OfString(string(AppendFormat(nil, a[0].Text))), nil
}

// AppendFormat appends what Format gives.
func AppendFormat(to []byte, number string) []byte {
	whole, sign := strings.IndexByte(number, '.'), 0
	if whole < 0 {
		whole = len(number)
	}
	if strings.HasPrefix(number, "-") {
		sign = 1
	}
	next := sign + (whole-sign-1)%3 + 1 // where the next comma comes
	to = append(to, number[:next]...)
	for ; next < whole; next += 3 {
		to = append(append(to, ','), number[next:next+3]...)
	}
	return append(to, number[whole:]...)
}
