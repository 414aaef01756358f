package plan

import (
	"fmt"
	"strconv"
	"strings"
)

var (
	dayNames   = [...]string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}
	monthNames = [...]string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}
)

func evalDayName(_ Type, a []Value) (Value, error) {
	if a[0].Int < 0 || a[0].Int > 6 {
		return Value{}, nil
	}
	return StringValue(dayNames[a[0].Int]), nil
}

func evalMonthName(_ Type, a []Value) (Value, error) {
	if a[0].Int < 1 || a[0].Int > 12 {
		return Value{}, nil
	}
	return StringValue(monthNames[a[0].Int-1]), nil
}

// weekday counts from Monday as 0.
func weekday(days int64) int { return int(((days+3)%7 + 7) % 7) }

// weekOf gives the week of a date in one of MySQL's modes, and the year it belongs to.
// The mode's bits: weeks begin on Monday; weeks count from 1, so that the days before the
// first one belong to the last one of the year before; and the first week is the first
// that begins in the year, not the first with four days in it (that one the other way
// round where weeks begin on Sunday).
func weekOf(days int64, mode int64) (year, week int) {
	monday, fromOne, whole := mode&1 != 0, mode&2 != 0, mode&4 != 0
	if !monday {
		whole = !whole
	}
	year, _, _ = Civil(days)
	start := firstWeek(year, monday, whole)
	switch {
	case days < start && !fromOne:
		return year, 0
	case days < start:
		year--
		start = firstWeek(year, monday, whole)
	case fromOne && days >= firstWeek(year+1, monday, whole):
		return year + 1, 1
	}
	return year, int(days-start)/7 + 1
}

// firstWeek gives the day that a year's first week begins on.
func firstWeek(year int, monday, whole bool) int64 {
	january := Days(year, 1, 1)
	day := weekday(january)
	if !monday {
		day = (day + 1) % 7
	}
	if whole && day != 0 || !whole && day >= 4 {
		return january + int64(7-day)
	}
	return january - int64(day)
}

func evalWeek(_ Type, a []Value) (Value, error) {
	_, week := weekOf(a[0].Int, a[1].Int)
	return IntValue(int64(week)), nil
}

func evalYearWeek(_ Type, a []Value) (Value, error) {
	year, week := weekOf(a[0].Int, a[1].Int|2)
	return IntValue(int64(year*100 + week)), nil
}

// timeLetters are the letters of a format that print a time, which is midnight.
var timeLetters = map[byte]string{
	'H': "00", 'k': "0", 'h': "12", 'I': "12", 'l': "12", 'i': "00", 's': "00", 'S': "00", 'f': "000000",
	'p': "AM", 'r': "12:00:00 AM", 'T': "00:00:00",
}

// hasTime reports whether a format has letters of times.
func hasTime(format string) bool {
	for i := 0; i+1 < len(format); i++ {
		if format[i] == '%' {
			i++
			if _, ok := timeLetters[format[i]]; ok {
				return true
			}
		}
	}
	return false
}

func evalDateFormat(_ Type, a []Value) (Value, error) {
	days, format := a[0].Int, a[1].Text
	var b strings.Builder
	for i := 0; i < len(format); i++ {
		if format[i] != '%' || i+1 == len(format) {
			b.WriteByte(format[i])
			continue
		}
		i++
		b.WriteString(dateLetter(days, format[i]))
	}
	return stringResult(b.String())
}

// dateLetter prints what a letter behind % stands for; others stand for themselves.
func dateLetter(days int64, letter byte) string {
	y, m, d := Civil(days)
	day := weekday(days)
	if t, ok := timeLetters[letter]; ok {
		return t
	}
	if s, ok := weekLetter(days, letter); ok {
		return s
	}
	switch letter {
	case 'a':
		return dayNames[day][:3]
	case 'W':
		return dayNames[day]
	case 'w':
		return strconv.Itoa((day + 1) % 7)
	case 'b':
		return monthNames[m-1][:3]
	case 'M':
		return monthNames[m-1]
	case 'c':
		return strconv.Itoa(m)
	case 'm':
		return fmt.Sprintf("%02d", m)
	case 'D':
		return strconv.Itoa(d) + ordinal(d)
	case 'd':
		return fmt.Sprintf("%02d", d)
	case 'e':
		return strconv.Itoa(d)
	case 'j':
		return fmt.Sprintf("%03d", days-Days(y, 1, 1)+1)
	case 'Y':
		return fmt.Sprintf("%04d", y)
	case 'y':
		return fmt.Sprintf("%02d", y%100)
	}
	return string(letter)
}

// weekLetter prints the letters for weeks and their years.
func weekLetter(days int64, letter byte) (string, bool) {
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

// evalStrToDate gives NULL for a text that is not as the format says.
func evalStrToDate(_ Type, a []Value) (Value, error) {
	r := dateReader{rest: a[0].Text}
	format := a[1].Text
	for i := 0; i < len(format); i++ {
		switch {
		case format[i] == ' ':
			r.rest = strings.TrimLeft(r.rest, " ")
		case format[i] == '%' && i+1 < len(format):
			i++
			r.rest = strings.TrimLeft(r.rest, " ")
			if !r.read(format[i]) {
				return Value{}, nil
			}
		case !r.literal(format[i]):
			return Value{}, nil
		}
	}
	days, ok := r.days()
	if !ok {
		return Value{}, nil
	}
	return DateValue(days), nil
}

// dateReader collects the parts of a date from a text.
type dateReader struct {
	rest      string
	y, m, d   int
	dayOfYear int
}

func (r *dateReader) literal(c byte) bool {
	if r.rest == "" || r.rest[0] != c {
		return false
	}
	r.rest = r.rest[1:]
	return true
}

// read takes what a letter stands for from the text.
func (r *dateReader) read(letter byte) bool {
	switch letter {
	case 'Y':
		before := len(r.rest)
		ok := r.number(&r.y, 4)
		if ok && before-len(r.rest) <= 2 {
			r.y = fullYear(r.y)
		}
		return ok
	case 'y':
		ok := r.number(&r.y, 2)
		r.y = fullYear(r.y)
		return ok
	case 'm', 'c':
		return r.number(&r.m, 2)
	case 'd', 'e':
		return r.number(&r.d, 2)
	case 'D':
		ok := r.number(&r.d, 2) && len(r.rest) >= 2
		if ok {
			r.rest = r.rest[2:]
		}
		return ok
	case 'j':
		return r.number(&r.dayOfYear, 3)
	case 'M':
		return r.name(monthNames[:], 0, &r.m)
	case 'b':
		return r.name(monthNames[:], 3, &r.m)
	case 'W':
		return r.name(dayNames[:], 0, new(int))
	case 'a':
		return r.name(dayNames[:], 3, new(int))
	}
	return r.literal(letter)
}

func (r *dateReader) number(to *int, most int) bool {
	n, rest := digits(r.rest, most)
	if len(rest) == len(r.rest) {
		return false
	}
	*to, r.rest = n, rest
	return true
}

// name reads a name, or its first letters if length is not 0, and gives its place from 1.
func (r *dateReader) name(names []string, length int, to *int) bool {
	for i, n := range names {
		if length > 0 {
			n = n[:length]
		}
		if len(r.rest) >= len(n) && strings.EqualFold(r.rest[:len(n)], n) {
			*to, r.rest = i+1, r.rest[len(n):]
			return true
		}
	}
	return false
}

func (r *dateReader) days() (int64, bool) {
	if r.dayOfYear > 0 && r.y > 0 {
		days := Days(r.y, 1, 1) + int64(r.dayOfYear) - 1
		year, _, _ := Civil(days)
		return days, year == r.y
	}
	return checkedDays(r.y, r.m, r.d)
}
