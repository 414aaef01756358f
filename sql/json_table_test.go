package sql

import (
	"fmt"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// TestRowsOfJSON: what MySQL's manual (14.17.6) and MariaDB 10.11 answer, which turns what is no number
// into 0, and what is beyond a decimal into its greatest, where MySQL has NULL ON ERROR.
func TestRowsOfJSON(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, `CREATE TABLE j (id INT PRIMARY KEY, doc JSON);
INSERT INTO j VALUES (1, '{"b": [1, 2, 3], "c": {"d": "x"}}'), (2, '{"b": []}'), (3, NULL), (4, '[1]'), (5, '{"b": [10, 10], "i": [{"s": "s1", "q": 2}, {"s": "s2", "q": null}, {"s": "s3"}]}');
CREATE TABLE none (doc JSON);
CREATE VIEW v AS SELECT id, x.n FROM j, JSON_TABLE(doc, '$.b[*]' COLUMNS (n INT PATH '$')) x;`)
	for _, f := range [][2]string{
		{`* FROM JSON_TABLE('[{"a":"3"},{"a":2},{"b":1},{"a":0},{"a":[1,2]}]', "$[*]" COLUMNS (rowid FOR ORDINALITY, ac VARCHAR(100) PATH "$.a" DEFAULT '111' ON EMPTY DEFAULT '999' ON ERROR, aj JSON PATH "$.a" DEFAULT '{"x": 333}' ON EMPTY, bx INT EXISTS PATH "$.b")) AS tt`,
			"1\t3\t\"3\"\t0|2\t2\t2\t0|3\t111\t{\"x\": 333}\t1|4\t0\t0\t0|5\t999\t[1, 2]\t0"},
		{`* FROM JSON_TABLE('[{"x":2,"y":"8","z":9,"b":[1,2,3]},{"x":"3","y":"7"},{"x":"4","y":6,"z":10,"b":[]}]', "$[*]" COLUMNS (id FOR ORDINALITY, x VARCHAR(100) PATH "$.x", y BIGINT UNSIGNED PATH "$.y", NESTED PATH '$.b[*]' COLUMNS (k FOR ORDINALITY, b INT PATH '$'))) AS ts`,
			"1\t2\t8\t1\t1|1\t2\t8\t2\t2|1\t2\t8\t3\t3|2\t3\t7\tNULL\tNULL|3\t4\t6\tNULL\tNULL"},
		{`* FROM JSON_TABLE('[1, "2", "x", null, true, 2.7, {"a": 1}, [1], 99999999999]', '$[*]' COLUMNS (i INT PATH '$', s VARCHAR(4) PATH '$', d DECIMAL(8,1) PATH '$', f DOUBLE PATH '$', u TINYINT UNSIGNED PATH '$' DEFAULT '7' ON ERROR)) t`,
			"1\t1\t1.0\t1\t1|2\t2\t2.0\t2\t2|NULL\tx\tNULL\tNULL\t7|NULL\tNULL\tNULL\tNULL\tNULL|1\ttrue\t1.0\t1\t1|3\t2.7\t2.7\t2.7\t3|NULL\tNULL\tNULL\tNULL\t7|NULL\tNULL\tNULL\tNULL\t7|NULL\tNULL\tNULL\t99999999999\t7"},
		{`* FROM JSON_TABLE('[{"a":1,"x":[1,2],"y":[3,4]},{"a":2},{"a":3,"y":[7]}]', '$[*]' COLUMNS (a INT PATH '$.a', NESTED PATH '$.x[*]' COLUMNS (x INT PATH '$'), NESTED '$.y[*]' COLUMNS (y INT PATH '$'))) t`,
			"1\t1\tNULL|1\t2\tNULL|1\tNULL\t3|1\tNULL\t4|2\tNULL\tNULL|3\tNULL\t7"},
		{`* FROM JSON_TABLE('[{"a":1,"x":[{"p":1,"q":[1,2],"r":[3]},{"p":2}],"y":[3]},{"a":2}]', '$[*]' COLUMNS (a INT PATH '$.a', NESTED PATH '$.x[*]' COLUMNS (m FOR ORDINALITY, NESTED PATH '$.q[*]' COLUMNS (q INT PATH '$'), NESTED PATH '$.r[*]' COLUMNS (r INT PATH '$')), NESTED PATH '$.y[*]' COLUMNS (y INT PATH '$'))) t`,
			"1\t1\t1\tNULL\tNULL|1\t1\t2\tNULL\tNULL|1\t1\tNULL\t3\tNULL|1\t2\tNULL\tNULL\tNULL|1\tNULL\tNULL\tNULL\t3|2\tNULL\tNULL\tNULL\tNULL"},
		{"id, v, p FROM j LEFT JOIN JSON_TABLE(doc, '$' COLUMNS (NESTED PATH '$.b[*]' COLUMNS (v INT PATH '$'), NESTED PATH '$.i[*]' COLUMNS (p VARCHAR(9) PATH '$.s'))) b ON TRUE WHERE id <> 1 ORDER BY 1, 2, 3",
			"2\tNULL\tNULL|3\tNULL\tNULL|4\tNULL\tNULL|5\tNULL\ts1|5\tNULL\ts2|5\tNULL\ts3|5\t10\tNULL|5\t10\tNULL"},
		{"id, s, q FROM j, JSON_TABLE(j.doc, '$.i[*]' COLUMNS (s VARCHAR(10) PATH '$.s', q INT PATH '$.q')) t ORDER BY 1, 2", "5\ts1\t2|5\ts2\tNULL|5\ts3\tNULL"},
		{"id, n, v FROM j LEFT JOIN JSON_TABLE(doc, '$.b[*]' COLUMNS (n FOR ORDINALITY, v INT PATH '$')) b ON TRUE ORDER BY id, n", "1\t1\t1|1\t2\t2|1\t3\t3|2\tNULL\tNULL|3\tNULL\tNULL|4\tNULL\tNULL|5\t1\t10|5\t2\t10"},
		{"id, SUM(v), COUNT(*) FROM j JOIN JSON_TABLE(doc, '$.b[*]' COLUMNS (v INT PATH '$')) b ON v > 1 GROUP BY id ORDER BY id", "1\t5\t2|5\t20\t2"},
		{"id FROM j WHERE EXISTS (SELECT 1 FROM JSON_TABLE(j.doc, '$.b[*]' COLUMNS (v INT PATH '$')) x WHERE v = 2)", "1"},
		{"id, (SELECT SUM(v) FROM JSON_TABLE(j.doc, '$.b[*]' COLUMNS (v INT PATH '$')) x) FROM j ORDER BY id", "1\t6|2\tNULL|3\tNULL|4\tNULL|5\t20"},
		{"a.id, x.v, y.v FROM j a, JSON_TABLE(a.doc, '$.b[*]' COLUMNS (v INT PATH '$')) x, JSON_TABLE(a.doc, '$.b[*]' COLUMNS (v INT PATH '$')) y WHERE x.v < y.v ORDER BY 1, 2, 3", "1\t1\t2|1\t1\t3|1\t2\t3"},
		{"j.id, t.a FROM j LEFT JOIN JSON_TABLE('[1, 5]', '$[*]' COLUMNS (a INT PATH '$')) t ON t.a = j.id ORDER BY 1", "1\t1|2\tNULL|3\tNULL|4\tNULL|5\t5"},
		{"id, c FROM j, JSON_TABLE(doc, '$' COLUMNS (c JSON PATH '$.c')) o ORDER BY id", "1\t{\"d\": \"x\"}|2\tNULL|4\tNULL|5\tNULL"},
		{"SUM(n), COUNT(DISTINCT id) FROM v", "26\t2"}, {"COUNT(*) FROM none, JSON_TABLE(doc, '$[*]' COLUMNS (n INT PATH '$')) x", "0"},
		{"COUNT(*) FROM JSON_TABLE(NULL, '$[*]' COLUMNS (n INT PATH '$')) x", "0"}, {"d FROM JSON_TABLE('[\"2024-01-05\", \"x\"]', '$[*]' COLUMNS (d DATE PATH '$')) x", "2024-01-05|NULL"},
		{"* FROM JSON_TABLE('[{', '$[*]' COLUMNS (n INT PATH '$')) x", "error 3141"}, {"* FROM JSON_TABLE('[1]', '$[*' COLUMNS (n INT PATH '$')) x", "error 3143"},
		{"* FROM JSON_TABLE('[1]', '$[*]' COLUMNS (n INT '$')) x", "error 1064"}, {"* FROM JSON_TABLE('[1]', '$[*]' COLUMNS (n INT PATH '$'))", "error 1248"},
		{"* FROM j RIGHT JOIN JSON_TABLE(doc, '$[*]' COLUMNS (n INT PATH '$')) x ON TRUE", "error 1235"}, {"* FROM JSON_TABLE('[1]', '$[*]') x", "error 1064"},
	} {
		checkFact(t, s, f)
	}
}

// TestManyRowsOfJSON: documents of many elements, whose sum is known.
func TestManyRowsOfJSON(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE d (id INT, doc JSON)")
	count, sum, docs := 0, 0, 300
	if testing.Short() {
		docs = 70
	}
	for id := range docs {
		var elements []string
		for i := range id {
			elements = append(elements, fmt.Sprint(i*id))
			count, sum = count+1, sum+i*id
		}
		mustRun(t, s, fmt.Sprintf("INSERT INTO d VALUES (%d, '[%s]')", id, strings.Join(elements, ",")))
	}
	checkFact(t, s, [2]string{"COUNT(*), SUM(v), COUNT(DISTINCT id), MAX(n) FROM d, JSON_TABLE(doc, '$[*]' COLUMNS (n FOR ORDINALITY, v INT PATH '$')) x", fmt.Sprintf("%d\t%d\t%d\t%d", count, sum, docs-1, docs-1)})
}
