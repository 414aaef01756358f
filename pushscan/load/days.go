package load

import (
	"regexp"
	"slices"
	"strings"

	"gsdms/plan"
	"gsdms/plan/function"
	"gsdms/plan/value"
	"gsdms/pushscan/load/columns"
	"gsdms/pushscan/load/layout"
	"gsdms/pushscan/load/schema"
	"gsdms/pushscan/store"
)

// dates is how dates and moments are written, as in STR_TO_DATE: all of a file by a format that was
// named, or those of a column by that of their days; neither: as MySQL writes them.
type dates struct{ format, day string }

// dates is how a column is written.
func (o Options) dates(column string) dates {
	if o.DateFormat != "" || o.Written == nil {
		return dates{format: o.DateFormat}
	}
	return dates{day: o.Written.Days[strings.ToLower(column)]}
}

// of is the format that a type's values have, "" if none or as MySQL has it. A named format with a
// time is none of days.
func (d dates) of(t plan.Type) string {
	if t.Kind != plan.Date && t.Kind != plan.DateTime {
		return ""
	}
	if d.day != "" {
		return columns.MomentForm(t, d.day)
	}
	if _, clock := function.Needs(d.format); t.Kind == plan.Date && clock != 0 {
		return ""
	}
	return d.format
}

// moment gives the DATETIME with as many digits of a second's fraction as values may have.
func (d dates) moment(values []string) plan.Type {
	digits := 0
	switch {
	case d.day != "":
		for _, v := range values {
			if _, clock, _ := strings.Cut(v, ":"); strings.Contains(clock, ".") {
				digits = value.MaxFraction
			}
		}
	case d.format == "":
		digits = fractionDigits(values)
	case strings.Contains(d.format, "%f"):
		digits = value.MaxFraction
	}
	return schema.Moment(plan.DateTime, digits)
}

// fractionDigits is how many digits of a second's fraction the values have at most.
func fractionDigits(values []string) int {
	most := 0
	for _, v := range values {
		_, fraction, _ := strings.Cut(v, ".")
		n := 0
		for n < len(fraction) && fraction[n] >= '0' && fraction[n] <= '9' {
			n++
		}
		most = max(most, n)
	}
	return min(most, value.MaxFraction)
}

// dayPattern is a day, and maybe a time behind it, of 24 hours or of twice twelve: the parts between
// signs, the signs, the seconds, and the half of the day.
var dayPattern = regexp.MustCompile(`^ *(\d{1,2}|\d{4})([./-])(\d{1,2})([./-])(\d{1,2}|\d{4})(?: \d{1,2}:\d\d(:\d\d(?:\.\d{1,6})?)?( ?[AaPp][Mm])?)? *$`)

// dayForms gives the formats that values may be days of, as their signs and years show; nil: none.
func dayForms(values []string) (forms []string) {
	for _, v := range values {
		of := dayForm(v)
		if of == nil || forms != nil && forms[0] != of[0] {
			return nil
		}
		forms = of
	}
	return forms
}

// dayForm gives the formats that a value may be a day of. A year of two digits stands behind the
// others, and where signs are no strokes day and month have two digits, too, for 1.10.12 may be a
// version.
func dayForm(value string) []string {
	m := dayPattern.FindStringSubmatch(value)
	if m == nil || m[2] != m[4] {
		return nil
	}
	first, sign, second, third, clock := m[1], m[2], m[3], m[5], clockForm(m[6], m[7])
	year := ""
	switch {
	case len(first) == 4 && len(third) == 4:
		return nil
	case len(first) == 4:
		return []string{"%Y" + sign + "%m" + sign + "%d" + clock}
	case len(third) == 4:
		year = "%Y"
	case len(third) == 2 && (sign == "/" || len(first)+len(second) == 4):
		year = "%y"
	default:
		return nil
	}
	return []string{"%d" + sign + "%m" + sign + year + clock, "%m" + sign + "%d" + sign + year + clock}
}

// clockForm is the format of a time that says which half of the day it is in; "" of another.
func clockForm(seconds, half string) string {
	switch {
	case half == "":
		return ""
	case seconds == "":
		return " %h:%i %p"
	case strings.Contains(seconds, "."):
		return " %h:%i:%s.%f %p"
	}
	return " %h:%i:%s %p"
}

// dayOf is the format of the day alone.
func dayOf(form string) string {
	day, _, _ := strings.Cut(form, " ")
	return day
}

// IsOtherDay reports whether a text looks like a day that is written otherwise than in SQL.
func IsOtherDay(text string) bool {
	forms := dayForms([]string{text})
	return forms != nil && forms[0] != "%Y-%m-%d"
}

// dayColumn is a field of days that are written otherwise than in SQL.
type dayColumn struct {
	field int
	forms []string             // that all values have
	types map[string]plan.Type // by form: DATE, or DATETIME where there are times
	form  string               // which of them it is; "": no value tells
}

// dayColumns finds the fields all values of which are such days.
func dayColumns(values [][]string) (days []dayColumn) {
	for field := range values {
		d := dayColumn{field: field, types: map[string]plan.Type{}}
		for _, form := range dayForms(values[field]) {
			if t, ok := dayType(values[field], form); ok {
				d.forms, d.types[form] = append(d.forms, form), t
			}
		}
		if d.forms != nil {
			days = append(days, d)
		}
	}
	settle(days)
	return days
}

// dayType gives the type that takes all values where days have a format.
func dayType(values []string, form string) (plan.Type, bool) {
	written := dates{day: form}
	for _, t := range []plan.Type{{Kind: plan.Date, Name: "DATE"}, written.moment(values)} {
		if t.Kind == plan.Date && form != dayOf(form) {
			continue // its time would be lost
		}
		if takesAll(t, values, written) {
			return t, true
		}
	}
	return plan.Type{}, false
}

// settle finds the form of each field: the only one that it may have, or that of two which others of
// the file have that are written with the same signs.
func settle(days []dayColumn) {
	only := map[string]bool{}
	for _, d := range days {
		if len(d.forms) == 1 {
			only[dayOf(d.forms[0])] = true
		}
	}
	for i := range days {
		d := &days[i]
		if len(d.forms) == 1 {
			d.form = d.forms[0]
			continue
		}
		first, second := only[dayOf(d.forms[0])], only[dayOf(d.forms[1])]
		switch {
		case first && !second:
			d.form = d.forms[0]
		case second && !first:
			d.form = d.forms[1]
		}
	}
}

// nameDays says how the days of columns are written, and of which none tells that, by the names that
// the fields have as columns.
func (s *Sniffed) nameDays(names []string) {
	s.Days = map[string]string{}
	for _, d := range s.days {
		name := names[d.field]
		switch {
		case layout.Skips(name):
		case d.form == "":
			s.Unclear = append(s.Unclear, Unclear{name, [2]string(d.forms)})
		default:
			s.Days[strings.ToLower(name)] = d.form
		}
	}
}

// declaredDays finds out how days are written that go to the columns of a table, in a text whose form
// is found out.
func (s *Sniffed) declaredDays(sample []byte, def store.Definition, l *layout.Layout, opts Options) {
	ofDays := func(to int) bool {
		return to >= 0 && (def.Columns[to].Type.Kind == plan.Date || def.Columns[to].Type.Kind == plan.DateTime)
	}
	if l == nil || s.Format == JSON || opts.DateFormat != "" || opts.Written != nil || s.Escape != 0 || !slices.ContainsFunc(l.Fields, ofDays) {
		return
	}
	records := s.sampleRows(sample, opts)
	values := make([][]string, len(l.Fields))
	for field, to := range l.Fields {
		if !ofDays(to) {
			continue
		}
		if v := valuesOf(records, field); !takesAll(def.Columns[to].Type, v, dates{}) {
			values[field] = v
		}
	}
	s.Days = map[string]string{}
	for _, day := range dayColumns(values) {
		c := def.Columns[l.Fields[day.field]]
		if t := day.types[day.form]; day.form != "" && (t.Kind == plan.Date || c.Type.Kind == plan.DateTime) {
			s.Days[strings.ToLower(c.Name)] = day.form
		}
	}
}
