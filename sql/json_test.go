package sql

import (
	"context"
	"testing"

	"gsdms/pushscan"
	"gsdms/sql/parse"
)

// TestJSONOfTheManual: the examples of MySQL's manual, 14.17.
func TestJSONOfTheManual(t *testing.T) {
	facts(t, [][2]string{
		{`JSON_ARRAY(1, 'abc', NULL, TRUE)`, `[1, "abc", null, true]`}, {`JSON_OBJECT('id', 87, 'name', 'carrot')`, `{"id": 87, "name": "carrot"}`}, {`JSON_OBJECT('key1', 1, 'key1', 'abc')`, `{"key1": "abc"}`},
		{`JSON_ARRAY(), JSON_OBJECT()`, "[]\t{}"}, {`JSON_OBJECT(NULL, 1)`, "error 3158"}, {`JSON_ARRAY('a', 1, JSON_OBJECT('k', JSON_ARRAY(1.50, 2e0)))`, `["a", 1, {"k": [1.50, 2.0]}]`},
		{`JSON_CONTAINS('{"a": 1, "b": 2, "c": {"d": 4}}', '1', '$.a'), JSON_CONTAINS('{"a": 1, "b": 2, "c": {"d": 4}}', '1', '$.b')`, "1\t0"},
		{`JSON_CONTAINS('{"a": 1, "b": 2, "c": {"d": 4}}', '{"d": 4}', '$.a'), JSON_CONTAINS('{"a": 1, "b": 2, "c": {"d": 4}}', '{"d": 4}', '$.c')`, "0\t1"},
		{`JSON_CONTAINS('[1, 2, 3]', '[1, 3]'), JSON_CONTAINS('[1, [2, 3]]', '3'), JSON_CONTAINS('[1, [2, 3]]', '[[3]]')`, "1\t0\t1"},
		{`JSON_CONTAINS_PATH('{"a": 1, "b": 2, "c": {"d": 4}}', 'one', '$.a', '$.e'), JSON_CONTAINS_PATH('{"a": 1, "b": 2, "c": {"d": 4}}', 'all', '$.a', '$.e'), JSON_CONTAINS_PATH('{"c": {"d": 4}}', 'one', '$.c.d')`, "1\t0\t1"},
		{`JSON_CONTAINS_PATH('{}', 'some', '$.a')`, "error 3154"},
		{`JSON_EXTRACT('[10, 20, [30, 40]]', '$[1]'), JSON_EXTRACT('[10, 20, [30, 40]]', '$[1]', '$[0]'), JSON_EXTRACT('[10, 20, [30, 40]]', '$[2][*]')`, "20\t[20, 10]\t[30, 40]"},
		{`JSON_EXTRACT('{"a": 1, "b": 2, "c": [3, 4, 5]}', '$.*'), JSON_EXTRACT('{"a": 1, "b": 2, "c": [3, 4, 5]}', '$.c[*]')`, "[1, 2, [3, 4, 5]]\t[3, 4, 5]"},
		{`JSON_EXTRACT('{"a": {"b": 1}, "c": {"b": 2}}', '$**.b'), JSON_EXTRACT('[1, 2, 3, 4, 5]', '$[1 to 3]'), JSON_EXTRACT('[1, 2, 3, 4, 5]', '$[last-3 to last-1]'), JSON_EXTRACT('[1, 2]', '$[last]')`, "[1, 2]\t[2, 3, 4]\t[2, 3, 4]\t2"},
		{`JSON_EXTRACT('{"a fish": "shark", "a bird": "sparrow"}', '$."a fish"'), JSON_EXTRACT('7', '$[0]'), JSON_EXTRACT('7', '$[1]'), JSON_EXTRACT(NULL, '$')`, "\"shark\"\t7\tNULL\tNULL"},
		{`JSON_KEYS('{"a": 1, "b": {"c": 30}}'), JSON_KEYS('{"a": 1, "b": {"c": 30}}', '$.b'), JSON_KEYS('[1]')`, "[\"a\", \"b\"]\t[\"c\"]\tNULL"},
		{`JSON_LENGTH('[1, 2, {"a": 3}]'), JSON_LENGTH('{"a": 1, "b": {"c": 30}}'), JSON_LENGTH('{"a": 1, "b": {"c": 30}}', '$.b'), JSON_LENGTH('3')`, "3\t2\t1\t1"},
		{`JSON_DEPTH('{}'), JSON_DEPTH('true'), JSON_DEPTH('[10, 20]'), JSON_DEPTH('[10, {"a": 20}]')`, "1\t1\t2\t3"},
		{`JSON_TYPE('{"a": 1}'), JSON_TYPE('[1]'), JSON_TYPE('"x"'), JSON_TYPE('1'), JSON_TYPE('1.5'), JSON_TYPE('null'), JSON_TYPE('true'), JSON_TYPE('18446744073709551615')`, "OBJECT\tARRAY\tSTRING\tINTEGER\tDOUBLE\tNULL\tBOOLEAN\tUNSIGNED INTEGER"},
		{`JSON_VALID('{"a": 1}'), JSON_VALID('hello'), JSON_VALID('"hello"'), JSON_VALID('1e999'), JSON_VALID('1 2'), JSON_VALID('')`, "1\t0\t1\t0\t0\t0"},
		{`JSON_QUOTE('null'), JSON_QUOTE('"null"'), JSON_QUOTE('[1, 2, 3]'), JSON_UNQUOTE('"abc"'), JSON_UNQUOTE('[1, 2, 3]'), JSON_UNQUOTE('"a\\u0041"')`, "\"null\"\t\"\\\\\"null\\\\\"\"\t\"[1, 2, 3]\"\tabc\t[1, 2, 3]\taA"},
		{`JSON_VALUE('{"fname": "Joe", "lname": "Palmer"}', '$.fname'), JSON_VALUE('{"item": "shoes", "price": "49.95"}', '$.price') + 1, JSON_VALUE('{"a": null}', '$.a')`, "Joe\t50.95\tNULL"},
		{`JSON_TYPE('[')`, "error 3141"}, {`JSON_EXTRACT('{}', '$a')`, "error 3143"}, {`JSON_EXTRACT('{}', 'a')`, "error 3143"}, {`JSON_INSERT('{}', '$.*', 1)`, "error 3149"},
		{`JSON_EXTRACT('{"a": "x", "n": 7}', '$.a') = 'x', JSON_EXTRACT('{"a": "x", "n": 7}', '$.n') = 7, JSON_EXTRACT('{"n": 7}', '$.n') = '7'`, "1\t1\t0"},
		{`CAST(JSON_EXTRACT('{"n": "12"}', '$.n') AS SIGNED), CAST(JSON_EXTRACT('{"n": 1.75}', '$.n') AS DECIMAL(5,1))`, "12\t1.8"},
	})
}

// TestColumnsOfJSON: they are checked and written in one way, and paths lead into them.
func TestColumnsOfJSON(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, `CREATE TABLE j (id INT, doc JSON, t VARCHAR(20));
INSERT INTO j VALUES (1, '{"name": "Ann", "age": 30, "tags": ["a", "b"], "x": {"y": 1.5}}', '{"a":1}'), (2, '[1,2,{"k":"v"}]', '[]'), (3, NULL, 'x'), (4, '"text"', '1'), (5, '{"name":"Bob","age":7,"b":null, "b":1e2}', NULL);
CREATE TABLE k AS SELECT doc, doc->'$.name' n, doc->>'$.name' u FROM j;`)
	for _, f := range [][2]string{
		{"doc FROM j", `{"x": {"y": 1.5}, "age": 30, "name": "Ann", "tags": ["a", "b"]}|[1, 2, {"k": "v"}]|NULL|"text"|{"b": 100.0, "age": 7, "name": "Bob"}`},
		{"doc->'$.name', doc->>'$.name', doc->'$.tags[1]', doc->>'$.x.y', doc->'$[2].k' FROM j WHERE id < 3", "\"Ann\"\tAnn\t\"b\"\t1.5\tNULL|NULL\tNULL\tNULL\tNULL\t\"v\""},
		{"id FROM j WHERE doc->'$.name' = 'Ann'", "1"}, {"id FROM j WHERE doc->>'$.name' = 'Bob'", "5"}, {"id FROM j WHERE doc->'$.age' > 10", "1"}, {"id FROM j WHERE JSON_CONTAINS(doc, '2')", "2"},
		{"id FROM j WHERE JSON_VALID(t)", "1|2|4"}, {"SUM(doc->'$.age'), MAX(CAST(doc->>'$.age' AS SIGNED)) FROM j", "37\t30"}, {"doc->>'$.name' n, COUNT(*) FROM j GROUP BY n ORDER BY n", "NULL\t3|Ann\t1|Bob\t1"},
		{"JSON_OBJECT('id', id, 'tags', doc->'$.tags', 't', t) FROM j WHERE id IN (1, 3)", `{"t": "{\\"a\\":1}", "id": 1, "tags": ["a", "b"]}|{"t": "x", "id": 3, "tags": null}`},
		{"column_type FROM information_schema.columns WHERE table_name = 'k'", "json|json|text"}, {"id FROM j ORDER BY doc->'$.age', id", "2|3|4|5|1"}, {"id FROM j ORDER BY doc->>'$.age' + 0, id", "2|3|4|5|1"},
		{"COALESCE(doc->'$.name', 'none'), COALESCE(doc->'$.name', 'none') = 'none' FROM j WHERE id < 3", "\"Ann\"\t0|none\t1"}, {"CAST(doc->'$.age' AS CHAR) = '30' FROM j WHERE id = 1", "1"},
		{"a.id, b.id FROM j a JOIN j b ON a.doc->>'$.name' = b.doc->>'$.name' ORDER BY 1", "1\t1|5\t5"}, {"JSON_TYPE(t) FROM j", "error 3141"},
	} {
		checkFact(t, s, f)
	}
	for _, text := range []string{"INSERT INTO j VALUES (6, '{bad', '')", "INSERT INTO j (doc) SELECT t FROM j WHERE id = 3", "INSERT INTO j (doc) VALUES ('')"} {
		if _, err := s.Query(context.Background(), text); !parse.IsCode(err, 3140) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
