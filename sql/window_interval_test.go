package sql

import (
	"testing"

	"gsdms/pushscan"
)

// A frame of RANGE reaches as far as an interval of several parts says, or one that is written as a text. The answers
// are MySQL 8.0.46's.
func TestFramesOfIntervalsInTexts(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE f (id INT PRIMARY KEY, dm DATETIME(3), da DATE, ti TIME); INSERT INTO f VALUES (1, '2020-02-29 12:30:45', '2020-02-29', '00:00:00'), (2, '2020-02-29 12:30:46.5', '2021-03-31', '01:10:00'), "+
		"(3, '2020-02-29 12:30:46.6', '2021-04-30', '01:11:00'), (4, '2020-03-01 13:30:46.5', '2022-01-01', '02:20:00'), (5, NULL, NULL, NULL)")
	for _, f := range [][2]string{
		{"id, COUNT(dm) OVER (ORDER BY dm RANGE BETWEEN CURRENT ROW AND INTERVAL '1.5' SECOND_MICROSECOND FOLLOWING) FROM f ORDER BY id", "1\t2|2\t2|3\t1|4\t1|5\t0"},
		{"id, COUNT(*) OVER (ORDER BY dm RANGE BETWEEN INTERVAL '1 1' DAY_HOUR PRECEDING AND INTERVAL '2' DAY FOLLOWING) FROM f ORDER BY id", "1\t4|2\t4|3\t4|4\t3|5\t1"},
		{"id, COUNT(*) OVER (ORDER BY da RANGE BETWEEN INTERVAL '1-1' YEAR_MONTH PRECEDING AND CURRENT ROW) FROM f ORDER BY id", "1\t1|2\t2|3\t2|4\t3|5\t1"},
		{"id, COUNT(*) OVER (ORDER BY dm RANGE BETWEEN INTERVAL '1.55' SECOND PRECEDING AND INTERVAL '1:10' MINUTE_SECOND FOLLOWING) FROM f ORDER BY id", "1\t3|2\t3|3\t2|4\t1|5\t1"},
		{"id, COUNT(*) OVER (ORDER BY ti RANGE BETWEEN INTERVAL '1:10' HOUR_MINUTE PRECEDING AND CURRENT ROW) FROM f ORDER BY id", "1\t1|2\t2|3\t2|4\t3|5\t1"},
	} {
		checkFact(t, s, f)
	}
	for _, text := range []string{"INTERVAL '-1' DAY", "INTERVAL NULL DAY", "INTERVAL '-1:1' HOUR_MINUTE"} {
		_, err := s.Query(t.Context(), "SELECT COUNT(*) OVER (ORDER BY dm RANGE BETWEEN "+text+" PRECEDING AND CURRENT ROW) FROM f")
		checkCode(t, err, 3586)
	}
}

// What is made of a YEAR, as the greatest of some, is compared with a number as it is. The answers are MySQL 8.0.46's.
func TestGreatestYearBesideShortNumbers(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE y (id INT PRIMARY KEY, y YEAR); INSERT INTO y VALUES (1, 1970), (2, 2001), (3, 2020), (4, NULL)")
	for _, f := range [][2]string{
		{"id FROM y WHERE y <= 10 ORDER BY id", "1|2"}, {"MAX(y) FROM y GROUP BY id HAVING MAX(y) <= 10", ""}, {"id FROM y GROUP BY id, y HAVING y <= 10 ORDER BY id", "1|2"},
		{"COUNT(*) FROM (SELECT id, MAX(y) m FROM y GROUP BY id) q WHERE m <= 10", "2"},
	} {
		checkFact(t, s, f)
	}
}

// HEX of a decimal is that of the nearest whole number, with all its digits, and INTERVAL takes the places of members
// that are chosen. The answers are MySQL 8.0.46's.
func TestHexOfDecimals(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE h (id INT PRIMARY KEY, w DECIMAL(18,0), se SET('b','a')); INSERT INTO h VALUES (1, 999999999999999999, 'b'), (2, -999999999999999999, 'b,a')")
	for _, f := range [][2]string{
		{"HEX(1234567890123456789.5), HEX(-1.5), HEX(2.5), HEX(-2.5), HEX(12345678901234567890.5)", "112210F47DE98116\tFFFFFFFFFFFFFFFE\t3\tFFFFFFFFFFFFFFFD\t7FFFFFFFFFFFFFFF"},
		{"EXPORT_SET(IF(id, TIMESTAMP'2020-02-29 12:30:45', 10), '1', '0', '', 8), MAKE_SET(IF(id, DATE'2019-12-31', 'x'), 'a', 'b', 'c', 'd', 'e', 'f'), INET_NTOA(IF(id, DATE'2019-12-31', 'x')), ELT(IF(id, se, 'x'), 'a', 'b', 'c') FROM h ORDER BY id", "10100111\ta,b,c,d,e,f\t1.52.23.255\ta|10100111\ta,b,c,d,e,f\t1.52.23.255\tc"},
		{"HEX(w + 0.5), INTERVAL(IF(id, se, w), 1, 3, 10) FROM h ORDER BY id", "DE0B6B3A7640000\t1|F21F494C589C0001\t2"},
	} {
		checkFact(t, s, f)
	}
}
