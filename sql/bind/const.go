package bind

import (
	"math"
	"math/big"
	"strings"
	"unicode/utf8"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/test_driver"

	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/plan/json"
	"gsdms/plan/typing"
	"gsdms/plan/value"
	"gsdms/sql/bind/scalar"
	"gsdms/sql/parse"
)

// bindConst evaluates an expression without columns and converts it to the type of a
// column by the rules of MySQL's strict mode: error 1264 for a number out of range,
// 1366 for what is no number, 1292 for what is no date, 1406 for a text that is
// too long. NULL stays NULL: whether it may be one is for the caller to say. The catalog is
// that of a session, or nil where its variables and the time are not known.
func Const(text string, n ast.ExprNode, to plan.Type, c plan.Catalog) (plan.Value, error) {
	b := newBinder(text, c)
	v, err := b.Constant(n)
	if err != nil {
		return v, err
	}
	if number, ok := bitsOf(n, to); ok {
		v = number
	}
	return b.strict(v, to)
}

// bitsOf is the number that is written as 0x41, x'41' or b'01', where a type holds numbers.
func bitsOf(n ast.ExprNode, to plan.Type) (plan.Value, bool) {
	l, ok := n.(*test_driver.ValueExpr)
	if !ok || to.Kind == plan.String || to.Kind.Temporal() || l.Kind() != test_driver.KindBinaryLiteral && l.Kind() != test_driver.KindMysqlBit {
		return plan.Value{}, false
	}
	number := new(big.Int).SetBytes(l.GetBinaryLiteral())
	return value.OfWide(number, 0), number.IsUint64()
}

// Constants evaluates the values of a statement's rows, as Const does. What a value needs that is
// written as it is, as most are, is made once for all of them. One goroutine owns it.
type Constants struct {
	text    string
	catalog plan.Catalog
	literal *binder
}

// NewConstants makes Constants for a statement; the catalog is as in Const.
func NewConstants(text string, c plan.Catalog) *Constants {
	return &Constants{text: text, catalog: c, literal: newBinder(text, c)}
}

// Of is Const for one value.
func (k *Constants) Of(n ast.ExprNode, to plan.Type) (plan.Value, error) {
	if v, ok := plain(n, to); ok {
		return v, nil
	}
	_, bits := bitsOf(n, to)
	if _, ok := n.(ast.ValueExpr); !ok || bits {
		return Const(k.text, n, to, k.catalog)
	}
	k.literal.Place, k.literal.Raw = -1, to.Bytes()
	v, err := k.value(n)
	if err != nil {
		return v, err
	}
	return k.literal.strict(v, to)
}

// value is the value of a literal; of one that is a constant by itself, as most are, without what
// expressions need.
func (k *Constants) value(n ast.ExprNode) (plan.Value, error) {
	l, ok := n.(*test_driver.ValueExpr)
	if !ok {
		return k.literal.Constant(n)
	}
	k.literal.Place = parse.OffsetOf(k.text, n)
	e, err := k.literal.Literal(l)
	if err != nil {
		return plan.Value{}, err
	}
	if c, ok := e.(plan.Const); ok {
		return c.Value, nil
	}
	return k.literal.Constant(n)
}

// bindValue evaluates an expression without columns, as a session sees it.
func Value(text string, n ast.ExprNode, c plan.Catalog) (plan.Value, error) {
	return newBinder(text, c).Constant(n)
}

// Convert converts a value as bindConst does.
func Convert(v plan.Value, to plan.Type) (plan.Value, error) {
	b := binder{Binder: scalar.Binder{Place: -1}} // all that errors need
	return b.strict(v, to)
}

// strict converts a value to a column's type and refuses to lose anything but digits
// after the point.
func (b *binder) strict(v plan.Value, to plan.Type) (plan.Value, error) {
	if v.IsNull() {
		return v, nil
	}
	switch to.Kind {
	case plan.String:
		return b.strictText(v, to)
	case plan.Date, plan.DateTime, plan.Time:
		return b.strictTime(v, to)
	}
	if v.Kind == plan.String && to.Bits() { // its bytes
		v = value.OfWide(new(big.Int).SetBytes([]byte(v.Text)), 0)
	}
	if v.Kind == plan.String {
		var err error
		if v, err = b.strictNumber(v.Text, to); err != nil {
			return v, err
		}
	}
	if to.Name == value.YearName {
		return b.strictYear(v, to)
	}
	if to.Kind == plan.Bool && to.Max == 0 {
		to.Min, to.Max = 0, 1
	}
	out, err := typing.Convert(plan.Literal(v), to)
	if err != nil && to.Bits() {
		return v, b.Errorf(parse.CodeTooLong, "Data too long for type %s: %s", to, v)
	}
	if err != nil {
		return v, b.Errorf(parse.CodeOutOfRangeColumn, "Out of range value for type %s: %s", to, v)
	}
	w := out.(plan.Const).Value
	if to.Kind == plan.Double && math.IsInf(w.Float, 0) {
		return v, b.Errorf(parse.CodeOutOfRangeColumn, "Out of range value for type %s: %s", to, v)
	}
	return w, nil
}

// strictNumber is the number that a text spells, which nothing may follow.
func (b *binder) strictNumber(text string, to plan.Type) (plan.Value, error) {
	trimmed := strings.TrimSpace(text)
	n, ok := value.ParseNumber(trimmed)
	switch {
	case ok:
		return n, nil
	case value.BeginsNumber(trimmed):
		return n, b.Errorf(fault.CodeTruncated, "Data truncated: '%s' is no %s", text, to)
	}
	return n, b.Errorf(parse.CodeWrongNumber, "Incorrect %s value: '%s'", to, text)
}

func (b *binder) strictText(v plan.Value, to plan.Type) (plan.Value, error) {
	if to.Listed() {
		return b.strictMember(v, to)
	}
	s := v.String()
	if to.Bytes() {
		s = value.TextOfBytes(s)
	} else if !IsText(s) {
		return v, b.Errorf(parse.CodeWrongNumber, "Incorrect string value: %q is not UTF-8, or has a NUL byte", scalar.ShortText(s, min(len(s), 20)))
	}
	s = plan.KeptText(to, s)
	if to.Name == value.JSONName {
		if _, ok := json.Normal(s); !ok {
			return v, b.Errorf(fault.CodeJSONText, "Invalid JSON text: %q", s)
		}
	}
	if to.Precision > 0 && utf8.RuneCountInString(s) > to.Precision {
		return v, b.Errorf(parse.CodeTooLong, "Data too long for type %s: '%s'", to, v)
	}
	return value.OfString(s), nil
}

// IsText reports whether a column of texts holds a text: it is UTF-8 and without a NUL byte.
func IsText(s string) bool { return utf8.ValidString(s) && strings.IndexByte(s, 0) < 0 }

// strictMember converts to an ENUM or a SET: a text, or a number of one.
func (b *binder) strictMember(v plan.Value, to plan.Type) (plan.Value, error) {
	text, ok := to.MemberOf(v.String())
	if v.Kind != plan.String && !v.Kind.Temporal() {
		n, err := typing.Convert(plan.Literal(v), plan.Type{Kind: plan.Unsigned})
		if err != nil {
			return v, b.Errorf(fault.CodeTruncated, "Data truncated: %s is no value of %s", v, to)
		}
		text, ok = to.MemberText(value.UnsignedOf(n.(plan.Const).Value.Int))
	}
	if !ok {
		return v, b.Errorf(fault.CodeTruncated, "Data truncated: '%s' is no value of %s", v, to)
	}
	return value.OfString(text), nil
}

// written says how a date or a time is written.
var written = map[plan.Kind]string{
	plan.Date:     "a date is written 'YYYY-MM-DD'",
	plan.DateTime: "a date and time is written 'YYYY-MM-DD hh:mm:ss'",
	plan.Time:     "a time is written 'hh:mm:ss'",
}

// strictTime converts to a date, a moment or a time: digits of a fraction are rounded, and
// the time behind a date is cut off.
func (b *binder) strictTime(v plan.Value, to plan.Type) (plan.Value, error) {
	wrong := func() error {
		kind := strings.ToLower(plan.Type{Kind: to.Kind}.String())
		return b.Errorf(parse.CodeWrongDate, "Incorrect %s value: '%s' (%s)", kind, v, written[to.Kind])
	}
	if v.Kind == plan.String && !whollyTime(v.Text, to.Kind) {
		return v, wrong()
	}
	out, err := b.CastOne(plan.Literal(v), to)
	if err == nil {
		out, err = plan.FoldAll(out)
	}
	if typing.NeedsDay(err) {
		return v, wrong()
	}
	if err != nil {
		return v, b.At(err)
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

// strictYear converts to a year: 1901 to 2155 or 0, or two digits for 1970 to 2069.
func (b *binder) strictYear(v plan.Value, to plan.Type) (plan.Value, error) {
	out, err := typing.Convert(plan.Literal(v), plan.Type{Kind: plan.Int})
	if err != nil {
		return v, b.At(err)
	}
	y, ok := value.FullYear(out.(plan.Const).Value.Int)
	if !ok {
		return v, b.Errorf(parse.CodeOutOfRangeColumn, "Out of range value for type %s: %s", to, v)
	}
	return value.OfInt(y), nil
}
