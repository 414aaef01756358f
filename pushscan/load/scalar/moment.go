package scalar

import (
	"gsdms/plan/value"
)

// DateTime reads a date, or YYYY-MM-DD hh:mm[:ss[.fraction]] with a space or T between,
// into ticks since 1970-01-01. Behind it may stand Z or the offset of a zone, which makes it
// UTC. Nothing is rounded: digits past the scale must be zeros.
func DateTime(text []byte, scale int) (int64, bool) {
	if len(text) < 10 {
		return 0, false
	}
	day, ok := Date(text[:10])
	n := day * value.DayTicks(scale)
	if !ok || len(text) == 10 {
		return n, ok
	}
	if c := text[10]; c != ' ' && c != 'T' && c != 't' {
		return 0, false
	}
	clock, offset, ok := cutZone(text[11:])
	if !ok {
		return 0, false
	}
	rest, ok := parseClock(clock, scale, 24)
	return n + rest - offset*value.Ticks(scale), ok
}

// Time reads [-]hh:mm:ss[.fraction], with up to 838 hours, into ticks.
func Time(text []byte, scale int) (int64, bool) {
	negative, text := sign(text)
	n, ok := parseClock(text, scale, 839)
	if negative {
		n = -n
	}
	return n, ok
}

// parseClock reads hh:mm[:ss[.fraction]] with fewer hours than a limit.
func parseClock(text []byte, scale int, limit uint64) (int64, bool) {
	width := 2
	if limit > 100 && len(text) > 3 && text[3] == ':' {
		width = 3
	}
	if len(text) < width+3 || text[width] != ':' {
		return 0, false
	}
	h, ok1 := digits(0, text[:width])
	m, ok2 := digits(0, text[width+1:width+3])
	seconds, ok3 := int64(0), true
	if text = text[width+3:]; len(text) > 0 {
		ok3 = len(text) >= 3 && text[0] == ':'
		if ok3 {
			seconds, ok3 = Decimal(text[1:3], 0, 0, 59)
		}
	}
	if !ok1 || !ok2 || !ok3 || h >= limit || m > 59 {
		return 0, false
	}
	n := (int64(h)*3600 + int64(m)*60 + seconds) * value.Ticks(scale)
	if len(text) <= 3 {
		return n, true
	}
	fraction, ok := parseFraction(text[3:], scale)
	return n + fraction, ok
}

// parseFraction reads a point and digits.
func parseFraction(text []byte, scale int) (int64, bool) {
	if text[0] != '.' || len(text) == 1 {
		return 0, false
	}
	text = text[1:]
	var extra []byte
	if len(text) > scale {
		text, extra = text[:scale], text[scale:]
	}
	n, ok := digits(0, text)
	return int64(n) * value.Ticks(scale-len(text)), ok && zeros(extra)
}

// cutZone takes Z, +hh:mm, +hhmm or +hh off the end of a time and gives the offset in seconds.
func cutZone(text []byte) (clock []byte, offset int64, ok bool) {
	for i, c := range text {
		switch c {
		case 'Z', 'z':
			return text[:i], 0, i == len(text)-1
		case '+', '-':
			offset, ok := parseOffset(text[i+1:])
			if c == '-' {
				offset = -offset
			}
			return text[:i], offset, ok
		}
	}
	return text, 0, true
}

func parseOffset(text []byte) (seconds int64, ok bool) {
	if len(text) == len("hh:mm") && text[2] == ':' {
		text = append(append([]byte(nil), text[:2]...), text[3:]...)
	}
	if len(text) == len("hh") {
		text = append(append([]byte(nil), text...), "00"...)
	}
	n, ok := digits(0, text)
	h, m := n/100, n%100
	return int64(h*3600 + m*60), ok && len(text) == len("hhmm") && h <= 14 && m < 60
}
