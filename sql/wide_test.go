package sql

import (
	"context"
	"path/filepath"
	"testing"

	"gsdms/pushscan"
	"gsdms/sql/parse"
)

// TestUnsignedConstants: MySQL's manual, 11.1.7 and 14.6.1.
func TestUnsignedConstants(t *testing.T) {
	facts(t, [][2]string{
		{"18446744073709551615, ~0, CAST(-1 AS UNSIGNED), 1 << 63", "18446744073709551615\t18446744073709551615\t18446744073709551615\t9223372036854775808"},
		{"9223372036854775807 + 1", "error 1690"}, {"CAST(9223372036854775807 AS UNSIGNED) + 1", "9223372036854775808"}, {"9223372036854775807.0 + 1", "9223372036854775808.0"},
		{"CAST(0 AS UNSIGNED) - 1", "error 1690"}, {"CAST(1 - 2 AS UNSIGNED)", "18446744073709551615"}, {"18446744073709551615 + 1", "error 1690"},
		{"CAST(5 AS UNSIGNED) - 6.5", "-1.5"}, {"18446744073709551615 * 2", "error 1690"}, {"18446744073709551615 DIV 2, 18446744073709551615 % 10, 18446744073709551615 / 2", "9223372036854775807\t5\t9223372036854775807.5000"},
		{"18446744073709551615 > -1, 18446744073709551615 = 18446744073709551615.0, 18446744073709551615 = -1", "1\t1\t0"}, {"-18446744073709551615", "-18446744073709551615"},
		{"CAST('18446744073709551615' AS UNSIGNED), CAST('-1' AS UNSIGNED)", "18446744073709551615\t18446744073709551615"}, {"CAST(18446744073709551615 AS SIGNED)", "-1"},
		{"18446744073709551615 & 15, 18446744073709551615 >> 60, BIT_COUNT(18446744073709551615)", "15\t15\t64"}, {"IF(18446744073709551615, 1, 0), NOT CAST(0 AS UNSIGNED)", "1\t1"},
		{"GREATEST(18446744073709551615, 3), COALESCE(NULL, 18446744073709551615), ABS(18446744073709551615)", "18446744073709551615\t18446744073709551615\t18446744073709551615"},
	})
}

const unsignedRows = `CREATE TABLE n (k INT PRIMARY KEY, u BIGINT UNSIGNED, i INT UNSIGNED, s BIGINT);
INSERT INTO n VALUES (1, 18446744073709551615, 5, -1), (2, 1, 0, 2), (3, 9223372036854775808, 4294967295, 9223372036854775807), (4, NULL, NULL, NULL), (5, 7, 7, 7);`

// TestColumnsOfUnsigned: values on both sides of 2^63 are stored, compared, sorted, grouped,
// joined and added up.
func TestColumnsOfUnsigned(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, unsignedRows)
	for _, f := range [][2]string{
		{"u FROM n ORDER BY u", "NULL|1|7|9223372036854775808|18446744073709551615"}, {"k FROM n WHERE u > 9223372036854775807 ORDER BY k", "1|3"},
		{"k FROM n WHERE u IN (7, 18446744073709551615, -1) OR u = 1.0 ORDER BY k", "1|2|5"}, {"k FROM n WHERE u = -1", ""}, {"k FROM n WHERE u > -1 ORDER BY k", "1|2|3|5"},
		{"u, COUNT(*) FROM n GROUP BY u", "NULL\t1|1\t1|7\t1|9223372036854775808\t1|18446744073709551615\t1"},
		{"MIN(u), MAX(u), SUM(u), AVG(u), COUNT(DISTINCT u) FROM n", "1\t18446744073709551615\t27670116110564327431\t6917529027641081857.7500\t4"},
		{"k, SUM(u) FROM n GROUP BY k", "1\t18446744073709551615|2\t1|3\t9223372036854775808|4\tNULL|5\t7"},
		{"a.k, b.k FROM n a JOIN n b ON a.u = b.u ORDER BY 1", "1\t1|2\t2|3\t3|5\t5"}, {"a.k, b.k FROM n a JOIN n b ON a.u = b.s ORDER BY 1", "5\t5"}, {"k FROM n WHERE u IN (SELECT s FROM n)", "5"},
		{"u - 7 FROM n WHERE k = 5", "0"}, {"u - 8 FROM n WHERE k = 5", "error 1690"}, {"i - 8 FROM n WHERE k = 5", "error 1690"}, {"u + 1 FROM n", "error 1690"}, {"u + 1 FROM n WHERE k = 3", "9223372036854775809"},
		{"s - u FROM n WHERE k = 2", "1"}, {"u DIV 2, u % 10, u & 15, ~u FROM n WHERE k = 1", "9223372036854775807\t5\t15\t0"}, {"u * 1e0 FROM n WHERE k = 1", "1.8446744073709552e19"},
		{"u = s, u > s, u <=> s FROM n ORDER BY k", "0\t1\t0|0\t0\t0|0\t1\t0|NULL\tNULL\t1|1\t0\t1"}, {"CAST(u AS CHAR), COALESCE(u, 0) FROM n WHERE k IN (1, 4) ORDER BY k", "18446744073709551615\t18446744073709551615|NULL\t0"},
		{"SUM(u) OVER (ORDER BY k) FROM n ORDER BY k", "18446744073709551615|18446744073709551616|27670116110564327424|27670116110564327424|27670116110564327431"},
		{"k, COUNT(*) OVER (ORDER BY u RANGE BETWEEN 10 PRECEDING AND CURRENT ROW) FROM n ORDER BY k", "1\t1|2\t1|3\t1|4\t1|5\t2"},
		{"u FROM n UNION SELECT s FROM n WHERE k < 3 ORDER BY 1", "NULL|-1|1|2|7|9223372036854775808|18446744073709551615"},
		{"k FROM n WHERE u = (SELECT MAX(u) FROM n)", "1"}, {"MAX(x - 1) FROM (SELECT u x, COUNT(*) FROM n WHERE u > 0 GROUP BY u) d", "18446744073709551614"},
		{"DATA_TYPE, COLUMN_TYPE, NUMERIC_PRECISION FROM information_schema.columns WHERE table_name = 'n' AND column_name = 'u'", "bigint\tbigint unsigned\t20"},
	} {
		checkFact(t, s, f)
	}
}

// TestChoiceBesideManyDigits chooses among whole numbers by a number that 64 bits do not hold, which
// is computed row by row.
func TestChoiceBesideManyDigits(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE n (id INT, e DECIMAL(30,12), i INT); INSERT INTO n VALUES (1, 1.5, 5), (2, -999999999999999999.999999999999, 6), (3, NULL, 7)")
	for _, f := range [][2]string{
		{"IF(e > 0, id, i) FROM n ORDER BY id", "1|6|7"}, {"IF(e > 0, NULL, i), NULLIF(i, SIGN(e) + 4) FROM n ORDER BY id", "NULL\tNULL|6\t6|7\t7"}, {"IF(e > 0, 'a', i) FROM n ORDER BY id", "a|6|7"},
		{"a.id, b.id FROM n a JOIN n b ON a.i = IF(b.e > 0, 5, b.e)", "1\t1"}, {"COUNT(*) FROM n a JOIN n b ON a.i = LEAST(5.25, b.e)", "0"}, {"a.id FROM n a WHERE a.i NOT IN (SELECT IFNULL(b.e, 6) FROM n b) ORDER BY 1", "1|3"},
		{"id FROM n WHERE IF(e > i - 4, 1e0, 2e0) = 1 AND POW(10e0, id * 400 - 400) > 0", "1"}, {"id FROM n WHERE POW(10e0, id * 400 - 400) > 0 AND IF(e > i - 4, 1e0, 2e0) = 1", "error 1690"}, // in this order
	} {
		checkFact(t, s, f)
	}
}

// TestDecimalsPast64BitsBetweenSteps: the products have 40 digits.
func TestDecimalsPast64BitsBetweenSteps(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, unsignedRows)
	const of = "(SELECT k, s, u * 1.0 * u x FROM n) a"
	for _, f := range [][2]string{
		{"x, COUNT(*) FROM " + of + " GROUP BY x", "NULL\t1|1.0\t1|49.0\t1|85070591730234615865843651857942052864.0\t1|340282366920938463426481119284349108225.0\t1"},
		{"SUM(x), MAX(x), MIN(x), COUNT(DISTINCT x) FROM " + of, "425352958651173079292324771142291161139.0\t340282366920938463426481119284349108225.0\t1.0\t4"},
		{"AVG(x) FROM " + of, "106338239662793269823081192785572790284.75000"}, {"x * 2 FROM " + of + " WHERE k = 3", "170141183460469231731687303715884105728.0"},
		{"k FROM " + of + " WHERE x > 100000000000000000000 ORDER BY k", "1|3"}, {"k FROM " + of + " WHERE x > k ORDER BY k", "1|3|5"}, {"k FROM " + of + " WHERE x = 49", "5"},
		{"a.k, b.k FROM " + of + " JOIN (SELECT k, u * 1.0 * u x FROM n) b ON a.x = b.x ORDER BY 1", "1\t1|2\t2|3\t3|5\t5"},
		{"a.k, b.k FROM " + of + " JOIN (SELECT k, s * 1.0 * s x FROM n WHERE k <> 3) b ON a.x = b.x ORDER BY 1, 2", "2\t1|5\t5"},
		{"b.k, a.k FROM (SELECT k, s * 1.0 * s x FROM n WHERE k <> 3) b JOIN " + of + " ON a.x = b.x ORDER BY 1, 2", "1\t2|5\t5"},
		{"k, RANK() OVER (ORDER BY x DESC) FROM " + of + " ORDER BY k", "1\t1|2\t4|3\t2|4\t5|5\t3"}, {"CASE WHEN k > 2 THEN x ELSE 0 END FROM " + of + " WHERE k IN (1, 3) ORDER BY k", "0.0|85070591730234615865843651857942052864.0"},
		{"g, SUM(x) FROM (SELECT k DIV 3 g, u * 1.0 * u x FROM n) a GROUP BY g ORDER BY g", "0\t340282366920938463426481119284349108226.0|1\t85070591730234615865843651857942052913.0"},
	} {
		checkFact(t, s, f)
	}
}

// checkFact runs a SELECT and compares its rows.
func checkFact(t *testing.T, s *Session, f [2]string) {
	t.Helper()
	if got := fact(t, s, f[0]); got != f[1] {
		t.Errorf("%s gives %s, want %s", f[0], got, f[1])
	}
}

const wideRows = `CREATE TABLE d (k INT PRIMARY KEY, a DECIMAL(38,10), b DECIMAL(20,0), c DECIMAL(65,30), n BIGINT, u BIGINT UNSIGNED);
INSERT INTO d VALUES (1, 1.5, 2, 3, -9223372036854775808, 0), (2, NULL, NULL, NULL, NULL, NULL);
INSERT INTO d VALUES (3, 1234567890123456789012345678.0123456789, 99999999999999999999, -12345678901234567890123456789012345.12345678901234567890123456789, 9223372036854775807, 18446744073709551615);
INSERT INTO d VALUES (4, -1234567890123456789012345678.0123456789, -1, 0.000000000000000000000000000001, 5, 5), (5, 1.5, 2, 3, NULL, NULL);`

// TestColumnsOfManyDigits: numbers that 64 bits do not hold, or with a NULL among all that they
// do, beside those that they do. The rows came in steps, so that columns were narrow first.
func TestColumnsOfManyDigits(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, wideRows)
	const least, most = "-1234567890123456789012345678.0123456789", "1234567890123456789012345678.0123456789"
	for _, f := range [][2]string{
		{"a FROM d ORDER BY a", "NULL|" + least + "|1.5000000000|1.5000000000|" + most}, {"a, COUNT(*) FROM d GROUP BY a", "NULL\t1|" + least + "\t1|1.5000000000\t2|" + most + "\t1"},
		{"MIN(a), MAX(a), SUM(a), AVG(a), COUNT(DISTINCT a) FROM d", least + "\t" + most + "\t3.0000000000\t0.75000000000000\t3"},
		{"SUM(b), SUM(c) FROM d", "100000000000000000002\t-12345678901234567890123456789012339.123456789012345678901234567889"},
		{"k FROM d WHERE a > 1 ORDER BY k", "1|3|5"}, {"k FROM d WHERE a = 1.5 AND b <> 3 ORDER BY k", "1|5"}, {"k FROM d WHERE a IN (1.5, " + most + ") ORDER BY k", "1|3|5"},
		{"k FROM d WHERE a BETWEEN -5 AND 5 ORDER BY k", "1|5"}, {"k FROM d WHERE a < b ORDER BY k", "1|4|5"}, {"k FROM d WHERE a IS NULL", "2"},
		{"x.k, y.k FROM d x JOIN d y ON x.a = y.a ORDER BY 1, 2", "1\t1|1\t5|3\t3|4\t4|5\t1|5\t5"}, {"x.k, y.k FROM d x JOIN d y ON x.b = y.k ORDER BY 1, 2", "1\t2|5\t2"},
		{"x.k, y.k FROM d x JOIN d y ON x.k = y.b ORDER BY 1, 2", "2\t1|2\t5"}, {"k FROM d WHERE a IN (SELECT a FROM d WHERE k > 3) ORDER BY k", "1|4|5"},
		{"-a, ABS(a), ROUND(a, 2), a / 3, a % 10 FROM d WHERE k = 4", most + "\t" + most + "\t-1234567890123456789012345678.01\t-411522630041152263004115226.00411522630000\t-8.0123456789"},
		{"FLOOR(a), CEIL(a), a * 2, a + b FROM d WHERE k = 3", "1234567890123456789012345678\t1234567890123456789012345679\t2469135780246913578024691356.0246913578\t1234567990123456789012345677.0123456789"},
		{"CAST(a AS CHAR), CAST(a AS DOUBLE), CAST(a AS DECIMAL(30,2)) FROM d WHERE k = 3", most + "\t1.2345678901234569e27\t1234567890123456789012345678.01"}, {"a DIV 1 FROM d WHERE k = 3", "error 1690"},
		{"IF(a > 0, '+', '-'), COALESCE(a, 0) FROM d WHERE k < 3 ORDER BY k", "+\t1.5000000000|-\t0.0000000000"}, {"a FROM d WHERE k = 1 UNION ALL SELECT b FROM d WHERE k = 3", "1.5000000000|99999999999999999999.0000000000"},
		{"k, SUM(a) OVER (ORDER BY k), RANK() OVER (ORDER BY a) FROM d ORDER BY k", "1\t1.5000000000\t3|2\t1.5000000000\t1|3\t1234567890123456789012345679.5123456789\t5|4\t1.5000000000\t2|5\t3.0000000000\t3"},
		{"n, u FROM d ORDER BY n, k", "NULL\tNULL|NULL\tNULL|-9223372036854775808\t0|5\t5|9223372036854775807\t18446744073709551615"}, {"n, COUNT(*) FROM d GROUP BY n", "NULL\t2|-9223372036854775808\t1|5\t1|9223372036854775807\t1"},
		{"SUM(n), SUM(u), MIN(n), MAX(u), COUNT(DISTINCT n) FROM d", "4\t18446744073709551620\t-9223372036854775808\t18446744073709551615\t3"}, {"k FROM d WHERE n < 6 ORDER BY k", "1|4"},
		{"x.k, y.k FROM d x JOIN d y ON x.n = y.u", "4\t4"}, {"n / 2, u + 0, u & 1 FROM d WHERE k IN (3, 4) ORDER BY k", "4611686018427387903.5000\t18446744073709551615\t1|2.5000\t5\t1"},
		{"x.k, y.k FROM d x JOIN d y ON x.k = y.n", "5\t4"}, {"k FROM d WHERE k IN (SELECT n FROM d)", "5"}, {"x.k FROM d x JOIN (SELECT k q, n FROM d) y ON x.k = y.n", "5"}, {"COUNT(*) FROM d WHERE k = n", "0"},
		{"x.n, y.k FROM (SELECT k, n FROM d LIMIT 3) x JOIN d y ON x.k = y.k ORDER BY 2", "-9223372036854775808\t1|NULL\t2|9223372036854775807\t3"},
		{"COALESCE(k, 0.5) * 1234567890123456789.5 FROM d WHERE k < 3 ORDER BY k", "1234567890123456789.50|2469135780246913579.00"}, {"ABS(-1234567890123456789.5), CAST(k AS DECIMAL(65,30)) FROM d WHERE k = 1", "1234567890123456789.5\t1.000000000000000000000000000000"},
		{"k < 1234567890123456789.5, k <=> 1234567890123456789.5, n <> 12345678901234567890, -1234567890123456789.5 > k FROM d WHERE k < 3 ORDER BY k", "1\t0\t1\t0|1\t0\tNULL\t0"},
		{"MIN(1234567890123456789.5), SUM(1234567890123456789.5) FROM d WHERE k < 3", "1234567890123456789.5\t2469135780246913579.0"}, {"GREATEST(k, 18446744073709551615), IF(k > 1, 99999999999999999999.5, k) FROM d WHERE k < 3 ORDER BY k", "18446744073709551615\t1.0|18446744073709551615\t99999999999999999999.5"},
		{"column_type, numeric_precision, numeric_scale FROM information_schema.columns WHERE column_name = 'a'", "decimal(38,10)\t38\t10"},
	} {
		checkFact(t, s, f)
	}
}

// TestManyDigitsComeAndGo: they are checked as they come, and come back from files.
func TestManyDigitsComeAndGo(t *testing.T) {
	dir := t.TempDir()
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, wideRows)
	for text, code := range map[string]int{
		"INSERT INTO d (k, a) VALUES (6, 12345678901234567890123456789)": 1264, "INSERT INTO d (k, u) VALUES (6, -1)": 1264, "INSERT INTO d (k, u) VALUES (6, 18446744073709551616)": 1264,
		"CREATE TABLE x (a DECIMAL(66,2))": 1426, "CREATE TABLE x (a DECIMAL(40,31))": 1426, "CREATE TABLE x (a DECIMAL(20,2) UNSIGNED)": 1235,
		"INSERT INTO d (k, a) SELECT 6, a * 10 FROM d WHERE k = 3": 1264,
	} {
		if _, err := s.Query(context.Background(), text); !parse.IsCode(err, code) {
			t.Errorf("%s: %v, want code %d", text, err, code)
		}
	}
	const columns = "k, a, b, n, u"
	want := fact(t, s, columns+" FROM d ORDER BY k")
	file := filepath.Join(dir, "rows.tsv")
	mustRun(t, s, "SELECT "+columns+" FROM d INTO OUTFILE '"+file+"'; CREATE TABLE e (k INT, a DECIMAL(38,10), b DECIMAL(20,0), n BIGINT, u BIGINT UNSIGNED); LOAD DATA INFILE '"+file+"' INTO TABLE e;")
	checkFact(t, s, [2]string{columns + " FROM e ORDER BY k", want})
	mustRun(t, s, "DROP TABLE e; CREATE TABLE e AS SELECT "+columns+", a * 1 x FROM d; REPLACE INTO d (k, a) VALUES (1, 7.25);")
	checkFact(t, s, [2]string{columns + " FROM e ORDER BY k", want})
	checkFact(t, s, [2]string{"a, u FROM d WHERE k = 1", "7.2500000000\tNULL"})
	mustRun(t, s, "CREATE TABLE p (a DECIMAL(25,2) PRIMARY KEY, v INT); INSERT INTO p VALUES (1.5, 1), (99999999999999999999999.99, 2); REPLACE INTO p VALUES (99999999999999999999999.99, 3), (1.5, 4);")
	checkFact(t, s, [2]string{"* FROM p ORDER BY a", "1.50\t4|99999999999999999999999.99\t3"})
	if _, err := s.Query(context.Background(), "INSERT INTO p VALUES (1.50, 9)"); !parse.IsCode(err, 1062) {
		t.Errorf("a key twice: %v", err)
	}
}
