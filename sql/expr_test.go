package sql

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// factRows are the tables of the facts below.
const factRows = `
CREATE TABLE f (i INT, b BIGINT, d DECIMAL(10,2), x DOUBLE, s VARCHAR(40), day DATE);
INSERT INTO f VALUES
 (1, 1, 1.25, 2.5, '10', '1998-07-04'),
 (2, -7, 3.50, -2.5, 'abc', '2000-02-29'),
 (4, 100, 10.00, 0.5, '1998-07-04 10:11:12', '1999-12-31'),
 (NULL, NULL, NULL, NULL, NULL, NULL);`

// facts runs expressions, each with what MySQL gives for it: values of several rows
// joined by |, or "error" and its number.
func facts(t *testing.T, list [][2]string) {
	t.Helper()
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, factRows)
	for _, f := range list {
		if got := fact(t, s, f[0]); got != f[1] {
			t.Errorf("%s gives %s, want %s", f[0], got, f[1])
		}
	}
}

func fact(t *testing.T, s *Session, text string) string {
	t.Helper()
	r, err := s.Query(context.Background(), "SELECT "+text)
	var known *Error
	switch {
	case errors.As(err, &known):
		return "error " + strconv.Itoa(known.Code)
	case err != nil:
		return err.Error()
	}
	lines := strings.Split(strings.TrimSuffix(shown(t, r, "tsv"), "\n"), "\n")
	return strings.ReplaceAll(strings.Join(lines[1:], "|"), `\N`, "NULL")
}

// TestQuotientsKeepDigits: an operation on a quotient computes with the nine digits or
// more that MySQL has of it.
func TestQuotientsKeepDigits(t *testing.T) {
	facts(t, [][2]string{
		{"(14620 / 9432456) / (24250 / 9432456)", "0.60288653"}, // MySQL's manual, 14.6.1
		{"1/3", "0.3333"}, {"1/3*3", "1.0000"}, {"2/3*3", "2.0000"}, {"100*(15/31)", "48.3871"},
		{"1/3 = 0.3333", "0"}, {"CAST(1/3 AS DECIMAL(10,8))", "0.33333333"}, {"CONCAT(1/3)", "0.3333"},
		{"ROUND(2/3, 2)", "0.67"}, {"ROUND(1/3, 8)", "0.33333333"}, {"IF(1/100000, 'yes', 'no')", "yes"},
		{"100*AVG(i>1) FROM f", "66.6667"}, {"AVG(i>1) FROM f", "0.6667"}, {"AVG(i)/AVG(b) FROM f", "0.07446809"},
		{"AVG(d)*1.5 FROM f", "7.3750000"}, {"SUM(i)/AVG(i) FROM f", "3.0000"}, {"7 DIV AVG(i) FROM f", "3"},
		{"SUM(i/3) FROM f", "2.3333"}, {"SUM(1/3) FROM f WHERE i > 0", "1.0000"}, {"AVG(i/3) FROM f", "0.77777778"},
		{"i/3*3 FROM f", "1.0000|2.0000|4.0000|NULL"}, {"i/3 FROM f", "0.3333|0.6667|1.3333|NULL"},
		{"i FROM f WHERE i/3 > 0.3333", "1|2|4"}, {"CASE WHEN i = 1 THEN i/3 ELSE 0 END*3 FROM f WHERE i = 1", "1.0000"},
		{"i FROM f GROUP BY i HAVING AVG(i)/3 > 0.33333", "1|2|4"}, {"MAX(i/3) FROM f", "1.3333"},
		{"COUNT(*) FROM f GROUP BY i/3 ORDER BY i/3", "1|1|1|1"}, {"-(1/3)*3", "-1.0000"},
	})
}

// TestNumbersLikeMySQL: casts, rounding and numbers made of texts and bits.
func TestNumbersLikeMySQL(t *testing.T) {
	facts(t, [][2]string{
		{"CAST(1234567890.5 AS DECIMAL(5,1))", "9999.9"}, {"CAST(-1234567890.57 AS DECIMAL(5,1))", "-9999.9"},
		{"CAST(1e300 AS DECIMAL(5,1))", "9999.9"}, {"CAST('-12345.67' AS DECIMAL(5,1))", "-9999.9"}, {"CAST(9999.95 AS DECIMAL(5,1))", "9999.9"},
		{"CAST(d AS DECIMAL(2,1)) FROM f", "1.3|3.5|9.9|NULL"}, {"CAST(x*1e30 AS DECIMAL(4,1)) FROM f", "999.9|-999.9|999.9|NULL"},
		{"ROUND(2.5e0)", "2"}, {"ROUND(x) FROM f", "2|-2|0|NULL"}, {"CAST(x AS SIGNED) FROM f", "2|-2|0|NULL"},
		{"CAST(x AS DECIMAL(5,0)) FROM f", "3|-3|1|NULL"}, {"ROUND(1.25e0, 1)", "1.2"}, {"1.005 DIV 1e-5", "100500"},
		{"d DIV 1e-1 FROM f", "12|35|100|NULL"}, {"ROUND(10000000000000000000, -19)", "10000000000000000000"},
		{"ROUND(10000000000000000000, -20)", "0"}, {"LAST_DAY('9999-12-01')", "9999-12-31"}, {"LAST_DAY(day) FROM f", "1998-07-31|2000-02-29|1999-12-31|NULL"},
		{"3. AS x", "3"}, {"3.", "3"}, {"3.+1", "4"}, {"b FROM f WHERE .5 <> b", "1|-7|100"}, {"i FROM f WHERE 3.5 <> d", "1|4"},
		{"s = 10 FROM f", "1|0|0|NULL"}, {"s + 1 FROM f", "11|1|1999|NULL"}, {"'abc' + 1", "1"}, {"'7'/2", "3.5"}, {"i FROM f WHERE s > 5", "1|4"},
		{"x'4142'", "AB"}, {"0x41", "A"}, {"0x41 + 0", "65"}, {"b'1000001'", "A"}, {"b'101' + 0", "5"}, {"0xFFFFFFFFFFFFFFFF + 0", "18446744073709551615"},
		{"0x41 = 'A'", "1"}, {"0x41 = 65", "1"}, {"_utf8mb4'x'", "x"}, {"_latin1'x'", "x"}, {"N'x'", "x"}, {"_binary'x'", "x"},
		{"29 & 15", "13"}, {"29 | 15", "31"}, {"1 ^ 11", "10"}, {"1 << 2", "4"}, {"4 >> 2", "1"}, {"1 << 64", "0"}, {"5 & ~1", "4"},
		{"~0", "18446744073709551615"}, {"~0 >> 1", "9223372036854775807"}, {"-1 & -1", "18446744073709551615"}, {"1.5 | 0", "2"}, {"NULL & 1", "NULL"},
		{"i & 6 FROM f", "0|2|4|NULL"}, {"i | 8 FROM f", "9|10|12|NULL"}, {"i ^ 3 FROM f", "2|1|7|NULL"}, {"i << 2 FROM f", "4|8|16|NULL"},
		{"b >> 1 FROM f WHERE b > 0", "0|50"}, {"b & 255 FROM f", "1|249|100|NULL"}, {"i & ~1 FROM f", "0|2|4|NULL"}, {"i FROM f WHERE i & 2", "2"},
		{"CAST(5 AS UNSIGNED)", "5"}, {"CAST(-1 AS UNSIGNED)", "18446744073709551615"}, {"CAST('12abc' AS UNSIGNED)", "12"}, {"CAST(2.5 AS UNSIGNED)", "3"},
		{"CAST(-2.5 AS UNSIGNED)", "0"}, {"CAST(i AS UNSIGNED) FROM f", "1|2|4|NULL"}, {"CAST(18446744073709551615 AS UNSIGNED)", "18446744073709551615"},
		{"CAST(1 AS TIME)", "error 1235"}, {"CAST(1 AS FLOAT)", "error 1235"}, {"TIMESTAMP'1998-07-04 10:00:00'", "error 1235"}, {"TIME'10:00:00'", "error 1235"},
		{"1 /*!99999 + 1 */", "1"}, {"1 /*!80000 + 1 */", "2"}, {"1 /*! + 1 */", "2"}, {"1 /*!100100 + 1 */", "1"}, {"'/*!99999 x */'", "/*!99999 x */"}, {"1 /*!080000 + 1 */", "2"},
	})
}

// TestDatesLikeMySQL: texts and numbers as dates.
func TestDatesLikeMySQL(t *testing.T) {
	facts(t, [][2]string{
		{"CAST('1998-07-04 10:11:12' AS DATE)", "1998-07-04"}, {"CAST('1998-07-04T10:11:12.5' AS DATE)", "1998-07-04"},
		{"CAST('98-07-04' AS DATE)", "1998-07-04"}, {"CAST('69-7-4' AS DATE)", "2069-07-04"}, {"CAST('19980704101112' AS DATE)", "1998-07-04"},
		{"CAST('980704' AS DATE)", "1998-07-04"}, {"CAST('1998^07^04' AS DATE)", "1998-07-04"}, {"CAST('1998-07-04xyz' AS DATE)", "1998-07-04"},
		{"CAST('1998-07-04 25:00:00' AS DATE)", "NULL"}, {"CAST('1998-02-30' AS DATE)", "NULL"}, {"CAST('x' AS DATE)", "NULL"},
		{"CAST(940228 AS DATE)", "1994-02-28"}, {"CAST(19980704101112 AS DATE)", "1998-07-04"}, {"YEAR('1998-07-04 10:11:12')", "1998"},
		{"LAST_DAY('1998-07-04 10:11:12')", "1998-07-31"}, {"CAST(s AS DATE) FROM f", "NULL|NULL|1998-07-04|NULL"}, {"YEAR(s) FROM f", "NULL|NULL|1998|NULL"},
		{"i FROM f WHERE day = 980704", "1"}, {"i FROM f WHERE day = '98-07-04'", "1"}, {"i FROM f WHERE day = '1998-07-04 00:00:00'", "1"},
		{"i FROM f WHERE day = '1998-07-04 10:11:12'", ""}, {"i FROM f WHERE day < '1998-07-04 10:11:12'", "1"}, {"i FROM f WHERE day >= '1998-07-04 10:11:12'", "2|4"},
		{"i FROM f WHERE '1998-07-04 10:11:12' < day", "2|4"}, {"i FROM f WHERE day <> '1998-07-04 10:11:12'", "1|2|4"}, {"i FROM f WHERE day IN ('1998-07-04 10:11:12', '2000-02-29')", "2"},
		{"day = '1998-07-04 10:11:12' FROM f", "0|0|0|NULL"}, {"day < s FROM f WHERE i = 4", "0"}, {"day > s FROM f", "NULL|NULL|1|NULL"},
		{"day = 'x' FROM f", "error 1525"},
	})
}

// TestColumnsLikeMySQL: CHAR keeps no blanks at the end, and FLOAT is refused by name.
func TestColumnsLikeMySQL(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE c (a CHAR(4), b VARCHAR(4)); INSERT INTO c VALUES ('x  ', 'x  '), ('', ''), ('  y ', ' y'), ('abcd   ', NULL)")
	for text, want := range map[string]string{
		"CONCAT(a, '|') FROM c": "x||||  y||abcd|", "LENGTH(b) FROM c": "3|0|2|NULL", "COUNT(*) FROM c WHERE a = 'x'": "1",
	} {
		if got := fact(t, s, text); got != want {
			t.Errorf("%s gives %s, want %s", text, got, want)
		}
	}
	_, err := s.Query(context.Background(), "CREATE TABLE g (a FLOAT)")
	if err == nil || !strings.Contains(err.Error(), "FLOAT") {
		t.Errorf("FLOAT: %v", err)
	}
}
