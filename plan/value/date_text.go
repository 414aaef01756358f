package value

import "strings"

// Moment is what a text or a number says of a date, and of a time behind it.
type Moment struct {
	Days   int64 // since 1970-01-01
	Micros int64 // since midnight
	Digits int   // how many digits of a second's fraction are written, up to MaxFraction
	Rest   bool  // something follows that is no part of a date or time
}

// In gives the moment as a DateTime of a scale.
func (m Moment) In(scale int) int64 {
	return rescaled(DateTime, m.Days*DayTicks(MaxFraction)+m.Micros, MaxFraction, scale)
}

// value gives the moment as a DateTime with the digits that it needs.
func (m Moment) value() Value {
	scale := MaxFraction
	for n := m.Micros; scale > 0 && n%10 == 0; n /= 10 {
		scale--
	}
	return OfDateTime(m.In(scale), scale)
}

// ReadDateTime reads a text as MySQL does: YYYY-MM-DD or YY-MM-DD, with any punctuation
// between and any number of digits for month and day, or YYYYMMDD or YYMMDD; behind it
// may stand a time, and behind that the offset of its zone, +hh:mm. Years of two digits
// are 1970 to 2069.
func ReadDateTime(s string) (d Moment, ok bool) {
	s = strings.TrimSpace(s)
	packed := DigitsEnd(s, 0)
	var y, m, day int
	yearDigits := 4
	switch {
	case packed == 8 || packed == 14:
		y, s = Digits(s, 4)
	case packed > 4 && packed < 14: // also an odd number, of which one digit is for the last part
		yearDigits = 2
		y, s = Digits(s, 2)
	case packed < 1 || packed > 4:
		return Moment{}, false
	}
	if packed > 4 {
		m, s = Digits(s, 2)
		day, s = Digits(s, 2)
	} else {
		yearDigits = packed
		if y, m, day, s, ok = separated(s); !ok {
			return Moment{}, false
		}
	}
	if yearDigits <= 2 {
		y = YearOfTwoDigits(y)
	}
	if d.Days, ok = CheckedDays(y, m, day); !ok {
		return Moment{}, false
	}
	most := allDigits
	if packed > 4 {
		most = 2
	}
	return d, d.clock(s, most)
}

// allDigits is more than a part of a date or a time has: whatever is longer is none.
const allDigits = 9

// YearOfTwoDigits gives the year that two digits mean.
func YearOfTwoDigits(y int) int {
	if y < 70 {
		return 2000 + y
	}
	return 1900 + y
}

// separated reads a date with something between its parts.
func separated(s string) (y, m, d int, rest string, ok bool) {
	y, s = Digits(s, 4)
	if m, s, ok = behindPunctuation(s); !ok {
		return 0, 0, 0, "", false
	}
	d, s, ok = behindPunctuation(s)
	return y, m, d, s, ok
}

// behindPunctuation reads the digits behind a punctuation character.
func behindPunctuation(s string) (n int, rest string, ok bool) {
	if s == "" || !punctuation(s[0]) {
		return 0, "", false
	}
	n, rest = Digits(s[1:], allDigits)
	return n, rest, len(rest) < len(s)-1
}

func punctuation(c byte) bool {
	return c > ' ' && c < 0x7f && !(c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z')
}

// clock reads what follows a date: hours, minutes, seconds and a fraction, each but
// for the hours optional, of at most so many digits. An hour of 25 makes the whole no date.
func (m *Moment) clock(s string, digits int) (ok bool) {
	if s == "" {
		return true
	}
	if s[0] == 'T' || s[0] == ' ' {
		s = strings.TrimLeft(s[1:], " ")
	}
	limits, units := [3]int{24, 60, 60}, [3]int64{3600e6, 60e6, 1e6}
	for i, limit := range limits {
		n, behind := Digits(s, digits)
		if len(behind) == len(s) {
			m.Rest = true
			return true
		}
		if n >= limit {
			return false
		}
		m.Micros += int64(n) * units[i]
		s = behind
		if i < 2 && s != "" && s[0] == ':' {
			s = s[1:]
		} else if i < 2 && (s == "" || s[0] < '0' || s[0] > '9') {
			break
		}
	}
	micros, n, s := readFraction(s)
	m.Micros, m.Digits = m.Micros+micros, n
	return m.zone(s)
}

// readFraction reads the point and digits of a second, of which the seventh rounds.
func readFraction(s string) (micros int64, count int, rest string) {
	if s == "" || s[0] != '.' {
		return 0, 0, s
	}
	end := DigitsEnd(s, 1)
	n, _ := Digits(s[1:end], MaxFraction)
	count = min(end-1, MaxFraction)
	micros = int64(n) * Ticks(MaxFraction-count)
	if end > MaxFraction+1 && s[MaxFraction+1] >= '5' {
		micros++
	}
	return micros, count, s[end:]
}

// zone reads the offset of a zone and makes the moment one of UTC.
func (m *Moment) zone(s string) (ok bool) {
	offset, rest, ok := ReadOffset(s)
	if m.Rest = rest != ""; ok {
		m.Micros -= offset * 1e6
	}
	day := FloorDiv64(m.Micros, DayTicks(MaxFraction))
	m.Days, m.Micros = m.Days+day, m.Micros-day*DayTicks(MaxFraction)
	return m.Days >= MinDate && m.Days <= MaxDate
}

// ReadOffset reads +hh:mm or -hh:mm, up to 14 hours, in seconds.
func ReadOffset(s string) (seconds int64, rest string, ok bool) {
	if len(s) < 6 || s[0] != '+' && s[0] != '-' || s[3] != ':' {
		return 0, s, false
	}
	h, behind := Digits(s[1:], 2)
	m, end := Digits(s[4:], 2)
	if len(behind) != len(s)-3 || len(end) != len(s)-6 || h > 14 || m > 59 || h == 14 && m > 0 {
		return 0, s, false
	}
	seconds = int64(h*3600 + m*60)
	if s[0] == '-' {
		seconds = -seconds
	}
	return seconds, end, true
}

// lastDateNumber is the greatest number that is a date; greater ones are one with a time behind.
const lastDateNumber = 99991231

// momentFromNumber reads yyyymmdd or yymmdd, also with hhmmss behind.
func momentFromNumber(n int64) (m Moment, ok bool) {
	const time = 1000000
	if n > lastDateNumber {
		h, minute, s := n%time/10000, n%10000/100, n%100
		if n/time > lastDateNumber || h > 23 || minute > 59 || s > 59 {
			return m, false
		}
		m.Micros = (h*3600 + minute*60 + s) * 1e6
		n /= time
	}
	switch {
	case n < 101:
		return m, false
	case n <= 691231:
		n += 20000000
	case n < 700101:
		return m, false
	case n <= 991231:
		n += 19000000
	case n < 10000101:
		return m, false
	}
	m.Days, ok = CheckedDays(int(n/10000), int(n/100%100), int(n%100))
	return m, ok
}
