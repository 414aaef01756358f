package sql

import (
	"testing"

	"gsdms/pushscan"
)

// TestTimesOfTexts: ADDTIME, SUBTIME and TIMEDIFF read a text of a column as the time or the moment that
// it spells, row by row. The answers are those of MariaDB.
func TestTimesOfTexts(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, `CREATE TABLE s (id INT, s VARCHAR(40), tm TIME(3), dt DATETIME);
		INSERT INTO s VALUES (1, '2020-01-31 10:11:12.5', '-01:02:03.25', '2020-02-29 12:30:45'), (2, '12', '05:00:00', '1999-07-04 01:02:03'), (3, ' pad ', '00:00:00.001', NULL),
			(4, '-3.5', '12:30:45.5', '1999-07-04 01:02:03'), (5, '10:11:12', NULL, '2020-02-29 12:30:45'), (6, NULL, '05:00:00', NULL), (7, '1e3', '05:00:00', NULL), (8, '2020-01-31', '01:00:00', NULL)`)
	for _, f := range [][2]string{
		{"ADDTIME(s, '01:00:00') FROM s ORDER BY id", "2020-01-31 11:11:12.500000|01:00:12|NULL|00:59:56.500000|11:11:12|NULL|NULL|01:20:20"},
		{"ADDTIME('01:00:00', s) FROM s WHERE id < 8 ORDER BY id", "NULL|01:00:12|NULL|00:59:56.500000|11:11:12|NULL|NULL"},
		{"SUBTIME(s, tm) FROM s ORDER BY id", "2020-01-31 11:13:15.750000|-04:59:48|NULL|-12:30:49|NULL|NULL|NULL|-00:39:40"},
		{"SUBTIME(dt, s), ADDTIME(tm, s) FROM s WHERE id IN (1, 2, 4) ORDER BY id", "NULL\tNULL|1999-07-04 01:01:51.000000\t05:00:12.000000|1999-07-04 01:02:06.500000\t12:30:42.000000"},
		{"TIMEDIFF(s, '01:00:00') FROM s ORDER BY id", "NULL|-00:59:48.000000|NULL|-01:00:03.500000|09:11:12.000000|NULL|NULL|-00:39:40.000000"},
		{"TIMEDIFF('2020-01-01 00:00:00', s), TIMEDIFF(dt, s) FROM s WHERE id < 3 ORDER BY id", "-730:11:12.500000\t698:19:32.500000|NULL\tNULL"},
		{"ADDTIME(s, s), TIMEDIFF(s, s), TIMEDIFF(tm, s) FROM s WHERE id IN (1, 5) ORDER BY id", "NULL\t00:00:00.000000\tNULL|20:22:24\t00:00:00.000000\tNULL"},
		{"SUBTIME(TRUE, tm) x, ADDTIME(id, tm) FROM s WHERE tm <> 0 AND id IN (1, 2, 4, 8) ORDER BY x", "-00:59:59\t01:00:08|-04:59:59\t05:00:02|-12:30:44.500000\t12:30:49.500000|01:02:04.250000\t-01:02:02.250000"}, // of numbers they are texts
		{"ADDTIME('2020-01-31', '01:00:00'), ADDTIME('20200131101112', '01:00:00'), ADDTIME('10:00:00', '2020-01-01 10:00:00'), ADDTIME('10:00:00.5', '00:00:00.5'), TIME('1e3')", "01:20:20\t2020-01-31 11:11:12\tNULL\t10:00:01\tNULL"},
	} {
		checkFact(t, s, f)
	}
}

// TestDigitsOfConstantTexts: a constant text has as many digits of a second as are written in it,
// whatever makes it. The answers are those of MariaDB.
func TestDigitsOfConstantTexts(t *testing.T) {
	facts(t, [][2]string{
		{"TIMEDIFF('23:59:59.5', '12:30:45'), TIMEDIFF('23:59:59.50', '12:30:45'), TIMEDIFF(CONCAT('23:59:59', '.5'), TIME'12:30:45'), TIMEDIFF('2020-01-01 10:00:00.5', '2020-01-01 10:00:00')", "11:29:14.5\t11:29:14.50\t11:29:14.5\t00:00:00.5"},
		{"TIMEDIFF(GREATEST(TIME'23:59:59.5', -128), CASE 3 WHEN 4 THEN '12' WHEN 5 THEN TIME'01:00:00' ELSE TIME'00:00:00' END), TIMEDIFF(CASE WHEN 0 THEN 1.50000 WHEN 1 THEN IF(FALSE, TIME'23:59:59.5', TIME'-01:02:03') END, TIME'00:00:00')", "23:59:59.5\t-01:02:03.0"},
		{"TIME('23:59:59.5'), TIME('2020-01-01 23:59:59.25'), TIME('23:59:59.1234567'), TIMESTAMP('2020-01-01 23:59:59.5'), TIMESTAMP('2020-01-01', '23:59:59.5')", "23:59:59.5\t23:59:59.25\t23:59:59.123457\t2020-01-01 23:59:59.5\t2020-01-01 23:59:59.5"},
		{"COALESCE(TIMESTAMP('x'), TIMESTAMP'2020-01-01 00:00:00'), IFNULL(TIME('x.5'), TIME'10:00:00'), IFNULL(TIME(NULL), TIME'10:00:00')", "2020-01-01 00:00:00.000000\t10:00:00.000000\t10:00:00"},
		{"ADDTIME(TIME'10:00:00', '00:00:00.5'), SUBTIME(TIMESTAMP'2020-01-01 00:00:00', '00:00:00.25'), CONVERT_TZ('2020-01-01 10:00:00.5', '+00:00', '+01:00')", "10:00:00.5\t2019-12-31 23:59:59.75\t2020-01-01 11:00:00.5"},
		{"LENGTH(TIMESTAMP(SUBTIME('00:00:01', '0'))), LENGTH(CONVERT_TZ(SUBTIME(1, 0), '+00:00', '+01:00')), LENGTH(CONVERT_TZ(ADDTIME('00:00:01', '0.5'), '+00:00', '+01:00'))", "19\t19\t26"}, // MySQL 8.0.46's
		{"ADDTIME('23:59:59.5', '12:30:45'), TIME(s), SEC_TO_TIME('1.5') FROM f WHERE i = 1", "36:30:44.500000\t00:00:10.000000\t00:00:01.500000"},                                               // a text has none or six
	})
}
