package value

import (
	"math"
	"strings"
)

// Span is what a text or a number says of a time that is no moment.
type Span struct {
	Micros int64
	Digits int  // how many digits of a second's fraction are written, up to MaxFraction
	Rest   bool // something follows that is no part of a time
	Cut    bool // it is longer than the longest time
}

// In gives the span as a Time of a scale, at most the longest.
func (s Span) In(scale int) int64 {
	lo, hi := TickBounds(Time, scale)
	return max(lo, min(hi, rescaled(Time, s.Micros, MaxFraction, scale)))
}

// value gives the span as a Time with the digits that it needs.
func (s Span) value() Value {
	scale := MaxFraction
	for n := s.Micros; scale > 0 && n%10 == 0; n /= 10 {
		scale--
	}
	return OfTime(s.In(scale), scale)
}

// ReadTime reads a text as MySQL does: hh:mm:ss, hh:mm or a number hhmmss, with a
// fraction, a sign, or days in front of it (D hh:mm:ss); of a text with a date its time.
func ReadTime(text string) (t Span, ok bool) {
	s, negative := strings.CutPrefix(strings.TrimLeft(text, blanks), "-")
	if m, ok, moment := timestamp(s); moment { // also behind a sign
		return Span{Micros: m.Micros, Digits: m.Digits, Rest: m.Rest}, ok
	}
	if t.Micros, s, ok = wholeSeconds(strings.TrimRight(s, blanks)); !ok {
		return t, false
	}
	micros, n, rest := readFraction(s)
	if exponent(rest) {
		return t, false
	}
	t = Span{Micros: t.Micros*1e6 + micros, Digits: n, Rest: rest != ""}
	t.Cut = t.Micros > mostSeconds*1e6
	if negative {
		t.Micros = -t.Micros
	}
	return t, true
}

// timestamp reads a text as a moment if it can be a whole one, with a time: shorter ones are times, where blanks behind a
// text count. A date in front of a time may have zeros.
func timestamp(s string) (m Moment, ok, moment bool) {
	if len(s) < len("YYMMDDhhmmss") || s[0] == '-' {
		return m, false, false
	}
	p, ok := partsOf(s)
	if !ok || p.delimited && !p.spaced {
		return m, false, false
	}
	if _, _, behind := readFraction(p.rest); p.count == len(p.of) && brokenZone(behind) {
		return m, false, false
	}
	if p.count < 3 || p.of[1] > 12 || p.of[2] > 31 {
		return m, false, true
	}
	if m, ok := p.moment(); ok || p.of[1] > 0 && p.of[2] > 0 {
		return m, ok, true
	}
	return m, m.clock(p), true
}

// exponent reports whether a number goes on as a double is written, which no time does.
func exponent(s string) bool {
	if s == "" || s[0] != 'e' && s[0] != 'E' {
		return false
	}
	digits := 1
	if len(s) > 1 && (s[1] == '-' || s[1] == '+') {
		digits = 2
	}
	return DigitsEnd(s, digits) > digits
}

// SpellsMoment reports whether a text is a moment, where it can be a time, too.
func SpellsMoment(text string) bool {
	_, ok, _ := timestamp(strings.TrimLeft(text, blanks))
	return ok
}

// ReadClock reads a text as a DateTime of six digits if it is a whole moment, else as such a Time.
func ReadClock(text string) (v Value, ok bool) {
	if m, ok, _ := timestamp(strings.TrimLeft(text, blanks)); ok {
		return OfDateTime(m.In(MaxFraction), MaxFraction), true
	}
	t, ok := ReadTime(text)
	return OfTime(t.In(MaxFraction), MaxFraction), ok
}

// allDigits is more than a part of a time has: whatever is longer is none.
const allDigits = 9

// wholeSeconds reads the part of a time before its fraction. Hours past all there are
// count as so many.
func wholeSeconds(s string) (seconds int64, rest string, ok bool) {
	end := DigitsEnd(s, 0)
	first, behind := Digits(s, end)
	if end > 10 || first > math.MaxUint32 {
		return 0, s, false
	}
	parts, at := [4]int{}, 0 // days, hours, minutes, seconds
	switch after := strings.TrimLeft(behind, " "); {
	case len(after) > 1 && len(after) < len(behind) && DigitsEnd(after, 0) > 0:
		parts[0], at, s = first, 1, after
	case len(behind) > 1 && behind[0] == ':' && DigitsEnd(behind, 1) > 1:
		parts[1], at, s = first, 2, behind[1:]
	case end == 0 && (s == "" || s[0] != '.' || len(s) > 1 && DigitsEnd(s, 1) == 1): // of a second without digits
		return 0, s, false
	default:
		seconds, ok = secondsOf(int64(first))
		return seconds, behind, ok
	}
	for ; at < len(parts); at++ {
		if parts[at], s = Digits(s, allDigits); len(s) < 2 || s[0] != ':' || DigitsEnd(s, 1) == 1 || at == len(parts)-1 {
			break
		}
		s = s[1:]
	}
	hours := min(min(int64(parts[0]), 1000)*24+int64(parts[1]), 10000)
	return hours*3600 + int64(parts[2]*60+parts[3]), s, parts[2] < 60 && parts[3] < 60
}

// secondsOf reads a number hhmmss.
func secondsOf(n int64) (int64, bool) {
	h, m, s := n/10000, n/100%100, n%100
	return h*3600 + m*60 + s, m < 60 && s < 60
}

// spanFromNumber reads hhmmss, of a number with a date its time.
func spanFromNumber(n int64) (t Span, ok bool) {
	if n >= 1e10 {
		m, ok := momentFromNumber(n)
		return Span{Micros: m.Micros}, ok
	}
	seconds, ok := secondsOf(max(n, -n))
	if n < 0 {
		seconds = -seconds
	}
	return Span{Micros: seconds * 1e6}, ok && -8385959 <= n && n <= 8385959
}
