package value

import "strings"

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
	s := strings.TrimSpace(text)
	if m, ok := timestamp(s); ok {
		return Span{Micros: m.Micros, Digits: m.Digits, Rest: m.Rest}, true
	}
	negative := strings.HasPrefix(s, "-")
	if negative {
		s = s[1:]
	}
	if t.Micros, s, ok = wholeSeconds(s); !ok {
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

// timestamp reads a text as a moment if it is a whole one, with a time: shorter ones are times.
func timestamp(s string) (m Moment, ok bool) {
	if len(s) < len("YYMMDDhhmmss") || !strings.ContainsAny(s, " T") && DigitsEnd(s, 0) < len("YYMMDDhhmmss") {
		return m, false
	}
	return ReadDateTime(s)
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
	_, ok := timestamp(strings.TrimSpace(text))
	return ok
}

// ReadClock reads a text as a DateTime of six digits if it is a whole moment, else as such a Time.
func ReadClock(text string) (v Value, ok bool) {
	if m, ok := timestamp(strings.TrimSpace(text)); ok {
		return OfDateTime(m.In(MaxFraction), MaxFraction), true
	}
	t, ok := ReadTime(text)
	return OfTime(t.In(MaxFraction), MaxFraction), ok
}

// wholeSeconds reads the part of a time before its fraction. Hours past all there are
// count as so many.
func wholeSeconds(s string) (seconds int64, rest string, ok bool) {
	days, end := int64(0), DigitsEnd(s, 0)
	if end == 0 || end > 10 {
		return 0, s, false
	}
	if behind := strings.TrimLeft(s[end:], " "); end <= 4 && len(behind) < len(s)-end && DigitsEnd(behind, 0) > 0 {
		n, _ := Digits(s, end)
		days, s = min(int64(n), 1000), behind
		end = DigitsEnd(s, 0)
	} else if s[end:] == "" || s[end] != ':' {
		n, rest := Digits(s, end)
		seconds, ok = secondsOf(int64(n))
		return seconds, rest, ok
	}
	h, s := Digits(s, end)
	parts := [2]int{}
	for i := range parts {
		if s == "" || s[0] != ':' || DigitsEnd(s, 1) == 1 {
			break
		}
		parts[i], s = Digits(s[1:], allDigits)
	}
	hours := min(days*24+int64(h), 10000)
	return hours*3600 + int64(parts[0]*60+parts[1]), s, parts[0] < 60 && parts[1] < 60
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
