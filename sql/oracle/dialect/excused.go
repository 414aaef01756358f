package dialect

import "regexp"

// excused is what the two do otherwise in changes, and why.
type excused struct {
	text, how *regexp.Regexp
	reason    string
	before    *regexp.Regexp        // what the fewest statements have that are needed for it; nil: anything
	only      func(how string) bool // what the difference is, where a pattern of it does not say so; nil: anything
}

// fits reports whether it excuses a difference of the last of some statements.
func (e excused) fits(steps []step, how string) bool {
	return e.text.MatchString(steps[len(steps)-1].text) && e.how.MatchString(how) && (e.before == nil || e.before.MatchString(texted(steps))) && (e.only == nil || e.only(how))
}

// excuses are those that are known.
func excuses() []excused {
	at := regexp.MustCompile
	return []excused{
		{text: at(`ON DUPLICATE KEY`), how: at(`ours alone: error 1235.*another primary key`), reason: "refused by design: ON DUPLICATE KEY UPDATE gives no row another primary key"},
		{text: at(`^REPLACE`), how: at(`theirs alone: error (1048|1264|1406)`), reason: "a row that a later one of the statement takes the place of is not looked at"},
		{text: at(`ON DUPLICATE KEY`), how: at(`ours alone: error 1364`), reason: "MariaDB takes a column that ON DUPLICATE KEY UPDATE sets for one that rows are given"},
		{text: at(`\bDIV\b`), how: at(`ours alone: error 1690.*DIV`), reason: "14.6.1: DIV is an error where its result exceeds the range of BIGINT"},
		{text: at(`^SELECT`), how: at(`NULL.*theirs (.* )?9999-12-31 23:59:59`), reason: "a moment that is rounded past the last one is none, which INSERT IGNORE takes for NULL; MariaDB cuts its digits"},
		{text: at(`^SELECT \w+, \w+ FROM \w WHERE \(?\w+ = -?0\.0+1( AND .*)?$`), how: at(`^0 rows, theirs 1$`), reason: "14.4.2: a number is equal to the same number alone; MariaDB looks a fraction up in a key of whole numbers"},
		{text: at(`IGNORE`), how: at(`ours alone: error (1292|1048)`), reason: "there are no dates of zeros, which is what MariaDB makes of a moment past the last one, and of NULL"},
	}
}

// excuse is the reason for which the last of some statements may differ from MariaDB so, "" if there is none.
func excuse(steps []step, how string) string { return reasonOf(excuses(), steps, how) }

func reasonOf(all []excused, steps []step, how string) string {
	for _, e := range all {
		if e.fits(steps, how) {
			return e.reason
		}
	}
	return ""
}
