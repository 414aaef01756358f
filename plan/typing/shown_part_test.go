package typing_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"gsdms/plan"
	"gsdms/plan/typing"
	"gsdms/plan/value"
)

// moments are a column of dates or moments of so many digits, and some of its values, also at the ends of the
// calendar.
func moments(r *rand.Rand, t plan.Type) (of plan.Expr, all []value.Value) {
	number, lo, hi := value.OfDate, int64(value.MinDate), int64(value.MaxDate)
	if t.Kind == plan.DateTime {
		lo, hi = value.TickBounds(plan.DateTime, t.Scale)
		number = func(n int64) value.Value { return value.OfDateTime(n, t.Scale) }
	}
	for range 12 {
		all = append(all, number(lo+r.Int64N(hi-lo+1)))
	}
	all = append(all, number(lo), number(hi), number(0), number(-1))
	table := &plan.TableRef{Alias: "t", Table: &plan.Table{Name: "t", Columns: []plan.Column{{Name: "m", Type: t, Nullable: true}}}}
	return plan.ColumnRef{Of: table}, all
}

// gives holds an expression of moments against what a function says of their texts. NULL is NULL.
func gives(t *testing.T, e plan.Expr, of []value.Value, want func(text string) string) {
	t.Helper()
	at := func(v value.Value) value.Value {
		got, err := plan.Eval(e, func(plan.Expr) (plan.Value, error) { return v, nil })
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	for _, v := range of {
		if got := at(v); got.IsNull() || got.String() != want(v.String()) {
			t.Fatalf("%s of %s is %q, want %q", e, v, got, want(v.String()))
		}
	}
	if got := at(value.Value{}); !got.IsNull() {
		t.Fatalf("%s of NULL is %s", e, got)
	}
}

var momentTypes = []plan.Type{{Kind: plan.Date}, {Kind: plan.DateTime}, {Kind: plan.DateTime, Scale: 2}, {Kind: plan.DateTime, Scale: 6}}

// Letters of the texts of dates and moments are those that the texts have, and those that DATE_FORMAT gives have no
// text of all moments in them.
func TestLettersOfMoments(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 1))
	parts := 0
	for _, of := range momentTypes {
		x, all := moments(r, of)
		build := func(op plan.Op, args ...plan.Expr) plan.Expr {
			e, err := typing.Build(op, append([]plan.Expr{x}, args...)...)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(e.String(), "VARCHAR") {
				parts++
			}
			return e
		}
		number := func(n int) plan.Expr { return plan.Literal(value.OfInt(int64(n))) }
		cut := func(s string, from, to int) string {
			return s[min(len(s), max(0, from)):max(min(len(s), max(0, from)), min(len(s), to))]
		}
		for n := -2; n < 30; n++ {
			gives(t, build("LEFT", number(n)), all, func(s string) string { return cut(s, 0, n) })
			gives(t, build("RIGHT", number(n)), all, func(s string) string { return cut(s, len(s)-max(n, 0), len(s)) })
			for from := -30; from < 30; from++ {
				substring := func(s string, n int) string {
					at := from - 1
					if from < 0 {
						at = len(s) + from
					}
					if from == 0 || at < 0 {
						return ""
					}
					return cut(s, at, at+n)
				}
				gives(t, build("SUBSTRING", number(from), number(n)), all, func(s string) string { return substring(s, n) })
				gives(t, build("SUBSTRING", number(from)), all, func(s string) string { return substring(s, 99) })
			}
		}
		for _, mark := range []string{"-", " ", ":", ".", "0", "-0", ""} {
			for n := -1; n < 5; n++ {
				gives(t, build("SUBSTRING_INDEX", plan.Literal(value.OfString(mark)), number(n)), all, func(s string) string {
					fields := strings.Split(s, mark)
					switch {
					case mark == "" || n == 0:
						return ""
					case n < 0:
						return strings.Join(fields[max(0, len(fields)+n):], mark)
					}
					return strings.Join(fields[:min(n, len(fields))], mark)
				})
			}
		}
	}
	if parts < 1000 {
		t.Errorf("%d expressions are of parts of moments", parts)
	}
}

// fits reports whether a text fits a pattern of % and _.
func fits(text, pattern string) bool {
	switch {
	case pattern == "":
		return text == ""
	case pattern[0] == '%':
		return fits(text, pattern[1:]) || text != "" && fits(text[1:], pattern)
	}
	return text != "" && (pattern[0] == '_' || pattern[0] == text[0]) && fits(text[1:], pattern[1:])
}

// Patterns that look at the first letters of moments alone fit those that they fit as whole texts.
func TestPatternsOfMoments(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 2))
	parts := 0
	for range 4000 {
		x, all := moments(r, momentTypes[r.IntN(len(momentTypes))])
		text := all[r.IntN(len(all))].String()
		var b strings.Builder // a pattern that fits a part of the text, or nearly
		for at := 0; at < len(text) && r.IntN(12) > 0; at++ {
			switch r.IntN(9) {
			case 0:
				b.WriteByte('%')
				at += r.IntN(4)
			case 1:
				b.WriteByte('_')
			default:
				b.WriteByte(text[at])
			}
		}
		pattern := b.String() + []string{"%", "%", "%%", "", "5%", "-%"}[r.IntN(6)]
		e, err := typing.BuildLike(x, pattern, '\\')
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(e.String(), "VARCHAR") {
			parts++
		}
		gives(t, e, all, func(s string) string {
			if fits(s, pattern) {
				return "1"
			}
			return "0"
		})
	}
	if parts < 500 {
		t.Errorf("%d patterns are of parts of moments", parts)
	}
}
