package parse

import (
	"strings"

	"gsdms/plan/fault"
)

// otherWords are words of other dialects, or of MySQL in places where gsdms has none, and what to
// write instead: near them the parser stops at them, or behind them.
var otherWords = map[string]string{
	"QUALIFY":   "There is no QUALIFY: name the window function in a query in FROM, and filter that by WHERE.",
	"FILTER":    "An aggregate of some rows is one of CASE: SUM(CASE WHEN condition THEN x END), COUNT(CASE WHEN condition THEN 1 END).",
	"NULLS":     "ORDER BY x IS NULL, x puts NULLs last, ORDER BY x IS NOT NULL, x first; ascending they are first anyway.",
	"TOP":       "LIMIT n at the end of the query gives the first n rows.",
	"FETCH":     "LIMIT n at the end of the query gives the first n rows.",
	"INVISIBLE": "Columns cannot be INVISIBLE: a view can leave them out.",
	"TRIGGER":   "There are no triggers.",
	"EVENT":     "There are no events.",
	"HANDLER":   "There is no HANDLER: SELECT reads rows.",
	"PIVOT":     "A pivot is GROUP BY with an aggregate of CASE for each column: SUM(CASE WHEN k = 'a' THEN x END).",
}

// castTypes are types that columns have and CAST does not, and what it has.
var castTypes = map[string]string{
	"INT": "SIGNED or UNSIGNED", "INTEGER": "SIGNED or UNSIGNED", "BIGINT": "SIGNED or UNSIGNED", "SMALLINT": "SIGNED or UNSIGNED", "TINYINT": "SIGNED or UNSIGNED",
	"BOOLEAN": "SIGNED", "BOOL": "SIGNED", "VARCHAR": "CHAR", "TEXT": "CHAR", "STRING": "CHAR", "NUMERIC": "DECIMAL", "TIMESTAMP": "DATETIME",
}

// otherDialect is what to write instead of what stands at a place where the parser stopped; "" where
// nothing is known.
func otherDialect(text string, offset int) string {
	word, before := strings.ToUpper(wordAt(text, offset)), strings.ToUpper(wordBefore(text, offset))
	behind := strings.TrimSpace(text[:offset])
	if to := castTypes[word]; to != "" && before == "AS" && FindWord(text, "CAST") >= 0 {
		return "CAST has " + to + " in the place of " + word + "."
	}
	switch {
	case word == "=" && strings.HasSuffix(behind, "="):
		return "Equality is one =."
	case word == ":" && (strings.HasSuffix(behind, ":") || strings.HasPrefix(text[offset:], "::")):
		return "x::type is written CAST(x AS type)."
	case word == "FROM" && strings.HasSuffix(behind, ","):
		return "A comma stands before FROM, and nothing behind it."
	case word == "WHERE" && len(firstWords(text, 3)) == 3 && strings.EqualFold(firstWords(text, 1)[0].of(text), "DELETE") && firstWords(text, 3)[2].end > offset:
		return "DELETE FROM " + firstWords(text, 2)[1].of(text) + " WHERE … deletes rows of a table."
	case (word == "*" || word == "DISTINCT") && strings.HasSuffix(behind, "("):
		name := wordBefore(behind[:len(behind)-1], len(behind)-1)
		if name != "" && !strings.HasSuffix(behind, name+"(") {
			return "No space may stand between " + name + " and its parenthesis."
		}
		if meant := fault.Near(name, []string{"COUNT"}); meant != "" && word == "*" {
			return "Did you mean " + meant + "?"
		}
	}
	if hint := otherWords[word]; hint != "" {
		return hint
	}
	return otherWords[before]
}
