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
	p, ok := partsOf(s)
	if !ok {
		return Moment{}, false
	}
	return p.moment()
}

// moment is what the parts say.
func (p dateParts) moment() (d Moment, ok bool) {
	if p.count < 3 {
		return Moment{}, false
	}
	if p.yearDigits == 2 {
		p.of[0] = YearOfTwoDigits(p.of[0])
	}
	if d.Days, ok = CheckedDays(p.of[0], p.of[1], p.of[2]); !ok || d.Days > MaxDate {
		return Moment{}, false
	}
	return d, d.clock(p)
}

// PartsOfMoment is how many parts of a moment a text spells, year to second.
func PartsOfMoment(s string) int {
	p, _ := partsOf(s)
	return p.count
}

// dateParts are the numbers in the text of a moment, year to second.
type dateParts struct {
	of         [6]int
	count      int    // how many are written
	yearDigits int    // of the first
	delimited  bool   // something stands between them
	spaced     bool   // that is also a blank
	rest       string // what is behind them, which begins with a fraction if all are there
}

// partsOf takes a text apart: where it begins with digits that nothing or a point follows, by their number, else at
// what stands between. A blank stands only behind the day or the whole, and counts: digits with one behind them are the year alone.
func partsOf(s string) (p dateParts, ok bool) {
	s = strings.TrimLeft(s, blanks)
	end := strings.IndexFunc(s, func(c rune) bool { return (c < '0' || c > '9') && c != 'T' })
	packed := end < 0 || s[end] == '.'
	if end < 0 {
		end = len(s)
	}
	width := len(s)
	if packed {
		if width = 2; end == 4 || end == 8 || end >= 14 {
			width = 4
		}
	}
	for p.rest = s; p.count < len(p.of); p.count++ {
		n := min(width, DigitsEnd(p.rest, 0))
		if n == 0 {
			break
		}
		all := strings.TrimLeft(p.rest[:n], "0")
		if len(all) > mostDigits {
			return p, false
		}
		p.of[p.count], _ = Digits(all, mostDigits)
		p.rest = p.rest[n:]
		switch {
		case p.count == 0 && packed:
			p.yearDigits, width = width, 2
		case p.count == 0:
			p.yearDigits = n
		}
		switch {
		case p.count == len(p.of)-1:
		case p.count == 2 && strings.HasPrefix(p.rest, "T"):
			p.rest = p.rest[1:]
		default:
			if !p.between() {
				return p, false
			}
		}
	}
	p.rest = strings.TrimRight(p.rest, blanks)
	return p, p.count > 0
}

// blanks are those that dates and times may have around them.
const blanks = " \t\n\v\f\r"

// between passes over what stands behind a part.
func (p *dateParts) between() (ok bool) {
	for p.rest != "" {
		blank := strings.IndexByte(blanks, p.rest[0]) >= 0
		if !blank && !punctuation(p.rest[0]) {
			break
		}
		if p.delimited = true; blank {
			if p.spaced = true; p.count != 2 {
				return false
			}
		}
		p.rest = p.rest[1:]
	}
	return true
}

// mostDigits are those of the greatest number that is read as a part of a date, without zeros before it.
const mostDigits = 6

// YearOfTwoDigits gives the year that two digits mean.
func YearOfTwoDigits(y int) int {
	if y < 70 {
		return 2000 + y
	}
	return 1900 + y
}

func punctuation(c byte) bool {
	return c > ' ' && c < 0x7f && !(c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z')
}

// clock takes the time of the parts of a moment. An hour of 25 makes the whole no date.
func (m *Moment) clock(p dateParts) (ok bool) {
	hour, minute, second := p.of[3], p.of[4], p.of[5]
	if hour > 23 || minute > 59 || second > 59 {
		return false
	}
	m.Micros = int64(hour)*3600e6 + int64(minute)*60e6 + int64(second)*1e6
	if p.count < len(p.of) {
		m.Rest = p.rest != ""
		return true
	}
	micros, n, s := readFraction(p.rest)
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

// zone reads the offset of a zone and makes the moment one of UTC. What begins as one and is none makes the whole
// no date.
func (m *Moment) zone(s string) (ok bool) {
	if brokenZone(s) {
		return false
	}
	offset, rest, _ := ReadOffset(s)
	m.Rest = rest != ""
	m.Micros -= offset * 1e6
	day := FloorDiv64(m.Micros, DayTicks(MaxFraction))
	m.Days, m.Micros = m.Days+day, m.Micros-day*DayTicks(MaxFraction)
	return m.Days >= MinDate && m.Days <= MaxDate
}

// brokenZone reports whether what is behind a second begins as the offset of a zone and is none.
func brokenZone(s string) bool {
	if s == "" || s[0] != '+' && s[0] != '-' {
		return false
	}
	_, rest, ok := ReadOffset(s)
	return !ok || rest != "" || s == "-00:00"
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
