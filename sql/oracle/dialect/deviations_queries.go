package dialect

import "regexp"

// queriesDeviate are what the engine does otherwise than MySQL 8 in queries of several tables.
func queriesDeviate() []excused {
	at := regexp.MustCompile
	return []excused{
		// docs/behaviour.md: all texts compare by their bytes.
		{text: at(`\bq\d+\.j\d`), how: at(`^ours:  .*\ntheirs: error (1267|1270|1271) `), reason: "texts have one collation, in which those of JSON compare with others"},
		// 14.19.1, AVG: four digits more than the argument.
		{text: at(`AVG\((COALESCE\(q\d+\.y\d, 0\)|ASCII\(q\d+\.\w+\))\)`), how: at(`theirs alone: .*\b9{2,3}\.9999`), reason: "MySQL has room for three digits before the point in the mean of a year or a number of one digit"},
		// 15.2.15.8: a query in FROM is a table, whoever reads it.
		{text: at(`(JOIN|FROM) .*[-+*] q\d`), how: at(`^ours: error 1690 .*\ntheirs:  \[(\[(NULL|0)( (NULL|0))*\])?\]$`), reason: "MySQL does not compute what is joined to no rows, and so no error"},
		{text: at(`\(q\d+\.\w+ [-+*] q\d+\.\w+\) c\d.* WHERE TRUE\) q\d+ ((LEFT|RIGHT|INNER) )?JOIN`), how: at(`^ours: error 1690 .*\ntheirs:  \[`), reason: "MySQL computes what a query in FROM has where the rows around it have a partner, and so no error of others"},
		// 13.2.4: a number of two digits is a year in a column of YEAR.
		{text: at(`(GREATEST|LEAST|COALESCE|IFNULL)\(q\d+\.y\d, q\d+\.y\d\) c\d`), how: at(`alone`), reason: "a YEAR that a query in FROM computes is one beside a number; MySQL's is one where the query has a table of its own, which its plan decides"},
		// 15.2.13.2, JOIN: a row without a partner has NULL in all columns of the other side.
		{text: at(`GROUP_CONCAT\(.* ORDER BY .*(LEFT|RIGHT) JOIN`), how: at(`^(\d+) rows, theirs \d+\nours alone: .*[;,]`), reason: "MySQL orders the NULL of a column that is NOT NULL as 0 within GROUP_CONCAT"},
		// 15.2.15.6: EXISTS is true if there is a row; nothing says how many are looked at.
		{text: at(`FROM .*\(SELECT .*\b[A-Z_]+\(.* GROUP BY `), how: at(`^ours:  \[.*\ntheirs: error 1690 `), reason: "an aggregate of a query in FROM that nobody reads is not computed, and so makes no error"},
		{text: at(`EXISTS \(SELECT`), how: at(`^ours: error 1690 .*\ntheirs:  \[\[`), reason: "MySQL looks at no row behind the first that EXISTS has, and so finds no error there"},
		// docs/decisions/statements.md: an operand that does not count cannot fail.
		{text: at(`WHERE .* - .* AND `), how: at(`^ours:  .*\ntheirs: error 1690 .*UNSIGNED`), reason: "what stands beside a condition that is false is not computed, and so no error"},
		// 14.20.3: a frame of RANGE has the rows whose values lie between its ends.
		{text: at(`RANGE BETWEEN`), how: at(`^ours:  .*\ntheirs: error 1690 .*UNSIGNED`), reason: "MySQL computes the end of a frame below 0 of numbers without a sign"},
		// 14.3: a decimal and a double are compared as doubles.
		{text: at(`GROUP BY c0\) q.*(\.c\d = q\d+\.x\d|\.x\d = q\d+\.c\d)`), how: at(`rows`), reason: "MySQL looks a double up among the decimals of a query in FROM as one of them"},
		// 15.2.15.3: NOT of NOT of a comparison with ANY is that comparison where it is not NULL.
		{text: at(`NOT \(NOT \(.* (ANY|ALL) \(SELECT`), how: at(`rows|alone`), reason: "MySQL forgets NULLs of a subquery behind two NOT"},
	}
}
