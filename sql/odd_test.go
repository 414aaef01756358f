package sql

import (
	"testing"

	"gsdms/pushscan"
	"gsdms/sql/parse"
)

// TestOddExpressions: what MySQL 8's manual says, and MariaDB gives, for arguments that are not
// what a function was made for.
func TestOddExpressions(t *testing.T) {
	facts(t, [][2]string{
		{"DATE('abc'), TIME('b'), TIMESTAMP('x'), ADDTIME('10:00:00', 'ABC'), FROM_DAYS(3), FROM_DAYS(730669)", "NULL\tNULL\tNULL\tNULL\tNULL\t2000-07-03"},
		{"s = day, s <> day, s <=> day, s < day FROM f", "0\t1\t0\t1|0\t1\t0\t1|0\t1\t0\t1|NULL\tNULL\t1\tNULL"},
		{"CONV('', 16, 2), OCT('1e3'), OCT(-1), HEX(i ^ 3), BIN(18446744073709551615) FROM f WHERE i = 1", "NULL\t1\t1777777777777777777777\t2\t1111111111111111111111111111111111111111111111111111111111111111"},
		{"FROM_UNIXTIME(18446744073709551615), FROM_UNIXTIME(1e300), SEC_TO_TIME(1e300), SEC_TO_TIME(x) FROM f WHERE i = 4", "NULL\tNULL\t838:59:59.000000\t00:00:00.500000"},
		{"PI(), CONCAT(PI(), ''), -PI(), PI() * 1e0, CAST(PI() AS DECIMAL(20,15))", "3.141593\t3.141593\t-3.141593\t3.141592653589793\t3.141592653589793"}, // six digits are shown
		{"PI() * 2, PI() + 0.000000000000000000, PI() / 2, PI() % 2, CONCAT(PI() - 1.5), PI() + '1', PI() * 1e0, SUM(PI()), AVG(PI()), MAX(PI() * 2)", "6.283185\t3.141592653589793000\t1.5707963268\t1.141593\t1.641593\t4.141592653589793\t3.141592653589793\t3.141593\t3.1415926536\t6.283185"},
		{"IF(0, PI(), 3), COALESCE(NULL, 2.5, PI() / 3), GREATEST(PI(), 4), CASE WHEN i = 1 THEN PI() ELSE 1 END, CASE WHEN i THEN PI() ELSE x END FROM f WHERE i = 1", "3.000000\t2.5000000000\t4.000000\t3.141593\t3.141592653589793"},
		{"COALESCE(11, 3 / 0, ~5), COALESCE(CAST(NULL AS UNSIGNED), CAST(5 AS UNSIGNED), 1.50), IFNULL(CAST(5 AS UNSIGNED), NULL)", "11.0000\t5.00\t5"},
		{"COALESCE(PI(), EXP(1)), IF(i, COALESCE(d, DATE '1970-01-01'), b / i) FROM f WHERE i = 1", "3.141592653589793\t1.25"},
		{"IFNULL(NULL + INTERVAL 2.50 SECOND, TIMESTAMP '2020-01-31 10:11:12.5'), IFNULL(FALSE + INTERVAL 0.000001 SECOND, TIMESTAMP '2020-01-31 10:11:12.5')", "2020-01-31 10:11:12.5\t2020-01-31 10:11:12.5"},
		{"'2018-12-31 23:59:59.5' + INTERVAL 1 SECOND, ('2020-01-01' + INTERVAL 1 DAY) + 0, '2020-01-01' + INTERVAL 1 DAY > DATE '2020-01-01'", "2019-01-01 00:00:00.500000\t20200102\t1"},                                                                                     // a text, as the manual has it, whose number is that of the day
		{"'2020-01-01 00:00:00' + INTERVAL 1 DAY, DATE_SUB('2020-03-31 0:0:0', INTERVAL 1 MONTH), COALESCE(TIMESTAMP '2020-01-01 00:00:00', 7) + INTERVAL 0 YEAR, '2020-01-01' + INTERVAL 1 DAY", "2020-01-02 00:00:00\t2020-02-29 00:00:00\t2020-01-01 00:00:00\t2020-01-02"}, // a moment, as what it is moved from
		{"FORMAT(-1e-30, 0), FORMAT(-0.4e0, -3), FORMAT(-0.001e0, 2), FORMAT('-0', 1), FORMAT(-0.5e0, 0)", "-0\t-0\t-0.00\t-0.0\t-0"},
		{"DATE('12121'), DATE('2012121'), TIMESTAMP('121212112'), TIMESTAMP('12121211223'), DATE('1212'), DATE('12130'), DATE('2020-01-312020-01-31')", "2012-12-01\t2020-12-12\t2012-12-12 11:02:00\t2012-12-12 11:22:03\tNULL\tNULL\tNULL"},                                                                                                     // digits of a year of two, and what is left of the rest
		{"TIMESTAMP('2020-01-31 10:11:123'), TIMESTAMP('2020-01-31 100:11:12'), DATE('2020-01-31 10:112'), TIME('10:11:123'), TIMESTAMP('2020-01-31 10:11:012'), DATE('2020-001-031'), TIME('10:011:12')", "NULL\tNULL\tNULL\tNULL\t2020-01-31 10:11:12\t2020-01-31\t10:11:12"},                                                                   // all digits of a part
		{"TIMESTAMPADD(DAY, 5, 101.245), TIMESTAMP(101.245), CAST(20200101.7 AS DATETIME), CAST(1.01245e2 AS DATETIME(2)), DATE(101.7), TIMESTAMP(20200101101010.245), TIMESTAMP(d * 1000000) FROM f WHERE i = 1", "2000-01-06\t2000-01-01 00:00:00.000\t2020-01-01 00:00:00\t2000-01-01 00:00:00.00\t2000-01-01\t2020-01-01 10:10:10.245\tNULL"}, // a number that is a date has no time behind its point
		{"UNIX_TIMESTAMP('x'), UNIX_TIMESTAMP(5), UNIX_TIMESTAMP(5.25), UNIX_TIMESTAMP(CONCAT('2020-13-0', i)), UNIX_TIMESTAMP(i), UNIX_TIMESTAMP(NULL), UNIX_TIMESTAMP(CONCAT(NULL)), UNIX_TIMESTAMP(TIMESTAMP('x')) FROM f WHERE i = 1", "0.000000\t0\t0.00\t0.000000\t0\tNULL\tNULL\tNULL"},                                                    // 0 for what is out of range, as MySQL's examples have it, and for what is no moment
		{"COALESCE(d, UNIX_TIMESTAMP('x')), COALESCE(d, UNIX_TIMESTAMP('2020-01-01 00:00:00.50')) FROM f WHERE i = 1", "1.250000\t1.25"},                                                                                                                                                                                                          // a text that is no moment has six digits of a second
		{"IF(i > 2, 'x', i / 3), CONCAT(i / 3) FROM f WHERE i < 5 ORDER BY i", "0.3333\t0.3333|0.6667\t0.6667|x\t1.3333"},
		{"IF(1 OR i, PI(), x), IF(1 OR i, PI(), PI()) FROM f WHERE i = 1", "3.141592653589793\t3.141593"},
		{"HEX(1e30), HEX(-1e30), HEX(99999999999999999999), HEX(-5.5), HEX(2.5), HEX(1.8e19), HEX(18446744073709551615), HEX(TIME '10:00:00')", "FFFFFFFFFFFFFFFF\tFFFFFFFFFFFFFFFF\t7FFFFFFFFFFFFFFF\tFFFFFFFFFFFFFFFA\t3\tF9CCD8A1C5080000\tFFFFFFFFFFFFFFFF\t31303A30303A3030"},
		{"CAST(DATE '1970-01-01' AS DECIMAL(5,1)), CAST(TIME '10:00:00' AS DECIMAL(3,0)), CAST(TIMESTAMP '2020-01-01 00:00:00.5' AS DECIMAL(30,3))", "9999.9\t999\t20200101000000.500"},
		{"ROUND(2.50, -3), ROUND(0.000001, -3), ROUND(NULL, -3), ROUND(CAST(5 AS UNSIGNED), 6)", "0\t0\tNULL\t5"},
		{"d - CAST(3 AS UNSIGNED), CAST(1 AS DECIMAL(18,0)) - CAST(3 AS UNSIGNED) FROM f WHERE i = 1", "-1.75\t-2"},
		{"FIELD(s, NULL, '-3.5', 'abc') FROM f", "0|3|0|0"},
		{"DATE '2020-01-01' + INTERVAL (1+1) DAY, DATE '2020-01-01' - INTERVAL(3) QUARTER, INTERVAL (1) DAY + DATE '2020-01-01'", "2020-01-03\t2019-04-01\t2020-01-02"},
		{"DATE '2020-01-01' + INTERVAL (SELECT 2) DAY, DATE_ADD('2020-01-01', INTERVAL(1) DAY)", "2020-01-03\t2020-01-02"},
		{"INTERVAL(23, 1, 15, 17, 30, 44), INTERVAL(10, 1, 10, 100, 1000), INTERVAL(22, 23, 30), INTERVAL(NULL, 1)", "3\t2\t0\t-1"},
		{"TIMESTAMP '2013-05-01 00:00:00' - INTERVAL 65536/2147483647 SECOND", "2013-04-30 23:59:59.9999"},
		{"5 BETWEEN '1' AND '10', '5' BETWEEN 1 AND '10', 0e0 BETWEEN '' AND DATE '2019-12-31', 1.5 IN ('1.5', 2, NULL), 'a' IN (0, 'b')", "1\t1\t1\t1\t1"},
		{"CAST('1e1000000000001' AS DECIMAL(12,3)), CAST('-1e70' AS DECIMAL(12,3)), CAST('1e-99999999999' AS DECIMAL(12,3))", "999999999.999\t-999999999.999\t0.000"},
		{"BIT_OR(i) OVER (), BIT_AND(b) OVER (ORDER BY i ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM f ORDER BY i", "7\t18446744073709551615|7\t1|7\t1|7\t96"},
		{"ROUND(VAR_POP(i) OVER (), 4), ROUND(STDDEV_SAMP(i) OVER (ORDER BY i), 4) FROM f ORDER BY i", "1.5556\tNULL|1.5556\tNULL|1.5556\t0.7071|1.5556\t1.5275"},
	})
}

// TestMembersInArithmetic: the number of a member is a double in arithmetic, also where ELT chooses it, and a
// condition of ELT asks for that number.
func TestMembersInArithmetic(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, "CREATE TABLE n (k INT, e ENUM('a', '12'), s SET('x', 'y', '5'), b BIGINT, u INT UNSIGNED); INSERT INTO n VALUES (1, '12', 'x,5', 9223372036854775807, 9), (2, 'a', '', 1, 3), (3, NULL, 'y', 1, 3)")
	for _, f := range [][2]string{
		{"e + b, e - u, e / 2, s * 1.50, s % 3 FROM n ORDER BY k", "9.223372036854776e18\t-7\t1\t7.5\t2|2\t-2\t0.5\t0\t0|NULL\tNULL\tNULL\t3\t2"},
		{"ELT(k, e, s, '7x') + 1, ELT(k, e, s, '7x') FROM n ORDER BY k", "3\t12|1\t|8\t7x"}, {"k FROM n WHERE e = 2 AND e + 1 = 3", "1"},
		{"ELT(1, DATE '2020-02-29', 'x') + 1, 2 * (ELT(2, 'x', TIME '12:30:45')), ELT(1, e) + 0, ELT(1, '7x') % 4, ELT(3, k, e) + 1, ELT(k, DATE '2020-02-29', 5) + 1, CONCAT(ELT(1, e)), ELT(1, 2.5) / 0.5 FROM n WHERE k = 1", "20200230\t246090\t2\t3\tNULL\t20200230\t12\t5"},
		{"ELT(1, k, 'x') + 1, COUNT(*) FROM n GROUP BY ELT(1, k, 'x') ORDER BY 1", "2\t1|3\t1|4\t1"},
		{"k FROM n WHERE ELT(k, s, s, e)", "1"}, {"IF(ELT(k, s, s, e), 'yes', 'no') FROM n ORDER BY k", "yes|no|no"},
	} {
		checkFact(t, s, f)
	}
}

// TestUnsignedOfMySQL: a YEAR, CRC32, INET_ATON and TRUNCATE of an unsigned number are unsigned, so a
// difference of them is never below zero. Bits of a constant are those of the nearest number.
func TestUnsignedOfMySQL(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE y (y YEAR, s VARCHAR(9), u BIGINT UNSIGNED); INSERT INTO y VALUES (2001, 'a', 9223372036854775807)")
	for _, f := range [][2]string{
		{"y + 1, y * 2, y DIV 10, y % 7, y - 1900, y - 2001 FROM y", "2002\t4002\t200\t6\t101\t0"}, {"y - 2002 FROM y", "error 1690"}, {"2000 - y FROM y", "error 1690"},
		{"CRC32(s) - 1, CRC32(s) % 10, CRC32('a') - 1 FROM y", "3904355906\t7\t3904355906"}, {"CRC32(s) - 5000000000 FROM y", "error 1690"}, {"CRC32('a') - 5000000000", "error 1690"},
		{"INET_ATON('1.2.3.4') * 3", "50727180"}, {"INET_ATON('0.0.0.1') - 2", "error 1690"},
		{"TRUNCATE(u, -1), HEX(TRUNCATE(u, -1)) FROM y", "9223372036854775800\t7FFFFFFFFFFFFFF8"}, {"TRUNCATE(CAST(1234 AS UNSIGNED), -2) - 5000", "error 1690"}, {"TRUNCATE(u, 2) - ROUND(u) FROM y", "0"}, {"ROUND(u, 1) - u - 1 FROM y", "error 1690"},
		{"-18446744073709551615 | 1, -9223372036854775808.4 | 0, 28446744073709551616.5 & 15, ~(-18446744073709551615), -2.5 | 0", "9223372036854775809\t9223372036854775808\t15\t9223372036854775807\t18446744073709551613"},
	} {
		checkFact(t, s, f)
	}
}

// TestNullsOfCasts: a number or a text that is no moment is NULL for IS NULL and COALESCE too, where
// the column has none.
func TestNullsOfCasts(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE n (i INT NOT NULL, s VARCHAR(9) NOT NULL, e ENUM('small', '12') NOT NULL, t DATETIME(1) NOT NULL); INSERT INTO n VALUES (2019, 'b', 'small', '9999-12-31 23:59:59.9'), (20200131, '10:00', '12', '2020-01-01')")
	for _, f := range [][2]string{
		{"CAST(i AS DATETIME) IS NULL, COALESCE(CAST(i AS DATETIME), 'none'), IFNULL(CAST(i AS DATE), 'none'), TIMESTAMP(i) IS NULL FROM n ORDER BY i", "1\tnone\tnone\t1|0\t2020-01-31 00:00:00\t2020-01-31\t0"},
		{"CAST(s AS TIME) IS NULL, COALESCE(TIME(s), 'none'), COALESCE(CAST(t AS DATETIME), 'none') FROM n ORDER BY i", "1\tnone\tnone|0\t10:00:00.000000\t2020-01-01 00:00:00"},
		{"COUNT(CAST(i AS DATETIME)), COUNT(CAST(s AS TIME)) FROM n WHERE CAST(i AS DATETIME) IS NULL OR i > 0", "1\t1"},
		{"TIME(e), CAST(e AS TIME), HOUR(e), DATE(e), e + 0 FROM n ORDER BY i", "NULL\tNULL\tNULL\tNULL\t1|00:00:12.000000\t00:00:12\t0\tNULL\t2"}, // the text of an ENUM is a time
	} {
		checkFact(t, s, f)
	}
}

// TestYearsOfTwoDigits: a constant that is compared with a YEAR is one.
func TestYearsOfTwoDigits(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE y (y YEAR); INSERT INTO y VALUES (2001), (1999), (70)")
	for _, f := range [][2]string{{"COUNT(*) FROM y WHERE y = 1", "1"}, {"COUNT(*) FROM y WHERE 99 <=> y", "1"}, {"y FROM y WHERE y IN ('1', '70') ORDER BY y", "1970|2001"}, {"COUNT(*) FROM y WHERE y IN (1, 70)", "0"}, {"y FROM y WHERE NULLIF(1, y) IS NULL", "2001"},
		{"y = '1', y = '01', y = 1.0, y = 1e0, y BETWEEN '0' AND 1.0, y IN ('1', 5), y = '1.5', y = 'x' FROM y WHERE y = 2001", "1\t1\t1\t1\t1\t0\t0\t0"},
		{"CAST(y AS SIGNED) = 1, CAST(y AS SIGNED) IN (1, 2), COALESCE(y, 0) = 1, y + 0 = 1, CASE y WHEN 1 THEN 'x' END, y IN (1, y - 1) FROM y WHERE y = 2001", "0\t0\t0\t0\tNULL\t0"}, // what is made of a YEAR is a number
		{"CAST(y AS SIGNED) - 3000 FROM y WHERE y = 2001", "-999"},
		{"MOD(CAST(y AS SIGNED) - 2041, CAST(50 AS UNSIGNED)) FROM y WHERE y = 2001", "-40"}, // a whole number with a sign, which beside an unsigned one is none
		{"MOD(CAST(y AS SIGNED) - 2041, CAST(50 AS UNSIGNED)) + CAST(40 AS UNSIGNED) FROM y WHERE y = 2001", "0"},
		{"MOD(CAST(y AS SIGNED) - 2041, CAST(50 AS UNSIGNED)) + CAST(39 AS UNSIGNED) FROM y WHERE y = 2001", "error 1690"}} {
		checkFact(t, s, f)
	}
	mustRun(t, s, "CREATE TABLE noughts (id INT, y YEAR); INSERT INTO noughts VALUES (1, '0'), (2, '00'), (3, 0), (4, '0000'), (5, '5')")
	checkFact(t, s, [2]string{"y FROM noughts ORDER BY id", "2000|2000|0|0|2005"}) // as MySQL's manual has it
}

// TestFloats: values are those of 32 bits, of which six digits are shown; arithmetic with them is
// one of doubles. The answers are those of MariaDB, and of MySQL's manual.
func TestFloats(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE r (id INT, f FLOAT, g FLOAT NOT NULL DEFAULT 0.1); INSERT INTO r (id, f) VALUES (1, 0.1), (2, 16777216), (3, NULL), (4, -1e20), (5, 123456789), (6, 0.333333333333); CREATE TABLE q AS SELECT f, f + 0 x, MAX(g) g FROM r GROUP BY f")
	for _, f := range [][2]string{
		{"f FROM r ORDER BY id", "0.1|16777200|NULL|-1e20|123457000|0.333333"}, {"f + 0 FROM r WHERE id IN (1, 6) ORDER BY id", "0.10000000149011612|0.3333333432674408"},
		{"CONCAT(f, '|', g), CAST(f AS CHAR) FROM r WHERE id = 1", "0.1|0.1\t0.1"}, {"COUNT(*) FROM r WHERE f = 0.1", "0"}, {"MIN(f), MAX(f), f IS NULL, COUNT(*) FROM r WHERE id < 3 GROUP BY f IS NULL", "0.1\t16777200\t0\t2"},
		{"IFNULL(f, g) FROM r WHERE id = 3", "0.1"}, {"COUNT(DISTINCT f), ROUND(SUM(g), 5) FROM r", "5\t0.6"}, {"f FROM q ORDER BY f DESC LIMIT 2", "123457000|16777200"},
		{"x FROM q WHERE f BETWEEN 0 AND 1 ORDER BY f", "0.10000000149011612|0.3333333432674408"},
		{"column_name, data_type, column_type, numeric_precision FROM information_schema.columns WHERE table_name = 'r' AND column_name = 'f'", "f\tfloat\tfloat\t12"},
	} {
		checkFact(t, s, f)
	}
	if _, err := s.Query(t.Context(), "INSERT INTO r VALUES (7, 1e39, 0)"); !parse.IsCode(err, 1264) {
		t.Errorf("a number past FLOAT: %v, want code 1264", err)
	}
}

// TestRoundToSomeDigits: the number of digits may be anything. The answers are MariaDB's.
func TestRoundToSomeDigits(t *testing.T) {
	facts(t, [][2]string{
		{"ROUND(1.5, NULL), TRUNCATE(1.5, NULL), ROUND(2.567e0, NULL), ROUND(12.5, '1'), ROUND(12.55, 1.4)", "NULL\tNULL\tNULL\t12.5\t12.6"},
		{"ROUND(123.456, i), TRUNCATE(-123.456, i - 2), ROUND(-0.5, i - 1), ROUND(99.995, i) FROM f WHERE i IN (1, 2) ORDER BY i", "123.500\t-120.000\t-1.0\t100.000|123.460\t-123.000\t-0.5\t100.000"},
		{"ROUND(i * 12345, -i), TRUNCATE(i * 12345, -i), ROUND(i * 1.2345e0, i), ROUND(CAST(NULL AS SIGNED), -i) FROM f WHERE i IN (1, 2) ORDER BY i", "12350\t12340\t1.2\tNULL|24700\t24600\t2.47\tNULL"},
		{"ROUND(12345, i - 10), ROUND(99999, i - 6) FROM f WHERE i = 1", "0\t100000"},
		{"DATE_FORMAT('2020-01-01', ''), TIME_FORMAT('10:00:00', '')", "NULL\tNULL"},
	})
}

// TestAddressesAsBytes: what MySQL 8's manual has for them.
func TestAddressesAsBytes(t *testing.T) {
	const one, swapped = "'6ccd780c-baba-1026-9564-5b8c656024db'", "1026BABA6CCD780C95645B8C656024DB"
	facts(t, [][2]string{
		{"HEX(UUID_TO_BIN(" + one + ")), HEX(UUID_TO_BIN(" + one + ", 0)), HEX(UUID_TO_BIN(" + one + ", 1))", "6CCD780CBABA102695645B8C656024DB\t6CCD780CBABA102695645B8C656024DB\t" + swapped},
		{"BIN_TO_UUID(UUID_TO_BIN(" + one + ")), BIN_TO_UUID(UUID_TO_BIN(" + one + ", 1), 1), BIN_TO_UUID(UNHEX('" + swapped + "'), 1), BIN_TO_UUID(NULL)", "6ccd780c-baba-1026-9564-5b8c656024db\t6ccd780c-baba-1026-9564-5b8c656024db\t6ccd780c-baba-1026-9564-5b8c656024db\tNULL"},
		{"HEX(INET6_ATON('fdfe::5a55:caff:fefa:9089')), HEX(INET6_ATON('10.0.5.9')), INET6_ATON('x'), INET6_ATON(NULL)", "FDFE0000000000005A55CAFFFEFA9089\t0A000509\tNULL\tNULL"},
		{"INET6_NTOA(INET6_ATON('::1')), INET6_NTOA(UNHEX('0A000509')), INET6_NTOA('abc')", "::1\t10.0.5.9\tNULL"},
	})
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE u (id BINARY(16) PRIMARY KEY, n INT); INSERT INTO u VALUES (UUID_TO_BIN("+one+", 1), 7)")
	checkFact(t, s, [2]string{"BIN_TO_UUID(id, 1), n FROM u WHERE id = UUID_TO_BIN(" + one + ", 1)", "6ccd780c-baba-1026-9564-5b8c656024db\t7"})
	for _, q := range []string{"SELECT UUID_TO_BIN('x')", "SELECT BIN_TO_UUID('x')", "SELECT BIN_TO_UUID(n) FROM u"} {
		if _, err := s.Query(t.Context(), q); !parse.IsCode(err, 1411) {
			t.Errorf("%s: %v, want code 1411", q, err)
		}
	}
}
