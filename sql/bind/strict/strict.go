package strict

import (
	"errors"
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/test_driver"

	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/plan/json"
	"gsdms/plan/typing"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
	"gsdms/sql/bind/scalar"
	"gsdms/sql/parse"
)

// Convert converts a value to the type of a column. NULL stays NULL: whether it may be one is for
// the caller to say.
func Convert(v plan.Value, to plan.Type) (plan.Value, error) {
	return At(&scalar.Binder{Place: -1}, v, to)
}

// At is Convert of a value that a binder has bound: errors have its place, and a time without a
// day is one of the day of its statement.
func At(b *scalar.Binder, v plan.Value, to plan.Type) (plan.Value, error) {
	return conversion{b}.convert(v, to)
}

// conversion is that of one value.
type conversion struct{ *scalar.Binder }

// convert converts a value to a column's type and refuses to lose anything but digits
// after the point.
func (c conversion) convert(v plan.Value, to plan.Type) (plan.Value, error) {
	if v.IsNull() {
		return v, nil
	}
	switch to.Kind {
	case plan.String:
		return c.text(v, to)
	case plan.Date, plan.DateTime, plan.Time:
		return c.time(v, to)
	}
	if v.Kind == plan.String && to.Bits() { // its bytes
		v = value.OfWide(new(big.Int).SetBytes([]byte(v.Text)), 0)
	}
	text := v
	if v.Kind == plan.String {
		var err error
		if v, err = c.number(v.Text, to); err != nil {
			return v, err
		}
	}
	if to.Name == value.YearName {
		return c.year(text, v, to)
	}
	if to.Kind == plan.Bool && to.Max == 0 {
		to.Min, to.Max = 0, 1
	}
	out, err := coerce.To(plan.Literal(v), to)
	if err != nil && to.Bits() {
		return v, c.Errorf(parse.CodeTooLong, "Data too long for type %s: %s", to, v)
	}
	if err != nil {
		return v, c.Errorf(parse.CodeOutOfRangeColumn, "Out of range value for type %s: %s", to, v)
	}
	w := out.(plan.Const).Value
	if to.Kind == plan.Double && math.IsInf(w.Float, 0) || to.Keyed() && value.Rescale(w.Dec, to.Scale).NumDigits() > int64(to.Precision) {
		return v, c.Errorf(parse.CodeOutOfRangeColumn, "Out of range value for type %s: %s", to, v)
	}
	return w, nil
}

// number is the number that a text spells, which nothing may follow.
func (c conversion) number(text string, to plan.Type) (plan.Value, error) {
	trimmed := strings.TrimSpace(text)
	n, ok := value.ParseNumber(trimmed)
	switch {
	case ok && n.Kind == plan.Double && pastDoubles(trimmed):
		return n, c.Errorf(parse.CodeOutOfRangeColumn, "Out of range value for type %s: '%s'", to, text)
	case ok:
		return n, nil
	case value.BeginsNumber(trimmed):
		return n, c.Errorf(fault.CodeTruncated, "Data truncated: '%s' is no %s", text, to)
	}
	return n, c.Errorf(parse.CodeWrongNumber, "Incorrect %s value: '%s'", to, text)
}

// pastDoubles reports whether a text spells a number that is past the greatest double.
func pastDoubles(text string) bool {
	_, err := strconv.ParseFloat(text, 64)
	return errors.Is(err, strconv.ErrRange)
}

func (c conversion) text(v plan.Value, to plan.Type) (plan.Value, error) {
	if to.Listed() {
		return c.member(v, to)
	}
	s := textOf(v, to)
	if to.Bytes() {
		s = value.TextOfBytes(s)
	} else if !isText(s) {
		return v, c.Errorf(parse.CodeWrongNumber, "Incorrect string value: %q is not UTF-8, or has a NUL byte", scalar.ShortText(s, min(len(s), 20)))
	}
	s = plan.KeptText(to, s)
	if to.Name == value.JSONName {
		if _, ok := json.Normal(s); !ok {
			return v, c.Errorf(fault.CodeJSONText, "Invalid JSON text: %q", s)
		}
	}
	if to.Precision > 0 && utf8.RuneCountInString(s) > to.Precision {
		return v, c.Errorf(parse.CodeTooLong, "Data too long for type %s: '%s'", to, v)
	}
	return value.OfString(s), nil
}

// textOf is a value as a text of a column: a double is rounded to what the column has room for, if it has room for any.
func textOf(v plan.Value, to plan.Type) string {
	if v.Kind != plan.Double {
		return v.String()
	}
	letters := value.DoubleLetters
	if to.Precision > 0 {
		letters = min(letters, to.Precision)
	}
	if s, ok := value.AppendDoubleWithin(nil, v.Float, letters); ok {
		return string(s)
	}
	return v.String()
}

// isText reports whether a column of texts holds a text: it is UTF-8 and without a NUL byte.
func isText(s string) bool { return utf8.ValidString(s) && strings.IndexByte(s, 0) < 0 }

// member converts to an ENUM or a SET: a text, or a number of one, without its digits behind the point.
func (c conversion) member(v plan.Value, to plan.Type) (plan.Value, error) {
	text, ok := to.MemberOf(v.String())
	if v.Kind != plan.String && !v.Kind.Temporal() {
		if v.Kind == plan.Decimal || v.Kind == plan.Double {
			v = value.OfFloat(math.Trunc(value.ToFloat(v)))
		}
		n, err := coerce.To(plan.Literal(v), plan.Type{Kind: plan.Unsigned})
		if err != nil {
			return v, c.Errorf(fault.CodeTruncated, "Data truncated: %s is no value of %s", v, to)
		}
		text, ok = to.MemberText(value.UnsignedOf(n.(plan.Const).Value.Int))
	}
	if !ok {
		return v, c.Errorf(fault.CodeTruncated, "Data truncated: '%s' is no value of %s", v, to)
	}
	return value.OfString(text), nil
}

// written says how a date or a time is written.
var written = map[plan.Kind]string{
	plan.Date:     "a date is written 'YYYY-MM-DD'",
	plan.DateTime: "a date and time is written 'YYYY-MM-DD hh:mm:ss'",
	plan.Time:     "a time is written 'hh:mm:ss'",
}

// time converts to a date, a moment or a time: digits of a fraction are rounded, those of a moment also where its
// date is asked for, and the time behind a date is cut off. An empty text is a time of zero.
func (c conversion) time(v plan.Value, to plan.Type) (plan.Value, error) {
	wrong := func() error {
		kind := strings.ToLower(plan.Type{Kind: to.Kind}.String())
		return c.Errorf(parse.CodeWrongDate, "Incorrect %s value: '%s' (%s)", kind, v, written[to.Kind])
	}
	switch {
	case to.Kind == plan.Time && v.Kind == plan.String && strings.TrimSpace(v.Text) == "":
		return value.OfTime(0, to.Scale), nil
	case v.Kind == plan.String && !whollyTime(v.Text, to.Kind), v.Kind == plan.Unsigned && v.Int >= 0: // past 63 bits, which CAST takes for one below 0
		return v, wrong()
	}
	of := plan.Expr(plan.Literal(v))
	var err error
	if to.Kind == plan.Date && (v.Kind == plan.DateTime || v.Kind == plan.String) {
		of, err = c.CastOne(of, plan.Type{Kind: plan.DateTime})
	}
	var out plan.Expr
	if err == nil {
		out, err = c.CastOne(of, to)
	}
	if err == nil {
		out, err = plan.FoldNow(out)
	}
	if coerce.NeedsDay(err) {
		return v, wrong()
	}
	if err != nil {
		return v, c.At(err)
	}
	w := out.(plan.Const).Value
	if w.IsNull() || to.Min < to.Max && (w.Int < to.Min || w.Int > to.Max) {
		return v, wrong()
	}
	return w, nil
}

// whollyTime reports whether a text is a date, a moment or a time and nothing besides.
func whollyTime(text string, kind plan.Kind) bool {
	if kind == plan.Time {
		t, ok := value.ReadTime(text)
		return ok && !t.Rest && !t.Cut
	}
	m, ok := value.ReadDateTime(text)
	return ok && !m.Rest
}

// year converts what is written as a value to a year: 1901 to 2155 or 0, two digits for 1970 to 2069, of a moment its
// own, and of a time that of the day. A text that says 0 is 2000, unless it has four letters.
func (c conversion) year(written, v plan.Value, to plan.Type) (plan.Value, error) {
	wrong := func() error {
		return c.Errorf(parse.CodeOutOfRangeColumn, "Out of range value for type %s: %s", to, v)
	}
	if v.Kind == plan.Double { // whose digits are cut, as those of a decimal are not
		v = value.OfFloat(math.Trunc(v.Float))
	}
	x, err := plan.Expr(plan.Literal(v)), error(nil)
	if v.Kind.Temporal() {
		if x, err = c.CastOne(x, plan.Type{Kind: plan.Date}); coerce.NeedsDay(err) {
			return v, wrong()
		}
		if err == nil {
			x, err = typing.Build("YEAR", x)
		}
	}
	if err == nil {
		x, err = coerce.To(x, plan.Type{Kind: plan.Int})
	}
	if err == nil {
		x, err = plan.FoldNow(x)
	}
	if err != nil {
		return v, c.At(err)
	}
	n := x.(plan.Const).Value.Int
	if n == 0 && written.Kind == plan.String && len(strings.TrimSpace(written.Text)) != len("0000") {
		return value.OfInt(2000), nil
	}
	y, ok := value.FullYear(n)
	if !ok {
		return v, wrong()
	}
	return value.OfInt(y), nil
}

// Bits is the number that is written as 0x41, x'41' or b'01', where a type holds numbers.
func Bits(n ast.ExprNode, to plan.Type) (plan.Value, bool) {
	l, ok := n.(*test_driver.ValueExpr)
	if !ok || to.Kind == plan.String || to.Kind.Temporal() || l.Kind() != test_driver.KindBinaryLiteral && l.Kind() != test_driver.KindMysqlBit {
		return plan.Value{}, false
	}
	number := new(big.Int).SetBytes(l.GetBinaryLiteral())
	return value.OfWide(number, 0), number.IsUint64()
}
