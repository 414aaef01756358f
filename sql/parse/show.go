package parse

import (
	"slices"
	"strconv"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
)

// The parser has no LIMIT of SHOW WARNINGS, and WITH CHECK OPTION of a view only where CASCADED or LOCAL
// stands in it.

// shownPart is how many of the rows of a SHOW are wanted, from which one on.
type shownPart struct{ offset, count uint64 }

// withoutShowLimit gives SHOW WARNINGS and SHOW ERRORS, of the same length, without their LIMIT.
func withoutShowLimit(text string) (read string, part *shownPart) {
	if first := firstWords(text, 1); len(first) == 0 || !strings.EqualFold(first[0].of(text), "SHOW") {
		return text, nil
	}
	words := firstWords(text, 8)
	var word []string
	for _, w := range words {
		word = append(word, strings.ToUpper(w.of(text)))
	}
	if len(word) > 0 && word[len(word)-1] == ";" {
		word = word[:len(word)-1]
	}
	if len(word) < 4 || word[1] != "WARNINGS" && word[1] != "ERRORS" || word[2] != "LIMIT" {
		return text, nil
	}
	first, ok := countOf(word[3])
	part = &shownPart{count: first}
	if len(word) == 6 {
		second, also := countOf(word[5])
		switch ok = ok && also; word[4] {
		case ",":
			part = &shownPart{first, second}
		case "OFFSET":
			part = &shownPart{second, first}
		default:
			ok = false
		}
	}
	if !ok || len(word) != 4 && len(word) != 6 {
		return text, nil
	}
	return blank(text, words[2].start, words[len(word)-1].end), part
}

func countOf(word string) (uint64, bool) {
	n, err := strconv.ParseUint(word, 10, 64)
	return n, err == nil
}

// asPart has a SHOW give a part of its rows.
func asPart(stmts []ast.StmtNode, part *shownPart) {
	if part == nil || len(stmts) == 0 {
		return
	}
	if show, ok := stmts[0].(*ast.ShowStmt); ok {
		show.Limit = &ast.Limit{Count: ast.NewValueExpr(part.count, "", ""), Offset: ast.NewValueExpr(part.offset, "", "")}
	}
}

// ShownPart is the part of n rows that a SHOW gives.
func ShownPart(show *ast.ShowStmt, n int) (from, to int) {
	if show.Limit == nil {
		return 0, n
	}
	number := func(e ast.ExprNode) int {
		return int(min(e.(ast.ValueExpr).GetValue().(uint64), uint64(n)))
	}
	from = number(show.Limit.Offset)
	return from, min(n, from+number(show.Limit.Count))
}

// ChecksRows says whether a statement ends with WITH CHECK OPTION.
func ChecksRows(text string) bool { return checkOption(text) >= 0 }

// checkOption is where WITH CHECK OPTION begins at the end of a CREATE or ALTER VIEW, -1 where it does not.
func checkOption(text string) int {
	first := firstWords(text, 1)
	if len(first) == 0 || !slices.Contains([]string{"CREATE", "ALTER"}, strings.ToUpper(first[0].of(text))) || len(text) < len("CHECK OPTION") {
		return -1
	}
	var last []span
	for i := 0; i < len(text); {
		end, kind := Lexeme(text, i)
		if kind == WordLexeme || kind == SignLexeme && text[i:end] != ";" || kind == QuotedLexeme {
			if last = append(last, span{i, end}); len(last) > 4 {
				last = last[1:]
			}
		}
		i = end
	}
	var words []string
	for _, w := range last {
		words = append(words, strings.ToUpper(w.of(text)))
	}
	for _, end := range [][]string{{"WITH", "CASCADED", "CHECK", "OPTION"}, {"WITH", "LOCAL", "CHECK", "OPTION"}, {"WITH", "CHECK", "OPTION"}} {
		if n := len(words) - len(end); n >= 0 && slices.Equal(words[n:], end) {
			return last[n].start
		}
	}
	return -1
}

// withoutCheckOption gives a CREATE VIEW, of the same length, without WITH CHECK OPTION at its end.
func withoutCheckOption(text string) string {
	at := checkOption(text)
	if at < 0 {
		return text
	}
	end := at
	for _, w := range firstWords(text[at:], 4) {
		if word := text[at+w.start : at+w.end]; wordByte(word[0]) {
			end = at + w.end
		}
	}
	return blank(text, at, end)
}
