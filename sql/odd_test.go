package sql

import (
	"testing"

	"gsdms/pushscan"
)

// TestOddExpressions: what MySQL 8's manual says, and MariaDB gives, for arguments that are not
// what a function was made for.
func TestOddExpressions(t *testing.T) {
	facts(t, [][2]string{
		{"DATE('abc'), TIME('b'), TIMESTAMP('x'), ADDTIME('10:00:00', 'ABC'), FROM_DAYS(3), FROM_DAYS(730669)", "NULL\tNULL\tNULL\tNULL\tNULL\t2000-07-03"},
		{"s = day, s <> day, s <=> day, s < day FROM f", "0\t1\t0\t1|0\t1\t0\t1|0\t1\t0\t1|NULL\tNULL\t1\tNULL"},
		{"CONV('', 16, 2), OCT('1e3'), OCT(-1), HEX(i ^ 3), BIN(18446744073709551615) FROM f WHERE i = 1", "NULL\t1\t1777777777777777777777\t2\t1111111111111111111111111111111111111111111111111111111111111111"},
		{"FROM_UNIXTIME(18446744073709551615), FROM_UNIXTIME(1e300), SEC_TO_TIME(1e300), SEC_TO_TIME(x) FROM f WHERE i = 4", "NULL\tNULL\t838:59:59.000000\t00:00:00.500000"},
		{"ROUND(2.50, -3), ROUND(0.000001, -3), ROUND(NULL, -3), ROUND(CAST(5 AS UNSIGNED), 6)", "0\t0\tNULL\t5"},
		{"d - CAST(3 AS UNSIGNED), CAST(1 AS DECIMAL(18,0)) - CAST(3 AS UNSIGNED) FROM f WHERE i = 1", "-1.75\t-2"},
		{"FIELD(s, NULL, '-3.5', 'abc') FROM f", "0|3|0|0"},
		{"DATE '2020-01-01' + INTERVAL (1+1) DAY, DATE '2020-01-01' - INTERVAL(3) QUARTER, INTERVAL (1) DAY + DATE '2020-01-01'", "2020-01-03\t2019-04-01\t2020-01-02"},
		{"DATE '2020-01-01' + INTERVAL (SELECT 2) DAY, DATE_ADD('2020-01-01', INTERVAL(1) DAY)", "2020-01-03\t2020-01-02"},
		{"INTERVAL(23, 1, 15, 17, 30, 44), INTERVAL(10, 1, 10, 100, 1000), INTERVAL(22, 23, 30), INTERVAL(NULL, 1)", "3\t2\t0\t-1"},
		{"TIMESTAMP '2013-05-01 00:00:00' - INTERVAL 65536/2147483647 SECOND", "2013-04-30 23:59:59.999970"},
		{"5 BETWEEN '1' AND '10', '5' BETWEEN 1 AND '10', 0e0 BETWEEN '' AND DATE '2019-12-31', 1.5 IN ('1.5', 2, NULL), 'a' IN (0, 'b')", "1\t1\t1\t1\t1"},
		{"CAST('1e1000000000001' AS DECIMAL(12,3)), CAST('-1e70' AS DECIMAL(12,3)), CAST('1e-99999999999' AS DECIMAL(12,3))", "999999999.999\t-999999999.999\t0.000"},
		{"BIT_OR(i) OVER (), BIT_AND(b) OVER (ORDER BY i ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM f ORDER BY i", "7\t18446744073709551615|7\t1|7\t1|7\t96"},
		{"ROUND(VAR_POP(i) OVER (), 4), ROUND(STDDEV_SAMP(i) OVER (ORDER BY i), 4) FROM f ORDER BY i", "1.5556\tNULL|1.5556\tNULL|1.5556\t0.7071|1.5556\t1.5275"},
	})
}

// TestYearsOfTwoDigits: a constant that is compared with a YEAR is one.
func TestYearsOfTwoDigits(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE y (y YEAR); INSERT INTO y VALUES (2001), (1999), (70)")
	for _, f := range [][2]string{{"COUNT(*) FROM y WHERE y = 1", "1"}, {"COUNT(*) FROM y WHERE 99 <=> y", "1"}, {"y FROM y WHERE y IN (1, 70) ORDER BY y", "1970|2001"}, {"y FROM y WHERE NULLIF(1, y) IS NULL", "2001"}} {
		checkFact(t, s, f)
	}
}
