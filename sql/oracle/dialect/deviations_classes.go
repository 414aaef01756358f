package dialect

import (
	"cmp"
	"regexp"
)

// classesDeviate are what the engine does otherwise than MySQL 8 in statements of classes.
func classesDeviate() []excused {
	at := regexp.MustCompile
	return []excused{
		{text: at(`GROUP_CONCAT\(`), how: at(`\d(\.\d+)?e-\d.*theirs .*0\.0{6,}\d`), reason: "a double has the text that 22 letters have room for, and some more in GROUP_CONCAT of MySQL"},
		{text: at(`GROUP_CONCAT\((DATE|TIME|TIMESTAMP)'`), how: at(`^row`), reason: "MySQL writes over the text of a time that is written, row by row"},
		{text: at(`GROUP_CONCAT\(DISTINCT TIME_FORMAT|TIME_FORMAT.*GROUP BY q`), how: at(`-\d\d|\d{3}:`), reason: "MySQL cuts a formatted time of a sign or three digits of hours"},
		// 13.5: a JSON document may have a TIME in it.
		{text: at(`JSON_(ARRAY|OBJECT)\(`), how: at(`ours .*"-?(\d{3}|3[2-9]|[4-9]\d):\d\d:\d\d`), reason: "MySQL's JSON keeps the hours of a TIME up to 31 and begins again behind those"},
		// 14.5: a choice of decimals is one decimal.
		{text: at(`\b(IF|CASE|COALESCE|IFNULL|GREATEST|LEAST|NULLIF)\b`), how: at(`\d`), only: onlyDigitZeros, reason: "a choice of decimals shows the digits of its type in all rows, and in MySQL those of what is chosen"},
		{text: at(`GROUP_CONCAT\(DISTINCT`), how: at(`theirs \[.*-0\b`), reason: "GROUP_CONCAT(DISTINCT) has 0 where -0 is among the numbers, and in MySQL the one that comes first"},
		{text: at(`OVER \(`), how: at(`theirs: error 3592 `), reason: "a constant that a window is ordered by orders nothing, and is refused in MySQL"},
		// 14.19.1: MIN and MAX are of the values that are not NULL.
		{text: at(`(MIN|MAX)\((b|i|d|e|w|x)\) OVER \(PARTITION BY \w+ ORDER BY `), how: at(`ours \[\d+ -?\d.*theirs \[\d+ NULL\]`), reason: "MySQL takes the NULL at an end of the order of a frame for the least or the greatest of its values"},
		{text: at(`(LAG|LEAD)\(`), how: at(`theirs \[.*0000-00-00`), reason: "a TIME among moments is one of today, and of zeros in MySQL's LAG and LEAD"},
		{text: at(`(SUM|AVG)\(.* / .*OVER \(`), how: at(`^row.*\d\.\d{4,}`), reason: "a sum takes quotients with their digits, and in MySQL with those that they show where a temporary table holds them, which its plan decides"},
		{text: at(`NULLIF\(`), how: at(`^row.*\d\d:\d\d`), reason: "what NULLIF gives of a time is one, and a text in MySQL"},
		{text: at(`NULLIF\(\(?-?\d+\)?, y\).*GROUP BY q`), how: at(`theirs alone`), reason: "MySQL takes the constant that NULLIF gives beside a YEAR for one, too"},
		{text: at(`JSON_.*(FROM_BASE64|UNHEX|CHAR)\(`), how: at(`theirs.*base64:type15|theirs: error 3144`), reason: "UNHEX, CHAR and FROM_BASE64 give texts where MySQL has bytes"},
		{text: at(`(UPPER|LOWER)\(.*(FROM_BASE64|UNHEX|CHAR)\(`), how: at(`alone|^row`), reason: "UNHEX, CHAR and FROM_BASE64 give texts where MySQL has bytes, which have no letters"},
		{text: at(`JSON_TYPE\(.*9223372036854775807`), how: at(`INTEGER(?s:.*)UNSIGNED INTEGER`), reason: "MySQL takes the greatest number of 63 bits that it reads in JSON for one without a sign"},
		{text: at(`JSON_(SET|INSERT|REPLACE|ARRAY_APPEND|ARRAY_INSERT)\(.*TIME'100`), how: at(`100:00:01`), reason: "MySQL's JSON keeps the hours of a TIME up to 31 and begins again behind those"},
		{text: at(`JSON_(ARRAY|OBJECT)\(`), how: at(`\d`), only: onlyDigitZeros, reason: "a decimal has the digits of its type in JSON, and in MySQL one of zero none"},
		{text: at(`JSON_(ARRAY|OBJECT)\(.*\b(COALESCE|IFNULL|IF|CASE)\b`), how: at(`ours \[.*\b(true|false)\b.*theirs \[.*\b[01]\b`), reason: "a choice of truth values is one, which is a number in MySQL"},
		{text: at(`JSON_(ARRAY|OBJECT)\(.*STRCMP\(`), how: at(`theirs \[.*\btrue\b`), reason: "STRCMP gives a number, and in MySQL's JSON a truth"},
		{text: at(`JSON_SEARCH\(.*last`), how: at(`\[last`), reason: "a place that JSON_SEARCH gives is a number, and the last one is last in MySQL where a path says so"},
		{text: at(`JSON_TABLE\('.*18446744073709551615.*DECIMAL`), how: at(`NULL.*(?s:.*)theirs alone: .*-1\b`), reason: "a number of 64 bits that a DECIMAL has no room for is an error, and -1 in MySQL"},
		{text: at(`CASE 18446744073709551615 `), how: at(`alone`), reason: "MySQL takes -1 and 18446744073709551615 for equal in lists"},
		{text: at(`UNION.*( / |PI\(\))|( / |PI\(\)).*UNION`), how: at(`\d\.\d{4,}`), reason: "a union shows the digits of its column, and in MySQL those of a quotient or of PI beside texts"},
		{text: at(`UNION`), how: at(`\d`), only: onlyDigitZeros, reason: "a decimal of zero has the digits of its type beside texts in a union, and in MySQL one that is computed none"},
		{text: at(`UNION|GROUP BY q`), how: at(`alone: \["-?0"|"-?0 \|`), reason: "MySQL groups -0 and 0 apart"},
		{text: at(`UNION.*TIMESTAMP|UNION.*(dt|du|ts)|TIME.*UNION`), how: at(`0000-00-00`), reason: "a TIME among moments is one of today, and of zeros in a union of MySQL"},
		{text: at(`@[ab] ([-+*/]|DIV) |(GREATEST|LEAST|COALESCE|IF|ABS|ROUND|FLOOR|SUM|AVG|MAX)\(@[ab]`), how: at(`\d\.\d{4,}`), reason: "a variable shows the digits of its value, and thirty in what MySQL computes of it"},
		{text: at(`\b(YEAR|DATE)\(@[ab]`), how: at(`NULL(?s:.*)theirs alone: .*\b0\b`), reason: "a number that says a date with zeros is none"},
		{text: at(`^SELECT INSERT\(|, INSERT\(`), how: at(`(?s)ours alone: \["(.*)"\].*theirs alone`), reason: "MySQL compares the place of INSERT with the bytes of the text"},
	}
}

// formDeviates is the reason for which a statement may differ from MySQL 8, "" if there is none.
func formDeviates(text, how string) string {
	return reasonOf(classesDeviate(), []step{{text: text}}, cmp.Or(how, " "))
}

// updatesDeviate are what the engine does otherwise than MySQL 8 in UPDATEs by expressions.
func updatesDeviate() []excused {
	at, any := regexp.MustCompile, regexp.MustCompile(``)
	return []excused{
		// docs/behaviour.md: statements that change rows warn of what their expressions lose, where MySQL refuses them.
		{text: any, how: at(`(?s)^ours:  \[\[.*theirs: error (1264 .*'\(null\)'|(1265|1292|1365|1366|1411|1441|1690|3020) )`), reason: "what an expression loses is a warning, and an error in MySQL"},
		{text: at(`FROM_DAYS\(`), how: at(`00:00:00|0000-00-00|NULL`), reason: "days before the year 1 are NULL, as there are no zero dates"},
		{text: at(`SET (ti|tm) = .*\de\d`), how: at(`^ours: error 1292 `), reason: "a number with an exponent or past 32 bits is no time, which MySQL takes for none without a word"},
		{text: at(`SET j = `), how: at(`\d\.\d*0\b`), reason: "a number that is stored in JSON is a whole number or a double, and MySQL's JSON remembers decimals"},
		{text: at(`\) IN \(\(`), how: at(`rows`), reason: "MySQL's (a, b) IN ((c, d), (e, f)) is true where neither (a, b) = (c, d) nor (a, b) = (e, f) is"},
	}
}

// updateDeviates is the reason for which an UPDATE may differ from MySQL 8, "" if there is none.
func updateDeviates(text, how string) string {
	return reasonOf(updatesDeviate(), []step{{text: text}}, how)
}
