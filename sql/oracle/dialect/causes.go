package dialect

import "regexp"

// ofCauses are those where MySQL's manual has a rule, or MariaDB a fault, that shows only in what is made
// of an expression.
func ofCauses() []departure {
	at := regexp.MustCompile
	any, double := at(``), at(`double \[(false )*true\].*double \[(false )*false\]`)
	return []departure{
		// 13.3.6, ENUM: a text, of which arithmetic takes the number, as a double as of all texts.
		{root: at(`^\(\$. [-+*/%] |^MOD|^(SUM|AVG)`), how: double, within: at(`\b(en|se)\b`), reason: "the number of an ENUM is a double in arithmetic, and a whole number in MariaDB"},
		{root: at(`^\(\$. [-+*] `), how: at(`theirs: error 1690`), within: at(`\b(en|se)\b`), reason: "the number of an ENUM is a double in arithmetic, and a whole number in MariaDB"},
		// 14.4.2, LEAST: texts compare as texts, and the text that results is a number by what it begins with.
		{root: at(`^(IF|CASE)`), how: at(`row`), within: at(`(IF|WHEN )\(?(LEAST|GREATEST)\((\w+, )*(c|s|tx|en|se)\b`), reason: "LEAST and GREATEST compare texts as texts, also where a condition is asked for"},
		{root: at(`^\(\$. [=<>!]`), how: at(`row`), within: at(`(LEAST|GREATEST)\(((\w+|'[^']*'), )*(c|s|tx|en|se)\b`), reason: "LEAST and GREATEST compare texts as texts, also beside a number"},
		{root: at(`^\(\$. % |^MOD`), how: at(`row`), within: at(`(LEAST|GREATEST)\((\w+, )*(c|s|tx|en|se)\b`), reason: "LEAST and GREATEST compare texts as texts, also where a number is asked for"},
		{root: at(`^\(\$. [-+*/] `), how: double, within: at(`(LEAST|GREATEST)\(.*(DATE|TIME|\b(du|dt|ts|da|ti|tm)\b)`), reason: "a time among numbers is a text, which is a number by what it begins with"},
		{root: at(`^(ADDTIME|SUBTIME)`), how: at(`ours \[(\d+ )?NULL\]`), within: at(`(ADD|SUB)TIME\((LEAST|GREATEST)\(.*(DATE|TIME)`), reason: "a time among numbers is a text, and one of a date is no time"},
		// 14.7, ADDTIME: of a text it gives a text, which DATE_ADD reads as a date.
		{root: at(`^(WEEK|YEARWEEK|YEAR|MONTH|DAY\w*|QUARTER|TO_DAYS|LAST_DAY|TIMESTAMPDIFF|DATEDIFF)\(`), how: at(`ours \[(\d+ )?NULL\]`), within: at(`\(.*(ADD|SUB)TIME\(('|\d|c\b|s\b|tx\b|en\b|se\b)`), reason: "ADDTIME of a text gives a text, which WEEK reads as a date; MariaDB knows it for a time"},
		{root: at(`^TIMESTAMPADD|INTERVAL`), how: at(`ours \[(\d+ )?NULL\]`), within: at(`(ADD|SUB)TIME\([A-Z_]+\(`), reason: "ADDTIME of a text gives a text, which DATE_ADD reads as a date; MariaDB knows it for a time"},
		// 14.7, ADDTIME: NULL has no digits of a second.
		{root: at(`^(ADDTIME|SUBTIME)`), how: at(`ours \[.*\d0{3}\] .*theirs \[.*:\d\d\.\d{1,5}\]|ours \[.*:\d\d\] .*theirs \[.*\.0+\]`), within: at(`(ADD|SUB)TIME\((\d|TRUE|FALSE|\(|[a-z]+,)`), reason: "ADDTIME of a number is a text, with six digits of a second or none"},
		{root: any, how: at(`ours \[.*:\d\d(\.\d+)?\] .*theirs \[.*:\d\d(\.\d{6})?\]`), within: at(`((ADD|SUB)TIME|TIMESTAMP)\((NULL, |.*, NULL\))`), reason: "ADDTIME with NULL has the digits of its other argument, and six or none in MariaDB"},
		{root: at(`^TIMESTAMPADD|INTERVAL`), how: at(`ours \[.*:\d\d\.0{6}\] .*theirs \[.*:\d\d\]`), within: at(`FROM_UNIXTIME\(.*, '%`), reason: "a moved text that is made of columns has six digits of a second"},
		// 13.2.2: a moment without delimiters has 6, 8, 12 or 14 digits.
		{root: at(`^TIMESTAMPADD|INTERVAL|^TIMESTAMP\(`), how: at(`ours \[(\d+ )?NULL\]`), within: at(`\bCONV\(.*, 2\)`), reason: "a text of more than fourteen digits is no moment, and MariaDB reads its first fourteen"},
		// 14.7, FROM_DAYS and STR_TO_DATE: no date is NULL, as there are no dates with zeros.
		{root: at(`^\(\$. <=> `), how: at(`rows`), within: at(`FROM_DAYS\((0|CAST\(0)`), reason: "there are no dates with zeros"},
		{root: at(`^DATE_FORMAT`), how: at(`ours \[(\d+ )?NULL\].*(12:00:00 AM|00:00)`), within: at(`FROM_DAYS\(`), reason: "there are no dates with zeros"},
		{root: at(`^\(\$. <=> `), how: at(`rows`), within: at(`TIMESTAMP\(NULLIF\(\d`), reason: "a number that is no moment is NULL here"},
		{root: any, how: at(`ours \[\d+ 0000-\d\d-\d\d\b`), within: at(`FROM_DAYS`), reason: "13.2.2: days before the year 1000 might work, and MariaDB knows none of the year 0"},
		{root: at(`^(IF|IFNULL|COALESCE|CASE|NULLIF)\b`), how: at(`ours \[.*\.0{6}\]`), within: at(`TIMESTAMP\(UNHEX\('`), reason: "a text that is no moment has six digits of a second, whatever made it"},
		{root: at(`^DATE_FORMAT`), how: at(`ours \[(\d+ )?NULL\].*(12:00:00 AM|00:00)`), within: at(`(IF|IFNULL|COALESCE|CASE|NULLIF)\b.*\b[xedbiuw]\b`), reason: "a text of zero is no date, and one of zeros in MariaDB"},
		{root: at(`REGEXP|LIKE`), how: at(`row`), within: at(`CAST\(('[^0-9]|TRUE|FALSE|\(?-?\d\b)[^()]*\)? AS (DATE|TIME)`), reason: "what is no date is NULL here and a date of zeros in MariaDB"},
		{root: at(`^\(\$. [<>=!]`), how: at(`row`), within: at(`TIMESTAMP\('(1e3|-3.5|12|[a-z])`), reason: "what is no date is NULL here and a date of zeros in MariaDB"},
		{root: at(`OVER`), how: at(`ours \[\d+ NULL\].*theirs \[\d+ (\d{4}-\d\d-\d\d )?00:00:00`), within: at(`AS TIME`), reason: "what is no time is NULL, and 00:00:00 over MariaDB's windows"},
		{root: at(`^TIMESTAMPDIFF`), how: at(`row`), within: at(`TIMESTAMP\('`), reason: "what is no date is NULL here and a date of zeros in MariaDB"},
		// 14.7, DATE_ADD: of what is no date or moment itself it is a text.
		{root: at(`^(IF|IFNULL|COALESCE|CASE|NULLIF)\b`), how: at(`ours \[\d+ .* 00:00:00\] .*theirs \[\d+ \d{4}-\d\d-\d\d\]`), within: at(`\((e|d|b|i|u|w|x|su) [-+] INTERVAL`), reason: "a number of a column that is moved is a moment here, and a text in MySQL"},
		// 14.6.1: what is exact has no -0, also where it is a quotient.
		{root: at(`^\(\$. % |^MOD`), how: at(`^\d+ rows`), within: at(` / .*GROUP BY q`), reason: "MariaDB groups by the sign of a decimal of zero"},
		// 14.12: BIGINT UNSIGNED; a double past it is out of range, and what MySQL makes of a decimal has 64 bits.
		{root: at(`^INET_NTOA|^\(\$. [|&^] `), how: at(`ours: error 1690.*( AS BIGINT\)|BIGINT value)`), reason: "a double past 63 bits is no whole number"},
		{root: at(`^INET_NTOA`), how: at(`ours \[NULL\]`), within: at(`(LEAST|GREATEST)\(.*18446744073709551615`), reason: "the greatest of a number and an unsigned one is a decimal, of which MariaDB takes other bits"},
		{root: at(`^ABS`), how: at(`^ours: error 1690.*BIGINT`), within: at(`\b(IF|CASE|COALESCE|IFNULL)\b.*\bsu\b`), reason: "a BIGINT among SMALLINT UNSIGNED is a BIGINT, and a decimal in MariaDB"},
		{root: at(`^\(\$. [-+*] `), how: at(`^ours: error 1690.*UNSIGNED`), families: has("T"), within: at(`AS UNSIGNED|\bs?u\b`), reason: "a TIME is a whole number in arithmetic, which an unsigned one makes unsigned, and a decimal in MariaDB"},
		{root: at(`^BIT_XOR`), how: at(`row`), within: at(`(COALESCE|IFNULL|IF|CASE|NULLIF)\b.*\b(u|18446744073709551615)\b`), reason: "a decimal of 64 bits has all of them; MariaDB's has 63"},
		{root: at(`^\(\$. [|&^] `), how: at(`row`), within: at(`(COALESCE|IFNULL|IF|CASE)\b.*\d\.\d.*\b(da|dt|du|ts|ti|tm|s|tx|c)\b`), reason: "MariaDB rounds the number in a text that a choice gives"},
		{root: at(`^\(\$. [|&^] `), how: at(`row`), within: at(`NULLIF\(0\.5e0`), reason: "MySQL rounds doubles to even whole numbers"},
		{root: at(`^HEX`), how: at(`theirs \[.*F{16}\]`), within: at(`\b(IF|CASE|COALESCE|IFNULL)\b.*\bsu\b`), reason: "a BIGINT among SMALLINT UNSIGNED is a BIGINT, and a decimal past 64 bits in MariaDB"},
		{root: at(`^BIT_COUNT`), how: at(`row`), within: at(`(COALESCE|IFNULL|IF|CASE|NULLIF)\b.*\b[eds]\b`), families: has("IS"), reason: "MariaDB rounds the number in a text that a choice gives"},
		{root: at(`^\(\$. [|&^] `), how: at(`^ours: error 1690.*UNSIGNED`), within: at(`ROUND\(.*, -\d+\)`), reason: "MariaDB's ROUND of a BIGINT to tens is a decimal"},
		{root: at(`^(IF|IFNULL|COALESCE|CASE|NULLIF|GREATEST|LEAST)\b`), how: at(`^ours: error 1690.*UNSIGNED`), within: at(`\(18446744073709551615 \+ CAST\([a-z]+ AS UNSIGNED\)`), reason: "MySQL takes the bits of a double below zero, and MariaDB 0"},
		{root: at(`DIV|^GROUP_CONCAT`), how: at(`theirs \[.*2147483647`), within: at(` DIV `), reason: "MariaDB gives the text of a large DIV of a double 32 bits"},
		// 13.1.3: a DECIMAL has at most 65 digits.
		{root: at(`^\(\$. \* `), how: at(`^ours: error 1690.*DECIMAL value`), within: at(` \* .* \* `), families: has("IM"), reason: "a product of more than 65 digits is out of range, and MariaDB's of more than 81"},
		// 14.7, UNIX_TIMESTAMP: as many digits as the moment of a text has, six.
		{root: at(`^(IF|IFNULL|COALESCE|CASE)\b`), how: at(`ours \[.*\.\d*0{5}\]`), within: at(`UNIX_TIMESTAMP\(TIMESTAMPADD\(.*NULL\)`), reason: "UNIX_TIMESTAMP of a text has six digits of a second"},
		// 14.4.2, BETWEEN: a >= b AND a <= c.
		{root: at(`BETWEEN`), how: at(`row`), within: at(`CASE .* BETWEEN (ti|tm) AND IFNULL\(y, `), reason: "times and numbers are compared as numbers in MySQL, and a NULL bound leaves what the other says"},
	}
}

// ofDigits are those of the digits of doubles and times, and of the sign of their zeros.
func ofDigits() []departure {
	at := regexp.MustCompile
	any := at(``)
	return []departure{
		// 14.6.2: doubles have all their digits.
		{root: at(`^(MAX|MIN)\b`), how: at(`theirs \[.*1e\+17\]`), within: at(`(TRUNCATE|ROUND)\(x\b`), reason: "MariaDB takes the greatest double that so many digits are shown of"},
		{root: at(`^STRCMP`), how: at(`row`), within: at(`\b(CEIL|CEILING|FLOOR)\(x\)`), reason: "MariaDB writes a double of 17 digits without an exponent"},
		{root: at(`^(COALESCE|IFNULL|IF|CASE)\b`), how: at(`ours \[.*\d\.\d{14,}(e\d+)?\]`), within: at(`\b(POW|POWER)\(.*TIME\(`), reason: "the last digits of a double depend on the library, and a choice beside a time shows them in a text"},
		{root: at(`^CONV|LENGTH\(`), how: at(`row`), within: at(`(CONV|LENGTH)\((CEIL|CEILING|FLOOR)\(x\)`), reason: "MariaDB writes a double of 17 digits without an exponent"},
		{root: at(`OVER`), how: at(`row`), within: at(`OVER \((PARTITION|ORDER) BY (LOG|LN|LOG2|LOG10|EXP|SIN|COS|TAN|COT|ASIN|ACOS|ATAN2?|POW|POWER)\(`), reason: "the last digits of a double depend on the library"},
		{root: at(`^(ASCII|ORD)\(`), how: at(`ours \[\d+ 45\].*theirs \[\d+ 48\]`), within: at(`\bx\b`), reason: "a double of zero shows its sign"},
		{root: at(`^REPEAT`), how: at(`ours \[\d+ -.*theirs \[\d+ 0+\]`), within: at(`REPEAT\(\(- x\), \d\) q .*ORDER BY q`), reason: "a double of zero shows its sign, and is ordered by it as a text"},
		// 14.6.2, FLOOR: a number, also of a TIME that is chosen.
		{root: at(`^(FLOOR|CEIL|CEILING)`), how: at(`theirs \[(\d+ )?-?\d+:\d\d:\d\d\]`), within: at(`(FLOOR|CEIL|CEILING)\((NULLIF|IFNULL|COALESCE|IF|CASE)\b.*\b(TIME'|ti\b|tm\b)`), reason: "MariaDB's whole of a time is a time; it is a number in MySQL"},
		// 14.7, TIME_FORMAT: hours of a time may have a sign, for which MariaDB has no room in MIN and MAX.
		{root: at(`^(MIN|MAX)`), how: at(`ours \[(\d+ )?-\d\d:\d\d:\d\d\].*theirs \[(\d+ )?-\d\d:\d\d:\d\]`), within: at(`(MIN|MAX)\(TIME_FORMAT\(`), reason: "MariaDB cuts the last digit of a time below zero"},
		// 14.3: a text in arithmetic is a double, whose digits behind the point are as many as it has.
		{root: at(`LIKE`), how: at(`^\d+ rows`), within: at(`\(CAST\(\w+ AS CHAR(\(\d\))?\) \* CAST\(\w+ AS DECIMAL\(65,30\)\)\) (NOT )?LIKE`), reason: "MariaDB shows thirty digits of a double that is made of a decimal with as many"},
		{root: any, how: at(`ours \[.*-0\] .*theirs \[(.* )?0\]`), within: at(`tx [-*] |'-?\d[^' ]*' \* |'[^']*' / \(-`), reason: "a double of zero shows its sign"},
	}
}
