package operators

import (
	"gsdms/plan/value"
)

// The dates that there are, as days.
const (
	firstDay = value.MinDate
	lastDay  = value.MaxDate
)

func isDate(day int64) bool { return day >= firstDay && day <= lastDay }

// civil is plan.Civil in the number form of registers.
func civil(day int64) (year, month, dayOfMonth int64) {
	y, m, d := value.Civil(day)
	return int64(y), int64(m), int64(d)
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

// dateParts computes a number of each date; what is no date gives NULL.
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

// movedByMonths moves a date by months; ok is false where no date comes out.
func movedByMonths(day, months int64) (moved int64, ok bool) {
	const most = 12 * 10000
	if !isDate(day) || months < -most || months > most {
		return 0, false
	}
	moved = value.AddMonthsTo(day, months)
	return moved, isDate(moved)
}
