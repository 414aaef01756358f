package value

// The days of 0000-01-01 and of 9999-12-31: the dates that MySQL knows.
const (
	MinDate = -719528
	MaxDate = 2932896
)

// Days gives the days since 1970-01-01 of a date in the proleptic Gregorian
// calendar. Months outside 1..12 carry into the year.
//
// Years are counted from March, so that the leap day is the last of its year.
func Days(year, month, day int) int64 {
	const eras, most = 82, 1 << 15 // the inverse of Civil
	if month < 1 || month > 12 || year < -most || year > most {
		return farDays(year, month, day)
	}
	y, m := uint32(year+400*eras), uint32(month)
	if m <= 2 {
		y, m = y-1, m+12
	}
	century := y / 100
	return int64(1461*y/4-century+century/4+(979*m-2919)/32) + int64(day) - 719469 - eras*146097
}

// farDays is Days of any year and month.
func farDays(year, month, day int) int64 {
	m := month - 1
	y := int64(year) + int64(floorDiv(m, 12))
	m = m - 12*floorDiv(m, 12)
	if m < 2 {
		y--
	}
	march := int64((m + 10) % 12) // months since March
	return 365*y + FloorDiv64(y, 4) - FloorDiv64(y, 100) + FloorDiv64(y, 400) + (153*march+2)/5 + int64(day) - 719469
}

// Civil gives the date of days since 1970-01-01, by multiplications instead of divisions
// (Neri and Schneider, "Euclidean affine functions and their application to calendar
// algorithms", 2022): years are counted from March of a year that is eras before any date.
func Civil(days int64) (year, month, day int) {
	const eras, most = 82, 1 << 23
	if days < -most || days > most {
		return farCivil(days)
	}
	n := 4*uint32(days+719468+eras*146097) + 3
	century, ofCentury := n/146097, n%146097/4
	p := 2939745 * uint64(4*ofCentury+3)
	ofYear := uint32(p) / 2939745 / 4
	march := 2141*ofYear + 197913 // months since March and days, as 16 bits each
	year = int(100*century+uint32(p>>32)) - 400*eras
	month, day = int(march>>16), int(march&0xffff/2141)+1
	if ofYear >= 306 {
		return year + 1, month - 12, day
	}
	return year, month, day
}

// farCivil is Civil for any number of days. The calendar repeats after an era of 400 years
// (146,097 days).
func farCivil(days int64) (year, month, day int) {
	days += 719468 // from 0000-03-01
	era := FloorDiv64(days, 146097)
	ofEra := days - era*146097
	yearOfEra := (ofEra - ofEra/1460 + ofEra/36524 - ofEra/146096) / 365
	ofYear := ofEra - (365*yearOfEra + yearOfEra/4 - yearOfEra/100)
	march := (5*ofYear + 2) / 153 // months since March
	year = int(yearOfEra + era*400)
	if march >= 10 {
		return year + 1, int(march) - 9, int(ofYear-(153*march+2)/5) + 1
	}
	return year, int(march) + 3, int(ofYear-(153*march+2)/5) + 1
}

// AddMonthsTo moves a date by months and clips it to the month's end.
func AddMonthsTo(days, months int64) int64 {
	y, m, d := Civil(days)
	total := int64(y)*12 + int64(m-1) + months
	y, m = int(FloorDiv64(total, 12)), int(total-12*FloorDiv64(total, 12))+1
	if d > 28 {
		d = min(d, daysIn(y, m))
	}
	return Days(y, m, d)
}

func daysIn(year, month int) int { return int(Days(year, month+1, 1) - Days(year, month, 1)) }

func floorDiv(a, b int) int { return int(FloorDiv64(int64(a), int64(b))) }

// FloorDiv64 is the quotient rounded down; b is positive.
func FloorDiv64(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// FormatDate prints a date as YYYY-MM-DD.
func FormatDate(days int64) string { return string(AppendDate(nil, days)) }

// ParseDate reads YYYY-MM-DD (one or two digits for month and day, any one
// punctuation between) or YYYYMMDD.
func ParseDate(s string) (days int64, ok bool) {
	if n, rest := Digits(s, 8); rest == "" && len(s) == 8 {
		return CheckedDays(n/10000, n/100%100, n%100)
	}
	y, rest := Digits(s, 4)
	if len(s)-len(rest) != 4 || rest == "" || !separator(rest[0]) {
		return 0, false
	}
	m, rest2 := Digits(rest[1:], 2)
	if len(rest2) == len(rest)-1 || rest2 == "" || !separator(rest2[0]) {
		return 0, false
	}
	d, rest3 := Digits(rest2[1:], 2)
	if rest3 != "" || len(rest2) == 1 {
		return 0, false
	}
	return CheckedDays(y, m, d)
}

// CheckedDays is Days, false for what is no day of the calendar: the year 0 has no February 29th.
func CheckedDays(y, m, d int) (int64, bool) {
	if m < 1 || m > 12 || d < 1 || d > daysIn(y, m) || y == 0 && m == 2 && d > 28 {
		return 0, false
	}
	return Days(y, m, d), true
}

func separator(c byte) bool { return c == '-' || c == '/' || c == '.' }

// Digits reads up to limit decimal digits.
func Digits(s string, limit int) (n int, rest string) {
	for limit > 0 && s != "" && s[0] >= '0' && s[0] <= '9' {
		n, s, limit = n*10+int(s[0]-'0'), s[1:], limit-1
	}
	return n, s
}
