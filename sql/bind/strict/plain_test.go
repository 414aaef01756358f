package strict_test

import (
	"testing"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/sql/bind"
	"gsdms/sql/bind/strict"
	"gsdms/sql/parse"
)

// Where a literal needs no conversion it is what the conversion gives, and what that refuses is
// not taken for one.
func TestPlainIsStrict(t *testing.T) {
	texts := []string{
		"0", "-0", "1", "-1", "127", "128", "-128", "-129", "999", "1000", "99999", "20240101", "2024", "1901", "999999999999999999", "-999999999999999999", "9223372036854775807",
		"0.0", "-0.0", "0.5", "1.5", "-1.5", "999.99", "-999.99", "1000.00", "999.995", "1.005", "12345678901234567.1", "0.000000000000000001", "1e2", "true", "false", "NULL",
		"''", "'a'", "'abc'", "'abcd'", "'äöü'", "'äöüß'", "'a  '", "'12'", "'1.5'", "'x''y'", `'a\n'`, "_latin1'a'", "_binary'a'", "x'41'", "N'a'",
		"'2024-01-02'", "'2024-02-30'", "'0000-00-00'", "'2024/01/02'", "'2024-1-2'", "'20240102'", "'2024-01-02 03:04:05'", "'2024.12.31'", "'24-01-02'", "' 2024-1-2'", "'2024-01- 2'", "'9999-12-31'", "'0001-01-01'",
		"'2024-02-29 23:59:59'", "'2023-02-29 00:00:00'", "'2024-01-02 24:00:00'", "'2024-01-02 03:04:05.1'", "'2024-01-02 03:04:05.123'", "'2024-01-02 03:04:05.'", "'2024-01-02 03:04:05.120'", "'2024-01-02 03:04:05.1205'", "'2024-01-02T03:04:05'",
		"'0000-00-00 00:00:00'", "'0000-02-29 00:00:00'", "'0001-01-01 00:00:00'", "'9999-12-31 23:59:59'", "'2024-01-02 03:04:05+01:00'", "'2024-01-02 03:04:5'", "'2024-01-02 03:04 05'", "'2024-01-02 3:04:05'", "'2024-01-02 03:04+01'", "'1970-01-01 00:00:01'", "'2038-01-19 03:14:08'", "'1969-12-31 23:59:59'",
	}
	types := []plan.Type{
		{Kind: plan.Int, Name: "TINYINT", Min: -128, Max: 127}, {Kind: plan.Int, Name: "BIGINT"}, {Kind: plan.Int, Name: value.YearName}, {Kind: plan.Unsigned},
		{Kind: plan.Decimal, Precision: 5, Scale: 2, Min: -99999, Max: 99999}, {Kind: plan.Decimal, Precision: 18, Scale: 1}, {Kind: plan.Decimal, Precision: 18, Scale: 18}, {Kind: plan.Decimal, Precision: 30, Scale: 2},
		{Kind: plan.String, Precision: 3, Name: "VARCHAR(3)"}, {Kind: plan.String, Precision: 3, Name: "CHAR(3)"}, {Kind: plan.String, Name: value.JSONName}, {Kind: plan.String},
		{Kind: plan.Date, Name: "DATE"}, {Kind: plan.DateTime}, {Kind: plan.DateTime, Scale: 3}, {Kind: plan.DateTime, Scale: 6}, {Kind: plan.DateTime, Min: 1, Max: 1 << 31}, {Kind: plan.Time}, {Kind: plan.Double}, {Kind: plan.Bool},
	}
	taken := 0
	for _, literal := range texts {
		text := "insert into t values (" + literal + ")"
		stmt, err := new(parse.Parsers).Parse(text)
		if err != nil {
			t.Fatal(literal, err)
		}
		n := stmt.(*ast.InsertStmt).Lists[0][0]
		for _, to := range types {
			got, ok := strict.Plain(n, to)
			if !ok {
				continue
			}
			taken++
			want, err := bind.Const(text, n, to, nil)
			if err != nil || got.Kind != want.Kind || got.String() != want.String() || got.Int != want.Int || got.Text != want.Text || got.Kind == plan.Decimal && got.Dec.Exponent != want.Dec.Exponent {
				t.Errorf("%s as %s: %+v, want %+v (%v)", literal, to, got, want, err)
			}
		}
	}
	if taken < 80 {
		t.Errorf("%d literals are plain", taken)
	}
}
