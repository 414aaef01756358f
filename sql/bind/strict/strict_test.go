package strict_test

import (
	"fmt"
	"testing"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/sql/bind/strict"
	"gsdms/sql/parse"
)

// Values are those of a column, or refused with the number that MySQL has for it.
func TestConvert(t *testing.T) {
	tiny := plan.Type{Kind: plan.Int, Name: "TINYINT", Min: -128, Max: 127}
	year, boolean := plan.Type{Kind: plan.Int, Name: value.YearName}, plan.Type{Kind: plan.Bool}
	char, json := plan.Type{Kind: plan.String, Precision: 3, Name: "CHAR(3)"}, plan.Type{Kind: plan.String, Name: value.JSONName}
	date, moment, clock := plan.Type{Kind: plan.Date}, plan.Type{Kind: plan.DateTime}, plan.Type{Kind: plan.Time}
	text, number := value.OfString, value.OfInt
	for _, c := range []struct {
		v    plan.Value
		to   plan.Type
		want string
	}{
		{plan.Value{}, tiny, "NULL"}, {number(127), tiny, "127"}, {number(128), tiny, "1264"}, {value.OfFloat(-128.4), tiny, "-128"}, {value.OfFloat(1e300), tiny, "1264"},
		{text(" 7 "), tiny, "7"}, {text("7x"), tiny, "1265"}, {text("x"), tiny, "1366"},
		{number(0), year, "0"}, {number(69), year, "2069"}, {number(70), year, "1970"}, {number(1900), year, "1264"}, {text("2155"), year, "2155"}, {number(2156), year, "1264"},
		{number(1), boolean, "1"},
		{text("äöü"), char, "äöü"}, {text("abcd"), char, "1406"}, {text("a\xff"), char, "1366"}, {text("a\x00"), char, "1366"}, {number(123), char, "123"}, {number(1234), char, "1406"},
		{text("[1, 2"), json, "3140"}, {text("[1,2]"), json, "[1, 2]"},
		{text("2024-02-29"), date, "2024-02-29"}, {text("2023-02-29"), date, "1292"}, {text("2024-02-29 rest"), date, "1292"}, {number(20240229), date, "2024-02-29"},
		{text("2024-02-29 23:59:59.6"), moment, "2024-03-01 00:00:00"}, {text("2024-02-29 24:00:00"), moment, "1292"},
		{text("-01:02:03"), clock, "-01:02:03"}, {text("01:60:00"), clock, "1292"}, {text("1 pm"), clock, "1292"},
	} {
		got, err := strict.Convert(c.v, c.to)
		shown := got.String()
		if err != nil {
			shown = fmt.Sprint(parse.AsError("", err).Code)
		}
		if shown != c.want {
			t.Errorf("%s as %s: %s (%v), want %s", c.v, c.to, shown, err, c.want)
		}
	}
}

// What IGNORE keeps of values that are refused is what MySQL keeps of them.
func TestNearest(t *testing.T) {
	tiny, small := plan.Type{Kind: plan.Int, Name: "TINYINT", Min: -128, Max: 127}, value.DecimalType(4, 1)
	text, number := value.OfString, value.OfInt
	char, bytes := plan.Type{Kind: plan.String, Precision: 3, Name: "CHAR(3)"}, value.BytesType(2, false)
	for _, c := range []struct {
		v    plan.Value
		to   plan.Type
		want string
	}{
		{number(1000), tiny, "127"}, {number(-1000), tiny, "-128"}, {text("12abc"), tiny, "12"}, {text("xx"), tiny, "0"}, {text("-1e9x"), tiny, "-128"}, {value.OfFloat(3e300), tiny, "127"},
		{number(-5), value.UnsignedType(), "0"}, {text("99999999999999999999"), value.UnsignedType(), "18446744073709551615"}, {text("3.7x"), value.UnsignedType(), "4"},
		{text("123456.78"), small, "999.9"}, {number(-5000), small, "-999.9"}, {text("7.25z"), small, "7.3"},
		{text("äöüß"), char, "äöü"}, {number(12345), char, "123"}, {text("a\x00bcd"), char, "none"}, {text("xyz"), bytes, value.TextOfBytes("xy")},
		{text("q"), value.EnumType([]string{"x"}), "none"}, {text("p,z,q"), value.SetType([]string{"p", "q"}), "p,q"}, {text("z"), value.SetType([]string{"p"}), ""},
		{text("2024-05-06 rest"), plan.Type{Kind: plan.Date}, "2024-05-06"}, {text("2024-02-30"), plan.Type{Kind: plan.Date}, "none"}, {text("noon"), plan.Type{Kind: plan.Time}, "00:00:00"}, {text("-900:00"), plan.Type{Kind: plan.Time}, "-838:59:59"}, {number(9990000), plan.Type{Kind: plan.Time}, "838:59:59"},
		{text("{"), plan.Type{Kind: plan.String, Name: value.JSONName}, "none"}, {number(1900), plan.Type{Kind: plan.Int, Name: value.YearName, Max: 2155}, "0"},
	} {
		got, ok := strict.Nearest(c.v, c.to)
		if shown := got.String(); ok && shown != c.want || !ok && c.want != "none" {
			t.Errorf("%s as %s: %s, %v, want %s", c.v, c.to, shown, ok, c.want)
		}
	}
}
