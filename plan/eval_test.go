package plan_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"gsdms/plan"
	"gsdms/plan/typing"
	"gsdms/plan/value"
)

// lit reads a literal as SQL spells it: 7, 7.50, 1e0, 'text', d'1994-01-31', NULL,
// TRUE, FALSE.
func lit(t *testing.T, s string) plan.Expr {
	t.Helper()
	switch {
	case s == "NULL":
		return plan.NullOf(plan.Type{Kind: plan.Null})
	case s == "TRUE" || s == "FALSE":
		return plan.Literal(value.OfBool(s == "TRUE"))
	case strings.HasPrefix(s, "d'"):
		days, ok := value.ParseDate(strings.Trim(s[1:], "'"))
		if !ok {
			t.Fatalf("%s is no date", s)
		}
		return plan.Literal(value.OfDate(days))
	case strings.HasPrefix(s, "'"):
		return plan.Literal(value.OfString(strings.Trim(s, "'")))
	case strings.Contains(s, "e"):
		f, err := strconv.ParseFloat(s, 64)
		if err != nil {
			t.Fatal(err)
		}
		return plan.Literal(value.OfFloat(f))
	case strings.Contains(s, "."):
		d, ok := value.ParseDecimal(s)
		if !ok {
			t.Fatalf("%s is no decimal", s)
		}
		return plan.Literal(plan.Value{Kind: plan.Decimal, Dec: d})
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return plan.Literal(value.OfInt(n))
}

// TestFacts holds Build and Eval against what MySQL 8 prints for these expressions.
func TestFacts(t *testing.T) {
	for _, fact := range []struct{ call, want string }{
		{"/ 7 2", "3.5000"}, {"DIV 7 2", "3"}, {"% 7 2", "1"}, {"/ 7 0", "NULL"}, {"DIV 7 0", "NULL"},
		{"% 7 0", "NULL"}, {"% -7 2", "-1"}, {"% 7 -2", "1"}, {"DIV -7 2", "-3"}, {"/ -7 2", "-3.5000"},
		{"/ 1 3", "0.3333"}, {"/ 2 3", "0.6667"}, {"/ -2 3", "-0.6667"}, {"/ 1.5 0.25", "6.00000"},
		{"+ 1 2", "3"}, {"+ 1 2.50", "3.50"}, {"+ 1.1 2.22", "3.32"}, {"* 1.1 2.22", "2.442"}, {"- 1 2.5", "-1.5"},
		{"+ 1 1e0", "2"}, {"/ 1e0 4", "0.25"}, {"* 1e308 10", "error 1690"}, {"DIV 7.5 2", "3"}, {"% 7.5 2", "1.5"},
		{"DIV -7.5e0 2", "-3"}, {"+ '5' 1", "6"}, {"+ NULL 1", "NULL"}, {"+ TRUE TRUE", "2"},
		{"+ 9223372036854775807 1", "error 1690"}, {"- -9223372036854775808 1", "error 1690"},
		{"* 9223372036854775807 2", "error 1690"}, {"DIV -9223372036854775808 -1", "error 1690"},
		{"neg -9223372036854775808", "error 1690"}, {"neg 0.00", "0.00"},
		{"+ -9223372036854775808.0 0", "-9223372036854775808.0"}, {"ROUND -9223372036854775808.4", "-9223372036854775808"}, {"% -9223372036854775808 -1", "0"},
		{"ABS -5", "5"}, {"ABS -9223372036854775808", "error 1690"}, {"ABS -1.50", "1.50"}, {"SIGN -2.5", "-1"},
		{"FLOOR -1.5", "-2"}, {"CEIL -1.5", "-1"}, {"FLOOR 1.5", "1"}, {"CEIL 1.5", "2"}, {"CEILING 7", "7"},
		{"FLOOR 1.5e0", "1"}, {"ROUND 2.5", "3"}, {"ROUND -2.5", "-3"}, {"ROUND 1.298 1", "1.3"},
		{"ROUND 1.298 0", "1"}, {"ROUND 23.298 -1", "20"}, {"ROUND 25 -1", "30"}, {"ROUND 1.5e0", "2"},
		{"ROUND 1.255e0 2", "1.25"}, {"ROUND 2.5e0", "2"}, {"ROUND 3.5e0", "4"}, {"ROUND -0.125e0 2", "-0.12"}, {"ROUND 25e0 -1", "20"}, {"DIV 1.005 1e-5", "100500"}, {"DIV 7e0 2", "3"}, {"ROUND 7 3", "7"}, {"ROUND 1234 -5", "0"},
		{"TRUNCATE 1.999 1", "1.9"}, {"TRUNCATE -1.999 1", "-1.9"}, {"TRUNCATE 122 -2", "100"}, {"TRUNCATE 1.999 0", "1"},
		{"= NULL NULL", "NULL"}, {"<=> NULL NULL", "1"}, {"<=> 1 NULL", "0"}, {"<=> 1 1.0", "1"},
		{"= 1 1.0", "1"}, {"< 'B' 'a'", "1"}, {"= 'a' 'A'", "0"}, {"= '10' 10", "1"}, {"< 2 '10'", "1"},
		{"= d'1994-01-02' '1994-1-2'", "1"}, {"< d'1994-01-02' 19940103", "1"}, {"= d'1994-01-02' 'x'", "error 1525"},
		{"AND NULL FALSE", "0"}, {"AND NULL TRUE", "NULL"}, {"OR NULL TRUE", "1"}, {"OR NULL FALSE", "NULL"},
		{"XOR TRUE NULL", "NULL"}, {"XOR TRUE FALSE", "1"}, {"NOT NULL", "NULL"}, {"NOT 0.0", "1"}, {"AND 2 0.5", "1"},
		{"IS NULL NULL", "1"}, {"IF NULL 1 2.5", "2.5"}, {"IF 1 1 2.5", "1.0"}, {"IF 1 'a' 5", "a"},
		{"COALESCE NULL NULL 3", "3"}, {"IFNULL NULL 'x'", "x"}, {"NULLIF 1 1", "NULL"}, {"NULLIF 1 2", "1"},
		{"GREATEST 1 2.5 2", "2.5"}, {"LEAST 1 NULL", "NULL"}, {"LEAST NULL 1", "NULL"}, {"LEAST 'b' 'a'", "a"},
		{"YEAR d'1994-03-05'", "1994"}, {"MONTH '1994-03-05'", "3"}, {"DAY d'1994-03-05'", "5"},
		{"QUARTER d'1994-03-31'", "1"}, {"QUARTER d'1994-10-01'", "4"}, {"DAYOFWEEK d'2007-02-03'", "7"},
		{"WEEKDAY d'2008-02-03'", "6"}, {"DAYOFYEAR d'2007-02-03'", "34"}, {"LAST_DAY d'2004-02-05'", "2004-02-29"},
		{"TO_DAYS d'2007-10-07'", "733321"}, {"DATEDIFF '2007-12-31' '2007-12-30'", "1"},
		{"ADDMONTHS d'2024-01-31' 1", "2024-02-29"}, {"ADDMONTHS d'2023-03-31' -1", "2023-02-28"},
		{"DAYOFWEEK d'0001-01-01'", "2"}, {"LAST_DAY d'9999-12-01'", "9999-12-31"}, {"ADDMONTHS d'9999-12-01' 1", "NULL"},
		{"LOWER 'QUADRATICALLY'", "quadratically"}, {"LENGTH 'ä'", "2"}, {"CHAR_LENGTH 'ä'", "1"},
		{"SUBSTRING 'Quadratically' 5", "ratically"}, {"SUBSTRING 'Quadratically' 5 6", "ratica"},
		{"SUBSTRING 'Sakila' -3", "ila"}, {"SUBSTRING 'Sakila' -5 3", "aki"}, {"SUBSTRING 'Sakila' 0", ""},
		{"SUBSTRING 'Sakila' -9 3", ""}, {"LEFT 'foobarbar' 5", "fooba"}, {"RIGHT 'foobarbar' 4", "rbar"},
		{"LEFT 'x' -1", ""}, {"TRIM 'xxbarxx' 'x'", "bar"}, {"LTRIM '  bar '", "bar "}, {"RTRIM 'bar  '", "bar"},
		{"CONCAT 'My' 'S' 'QL'", "MySQL"}, {"CONCAT 'My' NULL 'QL'", "NULL"}, {"CONCAT 14.3 1", "14.31"},
		{"REPLACE 'www.mysql.com' 'w' 'Ww'", "WwWwWw.mysql.com"}, {"REVERSE 'abc'", "cba"},
		{"INSTR 'foobarbar' 'bar'", "4"}, {"LOCATE 'bar' 'foobarbar'", "4"}, {"INSTR 'xbar' 'foobar'", "0"},
		{"LPAD 'hi' 4 '??'", "??hi"}, {"LPAD 'hi' 1 '??'", "h"}, {"RPAD 'hi' 5 '?'", "hi???"}, {"ASCII 'dx'", "100"},
		{"NOSUCH 1", "error 1305"}, {"ABS 1 2", "error 1582"}, {"+ 'x' 1", "1"}, {"/ '7' 2", "3.5"},
	} {
		if got := evalFact(t, fact.call); got != fact.want {
			t.Errorf("%s = %s, want %s", fact.call, got, fact.want)
		}
	}
}

// evalFact evaluates "NAME arg arg ..." and gives the value, or "error code".
func evalFact(t *testing.T, call string) string {
	t.Helper()
	name, rest, _ := strings.Cut(call, " ")
	if strings.HasPrefix(call, "IS NULL ") {
		name, rest = "IS NULL", call[len("IS NULL "):]
	}
	var args []plan.Expr
	for _, s := range splitArgs(rest) {
		args = append(args, lit(t, s))
	}
	e, err := typing.Build(plan.Op(name), args...)
	var v plan.Value
	if err == nil {
		v, err = plan.Eval(e, nil)
	}
	var known interface{ SQLCode() int }
	if errors.As(err, &known) {
		return "error " + strconv.Itoa(known.SQLCode())
	} else if err != nil {
		return err.Error()
	}
	return v.String()
}

// splitArgs splits at spaces outside quotes.
func splitArgs(s string) []string {
	var out []string
	quoted, start := false, 0
	for i := 0; i <= len(s); i++ {
		if i == len(s) || s[i] == ' ' && !quoted {
			out = append(out, s[start:i])
			start = i + 1
		} else if s[i] == '\'' {
			quoted = !quoted
		}
	}
	return out
}
