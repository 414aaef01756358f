package value

import (
	"errors"
	"strconv"
	"strings"
)

// SpellsNumber reports whether a text is a number from its beginning to its end, so that Cast to a
// kind loses nothing of it, but for a double that is larger than all. As in MySQL, blanks may stand around it (in front only of a whole
// number), and no text at all is the double 0.
func SpellsNumber(s string, to Kind) bool {
	s = unpadded(s)
	if to == Int || to == Unsigned {
		return spellsWhole(s)
	}
	if s == "" {
		return to == Double
	}
	end := numberEnd(s)
	return end > 0 && (end == len(s) || strings.TrimLeft(s[end:], " ") == "")
}

// spellsWhole reports whether a text is a whole number that 64 bits hold.
func spellsWhole(s string) bool {
	from := sign(s, 0)
	if end := DigitsEnd(s, from); end == from || end < len(s) {
		return false
	}
	if len(s) < 19 {
		return true
	}
	n, err := strconv.ParseUint(s[from:], 10, 64)
	return err == nil && (s[0] != '-' || n <= 1<<63)
}

// PastWhole reports whether the whole number that a text begins with has more digits than 64 bits hold, or is the
// last one of those and cut.
func PastWhole(s string) bool {
	s = unpadded(s)
	end := DigitsEnd(s, sign(s, 0))
	_, err := strconv.ParseUint(s[sign(s, 0):end], 10, 64)
	return errors.Is(err, strconv.ErrRange) || end >= 19 && s[end:] == "."
}

// CutsTime reports whether something stands behind the date or the time that a text begins with,
// or the time is longer than the longest.
func CutsTime(s string, to Kind) bool {
	if to == Time {
		t, _ := ReadTime(s)
		return t.Rest || t.Cut
	}
	m, _ := ReadDateTime(s)
	return m.Rest
}
