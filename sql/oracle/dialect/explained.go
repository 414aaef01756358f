package dialect

import (
	"errors"
	"math"
	"regexp"
	"slices"
	"strconv"
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
	within    *regexp.Regexp        // what the statement has in it; nil: anything
	families  func(of string) bool  // nil: any
	arg       *regexp.Regexp        // what an argument of the outermost function or operator is; nil: anything
	only      func(how string) bool // what the difference is, where a pattern of it does not say so; nil: anything
	reason    string
}

// fits reports whether a departure explains a difference, whose outermost arguments are of some families.
func (d departure) fits(s statement, of, how string) bool {
	switch {
	case d.within != nil && !d.within.MatchString(s.String()), !d.root.MatchString(s.e.template), !d.how.MatchString(how):
		return false
	case d.families != nil && !d.families(of), d.only != nil && !d.only(how):
		return false
	}
	return d.arg == nil || slices.ContainsFunc(s.e.args, func(a *expr) bool { return d.arg.MatchString(a.String()) })
}

// rowsOfBoth are those that a difference shows.
var rowsOfBoth = regexp.MustCompile(`(?m)^row .*?: ours \[(.*)\] \(double.*, theirs \[(.*)\] \(double`)

// zerosOfSeconds are those behind the digits of a second.
var zerosOfSeconds = regexp.MustCompile(`(:\d\d(?:\.\d*[1-9])?)\.?0*( |$)`)

// onlyZeros reports whether a difference is of zeros behind the digits of seconds alone.
func onlyZeros(how string) bool {
	rows := rowsOfBoth.FindStringSubmatch(how)
	return rows != nil && zerosOfSeconds.ReplaceAllString(rows[1], "$1$2") == zerosOfSeconds.ReplaceAllString(rows[2], "$1$2")
}

// numbersOfBoth are the last values of the rows that a difference shows.
var numbersOfBoth = regexp.MustCompile(`^row .*?: ours \[(?:.* )?(\S+)\] \(double \[(?:.* )?(true|false)\]\), theirs \[(?:.* )?(\S+)\] \(double \[(?:.* )?(true|false)\]`)

// numbers are the last values of both rows, and whether each is a double; ok says that both are numbers.
func numbers(how string) (x, y float64, doubles [2]bool, ok bool) {
	m := numbersOfBoth.FindStringSubmatch(how)
	if m == nil {
		return 0, 0, doubles, false
	}
	x, errX := strconv.ParseFloat(m[1], 64)
	y, errY := strconv.ParseFloat(m[3], 64)
	return x, y, [2]bool{m[2] == "true", m[4] == "true"}, errX == nil && errY == nil
}

// nearly reports whether doubles differ in their last digits alone.
func nearly(how string) bool {
	x, y, doubles, ok := numbers(how)
	return ok && doubles[0] && doubles[1] && math.Abs(x-y) <= 1e-8*max(math.Abs(x), math.Abs(y))
}

// shownFewer reports whether theirs is our double, rounded to the digits that it shows.
func shownFewer(how string) bool {
	x, y, doubles, ok := numbers(how)
	_, fraction, _ := strings.Cut(strconv.FormatFloat(y, 'f', -1, 64), ".")
	return ok && doubles[0] && doubles[1] && math.Abs(x-y) <= 0.5001*math.Pow10(-max(len(fraction), 2))
}

// zerosOfDigits are those behind the digits of a decimal.
var zerosOfDigits = regexp.MustCompile(`(\d\.\d*?)0+(\D|$)`)

// rowsAlone are those of rows in any order that only one of the two has.
var rowsAlone = regexp.MustCompile(`(?s)ours alone: (.*)\ntheirs alone: (.*)`)

// onlyDigitZeros reports whether a difference is of zeros behind the point of decimals alone.
func onlyDigitZeros(how string) bool {
	rows := rowsOfBoth.FindStringSubmatch(how)
	if rows == nil {
		rows = rowsAlone.FindStringSubmatch(how)
	}
	if rows == nil {
		return false
	}
	bare := func(text string) string {
		return pointAlone.ReplaceAllString(zerosOfDigits.ReplaceAllString(text, "$1$2"), "$1$2")
	}
	return bare(rows[1]) == bare(rows[2])
}

// pointAlone is a point behind which no digits are left.
var pointAlone = regexp.MustCompile(`(\d)\.(\D|$)`)

// mixed reports whether arguments are of several families.
func mixed(of string) bool { return strings.Trim(of, of[:1]) != "" }

// has reports whether one of some families is among those of the arguments.
func has(families string) func(of string) bool {
	return func(of string) bool { return strings.ContainsAny(of, families) }
}

// departures are those that are known.
func departures() []departure {
	at := regexp.MustCompile
	any := at(``)
	return []departure{
		{
			root: at(`BETWEEN|^\(\$. (=|<|>|!=|<=>)|IN \(|^(CASE|NULLIF|GREATEST|LEAST|CEIL|FLOOR)|\*`), how: any, within: at(`AS (DATE|TIME)|DATE\(|TIME\(|TIMESTAMP\((c|s|tx|en|se)\)|STR_TO_DATE|TIMEDIFF`),
			reason: "what is no date or time, or has zeros in it, is NULL here and a date of zeros in MariaDB",
		},
		{root: at(`^(SUBTIME|ADDTIME|TIMEDIFF)`), how: at(`rows`), reason: "MySQL's greatest TIME has no fraction"},
		{root: at(`^(MD5|SHA|SHA1|SHA2|CRC32|TO_BASE64|REVERSE)`), how: any, families: has("XM"), reason: "the last digits of a double depend on the library"},
		{root: at(`^(ABS|CEIL|CEILING|FLOOR|SIGN)|^\(\$. \*`), how: any, within: at(`ELT|LEAST|GREATEST|1e|\bx\b`), reason: "a text that spells a moment is the number that it begins with in MySQL; LEAST and GREATEST compare as their arguments are, wherever they stand"},
		{root: at(`^(GREATEST|LEAST|QUARTER|MONTH|DAY|WEEK|YEAR)`), how: at(`theirs \[(.* )?0\]|error 1690`), reason: "there are no dates with zeros, and an argument of NULL is enough"},
		{root: at(`^ISNULL|IS (NOT )?NULL`), how: at(`rows`), reason: "a comparison of rows is false where one pair differs"},
		{root: at(`^GROUP_CONCAT|LIKE`), how: any, within: at(`TIME_FORMAT|JSON`), reason: "six digits for %f; texts of JSON have a collation of their own in MariaDB"},
		{root: at(`BETWEEN`), how: any, within: at(`TIMESTAMP\('`), reason: "what is no date is NULL here"},
		{root: at(`^(GREATEST|LEAST)`), how: any, within: at(`\b(du|dt|ts|da|ti|tm)\b|DATE|TIME`), reason: "MySQL compares times among numbers as texts"},
		{root: at(`^(HEX|OCT|BIN)`), how: any, within: at(`LEAST|GREATEST`), reason: "the least of a number below zero and an unsigned one is a decimal, which MariaDB shows as the largest of 64 bits"},
		{root: at(`^GROUP_CONCAT|^ADDTIME|^SUBTIME`), how: any, within: at(`AS (DATE|TIME)|TIME'`), reason: "a TIME as a date is one of today in MariaDB; a time among numbers is a text"},
		{root: at(`LENGTH|^ASCII|^ORD|LIKE`), how: any, within: at(`FROM_BASE64|\(- x\)|UNHEX`), reason: "what a function of bytes gives is counted by characters here; a zero shows no sign"},
		{root: at(`^BIT_`), how: any, families: has("DWT"), reason: "MySQL rounds times to whole numbers"},
		{root: at(`^\(- `), how: any, reason: "the negative of an unsigned number has a sign, and is error 1690 past 63 bits; it is a decimal in MariaDB"},
		{root: at(`^\(\$. \*`), how: any, families: has("DWT"), reason: "DECIMAL times a moment is a DECIMAL in MySQL"},
		{root: any, how: at(`Illegal mix of collations`), reason: "texts of JSON have a collation of their own in MariaDB"},
	}
}

// ofKinds are those of what functions make of other kinds than they are for.
func ofKinds() []departure {
	at := regexp.MustCompile
	any := at(``)
	return []departure{
		{root: any, how: at(`838:59:59(\.0*)?\].*838:59:59\.\d+\]|838:59:59\.0+.*838:59:58\.\d+`), reason: "MySQL's greatest TIME has no fraction"},
		{root: any, how: at(`theirs .*\d{4}-00-00|theirs .*0000-\d\d-\d\d|theirs .*-02-31`), reason: "there are no dates with zeros, nor the 31st of February, as MySQL's modes have it"},
		{root: at(`AS DATE|AS TIME|STR_TO_DATE|^DATE\(|^EXTRACT|^MAKEDATE|FROM_DAYS|^LAST_DAY`), how: any, families: has("IMXYTSADWiB"), reason: "dates and times of numbers and of times: MySQL rounds fractions and knows no zeros, MariaDB reads numbers of eight digits and drops what is behind"},
		{root: at(`^STR_TO_DATE`), how: any, reason: "STR_TO_DATE has the digits of a second's fraction that its format has, and no zeros"},
		{root: at(`^REGEXP_SUBSTR`), how: at(`NULL|rows`), reason: "REGEXP_SUBSTR is NULL in MySQL where nothing matches, and empty in MariaDB"},
		{root: at(`^REGEXP_SUBSTR|^REGEXP_REPLACE`), how: any, reason: "MySQL's patterns match an empty text at each place"},
		{root: at(`^JSON_(ARRAY|OBJECT|EXTRACT|UNQUOTE|VALUE|CONTAINS|LENGTH|DEPTH|KEYS|TYPE|QUOTE|VALID)`), how: any, reason: "MariaDB has no JSON type: values of JSON are texts, as they are written"},
		{root: at(`^FIELD`), how: any, reason: "FIELD of an unsigned number and one below zero compares bits in MariaDB, and of times and texts numbers"},
		{root: at(`IS (NOT )?(UNKNOWN|TRUE|FALSE)|^\(\$. - `), how: any, reason: "a comparison of rows with NULLs is unknown; dates are whole numbers, of which an unsigned one cannot be less"},
		{root: at(`^(MIN|MAX|COUNT|LAG|LEAD)`), how: any, families: has("DWT"), reason: "there are no dates with zeros"},
		{root: at(`^REPLACE`), how: any, reason: "REPLACE of nothing by NULL is NULL in MySQL but for binary collations"},
		{root: at(`^LOCATE`), how: any, reason: "an empty text is everywhere, in MySQL"},
		{root: at(`^(UNIX_TIMESTAMP|FROM_UNIXTIME)`), how: any, reason: "moments from 2038 to 3001, before 1970 and what is none (0), and of doubles (six digits) are MySQL 8's"},
		{root: at(`^(SEC_TO_TIME|TIMESTAMP\(|ADDTIME|SUBTIME|TIMEDIFF|TIME\(|MAKETIME)`), how: any, families: has("IMXYSDWi"), reason: "MySQL takes the time of a date and six digits of a double's second"},
		{root: at(`^TIME_TO_SEC|^TIME_FORMAT`), how: any, reason: "TIME_TO_SEC is whole in MySQL, and TIME_FORMAT has six digits for %f"},
		{root: at(`^EXTRACT|^(HOUR|MINUTE|SECOND|MICROSECOND)`), how: any, reason: "the hours of a TIME are all of them in MySQL, and those of a day in MariaDB"},
		{root: at(`^(FLOOR|CEIL|CEILING|ROUND|TRUNCATE|ABS|SIGN)`), how: any, families: has("DWT"), reason: "MariaDB's whole of a time is a time; it is a number in MySQL"},
		{root: at(`^TRUNCATE|^ROUND`), how: any, reason: "TRUNCATE has no more digits than its argument, since MySQL 8.0.21"},
		{root: at(`^(GREATEST|LEAST)`), how: at(`NULL`), families: has("DWT"), reason: "there are no dates with zeros"},
		{root: at(`^(GREATEST|LEAST)`), how: any, families: mixed, reason: "MySQL compares texts among numbers, and times among numbers, as texts"},
		{root: at(`BETWEEN|^\(\$. (=|<|>|!=|<=>)|IN \(|^NULLIF|^CASE|^\(\(`), how: any, families: mixed, reason: "dates, times and numbers are compared as numbers in MySQL, and NULL bounds leave what the other says; a text that is no date is error 1525"},
		{root: at(`^(SUM|AVG|STD|VAR)|OVER`), how: at(`double \[(false )?true\]`), reason: "MariaDB takes what leaves a frame from a sum of doubles, which loses digits"},
		{root: at(`^BIT_XOR.*OVER`), how: any, reason: "MariaDB's BIT_XOR over a window is that of no rows"},
		{root: at(`^(SUM|AVG)`), how: at(`\d\.\d*`), reason: "a quotient that is added up has all its digits"},
		{root: at(`^\(\$. % |^MOD|^\(\$M|^\(\$I / `), how: at(`-0\.?0*\b|\.\d+`), reason: "a decimal of zero has no sign; a quotient of columns has nine digits behind the point here, and eighteen in MySQL where its arguments have that many"},
		{root: at(`DIV`), how: any, reason: "DIV of an unsigned number by one below zero is a number, and no error; DIV of doubles is one of doubles"},
		{root: at(`^\(\$. [&|^]|^\(\$. (<<|>>)|^\(~|^BIT_COUNT|^HEX|^CAST\(\$. AS (UN)?SIGNED|^CONV|^OCT|^BIN`), how: any, families: has("XMTWSA"), reason: "MySQL rounds doubles and times to whole numbers, and takes the bits of one below zero"},
		{root: at(`AS (UN)?SIGNED`), how: any, reason: "MySQL rounds doubles and times to whole numbers, and takes the bits of one below zero"},
		{root: at(`^(ATAN|ATAN2|POW|POWER|LOG|EXP|SIN|COS|TAN|COT|ASIN|ACOS|LN)`), how: any, reason: "the last digit of a double depends on the library, and so does the order of equal ones"},
		{root: at(`^GROUP_CONCAT|^CONCAT|AS CHAR|^HEX|^LENGTH|^CHAR_LENGTH`), how: any, families: has("XM"), reason: "the last digits of a double depend on the library; MariaDB shows 1e17 without an exponent, and -0"},
		{root: at(`^MAKE_SET`), how: any, reason: "a text that is NULL is left out; of CONCAT with a NULL MariaDB's MAKE_SET takes what is before it"},
		{root: at(`^FORMAT|^INTERVAL`), how: any, reason: "FORMAT rounds decimals as they are written"},
		{root: at(`INTERVAL`), how: any, families: has("XMS"), reason: "an interval of a double has six digits, rounded"},
		{root: at(`INTERVAL`), how: any, families: has("T"), within: at(`YEAR|MONTH|QUARTER|WEEK|DAY`), reason: "a time and days or months are a moment of today; MariaDB gives NULL for months, and a time for days"},
		{root: at(`^\(\$. [-+*/]`), how: any, within: at(`(CEIL|CEILING|FLOOR)\(`), reason: "MariaDB's whole of a moment is a moment, and it writes a double of 17 digits without an exponent"},
	}
}

// explanation is the reason of a difference from MariaDB, "" if there is none.
func explanation(s statement, how string) string {
	return reasonAmong(slices.Concat(departures(), ofKinds(), ofRules(), ofFunctions(), ofCauses(), ofDigits(), ofAnswers()), s, how)
}

// reasonAmong is that of the first departure that matches a difference, "" if none does.
func reasonAmong(all []departure, s statement, how string) string {
	of := "-"
	if len(s.e.args) > 0 {
		of = ""
		for _, a := range s.e.args {
			of += string(a.family)
		}
	}
	for _, d := range all {
		if d.fits(s, of, how) {
			return d.reason
		}
	}
	return ""
}
