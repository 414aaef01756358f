package parse

import (
	"slices"
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
	"COPY":      "LOAD DATA INFILE 'file' INTO TABLE t and gsdms load read files into tables, SELECT … INTO OUTFILE 'file' and gsdms export write them.",
	"DELIMITER": "DELIMITER is a command of MySQL's shell, for procedures and triggers, which there are none of.",
	"SUMMARIZE": "DESCRIBE tells the columns of a table or a file; MIN, MAX, AVG and COUNT(DISTINCT …) what is in them.",
	"DOW":       "DAYOFWEEK(x) is 1 on Sunday, WEEKDAY(x) is 0 on Monday.",
	"DOY":       "DAYOFYEAR(x) gives the day of the year.",
	"EPOCH":     "UNIX_TIMESTAMP(x) gives the seconds since 1970.",
	"EXCLUDE":   "SELECT * has all columns: name those that are wanted, or leave some out by a view.",
	"PERCENT":   "LIMIT is a number of rows: ROW_NUMBER() OVER (…) and COUNT(*) OVER () in a query in FROM tell the share of a row.",
	"PIVOT":     "A pivot is GROUP BY with an aggregate of CASE for each column: SUM(CASE WHEN k = 'a' THEN x END).",
}

// castTypes are types that columns have and CAST does not, and what it has.
var castTypes = map[string]string{
	"INT": "SIGNED or UNSIGNED", "INTEGER": "SIGNED or UNSIGNED", "BIGINT": "SIGNED or UNSIGNED", "SMALLINT": "SIGNED or UNSIGNED", "TINYINT": "SIGNED or UNSIGNED",
	"BOOLEAN": "SIGNED", "BOOL": "SIGNED", "VARCHAR": "CHAR", "TEXT": "CHAR", "STRING": "CHAR", "NUMERIC": "DECIMAL", "TIMESTAMP": "DATETIME",
}

// readers are functions of other engines that read files as tables.
var readers = []string{"READ_CSV", "READ_CSV_AUTO", "READ_PARQUET", "PARQUET_SCAN", "READ_JSON", "READ_JSON_AUTO", "READ_NDJSON"}

// manyUnits are what INTERVAL counts, as it is not written.
var manyUnits = []string{"SECONDS", "MINUTES", "HOURS", "DAYS", "WEEKS", "MONTHS", "QUARTERS", "YEARS"}

// otherForm is otherDialect of what other engines write at that place in another way.
func otherForm(text string, offset int, word, before string) string {
	first := firstWords(text, 2)
	switch {
	case word == "(" && slices.Contains(readers, before):
		return "A file is a table by its name: FROM 'x.csv'."
	case slices.Contains(manyUnits, word):
		return "The unit is " + strings.TrimSuffix(word, "S") + "."
	case strings.EqualFold(wordBefore(text, beginOfQuoted(text[:offset])), "INTERVAL"):
		return "An interval is a number and a unit: INTERVAL 1 MONTH."
	case before == "GROUP" && word == "(" && FindWord(text[:offset], "WITHIN") >= 0:
		return "There is no WITHIN GROUP: PERCENTILE_CONT(x, 0.5) and MEDIAN(x) are of a group's x, GROUP_CONCAT(x ORDER BY y) has its order within."
	case before == "BY" && word == "ALL" && FindWord(text[:offset], "GROUP") >= 0:
		return "GROUP BY names what it groups by: GROUP BY 1, 2 means the first two of the columns that are selected."
	case (before == "GROUP" || before == "ORDER") && word != "BY":
		return before + " BY has a BY."
	case word == "FROM" && len(first) > 0 && first[0].start == offset:
		return "A query begins with SELECT: SELECT * FROM …"
	case word == "[":
		return "Names that need quotes are written `name`."
	case len(first) == 2 && strings.EqualFold(first[0].of(text), "CREATE") && strings.EqualFold(first[1].of(text), "PROCEDURE"):
		return "There are no procedures but the analyses that CALL runs; CREATE FUNCTION makes a function of one expression, CREATE VIEW names a query."
	}
	return ""
}

// beginOfQuoted gives where the text in quotes begins that ends a text; 0 where none does.
func beginOfQuoted(text string) int {
	inside, ends := strings.CutSuffix(strings.TrimSpace(text), "'")
	if !ends {
		return 0
	}
	return max(0, strings.LastIndexByte(inside, '\''))
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
	for _, hint := range []string{otherForm(text, offset, word, before), otherWords[word]} {
		if hint != "" {
			return hint
		}
	}
	return otherWords[before]
}
