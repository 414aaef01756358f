package dialect

import "regexp"

// asNumber are the functions and operators that ask for a number.
const asNumber = `^CAST\(\$. AS ((UN)?SIGNED|DECIMAL|DOUBLE)|^CONVERT|^(SUM|AVG|ROUND|TRUNCATE|FLOOR|CEIL|CEILING|ABS|SIGN|MOD|IF|IN|FROM_DAYS|BIT_\w+|MAKE_SET|EXPORT_SET)\b|` +
	`^\(\$. ([-+*/%|&^]|DIV|<<|>>|AND|OR|XOR|[<>=!]+) |^\((NOT|~|-) |IS (NOT )?(TRUE|FALSE)|BETWEEN|IN \(|^CASE`

// deviationsOfArguments are those where MySQL contradicts its manual, or itself, by what an argument is made of.
func deviationsOfArguments() []departure {
	at := regexp.MustCompile
	any := at(``)
	return []departure{
		// 14.3: a text is the number that it begins with.
		{root: at(`^\(\$. [<>=!]`), how: at(`^row|^\d+ rows`), within: at(`(COALESCE|IFNULL)\(\d+, .*\) [<>=!]+ y\b|\by [<>=!]+ (COALESCE|IFNULL)\(\d+, `), reason: "COALESCE of a number that is written is that number, which is a year beside a YEAR; MySQL does not take it for a constant"},
		// 14.4.2, BETWEEN: types that are not the same are converted by 14.3, all three.
		{root: at(`BETWEEN`), how: at(`^row|^\d+ rows`), arg: at(`^(ti|tm)$`), families: has("IMXB"), reason: "a time between a number and others is compared as a number; MySQL takes the number for a time that it counts otherwise"},
		{root: at(`BETWEEN`), how: at(`^row|^\d+ rows`), arg: at(`^(da|dt|du|ts)$|^(DATE|TIMESTAMP)\b`), families: func(of string) bool {
			return len(of) == 3 && has("DW")(of[:1]) && has("IMX")(of[1:]) && has("STDW")(of[1:])
		}, reason: "MySQL's date between a number and a text or a time is never past the second"},
		// 14.24.4: a double is rounded to the nearest whole number.
		{root: at(asNumber), how: at(`^row|^\d+ rows`), arg: at(`^((CASE|IF|IFNULL|COALESCE)\b.*)?CAST\(.* AS DOUBLE\)`), reason: "MySQL drops the digits of CAST AS DOUBLE where it rounds those of other doubles"},
		// 14.10: NULL of NULL.
		{root: at(`^(CAST\(\$. AS TIME|TIME\(|ADDTIME|SUBTIME|TIMEDIFF|HOUR|MINUTE|SECOND|MICROSECOND|TIME_TO_SEC|TIME_FORMAT|TIMESTAMP\(\$., |EXTRACT\((HOUR|MINUTE|SECOND|MICROSECOND|DAY_))`), how: any, arg: at(`^CAST\(.* AS DOUBLE\)$`), reason: "MySQL takes the NULL of CAST AS DOUBLE for a time of zero"},
		// 13.2.6: the digits of a second are those of its type.
		{root: at(`^TIMESTAMP\(\$., |^(TIMEDIFF|ADDTIME|SUBTIME|TIMESTAMPADD|DATE_ADD|COALESCE|IFNULL|IF|CASE|FROM_UNIXTIME|SEC_TO_TIME)\b|INTERVAL|AS (DATETIME|TIME)`), how: any, only: onlyZeros, within: at(`(IF|IFNULL|COALESCE|CASE|NULLIF|ADDTIME|SUBTIME|LEAST|GREATEST)\b`), reason: "a text that is chosen among times shows six digits of a second as a time, and in MySQL as many as the times have"},
		{root: at(`^(ADDTIME|SUBTIME)\(`), how: at(`^row|^\d+ rows`), arg: at(`^(ADDTIME|SUBTIME|TIMESTAMPADD|DATE_ADD|DATE_SUB)\(|^TIMESTAMP\(.*, |INTERVAL`), families: func(of string) bool { return of[1:] == "W" || of[1:] == "D" }, reason: "the time of a moment is what it has behind its day; MySQL has none where it is moved"},
		{root: at(`^\{?BIT_`), how: at(`^row`), arg: at(`^NULLIF\(`), within: at(`OVER`), reason: "the number of what NULLIF gives of a moment has all its digits; in a window it is that which its text begins with in MySQL"},
		// 14.7: CONV takes a text.
		{root: at(`^(CONV|OCT|BIN)\(`), how: at(`^row|^\d+ rows`), within: at(`(CONV|OCT|BIN)\((TIME|TIMESTAMP|DATE)'`), reason: "MySQL writes over the text of a time that is written, row by row"},
		{root: at(`^(LEAST|GREATEST)\(`), how: at(`^row`), arg: at(`^(TIME|TIMESTAMP|DATE)'`), families: has("MXI"), reason: "MySQL writes over the text of a time that is written, row by row"},
		{root: at(`^\(\$. [=<>!]|BETWEEN|IN \(|^NULLIF`), how: at(`^ours: error 1525 |theirs \[(\d+ )*(NULL|0( NULL)?)\]|^\d+ rows, theirs \d+$`), arg: at(`^(IF|IFNULL|COALESCE|CASE)\b`), families: has("DW"), reason: "a number that is chosen among texts is a text beside a date; MySQL finds no date in it where it finds none in other texts without a NULL, or refuses them"},
		// 14.19.1, AVG: four digits more than the argument.
		{root: at(`^AVG\(`), how: at(`theirs \[(\d+ )?-?\d+\.\d{9}0\]`), families: has("TW"), reason: "the mean of times of six digits has ten; MySQL computes nine where no time has a fraction"},
		// 13.1.7: a number out of range is an error.
		{root: at(`^(SUM|AVG)\(`), how: at(`^ours: error 1690 .*DOUBLE value.*\ntheirs:  \[\[(\d+ )?0`), reason: "a sum past all doubles is out of range, and 0 in MySQL"},
		{root: at(`^\(\$. [-+*/%] |^\(\(\$., `), how: at(`^ours: error 1690 .*\ntheirs:  \[\[(\d+ )*NULL`), reason: "what stands behind a NULL is computed, and so may be out of range; MySQL does not look at it"},
		{root: at(`^UNIX_TIMESTAMP\(`), how: any, arg: at(`^CAST\(.* AS DOUBLE\)$`), reason: "MySQL takes the NULL of CAST AS DOUBLE for a number"},
		{root: at(`^(CASE|IF|IFNULL|COALESCE)\b`), how: at(`^\d+ rows|ours \[(\d+ )?-?\d+\.\d+\] .*theirs \[(\d+ )?-?\d+\.\d+\]`), within: at(` / `), reason: "a choice of quotients shows the digits of its type, and in MySQL those of what is chosen"},
		// 14.6.1: what has no sign where one operand of a subtraction has none is a difference of integers.
		{root: at(``), how: at(`^ours:  .*\ntheirs: error 1690 .*DECIMAL UNSIGNED value`), within: at(` / .* - `), reason: "a quotient of numbers without a sign is a decimal, from which a greater number can be taken; MySQL's has no sign"},
		{root: at(` DIV `), how: at(`^ours:  .*\ntheirs: error 1690 .*UNSIGNED`), arg: at(` / `), reason: "a quotient of numbers without a sign is a decimal, which may be below 0 by what it is divided by; MySQL's has no sign"},
		{root: at(`INTERVAL`), how: at(`^row \d+: ours \[\d+ [^\]]*\.\d{4}\]`), within: at(`INTERVAL \(.* / .*ORDER BY q`), reason: "moments that a quotient has moved are ordered by the digits that they show, and in MySQL by six"},
		{root: at(`INTERVAL|^TIME\(`), how: at(`:\d\d\.\d+\] .*theirs \[.*:\d\d\.\d+\]`), within: at(`INTERVAL \(.* / .*SECOND`), reason: "moments that a quotient has moved go by the digits that it shows, and in MySQL by six where a text is moved"},
		{root: at(`INTERVAL`), how: at(`^row`), within: at(`INTERVAL (PI\(|\(.*\bx\b.*SECOND)`), reason: "the microseconds of a double are rounded, and cut in MySQL"},
		{root: at(`^(GREATEST|LEAST|COUNT|FIELD|ADDTIME|SUBTIME|NULLIF)\(|XOR|BETWEEN|/ COUNT|^\(\$. [=<>!]|^\(\(\$., `), how: at(`^ours: error 1690 .*\ntheirs:  \[`), reason: "what stands behind a NULL or is counted where it cannot be one, is computed, and so may be out of range; MySQL does not look at it"},
		// 14.6.1: the digits of a quotient.
		{root: at(`IN \(|^\(\$. [=<>!]|BETWEEN|^(FIELD|NULLIF)\(|^CASE \$`), how: at(`^row|^\d+ rows`), arg: at(`\(.* / .*\)`), reason: "MySQL compares with digits of a quotient behind those that are kept here"},
		{root: at(`^\(\$. [-+*/%] `), how: at(`ours \[(\d+ )*-?\d+\.\d{4,}\] .*theirs \[(\d+ )*-?\d+\.\d{4,}(e[-+]\d+)?\]|ours \[(\d+ )*NULL\].*theirs \[(\d+ )*-?\d`), arg: at(` / `), reason: "MySQL computes with digits of a quotient behind those that are kept here"},
		{root: at(`^FROM_UNIXTIME\(`), how: any, arg: at(` / `), reason: "a moment of a quotient is that of the digits that it shows"},
		// docs/behaviour.md: UNHEX, CHAR and FROM_BASE64 give texts.
		{root: at(`^(ORD|ASCII)\(`), how: at(`row`), arg: at(`^(UNHEX|CHAR|FROM_BASE64)\(`), reason: "UNHEX, CHAR and FROM_BASE64 give texts where MySQL has bytes"},
		// docs/behaviour.md: the text of a double has all its digits, and the last ones depend on the library.
		{root: at(`^(LENGTH|CHAR_LENGTH|LEFT|RIGHT|SUBSTRING|SUBSTR|MID|REVERSE|CONCAT|CONCAT_WS|GROUP_CONCAT|MD5|SHA|SHA1|SHA2|HEX|TO_BASE64|CRC32|MOD|REPLACE|INSERT|LPAD|RPAD)\(|%|^(CASE|IF|IFNULL|COALESCE)`), how: at(`^row`), arg: at(`\b(SIN|COS|TAN|COT|ATAN|ATAN2|ASIN|ACOS|LN|LOG|LOG2|LOG10|EXP|SQRT|DEGREES|RADIANS|POW|POWER)\(`), reason: "the last digits of a double depend on the library"},
		{root: at(`^\{?(SIN|COS|TAN|COT|ATAN|ATAN2|ASIN|ACOS|LN|LOG|LOG2|LOG10|EXP|SQRT|DEGREES|RADIANS|POW|POWER)\b`), how: at(`^row`), within: at(`ORDER BY q`), reason: "the last digits of a double depend on the library"},
		{root: at(`^(IF|IFNULL|COALESCE|CASE)\b`), how: at(`\(double \[(false )*false\]\).*\(double \[(false )*true\]\)$`), within: at(`(\(|, )NULL(, |\))|NULL [-+*/%]|[-+*/%] NULL`), reason: "what is computed of NULL and exact numbers is exact, and a double in MySQL"},
		{root: at(`^(IF|IFNULL|COALESCE|CASE)\b`), how: at(`ours \[(\d+ )?3\.141593\].*theirs \[(\d+ )?3\.14159265358979`), within: at(`(ROUND|TRUNCATE)\(NULL, .*PI\(\)`), reason: "what is computed of NULL and exact numbers is exact, and a double in MySQL"},
		{root: at(`^CAST\(\$. AS CHAR`), how: at(`ours \[(\d+ )?-?\d+(\.\d+)?e\d+\].*theirs \[(\d+ )?-?\d+\]`), arg: at(`^(CASE|IF|IFNULL|COALESCE)\b`), reason: "a choice of whole numbers and doubles has the text of a double, and in MySQL that of what is chosen"},
		{root: at(`^(CASE|IF|IFNULL|COALESCE|ELT|CONCAT|CONCAT_WS|GREATEST|LEAST)\b`), how: at(`ours \[(\d+ )?-?\d+(\.\d+)?\] \(double \[(false )*false\]\), theirs \[(\d+ )?-?\d+\.\d*0\] \(double \[(false )*false\]\)$`), families: has("XMI"), reason: "the text of a double has the digits that it needs, and in MySQL those of what it is computed of"},
	}
}
