package scalar

// Date reads YYYY-MM-DD, a day of the Gregorian calendar from 0001-01-01, into
// days since 1970-01-01.
func Date(text []byte) (int64, bool) {
	if len(text) != 10 || text[4] != '-' || text[7] != '-' {
		return 0, false
	}
	y, ok1 := digits(0, text[:4])
	m, ok2 := digits(0, text[5:7])
	d, ok3 := digits(0, text[8:])
	if !ok1 || !ok2 || !ok3 || y == 0 || m < 1 || m > 12 || d < 1 || d > monthDays(y, m) {
		return 0, false
	}
	return days(int64(y), int64(m), int64(d)), true
}

func monthDays(y, m uint64) uint64 {
	if m == 2 && y%4 == 0 && (y%100 != 0 || y%400 == 0) {
		return 29
	}
	return [...]uint64{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}[m-1]
}

// days counts from 1970-01-01. Years are taken to begin in March, so that the leap day
// comes last; a month m of such a year begins at day (153 m + 2) / 5.
func days(y, m, d int64) int64 {
	if m <= 2 {
		y, m = y-1, m+12
	}
	m -= 3
	return 365*y + y/4 - y/100 + y/400 + (153*m+2)/5 + d - 1 - 719468
}
