package manual

// jsonFunctions are the functions of the section JSON.
func jsonFunctions() []Function {
	return []Function{
		{"JSON_ARRAY", "value, ...", "an array of the values", `JSON_ARRAY(1, 'abc', NULL)`, `[1, "abc", null]`},
		{"JSON_CONTAINS", "json, candidate[, path]", "whether a value is in another, or at a path of it", `JSON_CONTAINS('{"a": 1, "b": 2}', '1', '$.a')`, "1"},
		{"JSON_CONTAINS_PATH", "json, 'one' or 'all', path, ...", "whether there is something at one of the paths, or at all", `JSON_CONTAINS_PATH('{"a": 1, "c": {"d": 4}}', 'all', '$.a', '$.e')`, "0"},
		{"JSON_DEPTH", "json", "how deep a value is nested", `JSON_DEPTH('[10, {"a": 20}]')`, "3"},
		{"JSON_EXTRACT", "json, path, ...", "what is at a path, written json -> path too", `JSON_EXTRACT('[10, 20, [30, 40]]', '$[1]')`, "20"},
		{"JSON_KEYS", "json[, path]", "the keys of an object", `JSON_KEYS('{"a": 1, "b": {"c": 30}}')`, `["a", "b"]`},
		{"JSON_LENGTH", "json[, path]", "how many elements an array or object has, 1 of other values", `JSON_LENGTH('{"a": 1, "b": {"c": 30}}')`, "2"},
		{"JSON_OBJECT", "key, value, ...", "an object of the keys and values", `JSON_OBJECT('id', 87, 'name', 'carrot')`, `{"id": 87, "name": "carrot"}`},
		{"JSON_QUOTE", "text", "a text as JSON writes it", `JSON_QUOTE('null')`, `"null"`},
		{"JSON_TYPE", "json", "what kind of value it is", `JSON_TYPE('{"a": [10, true]}')`, "OBJECT"},
		{"JSON_UNQUOTE", "json", "a JSON text without its quotes, written json ->> path with what is at a path", `JSON_UNQUOTE('"abc"')`, "abc"},
		{"JSON_VALID", "text", "whether a text is JSON", `JSON_VALID('hello')`, "0"},
		{"JSON_VALUE", "json, path", "the number or text at a path, as text", `JSON_VALUE('{"fname": "Joe", "lname": "Palmer"}', '$.fname')`, "Joe"},
	}
}
