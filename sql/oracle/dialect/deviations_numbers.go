package dialect

import "regexp"

// deviationsOfNumbers are those of numbers, texts, JSON, groups and windows.
func deviationsOfNumbers() []departure {
	at := regexp.MustCompile
	any := at(``)
	return append(append(deviationsOfJSON(), faults()...), []departure{
		// docs/behaviour.md: all texts compare by their bytes, and bytes are as good as texts where a text is asked for.
		{root: any, how: at(`^ours:  .*\ntheirs: error (1267|1270|1271) `), within: at(`JSON_(TYPE|QUOTE|UNQUOTE|VALUE)|INET_NTOA|\bj\b`), reason: "texts have one collation, in which those of JSON compare with others"},
		{root: at(`REGEXP|RLIKE`), how: at(`^ours:  .*\ntheirs: error 3995 `), reason: "bytes are matched as texts are"},
		{root: at(`^JSON_QUOTE`), how: at(`theirs: error 3144`), reason: "UNHEX, CHAR and FROM_BASE64 give texts where MySQL has bytes"},
		{root: at(`^JSON_VALID|^(RPAD|LPAD|SUBSTRING|SUBSTR|MID|LEFT|RIGHT|LCASE|UCASE|LOWER|UPPER|CONCAT|REVERSE|INSERT|LENGTH|CHAR_LENGTH|CHARACTER_LENGTH)|LIKE`), how: at(`row`), within: at(`\b(UNHEX|CHAR|FROM_BASE64)\(`), reason: "UNHEX, CHAR and FROM_BASE64 give texts where MySQL has bytes"},
		{root: at(`^\(~|^\(\$. ([&|^]|<<|>>) |^BIT_`), how: at(`^row`), within: at(`\b(UNHEX|CHAR|FROM_BASE64)\(`), reason: "UNHEX, CHAR and FROM_BASE64 give texts where MySQL has bytes"},
		// docs/behaviour.md: constants are computed before anything runs, and a DECIMAL has 65 digits.
		{root: at(`^(IF|IFNULL|COALESCE|CASE|ELT)\b`), how: at(`^ours: error (3686|3685|1690) `), reason: "what is constant is computed wherever it stands, and in MySQL where it is chosen"},
		{root: at(`^\(\$. [-+*] `), how: at(`^ours: error 1690 .*DECIMAL value.*\ntheirs:  `), reason: "a DECIMAL has 65 digits, and what MySQL computes up to 81"},
		{root: at(`DIV`), how: at(`^ours:  .*\ntheirs: error 1690 .*BIGINT value`), within: at(`\bb DIV|9223372036854775808 DIV`), reason: "MySQL refuses the least BIGINT divided by 1"},
		// docs/behaviour.md: what is not supported is refused before anything runs.
		{root: any, how: at(`^ours: error 3064 `), within: at(`JSON_QUOTE\(`), reason: "an argument of another type is refused wherever it stands, and in MySQL where it is computed and not NULL"},
		{root: at(`^JSON_QUOTE`), how: at(`theirs: error 3064 `), within: at(`JSON_QUOTE\((IF|IFNULL|COALESCE|CASE|NULLIF)\b.*\b(en|se)\b`), reason: "what is chosen of an ENUM is a text, as an ENUM is, which MySQL's JSON_QUOTE refuses"},
		{root: at(`^(ATAN2?|POW|POWER|LOG|LN|LOG2|LOG10|EXP|SIN|COS|TAN|COT|ASIN|ACOS)\(`), how: at(`^\d+ rows, theirs \d+$`), within: at(`GROUP BY q`), reason: "the last digits of a double depend on the library"},
		{root: at(`^\(\$. [-+*/%] |^MOD|^(IF|IFNULL|COALESCE|CASE)\b`), how: at(`ours \[(\d+ )?-?0\.0{4,}\d+\].*theirs \[(\d+ )?(-?0|-?\d(\.\d+)?e-\d+)\]`), within: at(`\b(IF|IFNULL|COALESCE|CASE|GREATEST|LEAST)\b|PI\(\)`), reason: "a double shows its digits, and in MySQL so many as what it is computed of"},
		{root: at(`^\(\$. [-+*/%] |^MOD`), how: any, only: shownFewer, within: at(`\b(IF|IFNULL|COALESCE|CASE|NULLIF)\b.*(\b(da|dt|du|ts|ti|tm)\b|DATE|TIME)`), reason: "a double shows its digits, and in MySQL so many as what it is computed of"},
		{root: at(`^\(\$. [-+*] `), how: at(`^ours: error 1690 .*UNSIGNED value`), within: at(`\b(IF|CASE|IFNULL|COALESCE)\b.*18446744073709551615`), reason: "a constant choice is the number without a sign that it gives, and a decimal in MySQL"},
		{root: at(`DIV`), how: at(`ours \[(\d+ )?-?\d{16,}\].*theirs \[(\d+ )?-?\d{16,}\]`), within: at(`\b(x|s|tx|c|en)\b|\de-?\d|DOUBLE`), reason: "DIV by a double is one of doubles, and of decimals in MySQL"},
		{root: at(`^CAST\(\$. AS DOUBLE`), how: at(`theirs \[(\d+ )?-?0(\.\d+)?\]`), within: at(` / `), reason: "a quotient that a double is made of has all its digits, and in MySQL those that it shows"},
		{root: at(`^FROM_DAYS`), how: at(`^ours: error 1690 `), within: at(`18446744073709551615`), reason: "a number past 63 bits is no number of days, and too large for one"},
		// docs/behaviour.md: the digits of a DECIMAL are those of its column.
		{root: at(`^(IF|IFNULL|COALESCE|CASE|NULLIF|GREATEST|LEAST)\b`), how: at(`ours \[(\d+ )*-?\d+\.\d*0\] .*theirs \[(\d+ )*-?\d+(\.\d+)?\] \(double \[(false )*false\]\)$`), reason: "a choice of decimals shows the digits of its type in all rows, and in MySQL those of what is chosen"},
		{root: at(`^(CONCAT|CONCAT_WS|LENGTH|CHAR_LENGTH|CHARACTER_LENGTH|OCTET_LENGTH|BIT_LENGTH|CAST\(\$. AS CHAR|GROUP_CONCAT|REPEAT|REVERSE|RIGHT|TO_BASE64|QUOTE|REPLACE|FORMAT|MD5|SHA|SHA1|SHA2|CRC32)|LIKE|REGEXP`), how: at(`row`), within: at(`\b(IF|IFNULL|COALESCE|CASE|NULLIF|GREATEST|LEAST)\b.*(\d\.\d|\b[dew]\b)`), families: has("IM"), reason: "a choice of decimals shows the digits of its type in all rows, and in MySQL those of what is chosen"},
		{root: at(`^(SUM|AVG)\(`), how: any, only: onlyDigitZeros, within: at(`-? ?NULLIF\(\d+, (da|dt|du|ts|ti|tm|DATE|TIME)`), reason: "MySQL shows thirty digits of a sum of what NULLIF gives of a number beside a date"},
		{root: any, how: any, only: onlyDigitZeros, within: at(`\b(IF|IFNULL|COALESCE|CASE|NULLIF|GREATEST|LEAST)\b.*(\d\.\d|\b[dew]\b)`), reason: "a choice of decimals shows the digits of its type in all rows, and in MySQL those of what is chosen"},
		{root: at(`^\(\$. [/*] |^(SUM|AVG|ROUND|TRUNCATE)\(`), how: at(`ours \[(\d+ )*-?\d+\.\d{5,}\] .*theirs \[(\d+ )*-?\d+\.\d{5,}\]`), within: at(`\b(IF|IFNULL|COALESCE|CASE|NULLIF|GREATEST|LEAST)\b`), reason: "a choice of decimals has the digits of its type, and so has what it is divided by, and in MySQL those of what is chosen"},
		{root: at(`^\{?(STD|VAR)`), how: at(`ours \[(\d+ )?0\].*theirs \[(\d+ )?\d(\.\d+)?e-\d+\]`), reason: "a deviation is exact, and in MySQL has the digits that are left of a difference of large numbers"},
		{root: at(`^\(\$. DIV `), how: at(`ours \[(\d+ )*-?\d+\] .*theirs \[(\d+ )*-?\d+\]`), arg: at(` / `), reason: "MySQL computes with digits of a quotient behind those that are kept here"},
		// 14.19.1, VAR_SAMP: the mean of the squares is not taken from numbers near one another.
		{root: at(`^\{?(STD|VAR)`), how: any, only: nearly, reason: "a deviation is exact, and in MySQL has the digits that are left of a difference of large numbers"},
		// docs/behaviour.md: the digits of a quotient behind those that it shows.
		{root: at(`^(SUM|AVG|STD|STDDEV|STDDEV_POP|STDDEV_SAMP|VARIANCE|VAR_POP|VAR_SAMP)\(`), how: at(`ours \[(\d+ )?-?\d+\.\d+(e\d+)?\] .*theirs \[(\d+ )?-?\d+(\.\d+)?(e[+-]\d+)?\]`), within: at(` / `), reason: "a sum takes quotients with their digits, and in MySQL with those that they show where a temporary table holds them, which its plan decides"},
		{root: at(`^\(\$. [/%] |^(MOD|ROUND|TRUNCATE|ABS)\(|^\(\$. [-+*] `), how: at(`ours \[(\d+ )?-?\d+\.\d{5,}\] .*theirs \[(\d+ )?-?\d+\.\d{5,}\]|^\d+ rows, theirs \d+$`), within: at(` / .* / `), reason: "MySQL computes with digits of a quotient behind those that are kept here"},
		{root: at(`^\(\$. / `), how: at(`ours \[(\d+ )*-?\d+\.\d{9,}\] .*theirs \[(\d+ )*-?\d+\.\d{9,}\]`), families: has("MWT"), reason: "a quotient that shows nine digits or more has no more here, and its last one is rounded in MySQL"},
		{root: any, how: at(`^row 0`), within: at(` / .* q FROM .\) r ON v\.i = r\.q`), reason: "a join goes by all digits of a quotient, and in MySQL by those that it shows where it makes a table of hashes"},
		{root: at(`^(STD|STDDEV|STDDEV_POP|STDDEV_SAMP|VARIANCE|VAR_POP|VAR_SAMP)\(`), how: at(`double \[(false )*true\].*double \[(false )*true\]`), within: at(`~|\^|\d{19}|TIMESTAMP'`), reason: "MySQL computes the variance of numbers near 2^64 as that of doubles, which loses their digits"},
		// docs/behaviour.md: -0.
		{root: at(`^\(\$. [-+*/%] |^\(- |^(ROUND|TRUNCATE|CEIL|CEILING|FLOOR|LOG|MOD|ABS|IF|IFNULL|COALESCE|GREATEST|LEAST|NULLIF)\(|^CASE|^CAST\(\$. AS DOUBLE`), how: at(`^\d+ rows, theirs \d+$`), within: at(`GROUP BY q`), families: has("XSIMBT"), reason: "MySQL groups -0 and 0 apart"},
		{root: at(`^(AVG|SUM|COUNT)\(DISTINCT`), how: at(`double \[(false )*true\].*double \[(false )*true\]|ours \[(\d+ )?\d+\]`), within: at(`\b(x|tx|s|c|en|se|\d\S*e\d+)\b|AS DOUBLE|POW|FORMAT\(|SOUNDEX\(`), reason: "MySQL counts -0 and 0 as two"},
		{root: at(`^(SUM|AVG)\(`), how: at(`double \[(false )*true\].*double \[(false )*true\]`), within: at(`OVER|\bw\b`), reason: "a sum of doubles over rows of many magnitudes depends on their order"},
	}...)
}
