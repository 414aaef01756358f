package dialect

import "regexp"

// deviationsOfFunctions are those of single functions that MySQL computes otherwise than its manual says.
func deviationsOfFunctions() []departure {
	at := regexp.MustCompile
	return []departure{
		// 14.8.2, REGEXP_REPLACE: a text, and CAST rounds.
		{root: at(`^(CAST|CONVERT)\(\$.(,| AS) DECIMAL`), how: at(`^row`), arg: at(`^REGEXP_(REPLACE|SUBSTR)\(`), reason: "MySQL drops the digits of what REGEXP_REPLACE gives where it rounds those of other texts"},
		// 14.4.2, BETWEEN: min <= expr AND expr <= max.
		{root: at(`BETWEEN`), how: at(`^row \d+: ours \[(\d+ )?NULL\].*theirs \[(\d+ )?[01]\]`), arg: at(`^(da|dt|du|ts)$|DATE|TIMESTAMP`), families: has("XMI"), reason: "MySQL turns the unknown of a date, a text and a NULL around"},
		// 14.19.1, AVG: four digits more than the argument.
		{root: at(`^\{?AVG\(`), how: at(`theirs \[\d+ 9+\.9+\]`), arg: at(`^(ASCII|ORD)\(`), reason: "MySQL has room for two digits in the mean of ASCII over a window"},
		// 14.19.1, STDDEV: of numbers of 64 bits.
		{root: at(`^\{?(STD|VAR)`), how: at(`theirs \[(\d+ )?0\]`), arg: at(` [|&^] |~|<<|\bu\b`), reason: "the deviation of numbers past 53 bits is exact, and in MySQL that of the doubles near them"},
		// 14.5, NULLIF: it is expr1 where that is not equal to expr2.
		{root: at(`^NULLIF`), how: at(`^row`), within: at(`NULLIF\([^a-z]*, \w+\)`), reason: "MySQL gives what it has made of a constant to compare it with a column"},
		// 14.7, EXTRACT.
		{root: at(`^EXTRACT\(WEEK`), how: at(`theirs \[(\d+ )?6135667\d\d\]`), reason: "MySQL has week 613566757 of a date of zeros"},
	}
}
