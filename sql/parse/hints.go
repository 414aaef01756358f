package parse

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser"

	"gsdms/plan/fault"
)

// hintAt says what may be wrong where a statement cannot be read, at a word; "" where nothing is known.
func hintAt(text string, offset int, word string) string {
	before := wordBefore(text, offset)
	if hint := fileHint(strings.ToUpper(before), word); hint != "" {
		return hint
	}
	if hint := otherDialect(text, offset); hint != "" {
		return hint
	}
	if slices.Contains(named, strings.ToUpper(before)) && isReserved(word) {
		return fmt.Sprintf("%s is a reserved word: as a name it is written `%s`", strings.ToUpper(word), word)
	}
	if at := unclosed(text, offset); at >= 0 {
		open := ErrorAt(text, at, codeSyntax, "")
		return fmt.Sprintf("The parenthesis at line %d, column %d is not closed.", open.Line, open.Column)
	}
	if behindInterval(text, offset) {
		if unit := fault.Near(word, strings.Fields(units)); unit != "" && !strings.EqualFold(unit, word) {
			return fmt.Sprintf("Did you mean %s instead of %s?", unit, word)
		}
	}
	for _, w := range []string{word, before} {
		if k := fault.Near(w, keywords); k != "" && !strings.EqualFold(k, w) {
			return fmt.Sprintf("Did you mean %s instead of %s?", k, w)
		}
	}
	return ""
}

// unclosed gives the place of the last parenthesis before an offset that no other closes, in all of a text;
// -1 where there is none.
func unclosed(text string, offset int) int {
	var open []int
	for i := 0; i < len(text); {
		end, kind := Lexeme(text, i)
		switch {
		case kind != SignLexeme:
		case text[i] == '(':
			open = append(open, i)
		case text[i] == ')' && len(open) > 0:
			open = open[:len(open)-1]
		}
		i = end
	}
	for _, at := range slices.Backward(open) {
		if at < offset {
			return at
		}
	}
	return -1
}

// behindInterval reports whether the one value behind an INTERVAL ends before an offset, where a unit
// stands.
func behindInterval(text string, offset int) bool {
	values, interval := 0, false
	for i := 0; i < offset; {
		end, kind := Lexeme(text, i)
		switch {
		case kind == SpaceLexeme, kind == SignLexeme:
		case kind == WordLexeme && strings.EqualFold(text[i:end], "INTERVAL"):
			values, interval = 0, true
		default:
			values++
		}
		i = end
	}
	return interval && values == 1
}

// named are words with a name behind them.
var named = []string{"TABLE", "VIEW", "FROM", "JOIN", "INTO", "UPDATE", "AS"}

// isReserved reports whether a word is reserved, but none of those that begin or join the parts of a
// statement: where one of these is too much, it was hardly meant as a name.
func isReserved(word string) bool {
	upper := strings.ToUpper(word)
	return !slices.Contains(keywords, upper) && slices.ContainsFunc(parser.Keywords, func(k parser.KeywordsType) bool { return k.Reserved && k.Word == upper })
}

// keywords are what a word at a syntax error is compared with.
var keywords = []string{
	"SELECT", "FROM", "WHERE", "GROUP", "ORDER", "BY", "HAVING", "LIMIT", "OFFSET", "DISTINCT", "JOIN", "LEFT",
	"RIGHT", "INNER", "CROSS", "USING", "AND", "NOT", "BETWEEN", "LIKE", "CASE", "WHEN", "THEN", "ELSE", "DESC",
	"INSERT", "REPLACE", "INTO", "VALUES", "CREATE", "TABLE", "VIEW", "PRIMARY", "FOREIGN", "KEY", "REFERENCES", "DROP", "TRUNCATE", "DELETE", "UPDATE", "ALTER", "RENAME", "COLUMN", "MODIFY", "ADD",
	"SHOW", "TABLES", "DESCRIBE", "EXPLAIN", "ANALYZE", "CUDA", "LOAD", "DATA", "INFILE", "OPTIMIZE", "SET", "INTERVAL",
	"INT", "INTEGER", "BIGINT", "SMALLINT", "TINYINT", "DECIMAL", "DOUBLE", "FLOAT", "CHAR", "VARCHAR", "TEXT", "DATE", "DATETIME", "TIMESTAMP",
}
