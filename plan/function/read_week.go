package function

import "gsdms/plan/value"

// weekDate is a day by the number of its week and its place in that, as STR_TO_DATE reads it.
type weekDate struct {
	week, day int  // the day from Monday as 1; 0: no day was read
	kind      byte // U, u, V or v: how weeks are numbered; 0: no week was read
	year      int  // that the week belongs to
	yearKind  byte // X or x; 0: no such year was read
}

// read takes what a letter of a week stands for from a text; known is false for another letter.
func (w *weekDate) read(r *dateReader, letter byte) (ok, known bool) {
	switch letter {
	case 'U', 'u', 'V', 'v':
		w.kind = letter
		return r.number(&w.week, 2) && w.week <= 53 && (w.week > 0 || !w.ofItsYear()), true
	case 'X', 'x':
		w.yearKind = letter
		return r.number(&w.year, 4), true
	case 'W':
		return r.name(dayNames[:], 0, &w.day), true
	case 'a':
		return r.name(dayNames[:], 3, &w.day), true
	case 'w':
		ok = r.number(&w.day, 1) && w.day < 7
		if w.day == 0 {
			w.day = 7
		}
		return ok, true
	}
	return false, false
}

// ofItsYear reports whether the week is numbered in the year that most of it belongs to, which X or x says.
func (w *weekDate) ofItsYear() bool { return w.kind == 'V' || w.kind == 'v' }

// fromSunday reports whether weeks begin on Sunday.
func (w *weekDate) fromSunday() bool { return w.kind == 'U' || w.kind == 'V' }

// says reports whether a day was read.
func (w *weekDate) says() bool { return w.kind != 0 && w.day > 0 }

// days gives the day; year is that of a week that is numbered in the year of its days. It is false where V
// comes without X or v without x, or U or u with one of them.
func (w *weekDate) days(year int) (int64, bool) {
	sunday := w.fromSunday()
	if w.ofItsYear() {
		if w.yearKind == 0 || (w.yearKind == 'X') != sunday {
			return 0, false
		}
		year = w.year
	} else if w.yearKind != 0 {
		return 0, false
	}
	day := w.day - 1
	if sunday {
		day = w.day % 7
	}
	return onCalendar(firstWeek(year, !sunday, sunday) + int64(w.week-1)*7 + int64(day))
}

// onCalendar gives a day, false for one that no date is.
func onCalendar(days int64) (int64, bool) {
	return days, days >= value.MinDate && days <= value.MaxDate
}
