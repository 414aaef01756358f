package manual

// jsonFunctions are the functions of the section JSON.
func jsonFunctions() []Function {
	return []Function{
		{"JSON_ARRAY", "value, ...", "an array of the values", `JSON_ARRAY(1, 'abc', NULL)`, `[1, "abc", null]`},
		{"JSON_ARRAY_APPEND", "json, path, value, ...", "a value with others at the end of the arrays at paths", `JSON_ARRAY_APPEND('["a", ["b", "c"], "d"]', '$[1]', 1)`, `["a", ["b", "c", 1], "d"]`},
		{"JSON_ARRAY_INSERT", "json, path, value, ...", "a value with others before elements of its arrays", `JSON_ARRAY_INSERT('["a", {"b": [1, 2]}]', '$[1]', 'x')`, `["a", "x", {"b": [1, 2]}]`},
		{"JSON_CONTAINS", "json, candidate[, path]", "whether a value is in another, or at a path of it", `JSON_CONTAINS('{"a": 1, "b": 2}', '1', '$.a')`, "1"},
		{"JSON_CONTAINS_PATH", "json, 'one' or 'all', path, ...", "whether there is something at one of the paths, or at all", `JSON_CONTAINS_PATH('{"a": 1, "c": {"d": 4}}', 'all', '$.a', '$.e')`, "0"},
		{"JSON_DEPTH", "json", "how deep a value is nested", `JSON_DEPTH('[10, {"a": 20}]')`, "3"},
		{"JSON_EXTRACT", "json, path, ...", "what is at a path, written json -> path too", `JSON_EXTRACT('[10, 20, [30, 40]]', '$[1]')`, "20"},
		{"JSON_INSERT", "json, path, value, ...", "a value with others where there is nothing at a path", `JSON_INSERT('{"a": 1}', '$.a', 10, '$.c', 'x')`, `{"a": 1, "c": "x"}`},
		{"JSON_KEYS", "json[, path]", "the keys of an object", `JSON_KEYS('{"a": 1, "b": {"c": 30}}')`, `["a", "b"]`},
		{"JSON_LENGTH", "json[, path]", "how many elements an array or object has, 1 of other values", `JSON_LENGTH('{"a": 1, "b": {"c": 30}}')`, "2"},
		{"JSON_MEMBEROF", "x, json", "whether x is an element of an array, or equal to what is none; written x MEMBER OF (json)", `JSON_MEMBEROF(17, '[23, "abc", 17]')`, "1"},
		{"JSON_MERGE", "json, json, ...", "JSON_MERGE_PRESERVE", `JSON_MERGE('[1]', '2')`, "[1, 2]"},
		{"JSON_MERGE_PATCH", "json, json, ...", "values in one: members of later ones replace those of earlier ones, null takes them away", `JSON_MERGE_PATCH('{"a": 1, "b": 2}', '{"a": 3, "b": null}')`, `{"a": 3}`},
		{"JSON_MERGE_PRESERVE", "json, json, ...", "values in one, with all members and elements", `JSON_MERGE_PRESERVE('{"a": 1}', '{"a": 3, "c": 4}')`, `{"a": [1, 3], "c": 4}`},
		{"JSON_OBJECT", "key, value, ...", "an object of the keys and values", `JSON_OBJECT('id', 87, 'name', 'carrot')`, `{"id": 87, "name": "carrot"}`},
		{"JSON_OVERLAPS", "json, json", "whether arrays have an element in common, objects a member, or values are equal", `JSON_OVERLAPS('[1, 3, 5]', '[2, 5]')`, "1"},
		{"JSON_PRETTY", "json", "a value on several lines", `LENGTH(JSON_PRETTY('{"a": 10}'))`, "13"},
		{"JSON_QUOTE", "text", "a text as JSON writes it", `JSON_QUOTE('null')`, `"null"`},
		{"JSON_REMOVE", "json, path, ...", "a value without what is at paths", `JSON_REMOVE('["a", ["b", "c"], "d"]', '$[1]')`, `["a", "d"]`},
		{"JSON_REPLACE", "json, path, value, ...", "a value with others in the place of what is at paths", `JSON_REPLACE('{"a": 1}', '$.a', 10, '$.c', 'x')`, `{"a": 10}`},
		{"JSON_SEARCH", "json, 'one' or 'all', pattern, ...", "the path of the first string that a pattern of LIKE fits, or an array of all their paths; the pattern's escape character may follow, and paths to look at", `JSON_SEARCH('{"a": "abc", "b": ["xy", "abd"]}', 'all', 'ab%')`, `["$.a", "$.b[1]"]`},
		{"JSON_SET", "json, path, value, ...", "a value with others at paths, new or in the place of what is there", `JSON_SET('{"a": 1}', '$.a', 10, '$.c', 'x')`, `{"a": 10, "c": "x"}`},
		{"JSON_TYPE", "json", "what kind of value it is", `JSON_TYPE('{"a": [10, true]}')`, "OBJECT"},
		{"JSON_UNQUOTE", "json", "a JSON text without its quotes, written json ->> path with what is at a path", `JSON_UNQUOTE('"abc"')`, "abc"},
		{"JSON_VALID", "text", "whether a text is JSON", `JSON_VALID('hello')`, "0"},
		{"JSON_VALUE", "json, path", "the number or text at a path, as text, or as the type of `RETURNING type`; then NULL or DEFAULT value ON EMPTY and ON ERROR", `JSON_VALUE('{"fname": "Joe", "lname": "Palmer"}', '$.fname')`, "Joe"},
	}
}
