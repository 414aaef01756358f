package plan

import "strings"

// DateTime is what a text says of a date: MySQL takes a time of day behind it and lets it
// go where a date is asked for, but not where a date is compared with the text.
type DateTime struct {
	Days int64 // since 1970-01-01
	Time bool  // a time behind midnight follows
	Rest bool  // something follows that is no part of a date or time
}

// ReadDateTime reads a text as MySQL does: YYYY-MM-DD or YY-MM-DD, with any punctuation
// between and as few digits as one for month and day, or YYYYMMDD or YYMMDD; behind it
// may stand a time. Years of two digits are 1970 to 2069.
func ReadDateTime(s string) (d DateTime, ok bool) {
	s = strings.TrimSpace(s)
	packed := digitsEnd(s, 0)
	var y, m, day int
	yearDigits := 4
	switch {
	case packed == 8 || packed == 14:
		y, s = digits(s, 4)
	case packed == 6 || packed == 12:
		yearDigits = 2
		y, s = digits(s, 2)
	case packed < 1 || packed > 4:
		return DateTime{}, false
	}
	if packed > 4 {
		m, s = digits(s, 2)
		day, s = digits(s, 2)
	} else {
		yearDigits = packed
		if y, m, day, s, ok = separated(s); !ok {
			return DateTime{}, false
		}
	}
	if yearDigits <= 2 {
		y = fullYear(y)
	}
	if d.Days, ok = checkedDays(y, m, day); !ok {
		return DateTime{}, false
	}
	d.Time, d.Rest, ok = timeOfDay(s)
	return d, ok
}

// fullYear gives the year that two digits mean.
func fullYear(y int) int {
	if y < 70 {
		return 2000 + y
	}
	return 1900 + y
}

// separated reads a date with something between its parts.
func separated(s string) (y, m, d int, rest string, ok bool) {
	y, s = digits(s, 4)
	if m, s, ok = behindPunctuation(s); !ok {
		return 0, 0, 0, "", false
	}
	d, s, ok = behindPunctuation(s)
	return y, m, d, s, ok
}

// behindPunctuation reads the one or two digits behind a punctuation character.
func behindPunctuation(s string) (n int, rest string, ok bool) {
	if s == "" || !punctuation(s[0]) {
		return 0, "", false
	}
	n, rest = digits(s[1:], 2)
	return n, rest, len(rest) < len(s)-1
}

func punctuation(c byte) bool {
	return c > ' ' && c < 0x7f && !(c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z')
}

// timeOfDay reads what follows a date: hours, minutes, seconds and a fraction, each but
// for the hours optional. An hour of 25 makes the whole no date.
func timeOfDay(s string) (later, rest, ok bool) {
	if s == "" {
		return false, false, true
	}
	if s[0] == 'T' || s[0] == ' ' {
		s = strings.TrimLeft(s[1:], " ")
	}
	limits := [3]int{24, 60, 60}
	for i, limit := range limits {
		n, behind := digits(s, 2)
		if len(behind) == len(s) {
			return later, true, true
		}
		if n >= limit {
			return false, false, false
		}
		later = later || n > 0
		s = behind
		if i < 2 && s != "" && s[0] == ':' {
			s = s[1:]
		} else if i < 2 && (s == "" || s[0] < '0' || s[0] > '9') {
			break
		}
	}
	if s != "" && s[0] == '.' {
		end := digitsEnd(s, 1)
		later = later || strings.Trim(s[1:end], "0") != ""
		s = s[end:]
	}
	return later, s != "", true
}

// dateFromNumber reads yyyymmdd or yymmdd, also with hhmmss behind.
func dateFromNumber(n int64) (days int64, ok bool) {
	const time = 1000000
	if n > 99991231 {
		if n/time > 99991231 || n%time/10000 > 23 || n%10000/100 > 59 || n%100 > 59 {
			return 0, false
		}
		n /= time
	}
	switch {
	case n < 101:
		return 0, false
	case n <= 691231:
		n += 20000000
	case n < 700101:
		return 0, false
	case n <= 991231:
		n += 19000000
	case n < 10000101:
		return 0, false
	}
	return checkedDays(int(n/10000), int(n/100%100), int(n%100))
}

// dateKey orders dates and texts that say a date and a time: a date is twice its days,
// a time behind midnight one more.
const dateKey Op = "date key"

func evalDateKey(_ Type, a []Value) (Value, error) {
	d, ok := ReadDateTime(a[0].Text)
	if !ok {
		return Value{}, nil
	}
	return IntValue(2*d.Days + int64(boolInt(d.Time))), nil
}

// keyOfDate gives the date key of a date or a text.
func keyOfDate(e Expr) Expr {
	if e.Type().Kind == String {
		return intCall(dateKey, e)
	}
	return intCall(Mul, intCall(DateDiff, e, Literal(DateValue(0))), num(2))
}
