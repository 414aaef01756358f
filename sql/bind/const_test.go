package bind

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/sql/parse"
)

// TestBindConst holds the conversion of constants to column types against MySQL's
// strict mode.
func TestBindConst(t *testing.T) {
	tiny := plan.Type{Kind: plan.Int, Name: "TINYINT", Min: -128, Max: 127}
	dec := plan.Type{Kind: plan.Decimal, Precision: 5, Scale: 2, Name: "DECIMAL(5,2)", Min: -99999, Max: 99999}
	char := plan.Type{Kind: plan.String, Precision: 3, Name: "CHAR(3)"}
	date, double, boolean := plan.Type{Kind: plan.Date, Name: "DATE"}, plan.Type{Kind: plan.Double, Name: "DOUBLE"}, plan.Type{Kind: plan.Bool, Name: "BOOL"}
	for _, c := range []struct {
		text string
		to   plan.Type
		want string
	}{
		{"127", tiny, "127"}, {"128", tiny, "1264"}, {"-129", tiny, "1264"}, {"-128", tiny, "-128"}, {"1.5", tiny, "2"},
		{"'12'", tiny, "12"}, {"' 12 '", tiny, "12"}, {"'12a'", tiny, "1265"}, {"''", tiny, "1366"}, {"null", tiny, "NULL"}, {"1+2*3", tiny, "7"},
		{"999.99", dec, "999.99"}, {"1000", dec, "1264"}, {"1.005", dec, "1.01"}, {"999.995", dec, "1264"}, {"1e2", dec, "100.00"}, {"'1.5'", dec, "1.50"},
		{"'abc'", char, "abc"}, {"'abcd'", char, "1406"}, {"'äöü'", char, "äöü"}, {"123", char, "123"}, {"1.50", char, "1406"},
		{"'a\xffb'", char, "1366"}, {"upper('a\xff')", char, "1366"}, {"trim('\xc3')", char, "1366"}, {"concat('\xed\xa0\x80', 'x')", char, "1366"},
		{"'1994-01-02'", date, "1994-01-02"}, {"19940102", date, "1994-01-02"}, {"'1994-02-30'", date, "1292"}, {"'x'", date, "1292"},
		{"date '1994-01-02'", date, "1994-01-02"}, {"5", date, "1292"},
		{"1", double, "1"}, {"0.1", double, "0.1"}, {"'1e3'", double, "1000"}, {"'x'", double, "1366"},
		{"true", boolean, "1"}, {"0", boolean, "0"}, {"false", boolean, "0"},
		{"x", tiny, "1054"}, {"9223372036854775807 + 1", tiny, "1690"}, {"sum(1)", tiny, "1111"}, {"(select 1)", tiny, "1"}, {"(select count(*))", tiny, "1235"},
	} {
		text := "insert into t values (" + c.text + ")"
		stmt, err := new(parse.Parsers).Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		v, err := Const(text, stmt.(*ast.InsertStmt).Lists[0][0], c.to, nil)
		got := v.String()
		var known *parse.Error
		if errors.As(err, &known) {
			got = fmt.Sprint(known.Code)
			if known.Line != 1 || known.Column < 23 {
				t.Errorf("%s: the place is %d:%d", c.text, known.Line, known.Column)
			}
		}
		if got != c.want || err == nil && !v.IsNull() && v.Kind != c.to.Kind {
			t.Errorf("%s as %s: got %s (%v), want %s", c.text, c.to, got, err, c.want)
		}
	}
}

// TestAsError gives every kind of error its code.
func TestAsError(t *testing.T) {
	inner := parse.ErrorAt("select 1", 7, parse.CodeOutOfRange, "m")
	for _, c := range []struct {
		err  error
		code int
	}{
		{inner, parse.CodeOutOfRange}, {fmt.Errorf("run: %w", inner), parse.CodeOutOfRange},
		{fmt.Errorf("run: %w", fault.Errorf(parse.CodeOutOfRange, "big")), parse.CodeOutOfRange}, {errors.New("disk"), parse.CodeUnknownError},
		{fmt.Errorf("run: %w", &plan.RangeError{Kind: plan.Int, In: "a + b"}), parse.CodeOutOfRange},
		{fmt.Errorf("run: %w", context.Canceled), parse.CodeInterrupted}, {fmt.Errorf("run: %w", context.DeadlineExceeded), parse.CodeTimeout},
	} {
		if got := parse.AsError("select 1", c.err); got.Code != c.code || got.Err == nil && got != inner {
			t.Errorf("asError(%v) = %d, want %d", c.err, got.Code, c.code)
		}
	}
}
