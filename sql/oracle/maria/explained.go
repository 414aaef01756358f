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

// departure is what MariaDB does otherwise than MySQL 8: where the statement and the difference
// match, the difference says nothing about the engine.
type departure struct {
	statement, how *regexp.Regexp
	reason         string
}

// departures are those that are known.
var departures = []departure{}

// explanation is the reason of a difference, "" if there is none.
func explanation(text, how string) string {
	for _, d := range departures {
		if d.statement.MatchString(text) && d.how.MatchString(how) {
			return d.reason
		}
	}
	return ""
}
