// Package function has what the scalar functions of SQL give: each takes the type of its result
// and single values, which are NULL only where the row of the function table in package plan
// says that it looks at them, and gives a value or the error of the statement. How calls are
// typed is in plan/typing.
package function

import (
	"strings"
	"unicode/utf8"

	"gsdms/plan/fault"
	"gsdms/plan/like"
	"gsdms/plan/value"
)

// MaxText is the longest text that a function gives, in bytes; more is NULL, as with
// MySQL's max_allowed_packet, which has as many unless it is set.
const MaxText = 64 << 20

func stringResult(s string) (value.Value, error) {
	if len(s) > MaxText {
		return value.Value{}, nil
	}
	return value.OfString(s), nil
}

// OnText evaluates a function of one text.
func OnText(f func(string) string) func(value.Type, []value.Value) (value.Value, error) {
	return func(_ value.Type, a []value.Value) (value.Value, error) { return stringResult(f(a[0].Text)) }
}

// CountOf evaluates a function from one text to a number.
func CountOf(f func(string) int) func(value.Type, []value.Value) (value.Value, error) {
	return func(_ value.Type, a []value.Value) (value.Value, error) { return value.OfInt(int64(f(a[0].Text))), nil }
}

// Trim evaluates TRIM in one of its forms: spaces, or a given text, off the ends.
func Trim(left, right bool) func(value.Type, []value.Value) (value.Value, error) {
	return func(_ value.Type, a []value.Value) (value.Value, error) {
		s, what := a[0].Text, " "
		if len(a) == 2 {
			what = a[1].Text
		}
		for left && what != "" && strings.HasPrefix(s, what) {
			s = s[len(what):]
		}
		for right && what != "" && strings.HasSuffix(s, what) {
			s = s[:len(s)-len(what)]
		}
		return value.OfString(s), nil
	}
}

// Concat computes CONCAT.
func Concat(_ value.Type, a []value.Value) (value.Value, error) {
	size := 0
	for _, v := range a {
		size += len(v.Text)
	}
	if size > MaxText {
		return value.Value{}, nil
	}
	var b strings.Builder
	b.Grow(size)
	for _, v := range a {
		b.WriteString(v.Text)
	}
	return value.OfString(b.String()), nil
}

// Replace computes REPLACE.
func Replace(_ value.Type, a []value.Value) (value.Value, error) {
	s, from, to := a[0].Text, a[1].Text, a[2].Text
	if from == "" {
		return a[0], nil
	}
	if len(s)+strings.Count(s, from)*(len(to)-len(from)) > MaxText {
		return value.Value{}, nil
	}
	return value.OfString(strings.ReplaceAll(s, from, to)), nil
}

// Reverse turns the characters of a text around.
func Reverse(s string) string {
	b := make([]byte, len(s))
	at := len(s)
	for s != "" {
		_, size := utf8.DecodeRuneInString(s)
		at -= size
		copy(b[at:], s[:size])
		s = s[size:]
	}
	return string(b)
}

// Instr gives the position in characters, from 1, of the second text in the first,
// 0 if it is not there.
func Instr(_ value.Type, a []value.Value) (value.Value, error) {
	return value.OfInt(int64(PlaceOf(a[0].Text, a[1].Text))), nil
}

// PlaceOf is INSTR of two texts.
func PlaceOf(s, what string) int {
	at := strings.Index(s, what)
	if at < 0 {
		return 0
	}
	return Letters(s[:at]) + 1
}

// Pad evaluates LPAD and RPAD: a text cut or filled up to a number of characters.
func Pad(left bool) func(value.Type, []value.Value) (value.Value, error) {
	return func(_ value.Type, a []value.Value) (value.Value, error) {
		s, want, pad := a[0].Text, a[1].Int, a[2].Text
		missing := want - int64(utf8.RuneCountInString(s))
		switch {
		case want < 0 || want > MaxText/utf8.UTFMax:
			return value.Value{}, nil
		case missing <= 0:
			return value.OfString(s[:byteOffset(s, want)]), nil
		case pad == "":
			return value.OfString(""), nil
		}
		runes := int64(utf8.RuneCountInString(pad))
		fill := strings.Repeat(pad, int(missing/runes)) + pad[:byteOffset(pad, missing%runes)]
		if left {
			return stringResult(fill + s)
		}
		return stringResult(s + fill)
	}
}

// FirstByte is the number of the first byte, 0 of an empty text, as ASCII gives it.
func FirstByte(s string) int {
	if s == "" {
		return 0
	}
	return int(s[0])
}

// Like says whether a text matches a pattern of LIKE; the third argument is its escape
// character. A pattern that is the same in all rows is a plan.Like instead.
func Like(_ value.Type, a []value.Value) (value.Value, error) {
	escape, _ := utf8.DecodeRuneInString(a[2].Text)
	return Matches(a[0].Text, like.New(a[1].Text, escape))
}

// Matches says whether a text matches a pattern of a row.
func Matches(text string, p *like.Pattern) (value.Value, error) {
	if p.TooWild() {
		return value.Value{}, fault.Errorf(fault.CodeNotSupported, "a LIKE pattern with more than %d characters and a _ between two %% is not supported", like.MaxWildPart)
	}
	return value.OfBool(p.Match(text)), nil
}
