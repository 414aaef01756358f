package dialect

import "slices"

// deviations are what the engine does otherwise than MySQL 8 in expressions, as docs/behaviour.md says.
func deviations() []departure {
	return slices.Concat(deviationsOfNumbers(), deviationsOfTimes())
}

// deviation is the reason of a difference from MySQL 8, "" if there is none.
func deviation(s statement, how string) string { return reasonAmong(deviations(), s, how) }

// changesDeviate are what the engine does otherwise than MySQL 8 in changes.
func changesDeviate() []excused {
	return nil
}

// deviationOfChange is the reason for which a statement may differ from MySQL 8, "" if there is none.
func deviationOfChange(text, how string) string { return reasonOf(changesDeviate(), text, how) }
