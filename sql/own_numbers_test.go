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
