package plan

import (
	"strings"
	"unicode/utf8"

	"gsdms/plan/value"
)

// MaxText is the longest text that a function gives, in bytes; more is NULL, as with
// MySQL's max_allowed_packet.
const MaxText = 1 << 20

func stringResult(s string) (Value, error) {
	if len(s) > MaxText {
		return Value{}, nil
	}
	return value.OfString(s), nil
}

// textFunc evaluates a function of one text.
func textFunc(f func(string) string) func(Type, []Value) (Value, error) {
	return func(_ Type, a []Value) (Value, error) { return stringResult(f(a[0].Text)) }
}

// countFunc evaluates a function from one text to a number.
func countFunc(f func(string) int) func(Type, []Value) (Value, error) {
	return func(_ Type, a []Value) (Value, error) { return value.OfInt(int64(f(a[0].Text))), nil }
}

// evalSubstring gives length characters (the rest without) from position, counted from
// 1, or from the end if negative; position 0 gives ”.
func evalSubstring(_ Type, a []Value) (Value, error) {
	s, n := a[0].Text, int64(utf8.RuneCountInString(a[0].Text))
	start := a[1].Int - 1
	if a[1].Int < 0 {
		start = n + a[1].Int
	}
	length := n
	if len(a) == 3 {
		length = a[2].Int
	}
	if start < 0 || start >= n || length <= 0 {
		return value.OfString(""), nil
	}
	end := n
	if length < n-start {
		end = start + length
	}
	return value.OfString(s[byteOffset(s, start):byteOffset(s, end)]), nil
}

// byteOffset is the offset of character n.
func byteOffset(s string, n int64) int {
	at := 0
	for ; n > 0 && at < len(s); n-- {
		_, size := utf8.DecodeRuneInString(s[at:])
		at += size
	}
	return at
}

func evalLeft(_ Type, a []Value) (Value, error) {
	return value.OfString(a[0].Text[:byteOffset(a[0].Text, max(0, a[1].Int))]), nil
}

func evalRight(_ Type, a []Value) (Value, error) {
	n := int64(utf8.RuneCountInString(a[0].Text))
	return value.OfString(a[0].Text[byteOffset(a[0].Text, n-max(0, min(n, a[1].Int))):]), nil
}

// trimFunc evaluates TRIM in one of its forms: spaces, or a given text, off the ends.
func trimFunc(left, right bool) func(Type, []Value) (Value, error) {
	return func(_ Type, a []Value) (Value, error) {
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

func evalConcat(_ Type, a []Value) (Value, error) {
	size := 0
	for _, v := range a {
		size += len(v.Text)
	}
	if size > MaxText {
		return Value{}, nil
	}
	var b strings.Builder
	b.Grow(size)
	for _, v := range a {
		b.WriteString(v.Text)
	}
	return value.OfString(b.String()), nil
}

func evalReplace(_ Type, a []Value) (Value, error) {
	s, from, to := a[0].Text, a[1].Text, a[2].Text
	if from == "" {
		return a[0], nil
	}
	if len(s)+strings.Count(s, from)*(len(to)-len(from)) > MaxText {
		return Value{}, nil
	}
	return value.OfString(strings.ReplaceAll(s, from, to)), nil
}

func reverse(s string) string {
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

// evalInstr gives the position in characters, from 1, of the second text in the first,
// 0 if it is not there.
func evalInstr(_ Type, a []Value) (Value, error) {
	at := strings.Index(a[0].Text, a[1].Text)
	if at < 0 {
		return value.OfInt(0), nil
	}
	return value.OfInt(int64(utf8.RuneCountInString(a[0].Text[:at])) + 1), nil
}

// padFunc evaluates LPAD and RPAD: a text cut or filled up to a number of characters.
func padFunc(left bool) func(Type, []Value) (Value, error) {
	return func(_ Type, a []Value) (Value, error) {
		s, want, pad := a[0].Text, a[1].Int, a[2].Text
		missing := want - int64(utf8.RuneCountInString(s))
		switch {
		case want < 0 || want > MaxText/utf8.UTFMax:
			return Value{}, nil
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

func firstByte(s string) int {
	if s == "" {
		return 0
	}
	return int(s[0])
}
