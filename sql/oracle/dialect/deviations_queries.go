package dialect

import "regexp"

// queriesDeviate are what the engine does otherwise than MySQL 8 in queries of several tables.
func queriesDeviate() []excused {
	at := regexp.MustCompile
	return []excused{
		{text: at(`GROUP_CONCAT`), how: at(`.{900}`), reason: "GROUP_CONCAT is not cut at 1,024 characters"},
		// 14.3: a decimal and a double are compared as doubles.
		{text: at(`GROUP BY c0\) q.*(\.c\d = q\d+\.x\d|\.x\d = q\d+\.c\d)`), how: at(`rows`), reason: "MySQL looks a double up among the decimals of a query in FROM as one of them"},
		// 15.2.15.3: NOT of NOT of a comparison with ANY is that comparison where it is not NULL.
		{text: at(`NOT \(NOT \(.* (ANY|ALL) \(SELECT`), how: at(`rows|alone`), reason: "MySQL forgets NULLs of a subquery behind two NOT"},
	}
}
