package load

import (
	"math"
	"strconv"
	"time"
	"unsafe"

	"gsdms/plan/value"
)

// parseInt reads [+-]digits with lo <= n <= hi.
func parseInt(text []byte, lo, hi int64) (int64, bool) {
	return parseDecimal(text, 0, lo, hi)
}

// parseUnsigned reads [+]digits into the number of an Unsigned.
func parseUnsigned(text []byte) (int64, bool) {
	negative, text := sign(text)
	n, ok := digits(0, text)
	return value.UnsignedNumber(n), ok && len(text) > 0 && (!negative || n == 0)
}

// parseDecimal reads [+-]digits[.digits] into a number scaled by 10^scale, exactly:
// digits past the scale must be zeros, so nothing is rounded. With scale 0 no point is
// taken.
func parseDecimal(text []byte, scale int, lo, hi int64) (int64, bool) {
	negative, text := sign(text)
	whole, fraction := text, []byte(nil)
	for i, c := range text {
		if c == '.' && scale > 0 {
			whole, fraction = text[:i], text[i+1:]
			break
		}
	}
	if len(whole)+len(fraction) == 0 {
		return 0, false
	}
	var extra []byte
	if len(fraction) > scale {
		fraction, extra = fraction[:scale], fraction[scale:]
	}
	n, ok := digits(0, whole)
	if !ok || !zeros(extra) {
		return 0, false
	}
	if n, ok = digits(n, fraction); !ok {
		return 0, false
	}
	if n, ok = times(n, scale-len(fraction)); !ok {
		return 0, false
	}
	return inRange(negative, n, lo, hi)
}

func sign(text []byte) (negative bool, rest []byte) {
	if len(text) > 0 && (text[0] == '-' || text[0] == '+') {
		return text[0] == '-', text[1:]
	}
	return false, text
}

// digits appends decimal digits to n; ok is false past 64 bits.
func digits(n uint64, text []byte) (_ uint64, ok bool) {
	for _, c := range text {
		d := uint64(c - '0')
		if d > 9 || n > (math.MaxUint64-d)/10 {
			return 0, false
		}
		n = n*10 + d
	}
	return n, true
}

// times multiplies by 10^power; ok is false past 64 bits.
func times(n uint64, power int) (_ uint64, ok bool) {
	for range power {
		if n > math.MaxUint64/10 {
			return 0, false
		}
		n *= 10
	}
	return n, true
}

func zeros(text []byte) bool {
	for _, c := range text {
		if c != '0' {
			return false
		}
	}
	return true
}

// inRange gives a magnitude its sign and checks it.
func inRange(negative bool, n uint64, lo, hi int64) (int64, bool) {
	v := int64(n)
	switch {
	case negative && n > 1<<63, !negative && n > math.MaxInt64:
		return 0, false
	case negative:
		v = -v
	}
	return v, v >= lo && v <= hi
}

// parseDate reads YYYY-MM-DD, a day of the Gregorian calendar from 0001-01-01, into
// days since 1970-01-01.
func parseDate(text []byte) (int64, bool) {
	if len(text) != 10 || text[4] != '-' || text[7] != '-' {
		return 0, false
	}
	y, ok1 := digits(0, text[:4])
	m, ok2 := digits(0, text[5:7])
	d, ok3 := digits(0, text[8:])
	if !ok1 || !ok2 || !ok3 || y == 0 || m < 1 || m > 12 || d < 1 || d > monthDays(y, m) {
		return 0, false
	}
	return days(int64(y), int64(m), int64(d)), true
}

func monthDays(y, m uint64) uint64 {
	if m == 2 && y%4 == 0 && (y%100 != 0 || y%400 == 0) {
		return 29
	}
	return [...]uint64{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}[m-1]
}

// days counts from 1970-01-01. Years are taken to begin in March, so that the leap day
// comes last; a month m of such a year begins at day (153 m + 2) / 5.
func days(y, m, d int64) int64 {
	if m <= 2 {
		y, m = y-1, m+12
	}
	m -= 3
	return 365*y + y/4 - y/100 + y/400 + (153*m+2)/5 + d - 1 - 719468
}

// parseDouble reads a finite number in decimal notation, with or without exponent. -0
// becomes 0: SQL knows one zero.
func parseDouble(text []byte) (float64, bool) {
	for _, c := range text {
		if c-'0' > 9 && c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E' {
			return 0, false // also nan, inf, 0x1p3 and 1_000
		}
	}
	v, err := strconv.ParseFloat(unsafe.String(unsafe.SliceData(text), len(text)), 64)
	return v + 0, err == nil
}

// parseBool reads 0 or 1, or in any case the words that DuckDB takes: true, t, yes and y,
// and false, f, no and n.
func parseBool(text []byte) (int64, bool) {
	if len(text) == 1 && (text[0] == '0' || text[0] == '1') {
		return int64(text[0] - '0'), true
	}
	for n, words := range [2][4]string{{"false", "f", "no", "n"}, {"true", "t", "yes", "y"}} {
		for _, word := range words {
			if equalFold(text, word) {
				return int64(n), true
			}
		}
	}
	return 0, false
}

// equalFold compares ASCII letters in any case; word is in lower case.
func equalFold(text []byte, word string) bool {
	if len(text) != len(word) {
		return false
	}
	for i, c := range text {
		if c|0x20 != word[i] {
			return false
		}
	}
	return true
}

// dateText spells days since 1970-01-01.
func dateText(day int64) string {
	return time.Unix(0, 0).UTC().AddDate(0, 0, int(day)).Format(time.DateOnly)
}
