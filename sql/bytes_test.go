package sql

import (
	"testing"

	"gsdms/pushscan"
	"gsdms/sql/parse"
)

// TestBytes: columns of bytes take any, are ordered and counted by them, and are texts where one is
// asked for. The answers are those of MariaDB, and of MySQL's manual.
func TestBytes(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, `CREATE TABLE b (id INT, v VARBINARY(8) DEFAULT x'00ff', f BINARY(4), w BLOB);
		INSERT INTO b VALUES (1, x'00', x'41', x'FF00FE'), (2, 'Zoë', 'ab', 'text'), (3, x'', 'a', x''), (4, NULL, NULL, NULL), (5, x'C3', x'FFFFFFFF', x'C328'), (6, x'0001', '', UNHEX('00FF'));
		INSERT INTO b (id) VALUES (7);
		CREATE TABLE q AS SELECT * FROM b WHERE id < 4; CREATE TABLE x (s VARCHAR(20), v VARBINARY(20)); INSERT INTO x SELECT v, w FROM b WHERE id = 2; INSERT INTO x SELECT 'é', 'é'`)
	for _, f := range [][2]string{
		{"id, v, f, w FROM b ORDER BY id", "1\t0x00\t0x41000000\t0xff00fe|2\t0x5a6fc3ab\t0x61620000\t0x74657874|3\t0x\t0x61000000\t0x|4\tNULL\tNULL\tNULL|5\t0xc3\t0xffffffff\t0xc328|6\t0x0001\t0x00000000\t0x00ff|7\t0x00ff\tNULL\tNULL"},
		{"id FROM b ORDER BY v, id", "4|3|1|6|7|2|5"}, {"id FROM b WHERE v > x'00' ORDER BY id", "2|5|6|7"}, {"id FROM b WHERE v = 'Zoë'", "2"}, {"id FROM b WHERE v IN (x'C3', 'none', x'00')", "1|5"},
		{"LENGTH(v), CHAR_LENGTH(v), HEX(v), HEX(SUBSTRING(v, 3)), HEX(LEFT(v, 3)), HEX(REVERSE(v)) FROM b WHERE id = 2", "4\t4\t5A6FC3AB\tC3AB\t5A6FC3\tABC36F5A"},
		{"CONCAT(v, w), HEX(CONCAT(v, 'é')), MD5(w) FROM b WHERE id = 2", "0x5a6fc3ab74657874\t5A6FC3ABC3A9\t1cb251ec0d568de6a929b520c4aed8d1"}, {"MD5(w), SHA1(w), CRC32(w) FROM b WHERE id = 1", "13a18f27d9e54107c1d22c7d67f55018\tc4bb3f39b74a5f76d41d6c96c227a9685fdaf918\t467415780"},
		{"CAST(v AS CHAR), UPPER(CAST(v AS CHAR)) FROM b WHERE id IN (2, 5) ORDER BY id", "Zoë\tZOË|NULL\tNULL"},
		{"HEX(CONCAT(id, v)), HEX(TRIM('Z' FROM v)), HEX(LPAD(v, 6, '-')), LOCATE(x'C3', v), HEX(INSERT(v, 1, 1, x'FE')), HEX(UPPER(v)) FROM b WHERE id IN (2, 5) ORDER BY id", "325A6FC3AB\t6FC3AB\t2D2D5A6FC3AB\t3\tFE6FC3AB\t5A6FC3AB|35C3\tC3\t2D2D2D2D2DC3\t1\tFE\tC3"},
		{"MIN(v), MAX(v), COUNT(DISTINCT f) FROM b", "0x\t0xc3\t5"}, {"f, COUNT(*) FROM b WHERE id < 4 GROUP BY f ORDER BY f DESC", "0x61620000\t1|0x61000000\t1|0x41000000\t1"},
		{"id FROM b WHERE w LIKE '%x_' ORDER BY id", "2"}, {"id FROM b WHERE v LIKE '_' ORDER BY id", "1|5"}, {"id FROM b WHERE w LIKE 't\\ext' OR w LIKE '$%'", "2"},
		{"IFNULL(v, 'none'), IF(id = 4, 'x', v) FROM b WHERE id IN (4, 5) ORDER BY id", "0x6e6f6e65\t0x78|0xc3\t0xc3"}, {"a.id FROM b a JOIN b c ON a.v = c.v WHERE c.id = 5", "5"},
		{"v FROM (SELECT v FROM b UNION SELECT w FROM b) u WHERE v < x'01' ORDER BY v", "0x|0x00|0x0001|0x00ff"}, {"v, s FROM x ORDER BY v", "0x74657874\tZoë|0xc3a9\té"}, {"*  FROM q WHERE id = 1", "1\t0x00\t0x41000000\t0xff00fe"},
		{"data_type, column_type, character_maximum_length, character_octet_length, character_set_name FROM information_schema.columns WHERE table_name = 'q' AND column_name IN ('v', 'f', 'w') ORDER BY column_name", "binary\tbinary(4)\t4\t4\tNULL|varbinary\tvarbinary(8)\t8\t8\tNULL|blob\tblob\t65535\t65535\tNULL"},
	} {
		checkFact(t, s, f)
	}
	for text, code := range map[string]int{"INSERT INTO b (v) VALUES (x'010203040506070809')": 1406, "INSERT INTO x SELECT x'C3', ''": 1366, "INSERT INTO x (s) SELECT v FROM b WHERE id = 5": 1366} {
		if _, err := s.Query(t.Context(), text); !parse.IsCode(err, code) {
			t.Errorf("%s: %v, want code %d", text, err, code)
		}
	}
}

// Functions take and give bytes; ENUM is no type of theirs.
func TestBytesOfFunctions(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE FUNCTION twice(x VARBINARY(3)) RETURNS BLOB RETURN CONCAT(x, x); CREATE TABLE b (v BLOB); INSERT INTO b VALUES (x'00FF0102'), ('é')")
	checkFact(t, s, [2]string{"twice(v), HEX(twice('z')) FROM b ORDER BY v", "0x00ff0100ff01\t7A7A|0xc3a9c3a9\t7A7A"})
	if _, err := s.Query(t.Context(), "CREATE FUNCTION f(x ENUM('a')) RETURNS INT RETURN x"); err == nil {
		if _, err = s.Query(t.Context(), "SELECT f('a')"); !parse.IsCode(err, 1235) {
			t.Errorf("a parameter of ENUM: %v, want code 1235", err)
		}
	}
}

// Bytes that a statement computes go into columns, variables and back as they are: by VALUES, DEFAULT, SET, INTO, and
// where a row takes the place of another one. The answers are MySQL's.
func TestBytesGoAsTheyAre(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, `CREATE TABLE b (id BINARY(4) PRIMARY KEY, v VARBINARY(16), w BINARY(3) DEFAULT (CAST('de' AS BINARY(3))), d VARBINARY(4) DEFAULT x'00FF', n INT, UNIQUE KEY uv (v));
		INSERT INTO b (id, v, n) VALUES (CAST('a' AS BINARY(4)), CAST(x'FFFF' AS BINARY(2)), 1), ('b', x'00FE41', 2), (x'00010203', CAST('q' AS BINARY(2)), 3);
		INSERT INTO b (id, v, n) VALUES ('a', x'11', 4) ON DUPLICATE KEY UPDATE n = VALUES(n);
		INSERT INTO b (id, v, n) VALUES (x'00010203', x'00FE42', 5) ON DUPLICATE KEY UPDATE v = VALUES(v), w = DEFAULT(d);
		INSERT INTO b (id, v, n) VALUES ('zz', x'00FE41', 6) ON DUPLICATE KEY UPDATE v = CONCAT(v, VALUES(v)), d = 'x', n = 20;
		INSERT IGNORE INTO b (id, v, n) VALUES ('a', 'other', 7), ('c', CAST('c' AS BINARY(2)), 8);
		REPLACE INTO b (id, v, d, n) VALUES ('c', x'63', DEFAULT, 9);
		UPDATE b SET d = DEFAULT WHERE id = 'c'; SET @a = (SELECT v FROM b WHERE n = 3), @c = CAST('ab' AS BINARY(3)); SELECT v INTO @v FROM b WHERE n = 3;
		INSERT INTO b (id, v, n) VALUES ('d', @c, 10), ('e', (SELECT CAST('f' AS BINARY(2))), 11);
		CREATE TABLE e (i INT PRIMARY KEY, n INT, m ENUM('x', 'y')); INSERT INTO e VALUES (1, 0, 'y'), (2, 0, 'x');
		INSERT INTO e (i, n) SELECT i + 2, m FROM e ON DUPLICATE KEY UPDATE n = 7; INSERT INTO e VALUES (1, 0, 'y') ON DUPLICATE KEY UPDATE n = VALUES(m) + 10`)
	for _, f := range [][2]string{
		{"HEX(id), HEX(v), HEX(w), HEX(d), n FROM b ORDER BY n", "00010203\t00FE42\t00FF00\t00FF\t3|61000000\tFFFF\t646500\t00FF\t4|63000000\t63\t646500\t00FF\t9|64000000\t616200\t646500\t00FF\t10|65000000\t6600\t646500\t00FF\t11|62000000\t00FE4100FE41\t646500\t78\t20"},
		{"HEX(@a), HEX(@c), LENGTH(@c), HEX(@v), HEX(DEFAULT(d)) FROM b WHERE v = @a", "00FE42\t616200\t3\t00FE42\t00FF"},
		{"i, n, m FROM e ORDER BY i", "1\t12\ty|2\t0\tx|3\t2\tNULL|4\t1\tNULL"},
	} {
		checkFact(t, s, f)
	}
}

// Bytes beside what is none: operators on bits take what functions give as they do, JSON has them in base64, and a
// constant of them says a date or is a pattern. The answers are MySQL's.
func TestBytesBesideOthers(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE b (id INT, v VARBINARY(9), w BINARY(4), t BLOB, e ENUM('x', 'y'), da DATE); INSERT INTO b VALUES (1, 'abc', 'de', x'00FF', 'y', '2020-01-01'), (2, NULL, NULL, NULL, NULL, NULL)")
	for _, f := range [][2]string{
		{"INET6_NTOA(INET6_ATON('192.168.1.2') & INET6_ATON('255.255.0.0')), HEX(~INET6_ATON('255.255.255.0')), HEX(q | q) FROM (SELECT INET6_ATON('10.0.0.2') q) r", "192.168.0.0\t000000FF\t0A000002"},
		{"BIT_COUNT(UNHEX('FFFF')), HEX(UNHEX('F0') << 2), UNHEX('31') + 1, HEX(CHAR(97) & CHAR(99)), HEX(UNHEX('0F') & 3)", "16\tC0\t2\t61\t0"},
		{"BIN_TO_UUID(q), HEX(SUBSTRING(q, 1, 2)), LENGTH(q) FROM (SELECT UUID_TO_BIN('6ccd780c-baba-1026-9564-5b8c656024db') q) r", "6ccd780c-baba-1026-9564-5b8c656024db\t6CCD\t16"},
		{"JSON_ARRAY(v, w, t), CAST(v AS JSON), JSON_VALID(v), CAST(e AS JSON) FROM b ORDER BY id", `["base64:type15:YWJj", "base64:type254:ZGUAAA==", "base64:type252:AP8="]` + "\t" + `"base64:type15:YWJj"` + "\t0\t\"y\"|[null, null, null]\tNULL\tNULL\tNULL"},
		{"YEAR(CAST('2020-01-01' AS BINARY(10))), CAST('2020-01-01' AS BINARY(10)) + INTERVAL 1 DAY, ADDTIME(CAST('10:11:12' AS BINARY(8)), '1:0:0'), UNIX_TIMESTAMP(CAST('2020-01-01' AS BINARY(10))), 'ab' LIKE CAST('a%' AS BINARY(2))", "2020\t2020-01-02\t11:11:12\t1577836800\t1"},
		{"id FROM b WHERE da = CAST('2020-01-01' AS BINARY(10)) AND da IN (CAST('2020-01-01' AS BINARY(10)), da) AND da BETWEEN CAST('2020-01-01' AS BINARY(10)) AND '2021-01-01'", "1"},
		{"id FROM b WHERE -id = CAST('-1' AS BINARY(2)) AND id + 11 IN (CAST('12' AS BINARY(2)), 0) AND id < CAST('1.5' AS BINARY(3))", "1"},
		{"CAST('2020-01-01 10:11:12' AS BINARY(19)) + INTERVAL 1 HOUR, TIMESTAMPDIFF(HOUR, CAST('2020-01-01' AS BINARY(10)), CAST('2020-01-01 10:11:12' AS BINARY(19)))", "2020-01-01 11:11:12\t10"},
	} {
		checkFact(t, s, f)
	}
}
