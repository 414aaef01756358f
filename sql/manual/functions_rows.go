package manual

// aggregates are the functions of the section Aggregates.
func aggregates() []Function {
	return []Function{
		{"ANY_VALUE", "x", "the value of some row of the group", "ANY_VALUE(7) FROM (SELECT 1 x, 'a' t UNION ALL SELECT 2, 'b' UNION ALL SELECT 4, 'b') r", "7"},
		{"APPROX_COUNT_DISTINCT", "x", "about how many values there are; not of MySQL", "APPROX_COUNT_DISTINCT(t) FROM (SELECT 1 x, 'a' t UNION ALL SELECT 2, 'b' UNION ALL SELECT 4, 'b') r", "2"},
		{"AVG", "[DISTINCT] x", "the mean of what is not NULL", "AVG(x) FROM (SELECT 1 x, 'a' t UNION ALL SELECT 2, 'b' UNION ALL SELECT 4, 'b') r", "2.3333"},
		{"BIT_AND", "x", "the bits that all have", "BIT_AND(x) FROM (SELECT 1 x, 'a' t UNION ALL SELECT 2, 'b' UNION ALL SELECT 4, 'b') r", "0"},
		{"BIT_OR", "x", "the bits that any has", "BIT_OR(x) FROM (SELECT 1 x, 'a' t UNION ALL SELECT 2, 'b' UNION ALL SELECT 4, 'b') r", "7"},
		{"BIT_XOR", "x", "the bits that an odd number has", "BIT_XOR(x) FROM (SELECT 1 x, 'a' t UNION ALL SELECT 2, 'b' UNION ALL SELECT 4, 'b') r", "7"},
		{"COUNT", "* or [DISTINCT] x, ...", "the rows, those where x is not NULL, or the different values", "COUNT(DISTINCT t) FROM (SELECT 1 x, 'a' t UNION ALL SELECT 2, 'b' UNION ALL SELECT 4, 'b') r", "2"},
		{"GROUP_CONCAT", "[DISTINCT] x, ... [ORDER BY ...] [SEPARATOR text]", "the values one after another", "GROUP_CONCAT(t ORDER BY t DESC) FROM (SELECT 1 x, 'a' t UNION ALL SELECT 2, 'b' UNION ALL SELECT 4, 'b') r", "b,b,a"},
		{"GROUPING", "x", "1 where WITH ROLLUP has left x out, else 0", "GROUPING(t) FROM (SELECT 1 x, 'a' t UNION ALL SELECT 2, 'b' UNION ALL SELECT 4, 'b') r GROUP BY t WITH ROLLUP HAVING GROUPING(t) = 1", "1"},
		{"JSON_ARRAYAGG", "x", "the values as an array, also over a window", "JSON_ARRAYAGG(t) FROM (SELECT 1 x, 'a' t UNION ALL SELECT 2, 'b' UNION ALL SELECT 4, 'b') r", `["a", "b", "b"]`},
		{"JSON_OBJECTAGG", "name, x", "the names and values as an object; of those of one name the last", "JSON_OBJECTAGG(t, x) FROM (SELECT 1 x, 'a' t UNION ALL SELECT 2, 'b' UNION ALL SELECT 4, 'b') r", `{"a": 1, "b": 4}`},
		{"MAX", "x", "the greatest value", "MAX(x) FROM (SELECT 1 x, 'a' t UNION ALL SELECT 2, 'b' UNION ALL SELECT 4, 'b') r", "4"},
		{"MEDIAN", "x", "the value in the middle; not of MySQL", "MEDIAN(x) FROM (SELECT 1 x, 'a' t UNION ALL SELECT 2, 'b' UNION ALL SELECT 4, 'b') r", "2"},
		{"MIN", "x", "the least value", "MIN(x) FROM (SELECT 1 x, 'a' t UNION ALL SELECT 2, 'b' UNION ALL SELECT 4, 'b') r", "1"},
		{"PERCENTILE_CONT", "x, share", "the value below which a share of the rows lies; not of MySQL", "PERCENTILE_CONT(x, 0.5) FROM (SELECT 1 x, 'a' t UNION ALL SELECT 2, 'b' UNION ALL SELECT 4, 'b') r", "2"},
		{"STD", "x", "STDDEV_POP", "ROUND(STD(x), 4) FROM (SELECT 1 x, 'a' t UNION ALL SELECT 2, 'b' UNION ALL SELECT 4, 'b') r", "1.2472"},
		{"STDDEV", "x", "STDDEV_POP", "ROUND(STDDEV(x), 4) FROM (SELECT 1 x, 'a' t UNION ALL SELECT 2, 'b' UNION ALL SELECT 4, 'b') r", "1.2472"},
		{"STDDEV_POP", "x", "the standard deviation of all", "ROUND(STDDEV_POP(x), 4) FROM (SELECT 1 x, 'a' t UNION ALL SELECT 2, 'b' UNION ALL SELECT 4, 'b') r", "1.2472"},
		{"STDDEV_SAMP", "x", "the standard deviation that a sample suggests", "ROUND(STDDEV_SAMP(x), 4) FROM (SELECT 1 x, 'a' t UNION ALL SELECT 2, 'b' UNION ALL SELECT 4, 'b') r", "1.5275"},
		{"SUM", "[DISTINCT] x", "the sum of what is not NULL", "SUM(x) FROM (SELECT 1 x, 'a' t UNION ALL SELECT 2, 'b' UNION ALL SELECT 4, 'b') r", "7"},
		{"VARIANCE", "x", "VAR_POP", "ROUND(VARIANCE(x), 4) FROM (SELECT 1 x, 'a' t UNION ALL SELECT 2, 'b' UNION ALL SELECT 4, 'b') r", "1.5556"},
		{"VAR_POP", "x", "the variance of all", "ROUND(VAR_POP(x), 4) FROM (SELECT 1 x, 'a' t UNION ALL SELECT 2, 'b' UNION ALL SELECT 4, 'b') r", "1.5556"},
		{"VAR_SAMP", "x", "the variance that a sample suggests", "ROUND(VAR_SAMP(x), 4) FROM (SELECT 1 x, 'a' t UNION ALL SELECT 2, 'b' UNION ALL SELECT 4, 'b') r", "2.3333"},
	}
}

// windows are the functions of the section Windows.
func windows() []Function {
	return []Function{
		{"CUME_DIST", "", "the share of the rows that are not behind this one", "CUME_DIST() OVER (ORDER BY x) c FROM (SELECT 1 x, 'a' t UNION ALL SELECT 2, 'b' UNION ALL SELECT 4, 'b') r ORDER BY x DESC LIMIT 1", "1"},
		{"DENSE_RANK", "", "the place of the row, equal ones the same, without gaps", "DENSE_RANK() OVER (ORDER BY t) n FROM (SELECT 1 x, 'a' t UNION ALL SELECT 2, 'b' UNION ALL SELECT 4, 'b') r ORDER BY n DESC LIMIT 1", "2"},
		{"FIRST_VALUE", "x", "x of the first row of the frame", "FIRST_VALUE(x) OVER (ORDER BY x DESC) FROM (SELECT 1 x, 'a' t UNION ALL SELECT 2, 'b' UNION ALL SELECT 4, 'b') r LIMIT 1", "4"},
		{"LAG", "x[, n[, default]]", "x of the n-th row before", "LAG(x) OVER (ORDER BY x) n FROM (SELECT 1 x, 'a' t UNION ALL SELECT 2, 'b' UNION ALL SELECT 4, 'b') r ORDER BY x DESC LIMIT 1", "2"},
		{"LAST_VALUE", "x", "x of the last row of the frame", "LAST_VALUE(x) OVER (ORDER BY x ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) FROM (SELECT 1 x, 'a' t UNION ALL SELECT 2, 'b' UNION ALL SELECT 4, 'b') r LIMIT 1", "4"},
		{"LEAD", "x[, n[, default]]", "x of the n-th row behind", "LEAD(x) OVER (ORDER BY x) n FROM (SELECT 1 x, 'a' t UNION ALL SELECT 2, 'b' UNION ALL SELECT 4, 'b') r ORDER BY x LIMIT 1", "2"},
		{"NTH_VALUE", "x, n", "x of the n-th row of the frame", "NTH_VALUE(x, 2) OVER (ORDER BY x ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) FROM (SELECT 1 x, 'a' t UNION ALL SELECT 2, 'b' UNION ALL SELECT 4, 'b') r LIMIT 1", "2"},
		{"NTILE", "n", "the number of the part of the rows, of n parts", "NTILE(3) OVER (ORDER BY x) n FROM (SELECT 1 x, 'a' t UNION ALL SELECT 2, 'b' UNION ALL SELECT 4, 'b') r ORDER BY n DESC LIMIT 1", "3"},
		{"PERCENT_RANK", "", "the share of the other rows that are before this one", "PERCENT_RANK() OVER (ORDER BY x) n FROM (SELECT 1 x, 'a' t UNION ALL SELECT 2, 'b' UNION ALL SELECT 4, 'b') r ORDER BY n LIMIT 1", "0"},
		{"RANK", "", "the place of the row, equal ones the same", "RANK() OVER (ORDER BY t) n FROM (SELECT 1 x, 'a' t UNION ALL SELECT 2, 'b' UNION ALL SELECT 4, 'b') r ORDER BY n DESC LIMIT 1", "2"},
		{"ROW_NUMBER", "", "the number of the row", "ROW_NUMBER() OVER (ORDER BY x) n FROM (SELECT 1 x, 'a' t UNION ALL SELECT 2, 'b' UNION ALL SELECT 4, 'b') r ORDER BY n DESC LIMIT 1", "3"},
	}
}
