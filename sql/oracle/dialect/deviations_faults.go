package dialect

import "regexp"

// deviationsOfJSON are those of what JSON makes of other values.
func deviationsOfJSON() []departure {
	at := regexp.MustCompile
	return []departure{
		{root: at(`^JSON_(ARRAY|OBJECT)`), how: at(`theirs.*base64:type`), within: at(`UNHEX|CHAR\(|FROM_BASE64|SUBSTR|MID|LEFT|RIGHT|TRIM`), reason: "bytes are texts in JSON, and base64 of them with the number of their type in MySQL"},
		{root: at(`^JSON_(ARRAY|OBJECT)`), how: at(`row`), within: at(` [-+/%*] |MOD\(|UNIX_TIMESTAMP\(`), reason: "a decimal has the digits of its type in JSON, and in MySQL one of zero none, and a quotient those that are not shown"},
		{root: at(`^JSON_(ARRAY|OBJECT)`), how: at(`row`), within: at(`\b(IF|IFNULL|COALESCE|CASE|NULLIF|GREATEST|LEAST)\b`), reason: "a choice of decimals shows the digits of its type, and one of truth values is one, which is a number in MySQL"},
		{root: at(`^JSON_(ARRAY|OBJECT)`), how: at(`theirs .*(true|false)`), within: at(`STRCMP\(`), reason: "STRCMP is a number, of which MySQL makes true and false"},
		{root: at(`^JSON_(ARRAY|OBJECT)`), how: at(`\d\.\d{14}`), within: at(`\b(LOG|LN|LOG2|LOG10|EXP|SIN|COS|TAN|COT|ASIN|ACOS|ATAN2?|POW|POWER)\(`), reason: "the last digits of a double depend on the library"},
		{root: at(`^JSON_(EXTRACT|VALUE|UNQUOTE)`), how: at(`row`), within: at(`JSON_(ARRAY|OBJECT)\(.*(\d\.\d|\b[dew]\b|DECIMAL\()`), reason: "a number that is read of JSON is a whole number or a double, and MySQL's JSON_ARRAY remembers decimals"},
		{root: at(`^JSON_(OBJECT|ARRAY)`), how: at(`^row`), within: at(` q FROM . ORDER BY q`), reason: "14.17.3: the order of objects is not specified"},
		{root: at(`^JSON_CONTAINS\(`), how: at(`rows|theirs \[(\d+ )?\d( \d+)?\]`), within: at(`JSON_CONTAINS\(JSON_EXTRACT\([^)]*(\([^)]*\)[^)]*)*, '[^']*', '[^']*'\)`), reason: "MySQL takes the array of what several paths find for what one of them finds"},
	}
}

// faults are those where MySQL contradicts its manual, or itself.
func faults() []departure {
	at := regexp.MustCompile
	any := at(``)
	return []departure{
		{root: at(`^\(\(\$., \$.\) IN`), how: at(`row`), reason: "MySQL's (a, b) IN ((c, d), (e, f)) is true where neither (a, b) = (c, d) nor (a, b) = (e, f) is"},
		{root: at(`^INSERT`), how: at(`row`), within: at(`\b(tx|s|c)\b|日本語`), reason: "MySQL compares the place of INSERT with the bytes of the text"},
		{root: at(`BETWEEN|^\(\$. [<>=!]`), how: at(`^\d+ rows`), within: at(`\bINSERT\(CAST\((DATE|TIME|TIMESTAMP)'`), reason: "MySQL writes over the text of a time that is written, row by row"},
		{root: at(`^LOCATE\(\$S, \$S, \$i\)`), how: at(`row`), within: at(`日|\b(s|c|tx)\b`), reason: "MySQL gives the place of an empty text in bytes"},
		{root: at(`^FIND_IN_SET`), how: at(`row`), within: at(`FIND_IN_SET\(.*, se\)`), reason: "MySQL looks a text up in a column of SET without regard to the case of letters, unlike its collation"},
		{root: at(`^(FIELD|CASE \$)|IN \(`), how: at(`row`), within: at(`18446744073709551615|\bu\b|AS UNSIGNED| ([|&^]|<<|>>) |~`), families: has("IM"), reason: "MySQL takes -1 and 18446744073709551615 for equal in lists"},
		{root: at(`^\(\$. [<>=!]`), how: at(`^\d+ rows, theirs \d+$|^row 0: ours \[\d+ \d+\]`), within: at(`WHERE.*\d\.\d.* [<>]=? (w|ti)\b|WHERE.*\b(w|ti) [<>]=? .*\d\.\d`), reason: "MySQL rounds a constant that is compared with a DECIMAL or a TIME without digits"},
		{root: any, how: at(`^row 0`), within: at(`JOIN \(SELECT id, .*(DECIMAL\(|MOD\(| % ).* q FROM .\) r`), reason: "MySQL looks a number past a DECIMAL up as its last one"},
		{root: at(`^CAST\(\$. AS ((UN)?SIGNED|YEAR)|EXPORT_SET|^\(\$. = |^(HEX|BIN|OCT|INET_NTOA)\(`), how: at(`theirs: error 1690 .*BIGINT value`), within: at(`(CAST|EXPORT_SET|MAKE_SET|HEX|BIN|OCT|INET_NTOA)\((POW|EXP|GREATEST|LEAST|CAST|\(.* [-+*/] )`), reason: "a double past 64 bits is the nearest number, and in MySQL an error where it is computed"},
		// 14.4.2, IN: true where the left side is equal to one of the list.
		{root: at(`IN \(`), how: at(`^row`), arg: at(`^CAST\(.* AS TIME(\(\d\))?\)$`), families: func(of string) bool { return of != "" && of[0] == 'T' }, reason: "MySQL does not find a time in a list that has a CAST of a number to TIME"},
		// 13.2.8: a TIME beside a date or a moment is one of today.
		{root: at(`^\(\$. [<>=!]|BETWEEN`), how: at(`^\d+ rows|^row`), within: at(`(DATE|TIMESTAMP)'[^']*' [<>=!]+ (ti|tm)\b|\b(ti|tm) [<>=!]+ (DATE|TIMESTAMP)'|\b(ti|tm) (NOT )?BETWEEN .*(DATE|TIMESTAMP)'`), reason: "MySQL takes the time of a date that is written, and beside it a column of times as it is"},
		// 13.5: a JSON document may have a TIME in it.
		{root: at(`^JSON_(ARRAY|OBJECT)`), how: at(`ours \[.*"-?(\d{3}|3[2-9]|[4-9]\d):\d\d:\d\d\.\d{6}".* theirs \[.*"-?([0-3]\d|630):\d\d:\d\d\.\d{6}"`), reason: "MySQL's JSON keeps the hours of a TIME up to 31 and begins again behind those"},
		// 14.7, DAYNAME: a name, whose number MySQL gives as that of the day.
		{root: any, how: at(`^row|^\d+ rows`), within: at(`(WHERE|ON v\.i = r\.q).*DAYNAME\((DATE|TIMESTAMP|'|CAST)|DAYNAME\((DATE|TIMESTAMP|'|CAST).* ON v\.i = r\.q`), reason: "the number of a DAYNAME is that of the day; MySQL takes that of the text where it has computed a constant for a condition"},
		// 14.5, NULLIF: it is expr1.
		{root: at(`^NULLIF`), how: at(`ours \[(\d+ )?\d{1,5}\].*theirs \[(\d+ )?\d{8,}\]`), families: has("T"), within: at(`UNSIGNED|\bs?u\b`), reason: "MySQL gives the bits of another number where one without a sign is compared with a TIME"},
		{root: at(`^(MIN|MAX)\(`), how: at(`^row`), within: at(`(MIN|MAX)\(REPLACE\(`), reason: "MySQL cuts what REPLACE gives to the length of a text that is replaced once"},
		{root: at(`^GROUP_CONCAT`), how: at(`e-\d+`), reason: "MySQL gives the text of a double that is computed one letter more in GROUP_CONCAT"},
		{root: at(`^STRCMP`), how: at(`theirs: error 3854`), reason: "MySQL compares a text with a date in latin1, which has no room for its letters"},
		{root: any, how: at(`^ours:  \[(\[(\d+ )*NULL\] ?)+.*\ntheirs: error (1690|3686) |^ours:  \[\[0?( NULL)?\]\]\ntheirs: error 3686 `), reason: "what does not decide is not computed, and so no error"},
		{root: any, how: at(`^ours:  .*\ntheirs: error 1690 `), within: at(` IN \(.* ([-+*/%]|DIV) | % |POW|ROUND| IN \(\(|\(\(.*\) = \(|, NULL\)|(ADDTIME|SUBTIME|TIMEDIFF)\(|LIKE|BETWEEN|IS (NOT )?(NULL|UNKNOWN)`), reason: "what does not decide is not computed, and so no error"},
		{root: at(`BETWEEN`), how: at(`^ours:  .*\ntheirs: error 1525 `), within: at(`'[^']*' (NOT )?BETWEEN (DATE|TIMESTAMP|CAST)`), reason: "a text that is no date lies between none, as where the bounds are columns; MySQL refuses it where they are written"},
		{root: at(`^(COALESCE|IFNULL|IF|CASE|MIN|MAX)\b`), how: at(`theirs \[(\d+ )?-?\d+(\.\d+ \d)?-\d\d |theirs \[(\d+ )?-?\d+\.\d+ \d{1,2}-\d\d |theirs \[(\d+ )?-?\d+ \d\d:\d\d|theirs \[(\d+ )?-?\d+ \d\d\]|theirs \[(\d+ )?\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[ \x00]\d+\]`), reason: "MySQL writes the text of a number over that of a moment"},
	}
}
