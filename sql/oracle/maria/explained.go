package maria

import (
	"errors"
	"regexp"

	"github.com/go-sql-driver/mysql"

	"gsdms/sql/parse"
)

// codeOf is the number of an error of either system, 0 if it has none.
func codeOf(err error) int {
	var theirs *mysql.MySQLError
	if errors.As(err, &theirs) {
		return int(theirs.Number)
	}
	var ours *parse.Error
	if errors.As(err, &ours) {
		return ours.Code
	}
	return 0
}

// departure is what MariaDB does otherwise than MySQL 8: where the outermost function or operator
// of the least query and the difference match, the difference says nothing about the engine.
type departure struct {
	root, how *regexp.Regexp
	reason    string
}

// departures are those that are known.
func departures() []departure {
	at := regexp.MustCompile
	return []departure{
		{at(`^REGEXP_SUBSTR`), at(`ours \[.*NULL\].*MariaDB \[.*\]`), "REGEXP_SUBSTR is NULL in MySQL where nothing matches, and empty in MariaDB"},
		{at(`^JSON_(ARRAY|OBJECT)`), at(`\d:\d\d\.\d{6}"`), "a time has six digits of its second in MySQL's JSON"},
		{at(`^JSON_(ARRAY|OBJECT)`), at(`ours.*\d\.0[,\]}]`), "a whole double has a .0 in MySQL's JSON"},
		{at(`^JSON_VALUE`), at(`ours \[(\d+ )?(true|false|[{[].*)\]`), "JSON_VALUE is the text of any value in MySQL: true, an object, an array"},
		{at(`^JSON_CONTAINS\(.*\$.*\$.*\$?`), at(`ours \[(\d+ )?NULL\].*MariaDB \[(\d+ )?0\]`), "JSON_CONTAINS is NULL in MySQL where nothing is at the path"},
		{at(``), at(`838:59:59(\.0*)?\].*838:59:59\.\d+\]`), "MySQL's greatest TIME has no fraction"},
		{at(`^(\(\$. |CASE|NULLIF)`), at(`error 1525.*[\s\S]*MariaDB:  `), "MySQL 8 refuses to compare a date with a text that is none"},
		{at(`^(FROM_DAYS|STR_TO_DATE|EXTRACT|DATE|CAST|LAST_DAY|MAKEDATE)`), at(`MariaDB \[.*\d{4}-00-00|0000-\d\d-\d\d|ours \[(\d+ )?NULL\].*MariaDB \[(\d+ )?0\]`), "there are no dates with zeros, as MySQL's mode NO_ZERO_DATE has it"},
		{at(`^(UNIX_TIMESTAMP|FROM_UNIXTIME)`), at(`row.*`), "moments from 2038 to 3001, before 1970 (0), and of doubles (six digits) are MySQL 8's"},
		{at(`^(CAST\(.* AS (TIME|DATETIME|DATE)|TIME\(|TIMESTAMP\()`), at(`:\d\d(\.\d+)?\]?.*MariaDB`), "MySQL rounds a second's fraction, MariaDB cuts it off"},
		{at(`^TIME_TO_SEC`), at(`MariaDB.*\.\d+`), "TIME_TO_SEC is whole in MySQL"},
		{at(`^EXTRACT\((HOUR|HOUR_\w+) FROM \$T`), at(`row`), "the hours of a TIME are all of them in MySQL, and those of a day in MariaDB"},
		{at(`^(FLOOR|CEIL|CEILING|ROUND|TRUNCATE|ABS)`), at(`MariaDB \[.*\d:\d\d:`), "MariaDB's whole of a time is a time; it is a number in MySQL"},
		{at(`^SUM|^AVG`), at(`row.*double \[(false )?true\].*MariaDB`), "MariaDB takes what leaves a frame from a sum of doubles, which loses digits"},
		{at(`^\(\$. % |^MOD`), at(`-0\.?0*\b|ours.*0\.0`), "a decimal of zero has no sign"},
	}
}

// explanation is the reason of a difference, "" if there is none.
func explanation(s statement, how string) string {
	for _, d := range departures() {
		if d.root.MatchString(s.e.template) && d.how.MatchString(how) {
			return d.reason
		}
	}
	return ""
}
