package dialect

import "regexp"

// excused is what the two do otherwise in changes, and why.
type excused struct {
	text, how *regexp.Regexp
	reason    string
}

// excuses are those that are known.
func excuses() []excused {
	at := regexp.MustCompile
	return []excused{
		{at(`ON DUPLICATE KEY`), at(`ours alone: error 1235.*another primary key`), "refused by design: ON DUPLICATE KEY UPDATE gives no row another primary key"},
		{at(`^REPLACE`), at(`theirs alone: error (1048|1264|1406)`), "a row that a later one of the statement takes the place of is not looked at"},
		{at(`ON DUPLICATE KEY`), at(`ours alone: error 1364`), "MariaDB takes a column that ON DUPLICATE KEY UPDATE sets for one that rows are given"},
		{at(`\bDIV\b`), at(`ours alone: error 1690.*DIV`), "14.6.1: DIV is an error where its result exceeds the range of BIGINT"},
		{at(`^SELECT`), at(`NULL.*theirs (.* )?9999-12-31 23:59:59`), "a moment that is rounded past the last one is none, which INSERT IGNORE takes for NULL; MariaDB cuts its digits"},
		{at(`^SELECT \w+, \w+ FROM \w WHERE \(?\w+ = -?0\.0+1( AND .*)?$`), at(`^0 rows, theirs 1$`), "14.4.2: a number is equal to the same number alone; MariaDB looks a fraction up in a key of whole numbers"},
		{at(`IGNORE`), at(`ours alone: error (1292|1048)`), "there are no dates of zeros, which is what MariaDB makes of a moment past the last one, and of NULL"},
	}
}

// excuse is the reason for which a statement may differ from MariaDB so, "" if there is none.
func excuse(text, how string) string { return reasonOf(excuses(), text, how) }

func reasonOf(all []excused, text, how string) string {
	for _, e := range all {
		if e.text.MatchString(text) && e.how.MatchString(how) {
			return e.reason
		}
	}
	return ""
}
