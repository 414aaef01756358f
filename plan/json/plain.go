package json

import (
	"strings"
	"unicode/utf8"
)

// PlainArray gives the array that a path of one place leads to in a text as it is written, where that is
// how MySQL shows it: with elements that are numbers of few digits, or strings of plain letters. some is
// false where this is another value, or none, or not written so.
func PlainArray(text string, legs []Leg) (array string, some bool) {
	w := walker{text: text}
	if !w.value(0, legs, true) || !w.ended() || !w.found {
		return "", false
	}
	array = text[w.from:w.to]
	return array, isPlainArray(array)
}

// isPlainArray reports whether a text, which is JSON, is an array of such elements, one at least.
func isPlainArray(s string) bool {
	if len(s) < 3 || s[0] != '[' {
		return false
	}
	for at := 1; ; at += 2 {
		end := plainEnd(s, at)
		switch {
		case end < 0 || end == at:
			return false
		case s[end] == ']':
			return end == len(s)-1
		case s[end] != ',' || s[end+1] != ' ':
			return false
		}
		at = end
	}
}

// plainEnd gives where a plain string or number ends that begins at a place; -1 for another value.
func plainEnd(s string, at int) int {
	const mostDigits = 15
	if s[at] != '"' {
		begin := at
		for s[at] >= '0' && s[at] <= '9' {
			at++
		}
		if at-begin > mostDigits || s[at] != ',' && s[at] != ']' {
			return -1
		}
		return at
	}
	for at++; s[at] != '"'; at++ {
		if c := s[at]; c < ' ' || c > '~' || c == '\\' {
			return -1
		}
	}
	return at + 1
}

// EachElement reports whether a leg leads to all elements of an array.
func (l Leg) EachElement() bool { return l.all && !l.member }

// Plain gives the text of a value that is JSON, without blanks around it, as JSON_UNQUOTE gives it, where
// that is how it is written: a string without a backslash, without its quotes, or a whole number of few
// digits.
func Plain(written string) (text string, ok bool) {
	if written[0] != '"' {
		return written, isWhole(written)
	}
	inner := written[1 : len(written)-1]
	if isPlain(written) || strings.IndexByte(inner, '\\') < 0 && utf8.ValidString(inner) {
		return inner, true
	}
	return "", false
}
