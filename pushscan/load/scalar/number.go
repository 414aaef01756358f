package scalar

import (
	"math"

	"gsdms/plan/value"
)

// Int reads [+-]digits with lo <= n <= hi.
func Int(text []byte, lo, hi int64) (int64, bool) {
	return Decimal(text, 0, lo, hi)
}

// Unsigned reads [+]digits into the number of an Unsigned.
func Unsigned(text []byte) (int64, bool) {
	negative, text := sign(text)
	n, ok := digits(0, text)
	return value.UnsignedNumber(n), ok && len(text) > 0 && (!negative || n == 0)
}

// Decimal reads [+-]digits[.digits] into a number scaled by 10^scale, exactly:
// digits past the scale must be zeros, so nothing is rounded. With scale 0 no point is
// taken.
func Decimal(text []byte, scale int, lo, hi int64) (int64, bool) {
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
