package function

import (
	"encoding/binary"
	"math"
	"unicode/utf8"

	"gsdms/plan/value"
)

// Part is a function whose result is a part of its text, the bytes from lo to hi, by one or two whole
// numbers behind it; the second is Whole where there is none.
type Part func(text string, n, length int64) (lo, hi int)

// Whole is a length that no text has.
const Whole = math.MaxInt64

// PartOf gives the function of a name that is a Part; nil for another.
func PartOf(name string) Part {
	switch name {
	case "SUBSTRING":
		return substring
	case "LEFT":
		return left
	case "RIGHT":
		return right
	}
	return nil
}

// BytesOf is PartOf for texts whose characters take a byte each.
func BytesOf(name string) Part {
	switch name {
	case "SUBSTRING":
		return substringOfBytes
	case "LEFT":
		return func(s string, n, _ int64) (lo, hi int) { return 0, int(max(0, min(int64(len(s)), n))) }
	case "RIGHT":
		return func(s string, n, _ int64) (lo, hi int) { return len(s) - int(max(0, min(int64(len(s)), n))), len(s) }
	}
	return nil
}

func substringOfBytes(s string, n, length int64) (lo, hi int) {
	all := int64(len(s))
	start := n - 1
	if n < 0 {
		start = all + n
	}
	if start < 0 {
		return 0, 0
	}
	start = min(start, all)
	return int(start), int(start + max(0, min(all-start, length)))
}

// TextPart evaluates a Part.
func TextPart(name string) func(value.Type, []value.Value) (value.Value, error) {
	part := PartOf(name)
	return func(_ value.Type, a []value.Value) (value.Value, error) {
		length := int64(Whole)
		if len(a) > 2 {
			length = a[2].Int
		}
		lo, hi := part(a[0].Text, a[1].Int, length)
		return value.OfString(a[0].Text[lo:hi]), nil
	}
}

// substring is of length characters from position n, counted from 1, or from the end if negative;
// position 0 gives ”.
func substring(s string, n, length int64) (lo, hi int) {
	start := n - 1
	if n < 0 {
		start = int64(Letters(s)) + n
	}
	if start < 0 {
		return 0, 0
	}
	lo = byteOffset(s, start)
	if length == Whole {
		return lo, len(s)
	}
	return lo, lo + byteOffset(s[lo:], length)
}

func left(s string, n, _ int64) (lo, hi int) { return 0, byteOffset(s, n) }

func right(s string, n, _ int64) (lo, hi int) {
	all := int64(Letters(s))
	return byteOffset(s, all-max(0, min(all, n))), len(s)
}

// highBits are those that a letter of several bytes has in each of eight.
const highBits = 0x8080808080808080

// Letters is how many characters a text has.
func Letters(s string) int {
	at := 0
	for at+8 <= len(s) && binary.LittleEndian.Uint64([]byte(s[at:at+8]))&highBits == 0 {
		at += 8
	}
	return at + utf8.RuneCountInString(s[at:])
}

// byteOffset is the offset of character n, counted from 0: the length of the text where it has no
// more, and 0 for a negative n.
func byteOffset(s string, n int64) int {
	at := 0
	for ; n >= 8 && at+8 <= len(s) && binary.LittleEndian.Uint64([]byte(s[at:at+8]))&highBits == 0; n -= 8 {
		at += 8
	}
	for ; n > 0 && at < len(s); n-- {
		if s[at] < utf8.RuneSelf {
			at++
			continue
		}
		_, size := utf8.DecodeRuneInString(s[at:])
		at += size
	}
	return at
}

// CutBytes cuts a text to so many bytes at most, at the end of a character.
func CutBytes(_ value.Type, a []value.Value) (value.Value, error) {
	text, most := a[0].Text, a[1].Int
	if int64(len(text)) <= most {
		return a[0], nil
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return value.OfString(text[:most]), nil
}
