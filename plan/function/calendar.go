package function

import (
	"strconv"
	"strings"

	"gsdms/plan/value"
)

var (
	dayNames   = [...]string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}
	monthNames = [...]string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}
)

// DayName computes DAYNAME.
func DayName(_ value.Type, a []value.Value) (value.Value, error) {
	if a[0].Int < 0 || a[0].Int > 6 {
		return value.Value{}, nil
	}
	return value.OfString(dayNames[a[0].Int]), nil
}

// MonthName computes MONTHNAME.
func MonthName(_ value.Type, a []value.Value) (value.Value, error) {
	if a[0].Int < 1 || a[0].Int > 12 {
		return value.Value{}, nil
	}
	return value.OfString(monthNames[a[0].Int-1]), nil
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
	year, _, _ = value.Civil(days)
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
	january := value.Days(year, 1, 1)
	day := weekday(january)
	if !monday {
		day = (day + 1) % 7
	}
	if whole && day != 0 || !whole && day >= 4 {
		return january + int64(7-day)
	}
	return january - int64(day)
}

// Week computes WEEK.
func Week(_ value.Type, a []value.Value) (value.Value, error) {
	_, week := weekOf(a[0].Int, a[1].Int)
	return value.OfInt(int64(week)), nil
}

// YearWeek computes YEARWEEK.
func YearWeek(_ value.Type, a []value.Value) (value.Value, error) {
	year, week := weekOf(a[0].Int, a[1].Int|2)
	return value.OfInt(int64(year*100 + week)), nil
}

// YearOf gives the YEAR that a whole number means, NULL where there is none. A text means what its first
// digits do, and 0 is 2000 of these.
func YearOf(_ value.Type, a []value.Value) (value.Value, error) {
	n := a[0].Int
	if a[0].Kind == value.String {
		text := strings.TrimLeft(a[0].Text, " ")
		end := value.DigitsEnd(text, 0)
		m, err := strconv.ParseInt(text[:end], 10, 64)
		if err != nil {
			return value.Value{}, nil
		}
		if n = m; n == 0 {
			n = 2000
		}
	}
	year, ok := value.FullYear(n)
	if !ok {
		return value.Value{}, nil
	}
	return value.OfInt(year), nil
}
