package manual

// choices are the functions of the section Choices and NULL.
func choices() []Function {
	return []Function{
		{"COALESCE", "a, b, ...", "the first that is not NULL", "COALESCE(NULL, 2, 3)", "2"},
		{"GREATEST", "a, b, ...", "the greatest; NULL if one is", "GREATEST(3, 9, 4)", "9"},
		{"IF", "condition, a, b", "a where the condition is true, else b", "IF(1 < 2, 'yes', 'no')", "yes"},
		{"IFNULL", "a, b", "a, or b where a is NULL", "IFNULL(NULL, 5)", "5"},
		{"ISNULL", "x", "whether x is NULL", "ISNULL(NULL)", "1"},
		{"LEAST", "a, b, ...", "the least; NULL if one is", "LEAST(3, 9, 4)", "3"},
		{"NULLIF", "a, b", "a, or NULL where a = b", "NULLIF(4, 4)", "NULL"},
		{"FIELD", "x, a, b, ...", "the place of x among the others, 0 if it is not there", "FIELD('b', 'a', 'b', 'c')", "2"},
		{"INTERVAL", "n, a, b, ...", "how many of the others, which rise, are not above n; -1 for NULL", "INTERVAL(23, 1, 15, 17, 30, 44)", "3"},
		{"ELT", "n, a, b, ...", "the n-th of the others", "ELT(2, 'a', 'b', 'c')", "b"},
		{"CAST", "x AS type", "x as another type: SIGNED, UNSIGNED, DECIMAL(p, s), FLOAT, DOUBLE, CHAR(n), DATE, DATETIME(n), TIME(n), YEAR, JSON", "CAST('12.50' AS DECIMAL(5, 1))", "12.5"},
		{"CONVERT", "x, type", "CAST", "CONVERT('7', SIGNED) + 1", "8"},
	}
}
