package typing

import (
	"strings"

	"gsdms/plan"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
)

// In the text of a date or a moment each of its parts has its place. So letters of such a text are what
// DATE_FORMAT gives of the parts that they show: a month in place of all moments of it.

// shownFields are the parts that a text of a moment shows, by the places of their letters, from 1 on.
var shownFields = []struct {
	first, last int64
	format      string
}{{1, 4, "%Y"}, {6, 7, "%m"}, {9, 10, "%d"}, {12, 13, "%H"}, {15, 16, "%i"}}

const (
	shownBetween = "    -  -     :  " // what stands between them, in its places
	lastShown    = len(shownBetween)  // seconds are nearly as many as moments
	lastHyphen   = 8
)

// ofShown makes the build of a function that gives letters of a text: of that of a date or a moment by its
// parts. Between says which letters, of so many, the arguments behind the text ask for; none, where it does
// not know.
func ofShown(between func(args []plan.Expr, length int64) (first, last int64), build func([]plan.Expr) (plan.Expr, error)) func([]plan.Expr) (plan.Expr, error) {
	return func(args []plan.Expr) (plan.Expr, error) {
		m := shownBy(args[0])
		if m == nil {
			return build(args)
		}
		first, last := between(args[1:], shownLength(m.Type()))
		format, from, to := formatOf(first, last)
		if format == "" || to > shownLength(m.Type()) {
			return build(args)
		}
		shown, err := buildDateFormat([]plan.Expr{m, plan.Literal(value.OfString(format))})
		if err != nil || from == first && to == last {
			return shown, err
		}
		return coerce.Texts("SUBSTRING", plan.String, 1)([]plan.Expr{shown, plan.Literal(value.OfInt(first - from + 1)), plan.Literal(value.OfInt(last - first + 1))})
	}
}

// shownBy gives the date or the moment that an expression is as a text; nil of a constant and of others.
func shownBy(e plan.Expr) plan.Expr {
	if _, constant := e.(plan.Const); constant {
		return nil
	}
	if k := e.Type().Kind; k == plan.Date || k == plan.DateTime {
		return e
	}
	return coerce.Shown(e)
}

// shownLength is how many letters the text of a date or a moment has.
func shownLength(t plan.Type) int64 {
	switch {
	case t.Kind == plan.Date:
		return int64(len("2000-01-01"))
	case t.Scale == 0:
		return int64(len("2000-01-01 00:00:00"))
	}
	return int64(len("2000-01-01 00:00:00.") + t.Scale)
}

// formatOf gives the format of the letters from first to last, or of some more, so that no part is cut; empty
// where they show no part, or others.
func formatOf(first, last int64) (format string, from, to int64) {
	if first < 1 || first > last || last > int64(lastShown) {
		return "", 0, 0
	}
	from, to = first, last
	for _, f := range shownFields {
		if f.first < first && first <= f.last {
			from = f.first
		}
		if f.first <= last && last < f.last {
			to = f.last
		}
	}
	var b strings.Builder
	for at := from; at <= to; at++ {
		if i := fieldAt(at); i < 0 {
			b.WriteByte(shownBetween[at-1])
		} else if at == shownFields[i].first {
			b.WriteString(shownFields[i].format)
		}
	}
	if format = b.String(); !strings.Contains(format, "%") {
		return "", 0, 0
	}
	return format, from, to
}

// fieldAt is which part a letter is of; -1 where it stands between them.
func fieldAt(at int64) int {
	for i, f := range shownFields {
		if f.first <= at && at <= f.last {
			return i
		}
	}
	return -1
}

// wholeConstants gives the values of constant whole numbers; false where one is another.
func wholeConstants(args []plan.Expr) ([]int64, bool) {
	out := make([]int64, len(args))
	for i, a := range args {
		c, ok := a.(plan.Const)
		if !ok || c.Value.Kind != plan.Int {
			return nil, false
		}
		out[i] = c.Value.Int
	}
	return out, true
}

// leftOf says which letters LEFT gives.
func leftOf(args []plan.Expr, length int64) (first, last int64) {
	n, ok := wholeConstants(args)
	if !ok {
		return 0, 0
	}
	return 1, min(n[0], length)
}

// rightOf says which letters RIGHT gives.
func rightOf(args []plan.Expr, length int64) (first, last int64) {
	n, ok := wholeConstants(args)
	if !ok || n[0] < 1 {
		return 0, 0
	}
	return max(1, length-n[0]+1), length
}

// substringOf says which letters SUBSTRING gives.
func substringOf(args []plan.Expr, length int64) (first, last int64) {
	n, ok := wholeConstants(args)
	if !ok || n[0] < -length || n[0] > length {
		return 0, 0
	}
	if first = n[0]; first < 0 {
		first += length + 1
	}
	if last = length; len(n) > 1 {
		last = min(length, first+min(n[1], length)-1)
	}
	return first, last
}

// beforeOf says which letters SUBSTRING_INDEX gives.
func beforeOf(args []plan.Expr, length int64) (first, last int64) {
	n, ok := wholeConstants(args[1:])
	mark, constant := args[0].(plan.Const)
	if !ok || !constant || mark.Value.Kind != plan.String || n[0] < 1 {
		return 0, 0
	}
	for last = 1; last <= min(length, int64(lastShown)); last++ {
		if fieldAt(last) >= 0 || shownBetween[last-1:last] != mark.Value.Text {
			continue
		}
		if n[0]--; n[0] == 0 {
			return 1, last - 1
		}
	}
	return 0, 0
}

// shownLike gives the text of a date or a moment as far as a pattern looks at it, which takes any letters
// behind what it asks for.
func shownLike(x plan.Expr, pattern string, escape rune) (plan.Expr, error) {
	m := shownBy(x)
	if m == nil {
		return x, nil
	}
	format, _, to := formatOf(1, lettersAsked(pattern, escape))
	if format == "" || to > shownLength(m.Type()) {
		return x, nil
	}
	return buildDateFormat([]plan.Expr{m, plan.Literal(value.OfString(format))})
}

// lettersAsked is how many letters of the text of a moment a pattern looks at before all others fit it; 0 where
// that is not known. Behind a %, the last hyphen says it: there is none behind the month.
func lettersAsked(pattern string, escape rune) int64 {
	const wild = -1
	var letters []rune // behind the last % with something behind it
	escaped, open, ends := false, false, false
	for _, r := range pattern {
		is := r
		switch {
		case escaped:
			escaped = false
		case r == escape:
			escaped = true
			continue
		case r == '%':
			ends = true
			continue
		case r == '_':
			is = wild
		}
		if ends {
			letters, open, ends = nil, true, false
		}
		letters = append(letters, is)
	}
	hyphen := len(letters) - 1
	for hyphen >= 0 && letters[hyphen] != '-' {
		hyphen--
	}
	switch {
	case !ends || escaped:
		return 0
	case !open:
		return int64(len(letters))
	case hyphen >= 0:
		return int64(lastHyphen + len(letters) - 1 - hyphen)
	}
	return 0
}
