package function

import (
	"fmt"
	"strconv"
	"strings"

	"gsdms/plan/value"
)

// A format's letters and how much of a moment they need: 0 a date, else the seconds of a
// unit of time; micros for its fraction.
var timeUnits = [256]int64{
	'H': 3600, 'k': 3600, 'h': 3600, 'I': 3600, 'l': 3600, 'p': 3600, 'i': 60,
	's': 1, 'S': 1, 'r': 1, 'T': 1, 'f': Micros,
}

const Micros = -1

// Needs says what a format shows: a date, and the seconds of the least unit of time, 0 for
// no time.
func Needs(format string) (day bool, seconds int64) {
	for i := 0; i+1 < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		i++
		unit := timeUnits[format[i]]
		switch {
		case unit == 0:
			day = day || strings.IndexByte("aWwbMcmDdejYyUuVvXx", format[i]) >= 0
		case seconds == 0 || unit < seconds:
			seconds = unit
		}
	}
	return day, seconds
}

// ShowsAll reports whether a format gives another text for each number of the units that it needs,
// and texts of one length.
func ShowsAll(format string) bool {
	shown := ""
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		if i++; i == len(format) || strings.IndexByte("YmdjHhIpisSfTr%", format[i]) < 0 {
			return false
		}
		shown += string(format[i])
	}
	has := func(letters string) bool { return strings.ContainsAny(shown, letters) }
	day, seconds := Needs(format)
	date := has("Y") && (has("j") || has("m") && has("d"))
	hour := has("HTr") || has("hI") && has("p")
	return (date || !day) && (seconds == 0 || hour) &&
		(seconds == 0 || seconds > 60 || has("iTr")) && (seconds > 1 || seconds == 0 || has("sSTr"))
}

// Rises reports whether the texts that a format gives of moments are in the order of these: it shows the year
// and then parts that get shorter, with none left out, each by as many digits.
func Rises(format string) bool {
	const parts = "YmdHis"
	shown := 0
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		if i++; i == len(format) || shown == len(parts) || format[i] != parts[shown] {
			return false
		}
		shown++
	}
	return shown > 0
}

// ShowsMonth reports whether a format shows the year of a date, and whether its month, such that another
// month, or another year where it shows no month, has another text; and that it shows nothing else.
func ShowsMonth(format string) (year, month bool) {
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		if i++; i == len(format) {
			return false, false
		}
		switch format[i] {
		case 'Y':
			if year {
				return false, false
			}
			year = true
		case 'm', 'c', 'M', 'b':
			if month {
				return false, false
			}
			month = true
		case '%':
		default:
			return false, false
		}
	}
	return year, month
}

// FormatUnits formats a number of units as a moment: so many millionths of a second each as
// the third argument says.
func FormatUnits(_ value.Type, a []value.Value) (value.Value, error) {
	u := NewUnits(a[1].Text, a[2].Int)
	return stringResult(string(u.Append(nil, a[0].Int)))
}

// Units is how FormatUnits formats: a format, and the millionths of a second of a unit.
type Units struct {
	format     string
	unit, from int64
}

// NewUnits makes one.
func NewUnits(format string, unit int64) Units {
	u := Units{format: format, unit: unit}
	if day, _ := Needs(format); day {
		u.from = value.MinDate * value.DayTicks(value.MaxFraction)
	}
	return u
}

// Append appends the text of a number of units.
func (u Units) Append(dst []byte, n int64) []byte {
	day, rest := value.SplitDay(n*u.unit+u.from, value.MaxFraction)
	return appendFormatted(dst, u.format, day, newClock(rest, value.MaxFraction))
}

// MostBytes is the most bytes that a text takes.
func (u Units) MostBytes() int { return mostFormatted * len(u.format) }

// mostFormatted is how many bytes a letter of a format gives at most: %r and %f are long, and a
// name of a month.
const mostFormatted = 16

// TimeFormat gives NULL for a format with letters of dates.
func TimeFormat(_ value.Type, a []value.Value) (value.Value, error) {
	if day, _ := Needs(a[1].Text); day {
		return value.Value{}, nil
	}
	n, sign := a[0].Int, ""
	if n < 0 {
		n, sign = -n, "-"
	}
	s, err := formatted(a[1].Text, 0, newClock(n, int(a[0].Scale)))
	return value.OfString(sign + s.Text), err
}

// DateFormat computes DATE_FORMAT.
func DateFormat(_ value.Type, a []value.Value) (value.Value, error) {
	if a[0].Kind != value.DateTime {
		return formatted(a[1].Text, a[0].Int, clockTime{})
	}
	day, rest := value.SplitDay(a[0].Int, int(a[0].Scale))
	return formatted(a[1].Text, day, newClock(rest, int(a[0].Scale)))
}

// formatted replaces the letters behind % in a format.
func formatted(format string, days int64, clock clockTime) (value.Value, error) {
	return stringResult(string(appendFormatted(make([]byte, 0, 2*len(format)+16), format, days, clock)))
}

// appendFormatted appends what formatted gives.
func appendFormatted(out []byte, format string, days int64, clock clockTime) []byte {
	date := newCivil(days)
	for i := 0; i < len(format); i++ {
		if format[i] != '%' || i+1 == len(format) {
			out = append(out, format[i])
			continue
		}
		i++
		if timeUnits[format[i]] != 0 {
			out = clock.append(out, format[i])
		} else {
			out = date.append(out, format[i])
		}
	}
	return out
}

// clockTime is a time by its parts; its hours may pass a day's.
type clockTime struct{ hour, minute, second, micro int }

func newClock(ticks int64, scale int) clockTime {
	p := value.Ticks(scale)
	s := int(ticks / p)
	return clockTime{s / 3600, s / 60 % 60, s % 60, int(ticks % p * value.Ticks(value.MaxFraction-scale))}
}

// append appends what a letter of a time stands for.
func (c clockTime) append(dst []byte, letter byte) []byte {
	half, sign := (c.hour+11)%12+1, "AM"
	if c.hour%24 >= 12 {
		sign = "PM"
	}
	switch letter {
	case 'H':
		return appendPadded(dst, c.hour, 2)
	case 'k':
		return strconv.AppendInt(dst, int64(c.hour), 10)
	case 'h', 'I':
		return value.AppendTwo(dst, half)
	case 'l':
		return strconv.AppendInt(dst, int64(half), 10)
	case 'i':
		return value.AppendTwo(dst, c.minute)
	case 's', 'S':
		return value.AppendTwo(dst, c.second)
	case 'f':
		return appendPadded(dst, c.micro, value.MaxFraction)
	case 'p':
		return append(dst, sign...)
	}
	hour := c.hour // T and r: all of the time
	if letter == 'r' {
		hour = half
	}
	dst = append(appendPadded(dst, hour, 2), ':')
	dst = value.AppendTwo(append(value.AppendTwo(dst, c.minute), ':'), c.second)
	if letter == 'r' {
		dst = append(append(dst, ' '), sign...)
	}
	return dst
}

// appendPadded appends a number with zeros before it, so that it has so many digits.
func appendPadded(dst []byte, n, width int) []byte {
	switch {
	case n < 0:
	case width == 2 && n < 100:
		return value.AppendTwo(dst, n)
	case width == 4 && n < 100*100:
		return value.AppendTwo(value.AppendTwo(dst, n/100), n%100)
	}
	for p := int(value.Ticks(width - 1)); p > 1 && n < p; p /= 10 {
		dst = append(dst, '0')
	}
	return strconv.AppendInt(dst, int64(n), 10)
}

// civilDate is a date by its parts.
type civilDate struct {
	days    int64
	y, m, d int
}

func newCivil(days int64) civilDate {
	y, m, d := value.Civil(days)
	return civilDate{days, y, m, d}
}

// append appends what a letter of a date stands for; others stand for themselves.
func (c civilDate) append(dst []byte, letter byte) []byte {
	switch letter {
	case 'Y':
		return appendPadded(dst, c.y, 4)
	case 'y':
		return value.AppendTwo(dst, c.y%100)
	case 'm':
		return value.AppendTwo(dst, c.m)
	case 'c':
		return strconv.AppendInt(dst, int64(c.m), 10)
	case 'd':
		return value.AppendTwo(dst, c.d)
	case 'e':
		return strconv.AppendInt(dst, int64(c.d), 10)
	case 'D':
		return append(strconv.AppendInt(dst, int64(c.d), 10), ordinal(c.d)...)
	case 'j':
		return appendPadded(dst, int(c.days-value.Days(c.y, 1, 1))+1, 3)
	case 'b':
		return append(dst, monthNames[c.m-1][:3]...)
	case 'M':
		return append(dst, monthNames[c.m-1]...)
	case 'a':
		return append(dst, dayNames[weekday(c.days)][:3]...)
	case 'W':
		return append(dst, dayNames[weekday(c.days)]...)
	case 'w':
		return strconv.AppendInt(dst, int64(weekday(c.days)+1)%7, 10)
	}
	if s, ok := weekLetter(c.days, letter); ok {
		return append(dst, s...)
	}
	return append(dst, letter)
}

// weekLetter prints the letters for weeks and their years.
func weekLetter(days int64, letter byte) (text string, ok bool) {
	mode := strings.IndexByte("UuVv", letter)
	if mode < 0 {
		mode = strings.IndexByte("  Xx", letter)
		if mode < 2 {
			return "", false
		}
		year, _ := weekOf(days, int64(mode))
		return fmt.Sprintf("%04d", year), true
	}
	_, week := weekOf(days, int64(mode))
	return fmt.Sprintf("%02d", week), true
}

func ordinal(d int) string {
	switch {
	case d/10 == 1:
	case d%10 == 1:
		return "st"
	case d%10 == 2:
		return "nd"
	case d%10 == 3:
		return "rd"
	}
	return "th"
}
