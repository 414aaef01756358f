package sql

import (
	"testing"

	"gsdms/pushscan"
)

// What asks for a whole number takes the nearest of 64 bits of a DECIMAL, the digits of its nearest second of a time,
// and of a text the number that it begins with. The answers are MySQL 8.0.46's.
func TestWholeArguments(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE n (id INT PRIMARY KEY, w DECIMAL(18,0), e DECIMAL(30,12), u BIGINT UNSIGNED, tm TIME(3))")
	mustRun(t, s, "INSERT INTO n VALUES (1, 999999999999999999, -999999999999999999.5, 18446744073709551615, '-01:02:03.25'), "+
		"(2, -999999999999999999, 1.5, 7, '12:30:45.5'), (3, 5, 5, 5, '00:00:05')")
	for _, f := range [][2]string{
		{"LEFT('abc', e * 1000), LENGTH(SPACE(-ABS(e * 1000))), LPAD('abc', -ABS(e * 1000), 'x') FROM n ORDER BY id", "\t0\tNULL|abc\t0\tNULL|abc\t0\tNULL"},
		{"SUBSTRING('abc', 1, w * 1000), SUBSTRING_INDEX('a,b', ',', e * 1000), INSERT('abc', 2, w * 1000, 'x'), LOCATE('b', 'abc', w * 1000) FROM n ORDER BY id", "abc\ta,b\tax\t0|\ta,b\tax\t0|abc\ta,b\tax\t0"},
		{"INET_NTOA(w * 1000 + e), ELT(e * 1000, 'a', 'b'), BIT_COUNT(e * 1000), (e * 1000) | 0, (e * 1000) >> 1 FROM n ORDER BY id", "NULL\tNULL\t1\t9223372036854775808\t4611686018427387904|NULL\tNULL\t7\t1500\t750|0.0.19.141\tNULL\t5\t5000\t2500"},
		{"DATE'2020-01-01' + INTERVAL (w * 1000) DAY, MAKE_SET(e * 1000, 'a', 'b') FROM n ORDER BY id", "NULL\t|NULL\t|2033-09-09\t"},
		{"MAKEDATE(2020, TIME'00:00:59.5'), PERIOD_ADD(202001, TIME'00:00:59.5'), FROM_DAYS(TIME'23:59:59.5'), MAKEDATE(2020, tm) FROM n ORDER BY id", "2020-04-09\t202805\t0657-02-05\tNULL|2020-04-09\t202805\t0657-02-05\t2356-11-20|2020-04-09\t202805\t0657-02-05\t2020-01-05"},
		{"CHAR('77.3'), CHAR(77.5, '77.6'), CHAR(TIME'00:00:59.5', NULL, 65), HEX(CHAR('1e2'))", "M\tNM\tdA\t01"},
	} {
		checkFact(t, s, f)
	}
}

// Hours past a TIME, and years and days past the calendar, lead out of it however many there are, and a year below 0 is
// none. The answers are MySQL 8.0.46's.
func TestHoursAndYearsPastAllTimes(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE n (id INT PRIMARY KEY, e DECIMAL(30,12), u BIGINT UNSIGNED, b BIGINT, x DOUBLE); "+
		"INSERT INTO n VALUES (1, -999999999999999999.5, 18446744073709551615, -9223372036854775808, 1e300), (2, 1.5, 7, 69, -1.5), (3, NULL, 255, 9223372036854775807, 2.5)")
	for _, f := range [][2]string{
		{"MAKETIME(e, 1, 1), MAKETIME(u, 1, 1), MAKETIME(b, 1, 1.5), MAKETIME(x, 1, 1), MAKETIME(1, e, 1), MAKETIME(1, b, 1) FROM n ORDER BY id", "-838:59:59\t838:59:59\t-838:59:59.0\t838:59:59\tNULL\tNULL|02:01:01\t07:01:01\t69:01:01.5\t-02:01:01\t01:02:01\tNULL|NULL\t255:01:01\t838:59:59.0\t02:01:01\tNULL\tNULL"},
		{"MAKEDATE(e, 1), MAKEDATE(u, 1), MAKEDATE(b, 1), MAKEDATE(x, 1), MAKEDATE(2020, e), MAKEDATE(2020, u), MAKEDATE(2020, b) FROM n ORDER BY id", "NULL\tNULL\tNULL\tNULL\tNULL\tNULL\tNULL|2002-01-01\t2007-01-01\t2069-01-01\tNULL\t2020-01-02\t2020-01-07\t2020-03-09|NULL\t0255-01-01\tNULL\t2002-01-01\tNULL\t2020-09-11\tNULL"},
		{"MAKETIME(123456789012345678901234.5, 1, 1), MAKETIME(1e30, 0, 0), MAKETIME(2, 1e30, 0), MAKETIME('-99999999999999999999', '1', 1), MAKEDATE(18446744073709551615, 1), MAKEDATE(2020, 1e30), MAKEDATE(-1, 1), MAKEDATE(9999, 365), MAKEDATE(9999, 366), MAKEDATE('2020.5', '1.5')",
			"838:59:59\t838:59:59\tNULL\t-838:59:59\tNULL\tNULL\tNULL\t9999-12-31\tNULL\t2020-01-01"},
	} {
		checkFact(t, s, f)
	}
}

// DIV of doubles that are written is that of the decimals that they show, of all 64 bits of a number without a
// sign. The answers are MySQL 8.0.46's.
func TestDivOfWrittenDoubles(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE n (id INT PRIMARY KEY, w DECIMAL(18,0), u BIGINT UNSIGNED); INSERT INTO n VALUES (1, 999999999999999999, 18446744073709551615), (2, -999999999999999999, 7)")
	for _, f := range [][2]string{
		{"u DIV 1e0, u DIV 1.5, u DIV 1.5e0, w DIV 3e0 FROM n ORDER BY id", "18446744073709551615\t12297829382473034410\t12297829382473034410\t333333333333333333|7\t4\t4\t-333333333333333333"},
		{"18446744073709551615 DIV 1e0, 1e16 DIV 3e0, 1e18 DIV 7, -7.5e0 DIV 2, 0.3e0 DIV 0.1e0, 1e-20 DIV 1e-22", "18446744073709551615\t3333333333333333\t142857142857142857\t-3\t3\t100"},
	} {
		checkFact(t, s, f)
	}
}

// Numbers of a list are compared with an exact one as what each is. FIELD takes the numbers of what is chosen where
// it compares numbers. The answers are MySQL 8.0.46's.
func TestListsOfMixedNumbers(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE n (id INT PRIMARY KEY, w DECIMAL(18,0), x DOUBLE, s VARCHAR(9), se SET('b','a')); INSERT INTO n VALUES (1, 999999999999999999, 1e18, 'x', 'b'), (2, -999999999999999999, 0, 'abc', 'a,b'), (3, 5, 5, '5', 'a')")
	for _, f := range [][2]string{
		{"(w + 1.25) IN (x, w), (w + 1.25) NOT IN (x, 5, w), w IN (x, 5e0, 999999999999999998) FROM n ORDER BY id", "1\t0\t1|0\t1\t0|0\t1\t1"},
		{"FIELD(IF(id, se, s), 'zz', '1', 3.0), FIELD(IF(id, se, s), 'zz', '1', 'a'), FIELD(3, IF(id, se, s), '5') FROM n ORDER BY id", "2\t0\t0|3\t0\t1|0\t3\t0"},
	} {
		checkFact(t, s, f)
	}
}

// A number is compared with a text beside a date as with a number, and a time with a NULL of any type is NULL. The
// answers are MySQL 8.0.46's.
func TestNumbersAmongDatesAndTimesBesideNULL(t *testing.T) {
	facts(t, [][2]string{
		{"0 IN (TIMESTAMP'2019-12-31 23:59:59', 'a'), 0 IN (DATE'2019-12-31', '0'), 5 IN (TIMESTAMP'2019-12-31 23:59:59', '5'), 20191231 IN (DATE'2019-12-31', 'a'), 20191231 IN ('2019-12-31', DATE'2020-01-01'), 0 IN (TIME'00:00:01', 'a')", "1\t1\t1\t1\t0\t1"},
		{"TIME'-01:02:03' <= ('1970' LIKE NULL), TIME'-01:02:03' <= NULL, TIME'-01:02:03' <= (NULL = 1), TIME'-01:02:03' <= CAST(NULL AS SIGNED), TIME'00:00:00' <=> CAST(NULL AS SIGNED)", "NULL\tNULL\tNULL\tNULL\t0"},
	})
}

// TIMESTAMP adds no text that says a moment; a NULL between times is a text as others are. The answers are MySQL
// 8.0.46's.
func TestTimesBesideMomentsAndNULL(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE n (id INT PRIMARY KEY, tm TIME(3), s VARCHAR(40), dt DATETIME); INSERT INTO n VALUES (1, '-01:02:03.25', '2020-01-31 10:11:12.5', '2020-02-29 12:30:45'), (2, '12:30:45.5', 'abc', '2020-02-29 12:30:45'), (3, '00:00:05', '5', '2020-01-01 00:00:05')")
	for _, f := range [][2]string{
		{"TIMESTAMP(dt, s), TIMESTAMP(dt, '2020-01-31 10:11:12'), TIMESTAMP(dt, '10:11:12') FROM n ORDER BY id", "NULL\tNULL\t2020-02-29 22:41:57|NULL\tNULL\t2020-02-29 22:41:57|2020-01-01 00:00:10.000000\tNULL\t2020-01-01 10:11:17"},
		{"'abc' BETWEEN TIME'00:00:00' AND NULL, 'abc' BETWEEN NULL AND tm, TIME'-01:02:03' BETWEEN tm AND NULL, tm BETWEEN NULL AND TIME'-01:02:03', tm BETWEEN 0 AND s FROM n ORDER BY id", "NULL\t0\t0\t0\t0|NULL\t0\t0\t0\t0|NULL\t0\t0\t0\t1"},
	} {
		checkFact(t, s, f)
	}
}
