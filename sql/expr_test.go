package sql

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"

	"gsdms/pushscan"
	"gsdms/sql/parse"
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
	var known *parse.Error
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
		{"ROUND(2/3, 2)", "0.67"}, {"ROUND(1/3, 8)", "0.3333"}, {"IF(1/100000, 'yes', 'no')", "yes"}, {"NOT 1/100000", "0"}, {"1/100000 AND 1", "1"},
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
		{"s = 10 FROM f", "1|0|0|NULL"}, {"s IN (10, 'x') FROM f", "1|0|0|NULL"}, {"s IN ('abc', 7) FROM f", "0|1|0|NULL"}, {"CAST(0x41 AS UNSIGNED)", "65"}, {"CAST(b'11' AS SIGNED)", "3"}, {"s + 1 FROM f", "11|1|1999|NULL"}, {"'abc' + 1", "1"}, {"'7'/2", "3.5"}, {"i FROM f WHERE s > 5", "1|4"},
		{"x'4142'", "AB"}, {"0x41", "A"}, {"0x41 + 0", "65"}, {"b'1000001'", "A"}, {"b'101' + 0", "5"}, {"0xFFFFFFFFFFFFFFFF + 0", "18446744073709551615"},
		{"0x41 = 'A'", "1"}, {"0x41 = 65", "1"}, {"_utf8mb4'x'", "x"}, {"_latin1'x'", "x"}, {"N'x'", "x"}, {"_binary'x'", "x"},
		{"29 & 15", "13"}, {"29 | 15", "31"}, {"1 ^ 11", "10"}, {"1 << 2", "4"}, {"4 >> 2", "1"}, {"1 << 64", "0"}, {"5 & ~1", "4"},
		{"~0", "18446744073709551615"}, {"~0 >> 1", "9223372036854775807"}, {"-1 & -1", "18446744073709551615"}, {"1.5 | 0", "2"}, {"NULL & 1", "NULL"},
		{"i & 6 FROM f", "0|2|4|NULL"}, {"i | 8 FROM f", "9|10|12|NULL"}, {"i ^ 3 FROM f", "2|1|7|NULL"}, {"i << 2 FROM f", "4|8|16|NULL"},
		{"b >> 1 FROM f WHERE b > 0", "0|50"}, {"b & 255 FROM f", "1|249|100|NULL"}, {"i & ~1 FROM f", "0|2|4|NULL"}, {"i FROM f WHERE i & 2", "2"},
		{"CAST(5 AS UNSIGNED)", "5"}, {"CAST(-1 AS UNSIGNED)", "18446744073709551615"}, {"CAST('12abc' AS UNSIGNED)", "12"}, {"CAST(2.5 AS UNSIGNED)", "3"},
		{"CAST(-2.5 AS UNSIGNED), CAST(-0.4 AS UNSIGNED), CAST(-99999999999999999999 AS UNSIGNED)", "18446744073709551613\t0\t9223372036854775808"}, {"CAST(i AS UNSIGNED) FROM f", "1|2|4|NULL"}, {"CAST(18446744073709551615 AS UNSIGNED)", "18446744073709551615"},
		{"CAST(16777217 AS FLOAT)", "16777200"},
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
		{"day = '1998-07-04 10:11:12' FROM f", "0|0|0|NULL"}, {"day < s FROM f WHERE i = 4", "0"}, {"day > s FROM f", "1|1|1|NULL"},
		{"day = 'x' FROM f", "error 1525"},
	})
}

// TestColumnsLikeMySQL: CHAR keeps no blanks at the end.
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
}

// TestFunctionsOfNumbers holds functions against the examples of MySQL's manual.
func TestFunctionsOfNumbers(t *testing.T) {
	facts(t, [][2]string{
		{"POW(2,2)", "4"}, {"POWER(2,-2)", "0.25"}, {"POW(-8, 0.5)", "error 1690"}, {"POW(10, 400)", "error 1690"}, {"SQRT(4)", "2"},
		{"SQRT(20)", "4.47213595499958"}, {"SQRT(-16)", "NULL"}, {"LN(2)", "0.6931471805599453"}, {"LN(-2)", "NULL"}, {"LN(0)", "NULL"},
		{"LOG(2)", "0.6931471805599453"}, {"LOG(2,65536)", "16"}, {"LOG(10,100)", "2"}, {"LOG(1,100)", "NULL"}, {"LOG2(65536)", "16"}, {"LOG2(-100)", "NULL"},
		{"LOG10(2)", "0.3010299956639812"}, {"LOG10(100)", "2"}, {"LOG10(1000)", "3"}, {"LOG10(-100)", "NULL"}, {"EXP(2)", "7.38905609893065"}, {"EXP(0)", "1"}, {"EXP(1000)", "error 1690"},
		{"SIN(0)", "0"}, {"COS(0)", "1"}, {"TAN(0)", "0"}, {"ROUND(COT(12), 10)", "-1.5726734064"}, {"COT(0)", "error 1690"}, {"ROUND(ASIN(0.2), 12)", "0.20135792079"},
		{"ASIN(2)", "NULL"}, {"ACOS(1)", "0"}, {"ACOS(1.0001)", "NULL"}, {"ATAN(2)", "1.1071487177940904"}, {"ATAN(-2,2)", "-0.7853981633974483"},
		{"ATAN2(PI(),0)", "1.5707963267948966"}, {"ROUND(PI(), 6)", "3.141593"}, {"DEGREES(PI())", "180"}, {"RADIANS(90)", "1.5707963267948966"},
		{"SIGN(-32)", "-1"}, {"TRUNCATE(1.223,1)", "1.2"}, {"TRUNCATE(-1.999e0,1)", "-1.9"}, {"TRUNCATE(122.5e0,-2)", "100"}, {"GREATEST(2,0)", "2"}, {"LEAST(34.0,3.0,5.0)", "3.0"},
		{"MOD(29,9)", "2"}, {"MOD(34.5,3)", "1.5"}, {"RAND(3)", "0.9057697559760601"}, {"RAND(1)", "0.40540353712197724"}, {"RAND() < 1", "1"}, {"GET_FORMAT(DATE, 'usa')", "%m.%d.%Y"}, {"GET_FORMAT(TIME, 'ISO')", "%H:%i:%s"}, {"GET_FORMAT(TIMESTAMP, 'INTERNAL')", "%Y%m%d%H%i%s"}, {"GET_FORMAT(DATE, 'x')", "NULL"},
		{"DATE_FORMAT('2024-02-29', GET_FORMAT(DATE, 'EUR'))", "29.02.2024"}, {"RAND(3) FROM f", "error 1235"},
		{"RAND(i) FROM f WHERE i = 1", "0.40540353712197724"}, {"CRC32('MySQL')", "3259397556"}, {"CRC32('mysql')", "2501908538"},
		{"CONV('a',16,2)", "1010"}, {"CONV('6E',18,8)", "172"}, {"CONV(-17,10,-18)", "-H"}, {"CONV(10+'10'+'10'+X'0a',10,10)", "40"}, {"CONV('z',10,10)", "0"}, {"CONV(1,1,10)", "NULL"},
		{"BIT_COUNT(64)", "1"}, {"BIT_COUNT(-1)", "64"}, {"BIN(12)", "1100"}, {"OCT(12)", "14"}, {"HEX(255)", "FF"}, {"HEX('abc')", "616263"}, {"UNHEX('4D7953514C')", "MySQL"}, {"UNHEX('GG')", "NULL"},
		{"FORMAT(12332.123456, 4)", "12,332.1235"}, {"FORMAT(12332.1,4)", "12,332.1000"}, {"FORMAT(12332.2,0)", "12,332"}, {"FORMAT(-1234567.891, 2)", "-1,234,567.89"},
		{"SQRT(x) FROM f", "1.5811388300841898|NULL|0.7071067811865476|NULL"}, {"POWER(i, 2) FROM f", "1|4|16|NULL"}, {"LN(d) FROM f WHERE i = 1", "0.22314355131420976"},
		{"ATAN2(x, i) FROM f WHERE i = 1", "1.1902899496825317"}, {"TRUNCATE(x, 0) FROM f", "2|-2|0|NULL"}, {"LOG10(b) FROM f", "0|NULL|2|NULL"}, {"BIT_COUNT(b) FROM f", "1|62|3|NULL"},
		{"SUM(EXP(i-i)) FROM f", "3"}, {"FLOOR(LOG2(i)) FROM f", "0|1|2|NULL"}, {"HEX(i) FROM f", "1|2|4|NULL"}, {"CRC32(s) FROM f WHERE i = 2", "891568578"},
	})
}

func TestFunctionsOfTexts(t *testing.T) {
	facts(t, [][2]string{
		{"INSTR('foobarbar', 'bar')", "4"}, {"LOCATE('bar', 'foobarbar')", "4"}, {"LOCATE('bar', 'foobarbar', 5)", "7"}, {"LOCATE('xbar', 'foobar')", "0"}, {"POSITION('bar' IN 'foobarbar')", "4"},
		{"SUBSTRING_INDEX('www.mysql.com', '.', 2)", "www.mysql"}, {"SUBSTRING_INDEX('www.mysql.com', '.', -2)", "mysql.com"}, {"SUBSTRING_INDEX('www', '.', -1)", "www"}, {"SUBSTRING_INDEX('a.b', '.', 0)", ""},
		{"LPAD('hi',4,'??')", "??hi"}, {"RPAD('hi',5,'?')", "hi???"}, {"REPLACE('www.mysql.com', 'w', 'Ww')", "WwWwWw.mysql.com"}, {"REVERSE('abc')", "cba"}, {"REPEAT('MySQL', 3)", "MySQLMySQLMySQL"},
		{"REPEAT('x', -1)", ""}, {"CONCAT('[', SPACE(3), ']')", "[   ]"}, {"ASCII('2')", "50"}, {"ORD('2')", "50"}, {"ORD('€')", "14844588"}, {"CHAR(77,121,83,81,'76')", "MySQL"}, {"CHAR(77,NULL,77.3)", "MM"},
		{"MD5('testing')", "ae2b1fca515949e5d54fb22b8ed95575"}, {"SHA1('abc')", "a9993e364706816aba3e25717850c26c9cd0d89d"}, {"SHA2('abc', 224)", "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7"}, {"SHA2('abc', 1)", "NULL"},
		{"LENGTH(SHA2('abc', 0))", "64"}, {"FIELD('Bb', 'Aa', 'Bb', 'Cc')", "2"}, {"FIELD('Gg', 'Aa')", "0"}, {"FIELD(NULL, 'a')", "0"}, {"FIELD(2, 1, 2.0)", "2"},
		{"ELT(1, 'Aa', 'Bb')", "Aa"}, {"ELT(4, 'Aa', 'Bb')", "NULL"}, {"FIND_IN_SET('b','a,b,c,d')", "2"}, {"FIND_IN_SET('', 'a,')", "2"}, {"FIND_IN_SET('b', '')", "0"},
		{"INSERT('Quadratic', 3, 4, 'What')", "QuWhattic"}, {"INSERT('Quadratic', -1, 4, 'What')", "Quadratic"}, {"INSERT('Quadratic', 3, 100, 'What')", "QuWhat"},
		{"STRCMP('text', 'text2')", "-1"}, {"STRCMP('text2', 'text')", "1"}, {"STRCMP('text', 'text')", "0"}, {"STRCMP('a', NULL)", "NULL"}, {"CHAR_LENGTH('ä')", "1"}, {"BIT_LENGTH('text')", "32"}, {"OCTET_LENGTH('ä')", "2"},
		{"CONCAT_WS(',','First name','Second name','Last Name')", "First name,Second name,Last Name"}, {"CONCAT_WS(',','First name',NULL,'Last Name')", "First name,Last Name"}, {"CONCAT_WS(NULL, 'a')", "NULL"}, {"CONCAT_WS(',', NULL, NULL)", ""},
		{`QUOTE('Don\'t!')`, `'Don\\'t!'`}, {"QUOTE(NULL)", "NULL"}, {"TO_BASE64('abc')", "YWJj"}, {"FROM_BASE64('YWJj')", "abc"},
		{"'Michael!' REGEXP '.*'", "1"}, {"'a' REGEXP '^[a-d]'", "1"}, {"'fofo' RLIKE '^fo$'", "0"}, {"'fo' NOT REGEXP 'x'", "1"}, {"NULL REGEXP 'x'", "NULL"}, {"'x' REGEXP NULL", "NULL"}, {"'x' REGEXP '('", "error 3691"}, {"s REGEXP s FROM f", "1|1|1|NULL"},
		{"REGEXP_LIKE('CamelCase', 'CAMELCASE')", "0"}, {"REGEXP_LIKE('CamelCase', 'CAMELCASE', 'i')", "1"}, {"REGEXP_LIKE('a', 'a', 'q')", "error 1210"}, {"REGEXP_REPLACE('a b c', 'b', 'X')", "a X c"},
		{"REGEXP_REPLACE('abc def ghi', '[a-z]+', 'X', 1, 3)", "abc def X"}, {"REGEXP_REPLACE('ab12', '([a-z]+)([0-9]+)', '$2-$1')", "12-ab"}, {"REGEXP_INSTR('dog cat dog', 'dog')", "1"}, {"REGEXP_INSTR('dog cat dog', 'dog', 2)", "9"},
		{"REGEXP_INSTR('aa aaa aaaa', 'a{2}', 1, 1, 1)", "3"}, {"REGEXP_INSTR('aa aaa aaaa', 'a{4}')", "8"}, {"REGEXP_SUBSTR('abc def ghi', '[a-z]+')", "abc"}, {"REGEXP_SUBSTR('abc def ghi', '[a-z]+', 1, 3)", "ghi"}, {"REGEXP_SUBSTR('abc', 'x')", "NULL"},
		{"i FROM f WHERE s REGEXP '^[0-9]+'", "1|4"}, {"REGEXP_REPLACE(s, '[0-9]', '') FROM f WHERE i < 3", "|abc"}, {"REPEAT(s, 2) FROM f WHERE i < 3", "1010|abcabc"}, {"MD5(s) FROM f WHERE i = 2", "900150983cd24fb0d6963f7d28e17f72"},
		{"SUBSTRING_INDEX(s, '-', 1) FROM f", "10|abc|1998|NULL"}, {"ELT(i, 'one', 'two') FROM f", "one|two|NULL|NULL"}, {"FIELD(s, 'abc', '10') FROM f", "2|1|0|0"}, {"CONCAT_WS('-', s, i) FROM f WHERE i < 3", "10-1|abc-2"}, {"FIND_IN_SET(s, 'abc,10') FROM f", "2|1|0|NULL"},
		{"i FROM f WHERE day LIKE '%-12-%'", "4"}, {"i FROM f WHERE i LIKE '2'", "2"},
	})
}

func TestFunctionsOfDates(t *testing.T) {
	facts(t, [][2]string{
		{"DAYNAME('2007-02-03')", "Saturday"}, {"MONTHNAME('2008-02-03')", "February"}, {"DAYOFWEEK('2007-02-03')", "7"}, {"WEEKDAY('2008-02-03')", "6"}, {"DAYOFYEAR('2007-02-03')", "34"},
		{"WEEK('2008-02-20')", "7"}, {"WEEK('2008-02-20',0)", "7"}, {"WEEK('2008-02-20',1)", "8"}, {"WEEK('2008-12-31',1)", "53"}, {"WEEK('2000-01-01',2)", "52"}, {"WEEK('2000-01-01',0)", "0"}, {"YEARWEEK('2000-01-01')", "199952"}, {"YEARWEEK('1987-01-01')", "198652"},
		{"WEEK('2008-01-01',3)", "1"}, {"WEEK('2010-01-03',4)", "1"}, {"WEEK('2010-01-03',5)", "0"}, {"WEEK('2010-01-03',7)", "52"}, {"WEEK('2024-12-30',3)", "1"}, {"WEEK('2024-12-30',6)", "1"},
		{"WEEKOFYEAR('2008-02-20')", "8"}, {"QUARTER('2008-04-01')", "2"}, {"TO_DAYS('2007-10-07')", "733321"}, {"TO_DAYS(950501)", "728779"}, {"FROM_DAYS(730669)", "2000-07-03"},
		{"TIMESTAMPDIFF(MONTH,'2003-02-01','2003-05-01')", "3"}, {"TIMESTAMPDIFF(YEAR,'2002-05-01','2001-01-01')", "-1"}, {"TIMESTAMPDIFF(MONTH,'2003-02-28','2003-03-27')", "0"}, {"TIMESTAMPDIFF(DAY,'2003-02-01','2003-05-01')", "89"},
		{"TIMESTAMPDIFF(WEEK,'2003-02-01','2003-05-01')", "12"}, {"TIMESTAMPDIFF(QUARTER,'2003-05-01','2001-01-31')", "-9"}, {"TIMESTAMPDIFF(MONTH,'2003-05-30','2003-04-30')", "-1"}, {"TIMESTAMPDIFF(MONTH,'2003-05-30','2003-05-01')", "0"},
		{"PERIOD_ADD(200801,2)", "200803"}, {"PERIOD_ADD(9912,1)", "200001"}, {"PERIOD_DIFF(200802,200703)", "11"}, {"MAKEDATE(2011,31)", "2011-01-31"}, {"MAKEDATE(2011,32)", "2011-02-01"}, {"MAKEDATE(2014,365)", "2014-12-31"}, {"MAKEDATE(2011,0)", "NULL"}, {"MAKEDATE(70,1)", "1970-01-01"},
		{"DATE_FORMAT('2009-10-04 22:23:00', '%W %M %Y')", "Sunday October 2009"}, {"DATE_FORMAT('1999-01-01', '%X %V')", "1998 52"}, {"DATE_FORMAT('1900-10-04', '%D %y %a %d %m %b %j')", "4th 00 Thu 04 10 Oct 277"}, {"DATE_FORMAT('2006-06-00', '%d')", "NULL"}, {"DATE_FORMAT('2006-06-11', '%D%%')", "11th%"},
		{"STR_TO_DATE('01,5,2013','%d,%m,%Y')", "2013-05-01"}, {"STR_TO_DATE('May 1, 2013','%M %d,%Y')", "2013-05-01"}, {"STR_TO_DATE('abc','abc')", "NULL"}, {"STR_TO_DATE('2013-02-30','%Y-%m-%d')", "NULL"}, {"STR_TO_DATE('4/7/98','%e/%c/%y')", "1998-07-04"},
		{"DAYNAME(day) FROM f", "Saturday|Tuesday|Friday|NULL"}, {"MONTHNAME(day) FROM f", "July|February|December|NULL"}, {"WEEK(day, 3) FROM f", "27|9|52|NULL"}, {"DATE_FORMAT(day, '%Y%m') FROM f", "199807|200002|199912|NULL"},
		{"TIMESTAMPDIFF(MONTH, day, '2000-02-28') FROM f", "19|0|1|NULL"}, {"PERIOD_ADD(200000 + i, 12) FROM f", "200101|200102|200104|NULL"}, {"FROM_DAYS(TO_DAYS(day)) FROM f WHERE i = 2", "2000-02-29"}, {"EXTRACT(WEEK FROM day) FROM f WHERE i = 1", "26"},
	})
}

// TestTextsOfNumbers: numbers and dates that lie far apart have texts, too.
func TestTextsOfNumbers(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE w (i BIGINT, day DATE, n BIGINT NOT NULL)")
	mustRun(t, s, "INSERT INTO w VALUES (1, '0001-02-03', 5), (9000000000000000000, '9999-12-31', 1000000000), (-77, '1998-07-04', -4), (NULL, NULL, 1000000000), (123456789, '1998-07-05', 0)")
	for text, want := range map[string]string{
		"i FROM w WHERE i LIKE '%7%'": "-77|123456789", "day FROM w WHERE day LIKE '1998-%'": "1998-07-04|1998-07-05",
		"n FROM w WHERE n NOT LIKE '%0'": "5|-4", "CONCAT('<', i, '>') FROM w": "<1>|<9000000000000000000>|<-77>|NULL|<123456789>",
		"LENGTH(n) FROM w": "1|10|2|10|1", "HEX(i) FROM w WHERE i > 5": "7CE66C50E2840000|75BCD15", "i FROM w WHERE day REGEXP '^0'": "1",
		"DAYNAME(day) FROM w": "Saturday|Friday|Saturday|NULL|Sunday", "COUNT(*) FROM w WHERE i LIKE '%7%' OR n LIKE '1%'": "4", "WEEK(day, 3) FROM w WHERE day > '1998-01-01'": "52|27|27",
	} {
		if got := fact(t, s, text); got != want {
			t.Errorf("%s gives %s, want %s", text, got, want)
		}
	}
}
