package sql

import (
	"testing"

	"gsdms/pushscan"
	"gsdms/sql/parse"
)

// Rows of a query become values of a column's type: of a YEAR a number of two digits is the year that it means, of
// a number a member is its place, of an ENUM a number is without its digits, and a
// moment is rounded to a second before its date is taken. The answers are
// MySQL 8.0.46's.
func TestInsertedRowsOfOtherTypes(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE f (id INT PRIMARY KEY, i INT, d DECIMAL(5,2), x DOUBLE, da DATE, dt DATETIME, en ENUM('small','medium','12'), se SET('b','a')); INSERT INTO f VALUES (1, 7, 2.5, 1.9, '2019-12-31', '2020-02-29 12:30:45', '12', 'b,a'), (2, 70, 1.99, 3, '1970-01-01', '2155-01-01', 'small', 'a'), (3, 0, 1, 2.5, NULL, NULL, NULL, NULL)")
	for _, f := range [][3]string{
		{"y YEAR", "i FROM f ORDER BY id", "2007|1970|0"}, {"y YEAR", "i + 0 FROM f ORDER BY id", "2007|1970|0"},
		{"y YEAR", "YEAR(da) FROM f ORDER BY id", "2019|1970|NULL"},
		{"t DATE", "TIMESTAMP'2019-12-31 23:59:59.5' FROM f WHERE id = 1", "2020-01-01"}, {"t DATE", "'2019-12-31 23:59:59.4' FROM f WHERE id = 1", "2019-12-31"}, {"t DATE", "dt FROM f ORDER BY id", "2020-02-29|2155-01-01|NULL"},
		{"n BIGINT UNSIGNED", "TIMESTAMP'2019-12-31 23:59:59.999999' FROM f WHERE id = 1", "20200101000000"},
		{"n INT", "en FROM f ORDER BY id", "3|1|NULL"}, {"n DECIMAL(5,1)", "en FROM f ORDER BY id", "3.0|1.0|NULL"}, {"n DOUBLE", "se FROM f ORDER BY id", "3|2|NULL"}, {"n BIGINT UNSIGNED", "se FROM f ORDER BY id", "3|2|NULL"},
		{"e ENUM('small','medium','12')", "d FROM f ORDER BY id", "medium|small|small"}, {"e ENUM('small','medium','12')", "x FROM f ORDER BY id", "small|12|medium"},
	} {
		mustRun(t, s, "DROP TABLE IF EXISTS c; CREATE TABLE c (id INT PRIMARY KEY AUTO_INCREMENT, "+f[0]+")")
		name := f[0][:1]
		mustRun(t, s, "INSERT INTO c ("+name+") SELECT "+f[1])
		checkFact(t, s, [2]string{name + " FROM c ORDER BY id", f[2]})
	}
}

// A number past 63 bits is no time of a column, though CAST takes it for one below 0. The answers are MySQL 8.0.46's.
func TestNumberPastTimes(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, "CREATE TABLE t (t TIME(2), u BIGINT UNSIGNED); INSERT INTO t (u) VALUES (18446744073709551615)")
	for _, text := range []string{"INSERT INTO t (t) VALUES (18446744073709551615)", "INSERT INTO t (t) SELECT u FROM t", "UPDATE t SET t = u"} {
		if _, err := s.Query(t.Context(), text); err == nil || parse.AsError("", err).Code != 1292 {
			t.Errorf("%s: %v", text, err)
		}
	}
	checkFact(t, s, [2]string{"COUNT(*), COUNT(t), CAST(18446744073709551615 AS TIME) FROM t", "1\t0\t-00:00:01"})
}
