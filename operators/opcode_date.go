package operators

// Days of 0000-01-01 and 9999-12-31 since 1970-01-01: what MySQL takes for a date.
const (
	firstDay = -719528
	lastDay  = 2932896
)

func isDate(day int64) bool { return day >= firstDay && day <= lastDay }

// civil splits days since 1970-01-01 into year, month and day of the proleptic
// Gregorian calendar. The year is taken to begin in March, so that the leap day is its
// last, and to lie in an era of 400 years, which repeats exactly (146,097 days).
func civil(day int64) (year, month, dayOfMonth int64) {
	day += 719468 // days from 0000-03-01
	era := floorDiv(day, 146097)
	ofEra := day - era*146097
	yearOfEra := (ofEra - ofEra/1460 + ofEra/36524 - ofEra/146096) / 365
	ofYear := ofEra - (365*yearOfEra + yearOfEra/4 - yearOfEra/100)
	march := (5*ofYear + 2) / 153
	month = march + 3
	year = yearOfEra + era*400
	if month > 12 {
		month -= 12
		year++
	}
	return year, month, ofYear - (153*march+2)/5 + 1
}

// dayNumber is the inverse of civil.
func dayNumber(year, month, dayOfMonth int64) int64 {
	if month <= 2 {
		year--
		month += 12
	}
	era := floorDiv(year, 400)
	yearOfEra := year - era*400
	ofYear := (153*(month-3)+2)/5 + dayOfMonth - 1
	return era*146097 + yearOfEra*365 + yearOfEra/4 - yearOfEra/100 + ofYear - 719468
}

func floorDiv(a, b int64) int64 { return a/b - truth(a%b < 0) }

func daysInMonth(year, month int64) int64 {
	next := dayNumber(year+month/12, month%12+1, 1)
	return next - dayNumber(year, month, 1)
}

func yearOf(d *Vector, a []*Vector, _ int64) bool {
	return dateParts(d, a, func(y, _, _ int64) int64 { return y })
}

func monthOf(d *Vector, a []*Vector, _ int64) bool {
	return dateParts(d, a, func(_, m, _ int64) int64 { return m })
}

func dayOf(d *Vector, a []*Vector, _ int64) bool {
	return dateParts(d, a, func(_, _, day int64) int64 { return day })
}

func dateNumber(d *Vector, a []*Vector, _ int64) bool {
	return dateParts(d, a, func(y, m, day int64) int64 { return y*10000 + m*100 + day })
}

func dateParts(d *Vector, a []*Vector, part func(year, month, day int64) int64) bool {
	for i, day := range a[0].Int[:len(d.Int)] {
		if !isDate(day) {
			setNull(d, i)
			continue
		}
		d.Int[i] = part(civil(day))
	}
	return false
}

func addMonths(d *Vector, a []*Vector, _ int64) bool {
	for i := range d.Int {
		day, ok := movedByMonths(a[0].Int[i], a[1].Int[i])
		if !ok {
			setNull(d, i)
			continue
		}
		d.Int[i] = day
	}
	return false
}

// movedByMonths moves a date by months, to the last day of the month where the month
// is too short; ok is false where no date comes out.
func movedByMonths(day, months int64) (moved int64, ok bool) {
	const most = 12 * 10000
	if !isDate(day) || months < -most || months > most {
		return 0, false
	}
	year, month, dayOfMonth := civil(day)
	count := year*12 + month - 1 + months
	year = floorDiv(count, 12)
	month = count - year*12 + 1
	moved = dayNumber(year, month, min(dayOfMonth, daysInMonth(year, month)))
	return moved, isDate(moved)
}
