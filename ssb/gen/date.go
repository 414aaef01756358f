package gen

import (
	"strconv"
	"sync"
	"time"
)

// DateRows is the number of rows of the date table at every scale factor:
// 1992-01-01 to 1998-12-30.
const DateRows = 2556

// Date is a row of the date table. The day of the week is one late and
// LastDayInMonth is inverted: both belong to the reference.
type Date struct {
	Key                                             int // yyyymmdd
	Text, DayOfWeek, Month, YearMonth               string
	Year, YearMonthNum                              int
	DayNumInWeek, DayNumInMonth, DayNumInYear       int
	MonthNumInYear, WeekNumInYear                   int
	Season                                          string
	LastDayInWeek, LastDayInMonth, Holiday, Weekday int // 0 or 1
}

var firstDay = time.Date(1992, time.January, 1, 0, 0, 0, 0, time.UTC)

// dates is the whole table; the others refer to it by day number.
var dates = sync.OnceValue(allDates)

// Dates gives the date table. The caller must not change it.
func Dates() []Date { return dates() }

func allDates() []Date {
	out := make([]Date, DateRows)
	for i := range out {
		out[i] = dateOf(i)
	}
	return out
}

func dateOf(day int) Date {
	t := firstDay.AddDate(0, 0, day)
	y, m, d := t.Date()
	name := months[m-1]
	inWeek := (day+4)%7 + 1
	return Date{
		Key:  y*10000 + int(m)*100 + d,
		Text: name + " " + strconv.Itoa(d) + ", " + strconv.Itoa(y), DayOfWeek: days[inWeek-1], Month: name,
		YearMonth: name[:3] + strconv.Itoa(y), Year: y, YearMonthNum: y*100 + int(m),
		DayNumInWeek: inWeek, DayNumInMonth: d, DayNumInYear: t.YearDay(),
		MonthNumInYear: int(m), WeekNumInYear: t.YearDay()/7 + 1, Season: season(m),
		LastDayInWeek: flag(inWeek == 7), LastDayInMonth: flag(t.AddDate(0, 0, 1).Month() == m),
		Holiday: flag(holiday(m, d)), Weekday: flag(inWeek != 1 && inWeek != 7),
	}
}

func season(m time.Month) string {
	switch {
	case m <= time.March:
		return "Winter"
	case m == time.April:
		return "Spring"
	case m <= time.August:
		return "Summer"
	case m <= time.October:
		return "Fall"
	default:
		return "Christmas"
	}
}

// holiday knows the reference's ten: 24 December, 1 January, and the 20th of most months.
func holiday(m time.Month, d int) bool {
	switch m {
	case time.December:
		return d == 24
	case time.January:
		return d == 1
	case time.March, time.June:
		return false
	default:
		return d == 20
	}
}

func flag(b bool) int {
	if b {
		return 1
	}
	return 0
}
