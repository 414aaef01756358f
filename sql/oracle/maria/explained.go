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
		{at(`^REGEXP_SUBSTR`), at(`ours \[(\d+ )?NULL\].*MariaDB \[(\d+ )?\]`), "REGEXP_SUBSTR is NULL in MySQL where nothing matches, and empty in MariaDB"},
		{at(`^JSON_(ARRAY|OBJECT)`), at(`\d:\d\d\.\d{6}"`), "a time has six digits of its second in MySQL's JSON"},
		{at(`^JSON_(ARRAY|OBJECT)`), at(`ours.*\d\.0[,\]}]`), "a whole double has a .0 in MySQL's JSON"},
		{at(`^JSON_VALUE`), at(`ours \[(\d+ )?(true|false)\]`), "JSON_VALUE of true is 'true' in MySQL, and 1 in MariaDB"},
		{at(`^JSON_CONTAINS\(.*\$.*\$.*\$?`), at(`ours \[(\d+ )?NULL\].*MariaDB \[(\d+ )?0\]`), "JSON_CONTAINS is NULL in MySQL where nothing is at the path"},
		{at(`^TRUNCATE`), at(`ours.*MariaDB`), "TRUNCATE has no more digits than its argument, since MySQL 8.0.21"},
		{at(``), at(`838:59:59(\.0*)?\].*838:59:59\.9+\]`), "MySQL's greatest TIME has no fraction"},
		{at(`^(<>|<|<=|>|>=|=|<=>|BETWEEN|IN)`), at(`error 1525.*MySQL`), "MySQL 8 refuses to compare a date with a text that is none"},
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
