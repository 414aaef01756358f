package sql

import (
	"testing"

	"gsdms/pushscan"
)

// The number of a moment with a fraction has six digits behind the point inside, that of one without none, so
// that a quotient by nineteen digits is nothing for the second only. The answers are MariaDB's.
func TestQuotientsOfTimes(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE q (id INT PRIMARY KEY, tm TIME(3), du DATETIME(6), u BIGINT UNSIGNED, a DECIMAL(10,2), b DECIMAL(10,2))")
	mustRun(t, s, "INSERT INTO q VALUES (1, '12:30:45.5', '2020-02-29 12:30:45.123456', 18446744073709551615, 0.01, 99999999.99), (2, '05:00:00', '2001-01-01', 18446744073709551615, 0, 1), "+
		"(3, '-01:02:03.25', '1969-07-20 20:17:40', 9223372036854775808, -0.01, 99999999.99), (4, '00:00:00.001', NULL, 4294967296, 5, 0), (5, NULL, NULL, NULL, NULL, NULL)")
	for _, f := range [][2]string{
		{"CEIL(tm / u) FROM q ORDER BY id", "1|0|0|1|NULL"}, {"FLOOR(-tm / u) FROM q ORDER BY id", "-1|-1|0|-1|NULL"},
		{"NOT (tm / 9223372036854775807) FROM q ORDER BY id", "0|1|0|1|NULL"}, {"IF(tm / u, 1, 0) FROM q ORDER BY id", "1|0|1|1|0"},
		{"id FROM q WHERE tm / u ORDER BY id", "1|3|4"}, {"id FROM q WHERE NOT tm / u ORDER BY id", "2"},
		{"id FROM q WHERE a / b ORDER BY id", "1|3"}, {"id FROM q WHERE NOT (a / b) ORDER BY id", "2"}, {"CEIL(a / b) FROM q ORDER BY id", "1|0|0|NULL|NULL"},
		{"NOT (TIME'23:59:59.5' / 9223372036854775807), NOT (TIME'23:59:59.0' / 9223372036854775807)", "0\t1"},
		{"TIME'23:59:59.5' / 3", "78653.16667"}, {"TIME'23:59:59.0' / 3", "78653.00000"}, {"tm / 3 FROM q ORDER BY id", "41015.1666667|16666.6666667|-3401.0833333|0.0003333|NULL"},
	} {
		checkFact(t, s, f)
	}
}

// A function of numbers asks ELT for the number of what it chooses: of a member its place, of a time its digits.
// The answers are MariaDB's.
func TestNumbersOfELT(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE e (k INT, en ENUM('small', 'medium', '12'), c VARCHAR(9), ti TIME); INSERT INTO e VALUES (1, 'medium', '7x', '10:00:00'), (2, '12', '12', NULL), (3, 'small', NULL, '100:00:01'), (4, 'small', '', NULL)")
	for _, f := range [][2]string{
		{"CAST(ELT(k, en, c, ti) AS DOUBLE) FROM e ORDER BY k", "2|12|1000001|NULL"}, {"SQRT(ELT(k, ti, en, c)) FROM e ORDER BY k", "316.22776601683796|1.7320508075688772|NULL|NULL"},
		{"ROUND(ELT(k, en, en, en)), CEIL(ELT(k, en, en, en)), TRUNCATE(ELT(k, en, en, en), 0), ABS(ELT(k, en, en, en)), SIGN(ELT(k, en, en, en)) FROM e WHERE k = 2", "3\t3\t3\t3\t1"},
		{"CAST(ELT(k, en, c, ti) AS SIGNED), CAST(ELT(k, en, c, ti) AS DECIMAL(9,1)) FROM e WHERE k < 4 ORDER BY k", "0\t0.0|12\t12.0|100\t100.0"},
	} {
		checkFact(t, s, f)
	}
}

// Where a number is asked for, CASE, IF and NULLIF give that of what they choose, and not the one that its text begins
// with; IFNULL gives that one. The answers are MySQL 8.0.46's.
func TestNumbersOfChoices(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE m (i INT, d DATE, ti TIME, dt DATETIME(2), w DECIMAL(18,0), c VARCHAR(9), en ENUM('a', '5')); INSERT INTO m VALUES (3, '2019-12-31', '10:11:12', '2019-12-31 01:02:03.4', 999999999999999999, '7x', '5')")
	for _, f := range [][2]string{
		{"IF(i, d, w) + 1, CASE WHEN i THEN d ELSE c END * 1, -IF(i, d, w), ROUND(IF(i, d, w), -1), IF(i, d, w) DIV 10, IF(i, d, w) | 0 FROM m", "20191232\t20191231\t-20191231\t20191230\t2019123\t20191231"},
		{"IFNULL(d, w) + 1, IFNULL(IF(i, d, w), w) + 0, CAST(IF(i, d, w) AS SIGNED), IF(i, IFNULL(d, w), d) + 1, IF(i, '2019-05-05', d) + 1 FROM m", "2020\t2019\t2019\t2020\t2020"},
		{"IF(i, IF(i, d, c), 5) + 1, IF(i, d, w) = 20191231, 20191231 IN (IF(i, d, w)), IF(i, d, w) BETWEEN 20191231 AND 20191232, NOT IF(i, ti, w), IF(i, ti, w) & 65535 FROM m", "20191232\t1\t1\t1\t0\t35576"},
		{"SUM(IF(i, d, c)), MAX(IF(i, d, w)) + 1, BIT_COUNT(ANY_VALUE(IF(i, d, w))) FROM m", "20191231\t2020\t8"},
		{"IF(i, en, c) + 0, IFNULL(en, c) + 0, NULLIF(en, 'x') * 1, IF(i, en, NULL) | 0, CAST(IF(i, en, c) AS DECIMAL(5,1)), CAST(IF(i, en, c) AS SIGNED) FROM m", "2\t5\t2\t2\t2.0\t5"},
		{"ELT(1, d) | 0, ELT(1, d) DIV 10, ELT(1, d) = 20191231, CAST(ELT(1, en) AS DECIMAL(5,1)), NULLIF(dt, i) / 3 FROM m", "20191231\t201\t1\t5.0\t6730410336734.466"},
		{"IF(i, d, w) + 1 FROM m GROUP BY i, d, w", "20191232"},
		{"ti IN (d, 101112), ti IN (d, 5), ti IN (dt, '10:11:12'), ti IN (d, 5, NULL) FROM m", "1\t0\t0\tNULL"},
		{"(2.500000 / w) + 0e0, (2.500000 / (w - 999999999999999998)) + 0e0 FROM m", "2e-18\t2.5"},
		{"dt + INTERVAL (i / 7) SECOND, dt - INTERVAL (i / 7) SECOND, CAST(dt AS DATETIME(6)) - INTERVAL (i / 7) SECOND, (i + 20200128) + INTERVAL 2.50 SECOND FROM m", "2019-12-31 01:02:03.8285\t2019-12-31 01:02:02.9714\t2019-12-31 01:02:02.971429\t2020-01-31 00:00:02.500000"},
		{"HEX(2.5e0), HEX(3.5e0), HEX(-2.5e0), HEX(2.5), 1234567890123456.7e0, 1e15", "2\t4\tFFFFFFFFFFFFFFFE\t3\t1234567890123456.8\t1e15"},
		{"TIME('-1b2019-12-31'), TIME('-2020-01-31 10:11:12'), TIME('-5abcdefghij')", "NULL\t10:11:12\t-00:00:05"},
	} {
		checkFact(t, s, f)
	}
}

// Where a date, a time or a decimal is asked of what CASE or IF chooses as a text, each result is asked for it by itself:
// a TIME is one of today, a number the day that it says, and what says none is NULL. The answers are MySQL 8.0.46's.
func TestDatesOfChoices(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE m (i INT, dt DATETIME, du DATETIME(6), ti TIME, b BIGINT, x DOUBLE, d DECIMAL(10,2), c VARCHAR(9)); "+
		"INSERT INTO m VALUES (1, '1999-07-04 01:02:03', '2019-12-31 23:59:59.999999', '100:00:01', 20200131, 0.5, 2.5, '7x'), (0, '2020-01-01', '2001-09-09 01:46:40.5', NULL, 10, -3.75, -0.5, '20200131')")
	for _, f := range [][2]string{
		{"UNIX_TIMESTAMP(IF(i, dt, x)), UNIX_TIMESTAMP(IF(i, x, b)), UNIX_TIMESTAMP(CASE WHEN i THEN b ELSE dt END) FROM m ORDER BY i", "NULL\tNULL\t1577836800|931050123.000000\t0.000000\t1580428800"},
		{"UNIX_TIMESTAMP(CASE WHEN i THEN 'abc' ELSE 'x' END), UNIX_TIMESTAMP(IF(i, 'abc', '2020-01-01')) IS NULL, COUNT(UNIX_TIMESTAMP(IF(i, c, '1'))), COUNT(UNIX_TIMESTAMP(IF(i, 'abc', NULL))) FROM m GROUP BY i ORDER BY i", "0.000000\t0\t0\t0|0.000000\t0\t0\t0"},
		{"UNIX_TIMESTAMP(CASE WHEN 1 THEN '2020-01-01 00:00:00.5' END), UNIX_TIMESTAMP(CASE WHEN 0 THEN '1' WHEN 1 THEN '2020-01-01 00:00:00.5' ELSE 'a' END), UNIX_TIMESTAMP(IF(0, '2020-01-01 00:00:00.5', '2020-01-01'))", "1577836800.5\t1577836800.5\t1577836800"},
		{"UNIX_TIMESTAMP(CASE 1 WHEN 1 THEN 'abc' ELSE TIMESTAMP'2020-02-29 12:30:45' END), UNIX_TIMESTAMP(CASE WHEN 1 THEN 'abc' END), TIMESTAMP(IF(1, IF(1, '2020-01-01 00:00:00.123', 'x'), '2020-01-01'))", "0.000000\tNULL\t2020-01-01 00:00:00.123"},
		{"DATE(IF(i, c, TIME'100:00:01') + INTERVAL 0 MINUTE) = CURDATE() + INTERVAL 4 DAY, TIME(TIMESTAMPADD(MINUTE, 1, IF(i, IF(i, ti, 5), c))), SUBSTR(CASE WHEN i = 2 THEN 5 WHEN i THEN TIME'10:00:00.5' END - INTERVAL 1 HOUR, 11) FROM m ORDER BY i", "1\t00:01:00.000000\tNULL|NULL\t04:01:01.000000\t 09:00:00.500000"},
		{"TIMESTAMP(COALESCE(dt, 5)), TIMESTAMP(GREATEST(dt, 5.5)), CONVERT_TZ(LEAST(dt, 3, dt), '+05:45', '+00:00'), TIMESTAMP(COALESCE(dt, c)), TIME(COALESCE(IFNULL(ti, 5), 7)), TIME(LEAST(ti, 5, TIME'838:00:00.123')) FROM m WHERE i", "1999-07-04 01:02:03\t1999-07-04 01:02:03.0\t1999-07-03 19:17:03\t1999-07-04 01:02:03.000000\t100:00:01\t100:00:01.000"},
		{"TIME(IFNULL(DATE'2020-02-29', c)), UNIX_TIMESTAMP(CASE WHEN TRUE THEN 1 END), UNIX_TIMESTAMP(CASE WHEN TRUE THEN 1 ELSE 2 END), UNIX_TIMESTAMP(IF(TRUE, 5, NULL)), UNIX_TIMESTAMP(COALESCE(TIMESTAMP'2020-02-29 12:30:45', dt, x)) FROM m WHERE i", "00:20:20.000000\tNULL\t0\tNULL\t1582979445.000000"},
		{"CAST(LEAST(DATE(du), 2020) AS YEAR), CAST(GREATEST(DATE'1970-01-01', 2020) AS YEAR), CAST(LEAST(ti, 5) AS YEAR) FROM m WHERE i", "0\tNULL\tNULL"},
		{"CAST(IF(i, du, c) AS DECIMAL(30,6)), CAST(CASE WHEN i THEN du ELSE x END AS DECIMAL(22,2)) FROM m ORDER BY i", "20200131.000000\t-3.75|20191231235959.999999\t20191231235960.00"},
		{"TIMESTAMP(IF(i, dt, b)), TIMESTAMP(IF(i, dt, c)), DATE(IF(i, ti, c)) = CURDATE() + INTERVAL 4 DAY, HOUR(IF(i, b, c)) FROM m ORDER BY i", "NULL\t2020-01-31 00:00:00.000000\t0\t838|1999-07-04 01:02:03\t1999-07-04 01:02:03.000000\t1\tNULL"},
		{"IF(i, c, x) < du, IF(i, dt, c) > DATE(dt), IF(i, dt, c) > DATE'1999-07-04', IF(i, c, dt) IN (dt) FROM m ORDER BY i", "NULL\t1\t1\t1|NULL\t0\t1\tNULL"},
		{"IF(i, d, c) | 0, IFNULL(d, c) | 0 FROM m WHERE i", "3\t2"},
		{"CAST(IF(i, d, x) AS YEAR), CAST(IF(i, 2.5, 2.5e0) AS YEAR), CAST(IF(i, 2.5, 2.5e0) AS SIGNED), CAST(IF(i, 2.5, 2.5e0) AS UNSIGNED), BIT_COUNT(CASE WHEN i THEN 2.5 ELSE 2.5e0 END), HEX(CASE WHEN i THEN 2.5 ELSE 2.5e0 END), CAST(GREATEST(2.5, x) AS YEAR) FROM m ORDER BY i", "NULL\t2002\t2\t2\t1\t2\t2002|2003\t2003\t3\t3\t2\t3\t2002"},
		{"IF(i, IF(i, 18446744073709551615 - b + b, du), d) | 0, IF(i < 9, IF(i > 9, 1, dt), d) | 0 FROM m WHERE i", "18446744073709551615\t19990704010203"},
		{"IF(i, DATE(du), du) > DATE(du), IF(i, ti, du) < du, CASE WHEN i THEN DATE(dt) ELSE dt END = DATE(dt) FROM m ORDER BY i", "1\t0\t1|0\t0\t1"},
	} {
		checkFact(t, s, f)
	}
}

// A moment or a time that is moved, or read by a format, is rounded as the number that it shows where a whole number is
// asked for; any other one as a moment. The answers are MySQL 8.0.46's.
func TestWholeNumbersOfMovedMoments(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE m (dt DATETIME, du DATETIME(1)); INSERT INTO m VALUES ('2019-12-31 23:59:59', '2019-12-31 23:59:59.5')")
	for _, f := range [][2]string{
		{"(dt + INTERVAL 0.5 SECOND) << 1, CAST(ADDTIME(dt, TIME'0:0:0.5') AS SIGNED), CAST(TIMESTAMP(dt, '0:0:0.5') AS UNSIGNED), BIT_XOR(dt + INTERVAL 0.5 SECOND) FROM m GROUP BY dt", "40382462471920\t20191231235960\t20191231235960\t20191231235960"},
		{"du << 1, CAST(du AS SIGNED), TIMESTAMP(du) | 0 FROM m", "40400202000000\t20200101000000\t20200101000000"},
		{"STR_TO_DATE('10:11:59.5', '%H:%i:%s.%f') | 0, TIME'10:11:59.5' | 0, FROM_UNIXTIME(59.5) | 0", "101160\t101200\t19700101000100"},
	} {
		checkFact(t, s, f)
	}
}
