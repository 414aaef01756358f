package strict

import (
	"math"
	"strings"
	"unicode/utf8"

	"github.com/cockroachdb/apd/v3"
	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/mysql"
	"github.com/pingcap/tidb/pkg/parser/opcode"
	"github.com/pingcap/tidb/pkg/parser/test_driver"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan/load/scalar"
)

// Plain is the value of a literal as a column of a type holds it, where it needs no conversion
// that could fail or lose anything: most values of an INSERT of many rows are of this kind. What
// it does not give is for Convert.
func Plain(n ast.ExprNode, to plan.Type) (plan.Value, bool) {
	minus := false
	if u, ok := n.(*ast.UnaryOperationExpr); ok && u.Op == opcode.Minus {
		n, minus = u.V, true
	}
	l, ok := n.(*test_driver.ValueExpr)
	if !ok {
		return plan.Value{}, false
	}
	switch l.Kind() {
	case test_driver.KindInt64:
		if l.Type.GetFlag()&mysql.IsBooleanFlag == 0 {
			return plainNumber(l.GetInt64(), 0, minus, to)
		}
	case test_driver.KindMysqlDecimal:
		if n, scale, ok := digitsOf(l.GetMysqlDecimal().ToString()); ok {
			return plainNumber(n, scale, minus, to)
		}
	case test_driver.KindString:
		if !minus && strings.HasPrefix(l.Type.GetCharset(), "utf8") {
			return plainText(l.GetString(), to)
		}
	}
	return plan.Value{}, false
}

// digitsOf reads a decimal of few digits that has no sign: its digits, and how many of them are
// behind the point.
func digitsOf(text []byte) (n int64, scale int, ok bool) {
	if len(text) > value.SureDigits {
		return 0, 0, false
	}
	for i, c := range text {
		switch {
		case c == '.':
			scale = len(text) - i - 1
		case c >= '0' && c <= '9':
			n = 10*n + int64(c-'0')
		default:
			return 0, 0, false
		}
	}
	return n, scale, true
}

// plainNumber is n * 10^-scale as a type holds it, where no digit goes. -0 is none.
func plainNumber(n int64, scale int, minus bool, to plan.Type) (plan.Value, bool) {
	if minus && n <= 0 || n < 0 {
		return plan.Value{}, false
	}
	if minus {
		n = -n
	}
	switch {
	case to.Kind == plan.Int && scale == 0 && to.Name != value.YearName && (to.Min >= to.Max || to.Min <= n && n <= to.Max):
		return value.OfInt(n), true
	case to.Kind == plan.Decimal && scale <= to.Scale && 0 < to.Precision && to.Precision <= value.SureDigits:
		return plainDecimal(n, to.Scale-scale, to)
	}
	return plan.Value{}, false
}

// plainDecimal is n with so many more digits behind the point, all of which the type has.
func plainDecimal(n int64, more int, to plan.Type) (plan.Value, bool) {
	by := value.Pow10(more)
	if n > math.MaxInt64/by || n < math.MinInt64/by {
		return plan.Value{}, false
	}
	n *= by
	if most := value.Pow10(to.Precision); n >= most || n <= -most || to.Min < to.Max && (n < to.Min || n > to.Max) {
		return plan.Value{}, false
	}
	return plan.Value{Kind: plan.Decimal, Dec: apd.New(n, int32(-to.Scale))}, true
}

// plainText is a text as a column that keeps it as it is holds it, or a day that it writes.
func plainText(s string, to plan.Type) (plan.Value, bool) {
	switch {
	case plan.KeepsTexts(to):
		long := to.Precision > 0 && len(s) > to.Precision && utf8.RuneCountInString(s) > to.Precision
		return value.OfString(s), !long && isText(s)
	case to.Kind == plan.Date && to.Min >= to.Max && len(s) == len("2006-01-02"):
		days, ok := value.ParseDate(s)
		return value.OfDate(days), ok
	case to.Kind == plan.DateTime:
		return plainMoment(s, to)
	}
	return plan.Value{}, false
}

// plainMoment is YYYY-MM-DD hh:mm:ss, also with as many digits behind a point as the type has.
func plainMoment(s string, to plan.Type) (plan.Value, bool) {
	const whole = len("2006-01-02 15:04:05")
	if len(s) < whole || s[10] != ' ' || s[16] != ':' || len(s) != whole && (s[whole] != '.' || len(s)-whole-1 > to.Scale) || !endsInDigit(s) {
		return plan.Value{}, false
	}
	ticks, ok := scalar.DateTime([]byte(s), to.Scale)
	within := to.Min >= to.Max || to.Min <= ticks && ticks <= to.Max
	return value.OfDateTime(ticks, to.Scale), ok && within
}

// endsInDigit reports whether a text ends with one, and so not with the name of a zone.
func endsInDigit(s string) bool { return s[len(s)-1] >= '0' && s[len(s)-1] <= '9' }
