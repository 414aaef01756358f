package maria

import (
	"errors"
	"regexp"
	"strings"

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
// of the least query, the families of its arguments and the difference match, the difference says
// nothing about the engine.
type departure struct {
	root, how *regexp.Regexp
	families  func(of string) bool // nil: any
	reason    string
}

// departures are those that are known.
func departures() []departure {
	at := regexp.MustCompile
	mixed := func(of string) bool { return strings.Trim(of, of[:1]) != "" }
	has := func(families string) func(string) bool {
		return func(of string) bool { return strings.ContainsAny(of, families) }
	}
	any := at(``)
	return []departure{
		{any, at(`Illegal mix of collations`), nil, "texts of JSON have a collation of their own in MariaDB"},
		{any, at(`838:59:59(\.0*)?\].*838:59:59\.\d+\]|838:59:59\.0+.*838:59:58\.\d+`), nil, "MySQL's greatest TIME has no fraction"},
		{any, at(`MariaDB .*\d{4}-00-00|MariaDB .*0000-\d\d-\d\d|MariaDB .*-02-31`), nil, "there are no dates with zeros, nor the 31st of February, as MySQL's modes have it"},
		{at(`AS DATE|AS TIME|STR_TO_DATE|^DATE\(|^EXTRACT|^MAKEDATE|FROM_DAYS|^LAST_DAY`), any, has("IMXYTSADWi"), "dates and times of numbers and of times: MySQL rounds fractions and knows no zeros, MariaDB reads numbers of eight digits and drops what is behind"},
		{at(`^STR_TO_DATE`), any, nil, "STR_TO_DATE has the digits of a second's fraction that its format has, and no zeros"},
		{at(`^REGEXP_SUBSTR`), at(`NULL|rows`), nil, "REGEXP_SUBSTR is NULL in MySQL where nothing matches, and empty in MariaDB"},
		{at(`^REGEXP_SUBSTR|^REGEXP_REPLACE`), any, nil, "MySQL's patterns match an empty text at each place"},
		{at(`^JSON_(ARRAY|OBJECT|EXTRACT|UNQUOTE|VALUE|CONTAINS|LENGTH|DEPTH|KEYS|TYPE|QUOTE|VALID)`), any, nil, "MariaDB has no JSON type: values of JSON are texts, as they are written"},
		{at(`^FIELD`), any, nil, "FIELD of an unsigned number and one below zero compares bits in MariaDB, and of times and texts numbers"},
		{at(`IS (NOT )?(UNKNOWN|TRUE|FALSE)|^\(\$. - `), any, nil, "a comparison of rows with NULLs is unknown; dates are whole numbers, of which an unsigned one cannot be less"},
		{at(`^(MIN|MAX|COUNT|LAG|LEAD)`), any, has("DWT"), "there are no dates with zeros"},
		{at(`^REPLACE`), at(`NULL`), nil, "REPLACE of nothing by NULL is NULL in MySQL but for binary collations"},
		{at(`^LOCATE`), any, nil, "an empty text is everywhere, in MySQL"},
		{at(`^(UNIX_TIMESTAMP|FROM_UNIXTIME)`), any, nil, "moments from 2038 to 3001, before 1970 (0), and of doubles (six digits) are MySQL 8's"},
		{at(`^(SEC_TO_TIME|TIMESTAMP\(|ADDTIME|SUBTIME|TIMEDIFF|TIME\(|MAKETIME)`), any, has("IMXYSDWi"), "MySQL takes the time of a date and six digits of a double's second"},
		{at(`^TIME_TO_SEC|^TIME_FORMAT`), any, nil, "TIME_TO_SEC is whole in MySQL, and TIME_FORMAT has six digits for %f"},
		{at(`^EXTRACT|^(HOUR|MINUTE|SECOND|MICROSECOND)`), any, nil, "the hours of a TIME are all of them in MySQL, and those of a day in MariaDB"},
		{at(`^(FLOOR|CEIL|CEILING|ROUND|TRUNCATE|ABS|SIGN)`), any, has("DWT"), "MariaDB's whole of a time is a time; it is a number in MySQL"},
		{at(`^TRUNCATE|^ROUND`), any, nil, "TRUNCATE has no more digits than its argument, since MySQL 8.0.21"},
		{at(`^(GREATEST|LEAST)`), at(`NULL`), has("DWT"), "there are no dates with zeros"},
		{at(`^(GREATEST|LEAST)`), any, mixed, "MySQL compares texts among numbers, and times among numbers, as texts"},
		{at(`^(IF|IFNULL|COALESCE|CASE|NULLIF|GREATEST|LEAST|ELT)`), any, has("T"), "a TIME among dates is one of today in MariaDB"},
		{at(`BETWEEN|^\(\$. (=|<|>|!=|<=>)|IN \(|^NULLIF|^CASE|^\(\(`), any, mixed, "dates, times and numbers are compared as numbers in MySQL, and NULL bounds leave what the other says; a text that is no date is error 1525"},
		{at(`^(SUM|AVG|STD|VAR)|OVER`), at(`double \[(false )?true\]`), nil, "MariaDB takes what leaves a frame from a sum of doubles, which loses digits"},
		{at(`^BIT_XOR.*OVER`), any, nil, "MariaDB's BIT_XOR over a window is that of no rows"},
		{at(`^(SUM|AVG)`), at(`\d\.\d*`), nil, "a quotient that is added up has all its digits"},
		{at(`^\(\$. % |^MOD|^\(\$M|^\(\$I / `), at(`-0\.?0*\b|\.\d+`), nil, "a decimal of zero has no sign; a quotient of columns has nine digits behind the point here, and eighteen in MySQL where its arguments have that many"},
		{at(`DIV`), any, nil, "DIV of an unsigned number by one below zero is a number, and no error; DIV of doubles is one of doubles"},
		{at(`^\(\$. [&|^]|^\(\$. (<<|>>)|^\(~|^BIT_COUNT|^HEX|^CAST\(\$. AS (UN)?SIGNED|^CONV|^OCT|^BIN`), any, has("XMTWSA"), "MySQL rounds doubles and times to whole numbers, and takes the bits of one below zero"},
		{at(`AS (UN)?SIGNED`), any, nil, "MySQL rounds doubles and times to whole numbers, and takes the bits of one below zero"},
		{at(`^(ATAN|ATAN2|POW|POWER|LOG|EXP|SIN|COS|TAN|COT|ASIN|ACOS|LN)`), any, nil, "the last digit of a double depends on the library, and so does the order of equal ones"},
		{at(`^GROUP_CONCAT|^CONCAT|AS CHAR|^HEX|^LENGTH|^CHAR_LENGTH`), any, has("XM"), "the last digits of a double depend on the library; MariaDB shows 1e17 without an exponent, and -0"},
		{at(`^FORMAT|^INTERVAL`), any, nil, "FORMAT rounds decimals as they are written"},
		{at(`INTERVAL`), any, has("XMS"), "an interval of a double has six digits, rounded"},
	}
}

// explanation is the reason of a difference, "" if there is none.
func explanation(s statement, how string) string {
	of := "-"
	if len(s.e.args) > 0 {
		of = ""
		for _, a := range s.e.args {
			of += string(a.family)
		}
	}
	for _, d := range departures() {
		if d.root.MatchString(s.e.template) && d.how.MatchString(how) && (d.families == nil || d.families(of)) {
			return d.reason
		}
	}
	return ""
}
