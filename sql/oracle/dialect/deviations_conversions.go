package dialect

import "regexp"

// conversionDeviation is what the engine does otherwise than MySQL 8 where a value is converted to a column's type.
type conversionDeviation struct {
	to, of, how *regexp.Regexp
	reason      string
}

// conversionDeviations are those that are known.
func conversionDeviations() []conversionDeviation {
	at := regexp.MustCompile
	any := at(``)
	return []conversionDeviation{
		// docs/behaviour.md: statements that change rows warn of what their expressions lose, where MySQL refuses them.
		{to: any, of: at(`[-+*/%(]|WHEN `), how: at(`(?s)^ours:  \[\[.*theirs: error (1265|1292|1365|1366|1411|1441|1690|3020) `), reason: "what an expression loses is a warning, and an error in MySQL"},
		{to: any, of: at(`CAST|CONVERT`), how: at(`(?s)^ours:  \[\[.*theirs: error 1264 .*for column 'C(AST|ONVERT)\(`), reason: "what an expression loses is a warning, and an error in MySQL"},
		{to: at(`JSON`), of: any, how: at(`(?s)^ours:  \[\[.*theirs: error 3140 `), reason: "a number is a JSON value, which MySQL has to be told by CAST"},
		{to: any, of: at(`\bj\b|JSON`), how: at(`(?s)theirs: error 3156 `), reason: "a JSON value is converted as its text is"},
		// 13.2.8: a TIME as a DATETIME is one of the current date.
		{to: at(`DATE|TIMESTAMP`), of: any, how: at(`^ours: error 1292 .*'-?\d+:\d\d:\d\d`), reason: "a TIME is no moment where rows are inserted, and one of today in MySQL"},
		// 13.2.8: a date as a number is YYYYMMDD.
		{to: at(`INT|BOOL`), of: any, how: at(`ours \[\[\d{8}\]\], theirs \[\[\d{14}\]\]|(?s)^ours:  \[\[\d{8}\]\]\ntheirs: error 1264 `), reason: "a date as a number has eight digits, and in a column of MySQL those of a moment"},
		// 13.2.4: NOW() and the like are acceptable as a YEAR.
		{to: at(`YEAR`), of: at(`^(da|dt|du|ts)$`), how: at(`(?s)^ours:  \[\[\d{4}\]\].*theirs: error 1264 `), reason: "a moment is a year, which MySQL refuses of a column"},
		{to: at(`YEAR`), of: at(`TIME|STR_TO_DATE|^(ti|tm)$`), how: at(`^ours: error 1264 `), reason: "a TIME is no year where rows are inserted, and in MySQL that of today, or the one that the digits of a column say"},
		{to: at(`INT|FLOAT|DOUBLE|DECIMAL|BOOL|YEAR`), of: any, how: at(`(?s)^ours:  \[\[-?\d.*theirs: error 1265 `), reason: "a time that is chosen is a number, and refused in MySQL"},
		{to: at(`UNSIGNED|YEAR`), of: any, how: at(`(?s)^ours:  \[\[0\]\]\ntheirs: error 1264 `), reason: "a number that is rounded to 0 is one without a sign, whatever sign it had"},
		// 13.2.3: what is no time is an error in strict mode.
		{to: at(`TIME`), of: any, how: at(`(?s)^ours: error 1292 .*time value: '(\d+e\d+|\d{10,}[^']*)'.*theirs:  \[\[00:00:00`), reason: "a number with an exponent or past 32 bits is no time, which MySQL takes for none without a word"},
		// docs/behaviour.md: there are no zero dates.
		{to: any, of: at(`FROM_DAYS\(`), how: at(`(?s)^ours:?  ?\[\[NULL\]\].*theirs:? (\[\[(0|0000-00-00|00:00:00)(\.0+)?\]\]|error 1406 )`), reason: "days before the year 1 are NULL, as there are no zero dates"},
		// 13.5: a JSON document may have a TIME in it.
		{to: at(`CHAR|TEXT|JSON`), of: at(`^JSON_(ARRAY|OBJECT)`), how: at(`^ours .*"-?(\d{3}|3[2-9]|[4-9]\d):\d\d:\d\d`), reason: "MySQL's JSON keeps the hours of a TIME up to 31 and begins again behind those"},
		{to: at(`JSON`), of: at(`^JSON_(ARRAY|OBJECT)`), how: at(`^ours \[\[.*\d\.\d.*theirs \[\[.*\d\.\d*0`), reason: "a number that is stored in JSON is a whole number or a double, and MySQL's JSON remembers decimals"},
		{to: at(`CHAR|TEXT|ENUM|SET`), of: at(`[-+*/%(]|CASE`), how: at(`(?s)^ours \[\[-?\d+\.\d*0\]\], theirs \[\[-?\d+(\.\d+)?\]\]|^ours: error 1406 .*'-?\d+\.\d*0'.*theirs:  \[\[-?\d`), reason: "a decimal shows the digits of its type, and in MySQL those of its value"},
		{to: any, of: at(`^JSON_KEYS`), how: at(`theirs:?  ?\[\[NULL\]\]`), reason: "MySQL's JSON_KEYS finds no element 0 of what is no array, which its paths are said to find"},
		// docs/behaviour.md: there are no empty ENUMs.
		{to: at(`ENUM|SET`), of: any, how: at(`^ours: error 1265 .*"-?0".*\n.*\[\[\]\]|(?s)^ours: error 1265 .*theirs:  \[\[\]\]`), reason: "there is no member 0 of an ENUM"},
	}
}

// conversionDeviates is the reason for which a conversion may differ so, "" if there is none.
func conversionDeviates(to string, of *expr, how string) string {
	for _, d := range conversionDeviations() {
		if d.to.MatchString(to) && d.of.MatchString(of.String()) && d.how.MatchString(how) {
			return d.reason
		}
	}
	return ""
}
