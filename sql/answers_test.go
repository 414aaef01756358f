package sql

import (
	"testing"

	"gsdms/pushscan"
)

// TestAnswersOfMySQL has what MySQL 8.0.46 answers where it differs from MariaDB: the digits of ROUND, numbers below zero as
// UNSIGNED, members of ENUM and SET in sums, truth values in JSON, and what is NULL of NULL.
func TestAnswersOfMySQL(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, `CREATE TABLE a (id INT, d DECIMAL(10,2), e DECIMAL(30,12), w DECIMAL(18,0), x DOUBLE, u BIGINT UNSIGNED, n SMALLINT UNSIGNED, en ENUM('b', '12'), c VARCHAR(20), se SET('x', 'b', '12'));
		INSERT INTO a VALUES (1, 2.50, -2.000000000001, -345, 2.567, 3, 40, '12', '10.0.5.9', 'b,12'), (2, -1.25, -99999.5, 12, -3.75, 18446744073709551615, 1, 'b', '7', 'x'), (3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'b')`)
	for _, f := range [][2]string{
		{"ROUND(d, 6), ROUND(d, 1), ROUND(w, 10), ROUND(e, 20), ROUND(x, 5), TRUNCATE(x, 1), TRUNCATE(d, 9) FROM a WHERE id = 1", "2.50\t2.5\t-345\t-2.000000000001\t2.567\t2.5\t2.50"},
		{"ROUND(1.25, 5), ROUND(2/3, 6), ROUND(1/3, 4) * 3, TRUNCATE(2/3, 6), ROUND(1e20), ROUND(AVG(d), 8) FROM a", "1.25\t0.6667\t0.9999\t0.6666\t1e20\t0.625000"},
		{"ROUND(n / 3, 6) * 3, TRUNCATE(n / 3, 6) * 3 FROM a WHERE id = 1", "39.9999\t39.9999"},
		{"CAST(d AS UNSIGNED), CAST(e AS UNSIGNED), CAST(e * 10000000000000000 AS UNSIGNED), CAST(w AS UNSIGNED) FROM a ORDER BY id", "3\t18446744073709551614\t18426744073709541616\t18446744073709551271|18446744073709551615\t18446744073709451616\t9223372036854775808\t12|NULL\tNULL\tNULL\tNULL"},
		{"CAST(d + 0e0 AS UNSIGNED), CAST(d - '5' AS UNSIGNED), IF(d > 0, 0, CAST(d * 1e0 AS UNSIGNED)) FROM a ORDER BY id", "2\t18446744073709551614\t0|18446744073709551615\t18446744073709551610\t18446744073709551615|NULL\tNULL\tNULL"},
		{"x DIV u FROM a WHERE id = 2", "0"}, {"w DIV n FROM a WHERE id = 1", "error 1690"}, {"x DIV n FROM a WHERE id = 2", "error 1690"}, {"d DIV n FROM a ORDER BY id", "error 1690"}, {"d DIV n FROM a WHERE id = 1", "0"},
		{"-u FROM a WHERE id = 1", "-3"}, {"-u FROM a", "error 1690"}, {"-(~0), -18446744073709551615", "-18446744073709551615\t-18446744073709551615"},
		{"SUM(en), AVG(en), SUM(DISTINCT en) FROM a", "3\t1.5\t3"}, {"-en, ABS(en) / 3 FROM a WHERE id = 1", "-2\t0.6666666666666666"},
		{"JSON_VALID(1), JSON_VALID(x), JSON_VALID(en), JSON_VALID(c), JSON_VALID(NULL) FROM a ORDER BY id", "0\t0\t0\t0\tNULL|0\t0\t0\t1\tNULL|0\t0\t0\tNULL\tNULL"},
		{"JSON_QUOTE(1)", "error 3064"}, {"JSON_QUOTE(d) FROM a", "error 3064"}, {"JSON_QUOTE(CAST(1 AS JSON))", "error 3064"}, {"JSON_QUOTE(x'41' + 0)", "error 3064"}, {"JSON_QUOTE(en), JSON_QUOTE(NULL) FROM a WHERE id = 2", "\"b\"\tNULL"},
		{"JSON_ARRAY(JSON_CONTAINS('[1]', '1'), IS_IPV4(c), JSON_VALID(c), IS_UUID('a'), JSON_OVERLAPS('1', '2'), 1 MEMBER OF ('[1]')) FROM a WHERE id = 1", "[true, true, false, false, false, true]"},
		{"IS_IPV4(c), IS_IPV6(c), IS_IPV4(c) + 1 FROM a ORDER BY id", "1\t0\t2|0\t0\t1|NULL\tNULL\tNULL"}, {"SUM(IS_IPV4(c)), COUNT(DISTINCT JSON_VALID(c)) FROM a", "1\t2"},
		{"EXPORT_SET(u, 'Y', 'N', '', 3), EXPORT_SET(0, 'Y', 'N', '', 3), EXPORT_SET(NULL, 'Y', 'N', '', 3) FROM a ORDER BY id", "YYN\tNNN\tNULL|YYY\tNNN\tNULL|NULL\tNNN\tNULL"},
		{"REGEXP_REPLACE(c, '7*', '#'), REGEXP_INSTR('aab', 'a*', 1, 2), REGEXP_SUBSTR(c, '[0-9]*', 1, 3) FROM a ORDER BY id", "#1#0#.#0#.#5#.#9#\t3\t0|##\t3\tNULL|NULL\t3\tNULL"},
		{"ROUND(u, -1) FROM a WHERE id = 1", "0"}, {"ROUND(u, -1) FROM a WHERE id = 2", "error 1690"},
		{"FIND_IN_SET(en, se), FIND_IN_SET('B', se), FIND_IN_SET(CONCAT(se, ''), se) FROM a ORDER BY id", "3\t2\t0|0\t0\t1|NULL\t2\t2"},
		{"REGEXP_INSTR('ab', 'a', 4)", "error 3686"},
	} {
		checkFact(t, s, f)
	}
}
