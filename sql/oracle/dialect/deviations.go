package dialect

import (
	"regexp"
	"slices"
)

// deviations are what the engine does otherwise than MySQL 8 in expressions, as docs/behaviour.md says.
func deviations() []departure {
	return slices.Concat(deviationsOfNumbers(), deviationsOfTimes(), deviationsOfArguments(), deviationsOfChoices(), deviationsOfFunctions())
}

// deviation is the reason of a difference from MySQL 8, "" if there is none.
func deviation(s statement, how string) string { return reasonAmong(deviations(), s, how) }

// changesDeviate are what the engine does otherwise than MySQL 8 in changes.
func changesDeviate() []excused {
	at := regexp.MustCompile
	return []excused{
		{text: at(`ON DUPLICATE KEY`), how: at(`ours alone: error 1235.*another primary key`), reason: "refused by design: ON DUPLICATE KEY UPDATE gives no row another primary key"},
		// docs/behaviour.md: there are no zero dates.
		{text: at(`^INSERT IGNORE`), how: at(`ours alone: error 1048`), before: at(`\b(DATE|DATETIME\(\d\)) NOT NULL`), reason: "NULL for a date that must not be NULL is refused, as there are no zero dates"},
		// 13.2.2: the last moment is 9999-12-31 23:59:59.999999.
		{text: at(`=|<|>`), how: at(`theirs alone: error 1441`), before: at(`9999-12-31`), reason: "MySQL adds half a second to the last moment where it compares it with one of fewer digits"},
		// 14.4.2, =: a number is equal to the same number alone.
		{text: at(`JOIN \w y ON x\.\w+ = y\.\w+`), how: at(`^\d+ rows, theirs \d+$|^row`), before: at(`(?s)DECIMAL\(\d+,\d+\).*\b[09]+\.9+8?\b`), reason: "MySQL looks a number past a DECIMAL up as its last one"},
	}
}

// deviationOfChange is the reason for which the last of some statements may differ from MySQL 8, "" if there is none.
func deviationOfChange(steps []step, how string) string {
	return reasonOf(changesDeviate(), steps, how)
}
