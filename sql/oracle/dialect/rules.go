package dialect

import "regexp"

// ofRules are those where MySQL's manual has a rule that MariaDB departs from.
func ofRules() []departure {
	at := regexp.MustCompile
	any, otherKind := at(``), at(`double \[(false )?false\].*double \[(false )?true\]`)
	return []departure{
		{root: at(`^\(\$B (AND|OR|XOR)|^\(NOT|^(GREATEST|LEAST)`), how: at(`row`), within: at(`WHERE.*(LEAST|GREATEST)|(LEAST|GREATEST)\((\w+, )*(c|s|tx|en|se)\b`), reason: "LEAST and GREATEST compare texts as texts, also where a condition is asked for"},
		{root: at(`^\(\$. ([=<>!])`), how: at(`rows`), within: at(`TIMESTAMP\((LEAST|GREATEST)\(`), reason: "LEAST and GREATEST compare texts as texts, also where a moment is asked for"},
		{root: at(`^BIT_`), how: at(`row`), within: at(`LEAST|GREATEST`), reason: "LEAST and GREATEST compare texts as texts, and of a number below zero and an unsigned one they are a decimal"},
		// 14.4.2, LEAST: if any argument is a nonbinary string, the arguments are compared as such. The text that results is a number by what it begins with.
		{root: at(`^CAST\(\$. AS (DECIMAL|DOUBLE)|^CONVERT|^\(\$S [-+*] `), how: any, within: at(`LEAST|GREATEST`), families: has("S"), reason: "LEAST and GREATEST compare texts as texts, also where a number is asked for"},
		{root: at(`^(GREATEST|LEAST)`), how: any, within: at(`v\.i = r\.q`), families: has("S"), reason: "LEAST and GREATEST compare texts as texts, also where a number is asked for"},
		// Likewise: what LEAST gives of texts and numbers is a text, and so is a choice between it and a number.
		{root: at(`^(IF|IFNULL|COALESCE|CASE|NULLIF|ELT|GREATEST|LEAST)\b`), how: otherKind, within: at(`LEAST|GREATEST`), reason: "LEAST and GREATEST of a text and numbers are a text"},
		// 14.6.1: the scale of a quotient is that of the first operand and div_precision_increment, 4; an operand has the scale of its type, whatever its value is.
		{root: at(`^\(\$. / `), how: at(`rows|\d\.\d`), within: at(`(LEAST|GREATEST|COALESCE|IFNULL|IF|CASE)\b`), reason: "a quotient has the digits of its operands' types; MariaDB's has those of the value that was chosen"},
		// 15.2.15.5: (a, b) = (x, y) is (a = x) AND (b = y), so the second pair says nothing where the first differs, and a NULL beside what is equal is unknown.
		{root: at(`^\(\(\$., \$.\) IN`), how: at(`theirs: error 1690`), reason: "the second of a pair is not evaluated where the first decides"},
		{root: at(`IS (NOT )?NULL|^ISNULL|^COUNT`), how: any, within: at(`\(\(.*, .*\) = \(`), reason: "a comparison of rows with NULLs is unknown"},
		// 14.3: a text in arithmetic is a double.
		{root: at(`^\(\$S [-+*] `), how: at(`double \[(false )?true\]`), within: at(`AS CHAR\b|INET_NTOA`), reason: "MariaDB drops the digits of a text that is made beside a whole number or a decimal"},
		{root: at(`^NULLIF`), how: at(`922337203685477580`), within: at(`(CASE|IF|COALESCE)\b`), reason: "a text and a whole number are compared as doubles"},
		// 14.7, DATE_ADD and ADDTIME: of what is no date, moment or time itself they are a text, which is a number by what it begins with.
		{root: at(`^CAST\(\$. AS (DECIMAL|DOUBLE|SIGNED)|^\(\$. [-+*/%&|^]|^(MOD|ABS|SIGN|FLOOR|CEIL|CEILING|ROUND|TRUNCATE)\b`), how: any, within: at(`INTERVAL|TIMESTAMPADD|(ADD|SUB)(DATE|TIME)\(|DATE_(ADD|SUB)\(`), families: has("STDW"), reason: "a moved text is a text"},
		{root: at(`^TIMESTAMPADD|INTERVAL|^DATE_(ADD|SUB)`), how: at(`\.\d*00\]`), within: at(`(IFNULL|COALESCE|IF|CASE)\b`), reason: "a moved text shows six digits of a second, or none"},
		{root: at(`^(IF|IFNULL|COALESCE|CASE)\b`), how: at(`ours \[.*:\d\d\] .*theirs \[.*\.0{6}\]`), within: at(`INTERVAL|TIMESTAMPADD`), reason: "a moved text shows six digits of a second, or none"},
		// 13.2.8: a TIME as a DATETIME is added to the current date, whatever its hours are.
		{root: at(`^TIMESTAMP\(`), how: at(`theirs \[.*NULL\]`), families: has("T"), reason: "a TIME past a day is a moment"},
		{root: at(`^DATE_FORMAT`), how: at(`rows|613566757`), within: at(`(LEAST|GREATEST)\(`), reason: "there are no dates with zeros, which MariaDB's LEAST gives of NULL"},
		{root: at(`^DATE_FORMAT`), how: at(`theirs \[.*(613566757|0000| -\d\d:)`), within: at(`TIME'|\b(ti|tm)\b`), reason: "a TIME that is formatted with a date is one of today"},
		{root: at(`^DATE_FORMAT`), how: at(`ours \[.*NULL\]`), within: at(`\bti\b`), reason: "a time as a text is a date with zeros, which there are none of"},
		{root: at(`IN \(`), how: at(`ours \[.*NULL\]`), within: at(`FROM_DAYS\(0\)`), reason: "there are no dates with zeros"},
		// 14.7, DATE_ADD: its argument is a date or a moment, also where it is a text.
		{root: at(`INTERVAL`), how: any, within: at(`(ADD|SUB)TIME\((c|s|tx|en|se), `), reason: "ADDTIME of a text gives a text, which DATE_ADD reads as a date; MariaDB knows it for a time"},
		// 14.7: a function of dates is NULL where its argument is none, and NULL <=> NULL is true; MariaDB's moment of such a text is one of zeros.
		{root: at(`<=>`), how: at(`^\d+ rows, theirs \d+$`), within: at(`WHERE \(TIMESTAMP\(SUBSTRING_INDEX\(tx, '[^']*', \w+\)\) <=> CONVERT_TZ\(`), reason: "a text that is no moment is NULL, which a moment out of range is, too"},
		{root: at(`^\(\$. <`), how: at(`ours \[0 NULL\].*theirs \[\d+ \d+\]`), within: at(`AND \(TIMESTAMP\(INSERT\(en, \w+, \d+, en\)\) < `), reason: "a text that is no moment is NULL, so that nothing is less or more than it"},
		{root: at(`^COALESCE`), how: at(`^\d+ rows, theirs 0$`), within: at(`WHERE COALESCE\(TIMESTAMP\(REGEXP_REPLACE\(\d{4}, `), reason: "a text that is no moment is NULL, and another argument is taken"},
		// 13.2.8: a TIME as a DATETIME is one of today.
		{root: at(`^TIMESTAMPADD`), how: at(`theirs \[NULL\]`), within: at(`TIMESTAMPADD\((YEAR|MONTH|QUARTER|WEEK|DAY), .*TIME'`), reason: "a time and days or months are a moment of today"},
		// 14.6.2, ROUND: of a date it is a double, and so is a choice between one and a decimal.
		{root: at(`^(IF|IFNULL|COALESCE|CASE)\b`), how: at(`\(double \[(false )*true\]\).*\(double \[(false )*false\]\)`), within: at(`(ROUND|TRUNCATE|ABS|FLOOR|CEIL|CEILING|\(-) ?\(?(da|dt|du|ts|ti|tm|DATE'|TIME'|TIMESTAMP')`), reason: "MariaDB rounds a date or a time to a whole number or a decimal"},
		// 13.2.8: a TIME among dates is one of today.
		{root: at(`^(IFNULL|COALESCE)\(`), how: at(`ours \[\d{4}-\d\d-\d\d \d\d:.*theirs \[NULL\]`), within: at(`(IFNULL|COALESCE)\(STR_TO_DATE\(.*TIME(DIFF)?\(`), reason: "MariaDB gives NULL for a TIME where the date before it is none"},
	}
}

// ofFunctions are those of single functions, and of what has them for arguments.
func ofFunctions() []departure {
	at := regexp.MustCompile
	any := at(``)
	return []departure{
		// 14.7, TIME_TO_SEC: a whole number of seconds.
		{root: any, how: at(`\.\d`), within: at(`TIME_TO_SEC`), reason: "TIME_TO_SEC is whole in MySQL"},
		{root: at(`^TIMESTAMPADD`), how: any, families: has("T"), within: at(`YEAR|MONTH|QUARTER|WEEK|DAY`), reason: "a time and days or months are a moment of today"},
		// 14.7, DATE_FORMAT: %f is microseconds, 000000 to 999999.
		{root: any, how: at(`\d{5}0\b`), within: at(`TIME_FORMAT\(.*%f`), reason: "six digits for %f"},
		// 14.7, CONVERT_TZ: moments up to the year 3001 are converted.
		{root: at(`^CONVERT_TZ`), how: at(`theirs \[.*2038-01-19`), reason: "MariaDB converts no moments after the first seconds of 2038-01-19"},
		// 14.6.2, ROUND: of a whole number the result is one, which beside an unsigned one is unsigned.
		{root: at(`^\(\$. [-+*] `), how: at(`ours: error 1690.*UNSIGNED`), within: at(`ROUND\(.*, -\d+\)`), reason: "MariaDB's ROUND of a BIGINT to tens is a decimal"},
		// 14.6.2, CEILING: an integer, or a double.
		{root: at(`^(CEIL|CEILING|FLOOR)\(`), how: at(`theirs \[(\d+ )?(\d{4}-\d\d-\d\d|-?\d+:\d\d:\d\d)`), reason: "MariaDB's whole of a moment is a moment"},
		// 13.3.6, ENUM: the value is a text, and a time of a text of a column has six digits.
		{root: any, how: at(`ours .*\.0{6}\]`), within: at(`(TIME|TIMESTAMP|TIMEDIFF)\(([^()]*, )?(en|se)\b`), reason: "MariaDB gives a time of an ENUM or a SET no digits of a second"},
		// 14.17.5, JSON_TYPE: a text, which MariaDB loses in what is made of it.
		{root: any, how: any, within: at(`(CONCAT|TIME)\(JSON_TYPE\(`), reason: "MariaDB loses the text of JSON_TYPE in CONCAT and TIME"},
		// 14.6.2, PI: the value has all digits of a double, also where six are shown.
		{root: at(`^\(\$. [-+*] `), how: at(`theirs \[.*1e\+17\]`), within: at(`PI\(\).*GROUP BY q`), reason: "MariaDB groups by the greatest double that so many digits are shown of"},
		{root: at(`^COUNT\(DISTINCT`), how: any, within: at(`PI\(\) / `), reason: "MariaDB takes doubles for one that show the same digits"},
		// 14.6.2, COT and others: what is never NULL is not computed to find out whether it is.
		{root: at(`IS (NOT )?NULL|^ISNULL`), how: at(`theirs: error 1690`), reason: "a number that cannot be NULL is not computed for IS NULL"},
		// 14.6.1: -0 is 0 where it is exact.
		{root: at(`^NULLIF`), how: at(`row`), within: at(` % |MOD\(`), families: has("M"), reason: "a decimal of zero has no sign, and MariaDB groups and compares by it"},
		// 14.7, UNIX_TIMESTAMP: an integer of a moment without digits of a second, whose product has 64 bits.
		{root: at(`^\(\$. \*`), how: at(`^ours: error 1690.*BIGINT`), within: at(`UNIX_TIMESTAMP\(`), reason: "MariaDB's UNIX_TIMESTAMP is a decimal"},
		// 14.3: a text is the whole number that it begins with.
		{root: at(`^BIT_COUNT`), how: at(`row`), within: at(`(NULLIF|COALESCE|IFNULL|IF|CASE)\b.*'-?\d+\.\d`), reason: "MariaDB rounds the number in a text that a choice gives"},
		// 13.2.1: a text that is compared with a date is one, and an error where it says none.
		{root: at(`IN \(|^\(\$. [=<>!]|BETWEEN|^NULLIF|^CASE \$`), how: at(`^ours: error 1525`), reason: "a text that is no date is error 1525"},
		// 14.7, TIMESTAMP: a text that is no moment has six digits of a second, whatever made it.
		{root: at(`^(IF|IFNULL|COALESCE|CASE|NULLIF)\b`), how: at(`ours \[.*\.0{6}\]`), within: at(`TIME(STAMP)?\(CAST\([^()]* AS CHAR`), reason: "MariaDB takes no digits of a second from CAST to CHAR"},
		{root: at(`^(LAG|LEAD|FIRST_VALUE|LAST_VALUE|NTH_VALUE)\(`), how: at(`row`), within: at(`\(TIME_FORMAT\(`), reason: "MariaDB cuts a formatted time of a sign or three digits of hours"},
		// 14.6.1: beside an unsigned number the result is one, which is out of range below 0.
		{root: at(`^\(\$. [-+] `), how: at(`ours: error 1690.*BIGINT UNSIGNED`), within: at(`(IFNULL|COALESCE|IF|CASE)\b.*\b(su|u)\b`), reason: "a choice of a number with a sign and one of fewer bits without is a whole number; it is a decimal in MariaDB"},
		// 14.8, REPEAT: the text so many times, however long it is.
		{root: at(`^(MIN|MAX)`), how: at(`row`), within: at(`REPEAT\(TIME_FORMAT`), reason: "MariaDB cuts a text that repeats a time of three digits of hours"},
		// 13.1.2: a literal past 63 bits is unsigned.
		{root: any, how: at(`rows`), within: at(`WHERE.*ABS\(18446744073709551615\)`), reason: "MariaDB looks for -1 in a condition where ABS of an unsigned number is asked for"},
		{root: at(`^\(\$. %|^MOD`), how: any, families: has("DWT"), reason: "DECIMAL and a moment make a DECIMAL in MySQL"},
		// 14.12: operands of bit operations are BIGINT UNSIGNED; a double that is none is out of range.
		{root: at(`^BIT_`), how: at(`ours: error 1690.* AS BIGINT\)`), reason: "a double past 63 bits is no whole number"},
		{root: at(`^(IF|IFNULL|COALESCE|CASE|NULLIF)\b`), how: at(`\.000000\]`), within: at(`CASE.*\b(ti|tm)\b`), reason: "a TIME among dates is one of today in MariaDB"},
		{root: any, how: at(`ours \[.*-0\] .*theirs \[.* 0\]`), within: at(`\(- |x \* |AS DOUBLE\)`), reason: "a double of zero shows its sign"},
		{root: at(`^(IF|IFNULL|COALESCE|CASE)\b`), how: any, within: at(`\(- x\).*ORDER BY q`), reason: "a double of zero shows its sign, and is ordered by it as a text"},
		{root: at(`^(IF|IFNULL|COALESCE|CASE|NULLIF)\b`), how: at(`\.000000\]`), within: at(`\((e|d|b|i|u|w|x|su) [-+] INTERVAL`), reason: "a number of a column that is moved is a moment here, and a text in MySQL"},
		{root: at(`^(IF|IFNULL|COALESCE|CASE|NULLIF)\b`), how: at(`double \[(false )?false\].*double \[(false )?true\]`), within: at(`NULL [-+*/%]|[-+*/%] NULL|MOD\([^()]*NULL`), reason: "arithmetic with the literal NULL is of the other's type here, and of doubles in MySQL"},
		{root: at(`^BIT_`), how: at(`theirs \[.*92233720368547\d{5}\]`), within: at(`18446744073709551615|~|\bu\b`), reason: "a decimal of 64 bits has all of them; MariaDB's has 63"},
		{root: any, how: at(`theirs \[.*(æ|Ã|ã|ð)`), reason: "MariaDB takes a text beside that of a number for one of latin1"},
		{root: at(`REGEXP`), how: any, within: at(`JSON_`), reason: "texts of JSON have a collation of their own in MariaDB"},
		{root: at(`^(SUBSTRING|SUBSTR|MID|RIGHT|LEFT|REPLACE|INSERT|LPAD|RPAD|LOCATE|INSTR|POSITION)`), how: at(`row`), within: at(`\b(LOG|LN|LOG2|LOG10|EXP|SIN|COS|TAN|COT|ASIN|ACOS|ATAN2?|POW|POWER|SQRT|DEGREES|RADIANS)\(`), reason: "the last digits of a double depend on the library"},
		{root: at(`^(LPAD|RPAD|UPPER|LOWER|UCASE|LCASE|SUBSTRING|SUBSTR|MID|LEFT|RIGHT|REVERSE|INSERT|LOCATE|INSTR|POSITION)`), how: any, within: at(`FROM_BASE64|CHAR\(|UNHEX`), reason: "what a function of bytes gives is counted by characters here"},
		// 14.17.5, JSON_TYPE: a text of utf8mb4_bin, in which capitals come first.
		{root: at(`^(GREATEST|LEAST)`), how: at(`row`), within: at(`(GREATEST|LEAST)\(.*JSON_TYPE\(`), reason: "MariaDB compares the text of JSON_TYPE without regard to case"},
		{root: at(`LIKE`), how: at(`row`), within: at(`TIMESTAMP\(SOUNDEX\(`), reason: "what is no date is NULL here"},
		{root: at(`^NULLIF`), how: at(`row`), within: at(`NULLIF\(CAST\(\d\S*e\d+ AS CHAR\), JSON_QUOTE`), reason: "MariaDB cuts the text of a double that it compares with one of JSON"},
	}
}

// ofAnswers are those where MySQL's answer was not what its manual led to expect before it was asked.
func ofAnswers() []departure {
	at := regexp.MustCompile
	return []departure{
		// 14.8, FIND_IN_SET: of a column of SET the bits are looked at, whose places are those of the definition.
		{root: at(`^FIND_IN_SET`), how: at(`row`), within: at(`FIND_IN_SET\(.*, se\)`), reason: "MariaDB gives the place among the members that a row has, unless a constant is looked for"},
		// 14.5, CASE: what is chosen of a date, a time or an ENUM and others is a text, of whose number 14.3 speaks.
		{root: at(`^CAST\(\$. AS (DECIMAL|DOUBLE)|^\(\$. ([-+*/%&|^=<>!]|DIV|<<|>>)|^\(- |^(SUM|AVG|STD\w*|VAR\w+|BIT_\w+|MOD|ABS|SIGN|ROUND|TRUNCATE|FLOOR|CEIL|CEILING|FORMAT|FROM_UNIXTIME|SQRT|IF|CASE)\b|IN \(|BETWEEN|INTERVAL|AND|OR|NOT`), how: at(`row`), within: at(`\b(IF|CASE|NULLIF|ELT)\b.*(\b(da|dt|du|ts|ti|tm|en|se)\b|DATE|TIME)`), reason: "a choice has the number of what is chosen, and in MariaDB the one that its text begins with"},
		// 14.24, IS_IPV4: NULL of NULL.
		{root: at(`^IS_IPV[46]|^ISNULL|^\(\$. (IS|<=>)`), how: at(`row`), within: at(`IS_IPV[46]\(`), reason: "whether NULL is an address is NULL, and 0 in MariaDB"},
	}
}
