package sql

import (
	"context"
	"strings"
	"testing"

	"gsdms/pushscan"
	"gsdms/sql/parse"
)

// TestTimesOfTheManual: the examples of MySQL's manual, 14.7, in UTC.
func TestTimesOfTheManual(t *testing.T) {
	facts(t, [][2]string{
		{"ADDTIME('2007-12-31 23:59:59.999999', '1 1:1:1.000002')", "2008-01-02 01:01:01.000001"}, {"ADDTIME('01:59:59.999999', '01:00:00.999998')", "03:00:00.999997"},
		{"CONVERT_TZ('2004-01-01 12:00:00','GMT','MET')", "2004-01-01 13:00:00"}, {"CONVERT_TZ('2004-01-01 12:00:00','+00:00','+10:00')", "2004-01-01 22:00:00"},
		{"CONVERT_TZ('2004-01-01 12:00:00','GMT','Nowhere/At_All')", "NULL"},
		{"DATE('2003-12-31 01:02:03')", "2003-12-31"}, {"DATE_ADD('2018-05-01', INTERVAL 1 DAY)", "2018-05-02"}, {"DATE_SUB('2018-05-01', INTERVAL 1 YEAR)", "2017-05-01"},
		{"DATE_ADD('2020-12-31 23:59:59', INTERVAL 1 SECOND)", "2021-01-01 00:00:00"}, {"DATE_ADD('2018-12-31 23:59:59', INTERVAL 1 DAY)", "2019-01-01 23:59:59"},
		{"DATE_ADD('2100-12-31 23:59:59', INTERVAL '1:1' MINUTE_SECOND)", "2101-01-01 00:01:00"}, {"DATE_SUB('2025-01-01 00:00:00', INTERVAL '1 1:1:1' DAY_SECOND)", "2024-12-30 22:58:59"},
		{"DATE_ADD('1900-01-01 00:00:00', INTERVAL '-1 10' DAY_HOUR)", "1899-12-30 14:00:00"}, {"DATE_SUB('1998-01-02', INTERVAL 31 DAY)", "1997-12-02"},
		{"DATE_ADD('1992-12-31 23:59:59.000002', INTERVAL '1.999999' SECOND_MICROSECOND)", "1993-01-01 00:00:01.000001"},
		{"DATE_ADD('2024-03-30', INTERVAL 1 MONTH)", "2024-04-30"}, {"DATE_ADD('2009-01-30', INTERVAL 1 MONTH)", "2009-02-28"}, {"'2018-12-31 23:59:59' + INTERVAL 1 SECOND", "2019-01-01 00:00:00"},
		{"INTERVAL 1 DAY + '2018-12-31'", "2019-01-01"}, {"'2025-01-01' - INTERVAL 1 SECOND", "2024-12-31 23:59:59"}, {"DATE_ADD('9999-12-31 23:59:59', INTERVAL 1 SECOND)", "NULL"},
		{"DATE_FORMAT('2009-10-04 22:23:00', '%W %M %Y')", "Sunday October 2009"}, {"DATE_FORMAT('2007-10-04 22:23:00', '%H:%i:%s')", "22:23:00"},
		{"DATE_FORMAT('1900-10-04 22:23:00', '%D %y %a %d %m %b %j')", "4th 00 Thu 04 10 Oct 277"}, {"DATE_FORMAT('1997-10-04 22:23:00', '%H %k %I %r %T %S %w')", "22 22 10 10:23:00 PM 22:23:00 00 6"},
		{"DATE_FORMAT('1999-01-01', '%X %V')", "1998 52"}, {"DATEDIFF('2007-12-31 23:59:59','2007-12-30')", "1"}, {"DATEDIFF('2010-11-30 23:59:59','2010-12-31')", "-31"},
		{"EXTRACT(YEAR FROM '2019-07-02')", "2019"}, {"EXTRACT(YEAR_MONTH FROM '2019-07-02 01:02:03')", "201907"}, {"EXTRACT(DAY_MINUTE FROM '2019-07-02 01:02:03')", "20102"},
		{"EXTRACT(MICROSECOND FROM '2003-01-02 10:30:00.000123')", "123"}, {"FROM_UNIXTIME(1447430881)", "2015-11-13 16:08:01"}, {"FROM_UNIXTIME(1447430881) + 0", "20151113160801"},
		{"FROM_UNIXTIME(1447430881, '%Y %D %M %h:%i:%s')", "2015 13th November 04:08:01"}, {"HOUR('10:05:03')", "10"}, {"HOUR('272:59:59')", "272"}, {"LAST_DAY('2004-01-01 01:01:01')", "2004-01-31"},
		{"MAKETIME(12,15,30)", "12:15:30"}, {"MICROSECOND('12:00:00.123456')", "123456"}, {"MICROSECOND('2019-12-31 23:59:59.000010')", "10"}, {"MINUTE('2008-02-03 10:05:03')", "5"}, {"SECOND('10:05:03')", "3"},
		{"SEC_TO_TIME(2378)", "00:39:38"}, {"SEC_TO_TIME(2378) + 0", "3938"}, {"STR_TO_DATE('01,5,2013','%d,%m,%Y')", "2013-05-01"}, {"STR_TO_DATE('May 1, 2013','%M %d,%Y')", "2013-05-01"},
		{"STR_TO_DATE('a09:30:17','a%h:%i:%s')", "09:30:17"}, {"STR_TO_DATE('a09:30:17','%h:%i:%s')", "NULL"}, {"STR_TO_DATE('09:30:17a','%h:%i:%s')", "09:30:17"},
		{"SUBTIME('2007-12-31 23:59:59.999999','1 1:1:1.000002')", "2007-12-30 22:58:58.999997"}, {"SUBTIME('01:00:00.999999', '02:00:00.999998')", "-00:59:59.999999"},
		{"TIME('2003-12-31 01:02:03')", "01:02:03"}, {"TIME('2003-12-31 01:02:03.000123')", "01:02:03.000123"}, {"TIMEDIFF('2000-01-01 00:00:00', '2000-01-01 00:00:00.000001')", "-00:00:00.000001"},
		{"TIMEDIFF('2008-12-31 23:59:59.000001', '2008-12-30 01:01:01.000002')", "46:58:57.999999"}, {"TIMESTAMP('2003-12-31')", "2003-12-31 00:00:00"}, {"TIMESTAMP('2003-12-31 12:00:00','12:00:00')", "2004-01-01 00:00:00"},
		{"TIMESTAMPADD(MINUTE, 1, '2003-01-02')", "2003-01-02 00:01:00"}, {"TIMESTAMPADD(WEEK,1,'2003-01-02')", "2003-01-09"}, {"TIMESTAMPDIFF(MINUTE,'2003-02-01','2003-05-01 12:05:55')", "128885"},
		{"TIME_FORMAT('100:00:00', '%H %k %h %I %l')", "100 100 04 04 4"}, {"TIME_TO_SEC('22:23:00')", "80580"}, {"TO_SECONDS(950501)", "62966505600"}, {"TO_SECONDS('2009-11-29 13:43:32')", "63426721412"},
		{"UNIX_TIMESTAMP('2015-11-13 10:20:19')", "1447410019"}, {"UNIX_TIMESTAMP('2015-11-13 10:20:19.012')", "1447410019.012"}, {"YEARWEEK('1987-01-01')", "198652"}, {"WEEK('2008-02-20',1)", "8"},
		{"TIMESTAMP'2020-01-01 10:00:00.25'", "2020-01-01 10:00:00.25"}, {"TIME'-10:11:12'", "-10:11:12"}, {"TIMESTAMP'2020-01-01 10:00'", "2020-01-01 10:00:00"}, {"TIMESTAMP'2020-13-01'", "error 1525"},
		{"CAST('2020-01-01 23:59:59.9' AS DATETIME)", "2020-01-02 00:00:00"}, {"CAST(20200101101112 AS DATETIME)", "2020-01-01 10:11:12"}, {"CAST('1 2:3:4' AS TIME)", "26:03:04"}, {"CAST('nonsense' AS DATETIME)", "NULL"},
		{"TIMESTAMP'2020-01-01 00:00:00' = DATE'2020-01-01'", "1"}, {"DATE'2020-01-01' < '2020-01-01 10:00:00'", "1"}, {"TIMESTAMP'2020-01-01 10:00:00' > DATE'2020-01-01'", "1"}, {"TIME'10:00:00' = '10:00'", "0"}, {"TIME'10:00:00' = '10:00:00'", "1"},
		{"DATE_ADD('2020-01-01', INTERVAL 9223372036854775807 WEEK)", "NULL"},
		{"TIME'10:00:00' > DATE'2020-01-01', TIME'10:00:00' = TIMESTAMP(CURDATE(), '10:00'), TIME'10:00:00' IN (CURDATE(), TIMESTAMP(CURDATE(), '10:00'))", "1\t1\t1"}, {"YEAR(TIME'10:00:00') = YEAR(NOW()), CAST(TIME'34:00:00' AS DATETIME) = TIMESTAMP(CURDATE() + INTERVAL 1 DAY, '10:00'), CAST(TIME'-00:00:01' AS DATE) = CURDATE() - INTERVAL 1 DAY", "1\t1\t1"}, {"TIME'10:00:00' BETWEEN CURDATE() AND CURDATE() + INTERVAL 1 DAY, CASE TIME'01:00:00' WHEN TIMESTAMP(CURDATE(), '01:00') THEN 'a' ELSE 'b' END, DATEDIFF(TIME'49:00:00', CURDATE())", "1\ta\t2"}, {"NOW(7)", "error 1426"}, {"NOW(3) = NOW(3), NOW() = CURRENT_TIMESTAMP, CURDATE() = DATE(NOW())", "1\t1\t1"},
	})
}

const timeRows = `CREATE TABLE m (id INT PRIMARY KEY, ts DATETIME, us DATETIME(6), d DATE, h TIME, y YEAR, st TIMESTAMP, txt VARCHAR(30));
INSERT INTO m VALUES
 (1, '2013-07-15 10:11:12', '2013-07-15 10:11:12.345678', '2013-07-15', '10:11:12', 2013, '2013-07-15 10:11:12', '2013-07-15 10:11:12'),
 (2, '1969-12-31 23:59:59', '1969-12-31 23:59:59.999999', '1969-12-31', '-100:00:01', 69, '2038-01-19 03:14:07', '2013-07-14'),
 (3, '2024-02-29', '2024-02-29T12:00', '2024-02-29', '00:00:00', '99', '1970-01-01 00:00:01', 'nonsense'),
 (4, NULL, NULL, NULL, NULL, NULL, NULL, NULL);`

// TestColumnsOfTimes: what is stored, computed, compared, grouped and joined.
func TestColumnsOfTimes(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, timeRows)
	for _, f := range [][2]string{
		{"ts, us, h, y, st FROM m WHERE id < 3", "2013-07-15 10:11:12\t2013-07-15 10:11:12.345678\t10:11:12\t2013\t2013-07-15 10:11:12|1969-12-31 23:59:59\t1969-12-31 23:59:59.999999\t-100:00:01\t2069\t2038-01-19 03:14:07"},
		{"HOUR(ts), MINUTE(us), SECOND(h), MICROSECOND(us) FROM m", "10\t11\t12\t345678|23\t59\t1\t999999|0\t0\t0\t0|NULL\tNULL\tNULL\tNULL"},
		{"DATE(us), TIME(us), YEAR(ts), DAYNAME(ts) FROM m WHERE id = 2", "1969-12-31\t23:59:59.999999\t1969\tWednesday"},
		{"ts + INTERVAL 1 MONTH, us - INTERVAL 1 MICROSECOND, d + INTERVAL 25 HOUR FROM m WHERE id = 3", "2024-03-29 00:00:00\t2024-02-29 11:59:59.999999\t2024-03-01 01:00:00"},
		{"id FROM m WHERE ts BETWEEN '2013-07-15' AND '2013-07-15 10:11:12'", "1"}, {"id FROM m WHERE ts < '1970-01-01'", "2"}, {"id FROM m WHERE us > '2013-07-15 10:11:12.345677'", "1|3"},
		{"id FROM m WHERE ts = 20130715101112", "1"}, {"id FROM m WHERE DATE(ts) = '2024-02-29'", "3"}, {"id FROM m WHERE YEAR(us) = 1969", "2"}, {"id FROM m WHERE h < '-1:00'", "2"}, {"id FROM m WHERE ts IN ('2024-02-29', '1969-12-31 23:59:59')", "2|3"},
		{"id FROM m WHERE ts > d", "1|2"}, {"id FROM m WHERE txt > ts", "2"}, {"id FROM m WHERE ts + 0 > 20200101000000", "3"}, {"id FROM m WHERE ts IS NULL", "4"}, {"id FROM m WHERE st", "1|2|3"},
		{"MIN(ts), MAX(us), COUNT(DISTINCT h), MAX(h) FROM m", "1969-12-31 23:59:59\t2024-02-29 12:00:00.000000\t3\t10:11:12"},
		{"DATE_FORMAT(ts, '%Y-%m-%d %H:00'), COUNT(*) FROM m GROUP BY 1 ORDER BY 1", "NULL\t1|1969-12-31 23:00\t1|2013-07-15 10:00\t1|2024-02-29 00:00\t1"},
		{"a.id, b.id FROM m a JOIN m b ON a.d = b.ts", "3\t3"}, {"a.id, b.id FROM m a JOIN m b ON a.ts = b.txt", "1\t1"}, {"id FROM m ORDER BY us DESC LIMIT 2", "3|1"},
		{"IF(id = 1, ts, d), COALESCE(ts, us), CONCAT(h) FROM m WHERE id IN (1, 2)", "2013-07-15 10:11:12\t2013-07-15 10:11:12.000000\t10:11:12|1969-12-31 00:00:00\t1969-12-31 23:59:59.000000\t-100:00:01"},
		{"DATE_ADD(txt, INTERVAL 1 DAY) FROM m", "2013-07-16 10:11:12|2013-07-15|NULL|NULL"}, {"CONVERT_TZ(ts, 'UTC', 'Europe/Berlin') FROM m WHERE id = 1", "2013-07-15 12:11:12"},
		{"CONVERT_TZ(us, IF(id = 2, '+05:30', 'UTC'), IF(id = 3, 'Nowhere', 'Asia/Tokyo')) FROM m ORDER BY id", "2013-07-15 19:11:12.345678|1969-12-31 23:59:59.999999|NULL|NULL"},
		{"HOUR(CONVERT_TZ(us, 'America/New_York', '+05:30')), COUNT(*) FROM m WHERE us > '2000-01-01' GROUP BY 1 ORDER BY 1", "19\t1|22\t1"},
		{"id, COUNT(*) OVER (ORDER BY us RANGE INTERVAL 3900 DAY PRECEDING), COUNT(*) OVER (ORDER BY h RANGE INTERVAL 100 HOUR PRECEDING) FROM m WHERE id < 4 ORDER BY id", "1\t1\t2|2\t1\t1|3\t2\t1"},
		{"COUNT(*) OVER (ORDER BY ts RANGE 1 PRECEDING) FROM m", "error 3587"}, {"COUNT(*) OVER (ORDER BY ts RANGE INTERVAL 1 MONTH PRECEDING) FROM m", "1|1|1|1"},
		{"id, LAG(ts) OVER (ORDER BY ts) FROM m ORDER BY id", "1\t1969-12-31 23:59:59|2\tNULL|3\t2013-07-15 10:11:12|4\tNULL"}, {"ts FROM m WHERE id = 1 UNION SELECT d FROM m WHERE id = 1", "2013-07-15 10:11:12|2013-07-15 00:00:00"},
	} {
		if got := fact(t, s, f[0]); got != f[1] {
			t.Errorf("%s gives %s, want %s", f[0], got, f[1])
		}
	}
}

// TestStrictTimes: what a column of times refuses, and what it makes of other values.
func TestStrictTimes(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, "CREATE TABLE m (ts DATETIME DEFAULT '2020-01-01 10:00:00', h TIME(2), y YEAR, st TIMESTAMP); CREATE TABLE n (ts DATETIME NOT NULL, us DATETIME(3));")
	for text, code := range map[string]int{
		"INSERT INTO m (ts) VALUES ('2013-02-30 10:00:00')": 1292, "INSERT INTO m (ts) VALUES ('2013-02-28 25:00:00')": 1292, "INSERT INTO m (ts) VALUES ('2013-02-28 x')": 1292,
		"INSERT INTO m (h) VALUES ('900:00:00')": 1292, "INSERT INTO m (h) VALUES ('10:60')": 1292, "INSERT INTO m (y) VALUES (1900)": 1264, "INSERT INTO m (y) VALUES ('x')": 1366,
		"INSERT INTO m (st) VALUES ('1969-12-31 23:59:59')": 1292, "INSERT INTO m (st) VALUES ('2038-01-19 03:14:08')": 1292, "CREATE TABLE x (a DATETIME(7))": 1426, "CREATE TABLE x (a DATETIME DEFAULT NOW(3))": 1067, "SET time_zone = 'Europe/Berlin'": 1231, "INSERT INTO n (us) SELECT 'x'": 1364,
		"INSERT INTO n SELECT 'x', NULL": 1292,
	} {
		if _, err := s.Query(context.Background(), text); !parse.IsCode(err, code) {
			t.Errorf("%s: %v, want code %d", text, err, code)
		}
	}
	mustRun(t, s, `INSERT INTO m (h, y) VALUES ('1:2:3.456', 5); INSERT INTO m VALUES (20130715101112, 101112.5, '70', '2013-07-15 12:11:12+02:00'), (DATE'2013-07-15', NULL, 0, NULL);
 INSERT INTO n SELECT ts, CAST(ts AS DATETIME(6)) + INTERVAL 1500 MICROSECOND FROM m; CREATE TABLE c AS SELECT ts, h, TIMESTAMP(ts) + INTERVAL 5 MICROSECOND x, st FROM m;`)
	if got, want := fact(t, s, "* FROM m"), "2020-01-01 10:00:00\t01:02:03.46\t2005\tNULL|2013-07-15 10:11:12\t10:11:12.50\t1970\t2013-07-15 10:11:12|2013-07-15 00:00:00\tNULL\t0\tNULL"; got != want {
		t.Errorf("m holds %s, want %s", got, want)
	}
	if got, want := fact(t, s, "* FROM n"), "2020-01-01 10:00:00\t2020-01-01 10:00:00.002|2013-07-15 10:11:12\t2013-07-15 10:11:12.002|2013-07-15 00:00:00\t2013-07-15 00:00:00.002"; got != want {
		t.Errorf("n holds %s, want %s", got, want)
	}
	r, err := s.Query(context.Background(), "SHOW CREATE TABLE c")
	if err != nil {
		t.Fatal(err)
	}
	for _, column := range []string{"`ts` datetime,", "`h` time(2),", "`x` datetime(6),", "`st` timestamp"} {
		if text, _ := r.Text(0, 1); !strings.Contains(text, column) {
			t.Errorf("no column %s in %s", column, text)
		}
	}
}

// TestBlanksBehindTimes: a blank behind digits makes all of them the year, and counts for the letters of which a text is a
// moment and no time. The answers are MySQL 8.0.46's.
func TestBlanksBehindTimes(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	for _, f := range [][2]string{
		{"DATE('20200131'), DATE(' 20200131'), DATE('20200131 '), DATE('200131 '), DATE('2020-01-31 '), DATE('2020-01-31\\t'), DATE('20200131\\n')", "2020-01-31\t2020-01-31\tNULL\tNULL\t2020-01-31\t2020-01-31\tNULL"},
		{"CAST('20200131101112 ' AS DATETIME), CAST('2020-01-31 10 ' AS DATETIME), CAST('2020-01-31 10:11:12 ' AS DATETIME), CAST('2020-01-31 10:11:12+01:00 ' AS DATETIME), TIMESTAMP('2020-01-31\\t10:11:12'), YEAR('20200131 ')", "NULL\tNULL\t2020-01-31 10:11:12\t2020-01-31 09:11:12\t2020-01-31 10:11:12\tNULL"},
		{"CAST('2020-01-31 ' AS TIME), CAST('2020-01-31  ' AS TIME), CAST('10:11:12 ' AS TIME), CAST('10:11:12     ' AS TIME), CAST('20200131101112 ' AS TIME), HOUR('2020-01-31 10:11:12 ')", "00:20:20\t00:00:00\t10:11:12\t00:00:00\tNULL\t10"},
	} {
		checkFact(t, s, f)
	}
}

// TestNowIsNotKept: a statement that is run again has another moment, also where its plan is
// kept otherwise, and one moment wherever it asks.
func TestNowIsNotKept(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, timeRows)
	const text = "NOW(6), SYSDATE(6) FROM m WHERE id = 1 AND NOW(6) > ts"
	first := fact(t, s, text)
	a, b, _ := strings.Cut(first, "\t")
	if a != b {
		t.Errorf("one statement has two moments: %s", first)
	}
	if second := fact(t, s, text); second <= first {
		t.Errorf("the second time it is %s, and the first time it was %s", second, first)
	}
	mustRun(t, s, "INSERT INTO m (id, ts, us) VALUES (5, NOW(), NOW(6))")
	if got := fact(t, s, "TIMESTAMPDIFF(MINUTE, us, NOW(6)) FROM m WHERE id = 5"); got != "0" {
		t.Errorf("a moment that was stored is %s minutes ago", got)
	}
}

// TestTimesAreReadBack: files that are written of times are read as tables of the same.
func TestTimesAreReadBack(t *testing.T) {
	t.Chdir(t.TempDir())
	s := openEngine(t, "db", pushscan.Options{}).NewSession()
	mustRun(t, s, timeRows)
	for _, name := range []string{"m.csv"} {
		exported(t, s, "SELECT id, ts, us, d, st FROM m WHERE id < 4", name)
		want := shown(t, mustRun(t, s, "SELECT us, d, us > '2000-01-01', HOUR(ts), HOUR(st) FROM m WHERE id < 4 ORDER BY id"), "ndjson")
		got := shown(t, mustRun(t, s, "SELECT us, d, us > '2000-01-01', HOUR(ts), HOUR(st) FROM '"+name+"' ORDER BY id"), "ndjson")
		if got != want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, want)
		}
	}
	if got := fact(t, s, "ts, st FROM 'm.csv' WHERE ts > '2013-07-15 10:00:00'"); got != "2013-07-15 10:11:12\t2013-07-15 10:11:12|2024-02-29 00:00:00\t1970-01-01 00:00:01" {
		t.Errorf("the CSV file has %s", got)
	}
}
