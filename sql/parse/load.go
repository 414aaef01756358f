package parse

import (
	"strconv"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
)

// withoutIgnoredRows gives LOAD DATA … IGNORE n ROWS, of which the parser knows only IGNORE n
// LINES, with spaces in place of that, and the number; and with spaces in place of CONCURRENT,
// which asks for nothing where readers never wait for writers. Any other text comes back as it is.
func withoutIgnoredRows(text string) (read string, rows *uint64) {
	words := firstWords(text, 3)
	if len(words) < 3 || !strings.EqualFold(words[0].of(text), "LOAD") || !strings.EqualFold(words[1].of(text), "DATA") {
		return text, nil
	}
	if strings.EqualFold(words[2].of(text), "CONCURRENT") {
		text = blank(text, words[2].start, words[2].end)
	}
	var last [2]span // of words before
	for i := 0; i < len(text); {
		end, kind := Lexeme(text, i)
		if kind != SpaceLexeme && kind != CommentLexeme {
			if strings.EqualFold(text[i:end], "ROWS") && strings.EqualFold(last[0].of(text), "IGNORE") {
				if n, err := strconv.ParseUint(last[1].of(text), 10, 64); err == nil {
					return blank(text, last[0].start, end), &n
				}
			}
			last = [2]span{last[1], {i, end}}
		}
		i = end
	}
	return text, nil
}

// asIgnored gives a LOAD DATA the lines that stand there.
func asIgnored(stmts []ast.StmtNode, rows *uint64) {
	if rows == nil || len(stmts) == 0 {
		return
	}
	if n, ok := stmts[0].(*ast.LoadDataStmt); ok {
		n.IgnoreLines = rows
	}
}
