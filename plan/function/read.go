package function

import (
	"strings"

	"gsdms/plan/value"
)

// StrToDate gives NULL for a text that is not as the format says. A text that ends
// before its format does is read as far as it goes.
func StrToDate(of value.Type, a []value.Value) (value.Value, error) {
	r := dateReader{rest: a[0].Text}
	if !r.reads(a[1].Text) {
		return value.Value{}, nil
	}
	return r.result(of)
}

// ReadDate gives the date or moment of a type that a text is, which is all as the format of
// STR_TO_DATE says; false for another.
func ReadDate(of value.Type, text, format string) (value.Value, bool) {
	r := dateReader{rest: text}
	if text == "" || !r.reads(format) || r.rest != "" {
		return value.Value{}, false
	}
	v, err := r.result(of)
	return v, err == nil && !v.IsNull()
}

// reads reads a text as far as it goes; false if it is not as the format says.
func (r *dateReader) reads(format string) bool { return r.parts(format) && r.inHalf() }

// parts is reads of a format that may be a part of one.
func (r *dateReader) parts(format string) bool {
	for i := 0; i < len(format) && r.rest != ""; i++ {
		switch {
		case format[i] == ' ':
			r.rest = strings.TrimLeft(r.rest, " ")
		case format[i] == '%' && i+1 < len(format):
			i++
			if r.rest = strings.TrimLeft(r.rest, " "); r.rest != "" && !r.read(format[i]) {
				return false
			}
		case !r.literal(format[i]):
			return false
		}
	}
	return true
}

// result is the date, the moment or the time that was read.
func (r *dateReader) result(of value.Type) (value.Value, error) {
	if of.Kind == value.Time {
		return value.TicksResult(of, value.Span{Micros: r.clock()}.In(of.Scale), true)
	}
	days, ok := r.days()
	switch {
	case !ok:
		return value.Value{}, nil
	case of.Kind == value.Date:
		return value.OfDate(days), nil
	}
	return value.TicksResult(of, value.Moment{Days: days, Micros: r.clock()}.In(of.Scale), true)
}

// dateReader collects the parts of a date and a time from a text.
type dateReader struct {
	rest       string
	y, m, d    int
	dayOfYear  int
	week       weekDate
	h, i, s, f int
	half       bool // the hour is one of twelve
	afternoon  bool
}

// inHalf turns an hour of twelve into one of a day.
func (r *dateReader) inHalf() bool {
	if !r.half {
		return !r.afternoon
	}
	if r.h < 1 || r.h > 12 {
		return false
	}
	r.h %= 12
	if r.afternoon {
		r.h += 12
	}
	return true
}

// clock is the time of day in millionths of seconds.
func (r *dateReader) clock() int64 {
	return int64(r.h*3600+r.i*60+r.s)*1e6 + int64(r.f)
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
			r.y = value.YearOfTwoDigits(r.y)
		}
		return ok
	case 'y':
		ok := r.number(&r.y, 2)
		r.y = value.YearOfTwoDigits(r.y)
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
	}
	if ok, known := r.week.read(r, letter); known {
		return ok
	}
	return r.readClock(letter)
}

// readClock takes what a letter of a time stands for.
func (r *dateReader) readClock(letter byte) bool {
	switch letter {
	case 'H', 'k':
		return r.number(&r.h, 2) && r.h < 24
	case 'h', 'I', 'l':
		r.half = true
		return r.number(&r.h, 2)
	case 'i':
		return r.number(&r.i, 2) && r.i < 60
	case 's', 'S':
		return r.number(&r.s, 2) && r.s < 60
	case 'f':
		before := len(r.rest)
		ok := r.number(&r.f, value.MaxFraction)
		r.f *= int(value.Ticks(value.MaxFraction - (before - len(r.rest))))
		return ok
	case 'p':
		mark := strings.ToUpper(r.rest[:min(2, len(r.rest))])
		r.rest = r.rest[len(mark):]
		r.afternoon = mark == "PM"
		return r.afternoon || mark == "AM"
	case 'T':
		return r.parts("%H:%i:%s")
	case 'r':
		return r.parts("%h:%i:%s %p")
	}
	return r.literal(letter)
}

func (r *dateReader) number(to *int, most int) bool {
	n, rest := value.Digits(r.rest, most)
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
	if r.week.says() {
		return r.week.days(r.y)
	}
	if r.y == 0 { // of which there is no date
		return 0, false
	}
	if r.dayOfYear > 0 { // past the year's end they are days of the next one
		return onCalendar(value.Days(r.y, 1, 1) + int64(r.dayOfYear) - 1)
	}
	return value.CheckedDays(r.y, r.m, r.d)
}
