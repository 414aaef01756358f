package load

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"gsdms/pushscan/load/malformed"
	"gsdms/pushscan/load/scalar"
)

// Written is how a text writes values otherwise than SQL does, as its sample shows.
type Written struct {
	Comma     bool              // numbers have a comma for their point
	Thousands bool              // and may have points between their thousands
	Days      map[string]string // how the days of a column are written, as in STR_TO_DATE, by its name in small letters
}

// Unclear is a column of days of which no value tells whether the day or the month comes first: it
// is one of texts.
type Unclear struct {
	Column string
	Forms  [2]string // what they may be, as in STR_TO_DATE
}

// String says what became of the column, and what to do.
func (u Unclear) String() string {
	return fmt.Sprintf("column %s is text: no value tells whether its days are %s or %s; gsdms load --date-format says which, and STR_TO_DATE reads them", malformed.Name(u.Column), u.Forms[0], u.Forms[1])
}

// formsOfDays are the formats of days other than YYYY-MM-DD, each once.
func (w Written) formsOfDays() (out []string) {
	for _, form := range w.Days {
		if !slices.Contains(out, form) {
			out = append(out, form)
		}
	}
	slices.Sort(out)
	return out
}

// findWritten finds out how a text writes numbers, and takes over what is known of files that are
// read with it.
func (s *Sniffed) findWritten(sample []byte, opts Options) {
	if s.Delimiter != ',' {
		s.Written = findNumbers(sampleValues(*s, sample, opts, 1000))
	}
	if known := opts.Written; known != nil {
		s.Comma = s.Comma || known.Comma && s.Delimiter != ','
		s.Thousands = s.Thousands || known.Thousands && s.Comma
		s.Days = known.Days
	}
}

// findNumbers finds out whether numbers have a comma for their point: there are some like 1,5 or
// 1.234,50, and none like 1.5. 1,500 may be a thousand and a half as well. 1.234 is more than a thousand
// where all values of some field are numbers of such a text and one has both signs; else it is a number
// with a point.
func findNumbers(records [][]string) (w Written) {
	sure := fieldsInThousands(records)
	w.Thousands = slices.Contains(sure, true)
	w.Comma = w.Thousands
	for _, r := range records {
		for i, field := range r {
			switch {
			case i < len(sure) && sure[i]:
			case isPointed(field) && !(w.Thousands && scalar.InThousands([]byte(field))):
				return Written{}
			default:
				w.Comma = w.Comma || hasComma(field)
			}
		}
	}
	return w
}

// isPointed reports whether a text is a number with a point.
func isPointed(text string) bool {
	_, ok := scalar.Double([]byte(text))
	return ok && strings.Contains(text, ".")
}

// hasComma reports whether a text is a number with a comma for its point, and no thousands with one.
func hasComma(text string) bool {
	whole, fraction, ok := strings.Cut(text, ",")
	if !ok || whole == "" || fraction == "" || len(fraction) == 3 || strings.Contains(text, ".") {
		return false
	}
	_, ok = scalar.Double([]byte(whole + "." + fraction))
	return ok
}

// inThousands is a number with a comma for its point, and maybe points between its thousands.
var inThousands = regexp.MustCompile(`^ *[+-]?(\d+|[1-9]\d{0,2}(\.\d{3})+)(,\d+)? *$`)

// fieldsInThousands says of which fields all values are such numbers, behind a first record that may
// be a header, and some have both signs.
func fieldsInThousands(records [][]string) (sure []bool) {
	if len(records) > 1 {
		records = records[1:]
	}
	for field := 0; len(records) > 0 && field < len(records[0]); field++ {
		both, all := false, true
		for _, v := range valuesOf(records, field) {
			both = both || strings.Contains(v, ".") && strings.Contains(v, ",")
			if all = inThousands.MatchString(v); !all {
				break
			}
		}
		sure = append(sure, both && all)
	}
	return sure
}

// valuesOf gives the values of a field that are not empty, as those that are NULL are.
func valuesOf(records [][]string, field int) (values []string) {
	for _, r := range records {
		if field < len(r) && r[field] != "" {
			values = append(values, r[field])
		}
	}
	return values
}
