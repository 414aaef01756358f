package parse

import (
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
)

// CUDAFormat is the FORMAT of an EXPLAIN that asks for the CUDA source.
const CUDAFormat = "cuda"

// explainWords begin an EXPLAIN; explainedWords begin what it can be asked to explain.
var (
	explainWords   = []string{"EXPLAIN", "DESCRIBE", "DESC"}
	explainedWords = []string{"SELECT", "WITH", "TABLE", "VALUES", "INSERT", "REPLACE", "UPDATE", "DELETE", "("}
)

// withoutCUDA gives EXPLAIN CUDA SELECT …, which the parser does not know, with as many
// spaces in place of CUDA, so that every offset stays what it was. Any other text comes
// back as it is: EXPLAIN cuda describes the table cuda, EXPLAIN cuda a its column a.
func withoutCUDA(text string) (read string, found bool) {
	var starts, ends [3]int
	n := 0
	for i := 0; i < len(text) && n < len(starts); {
		end, kind := Lexeme(text, i)
		if kind != SpaceLexeme && kind != CommentLexeme {
			starts[n], ends[n] = i, end
			n++
		}
		i = end
	}
	word := func(i int) string { return strings.ToUpper(text[starts[i]:ends[i]]) }
	if n < len(starts) || !slices.Contains(explainWords, word(0)) || word(1) != "CUDA" || !slices.Contains(explainedWords, word(2)) {
		return text, false
	}
	return text[:starts[1]] + strings.Repeat(" ", len("CUDA")) + text[ends[1]:], true
}

// asCUDA makes a statement that was read without CUDA the EXPLAIN FORMAT = 'cuda' that
// it stands for.
func asCUDA(stmts []ast.StmtNode) {
	for _, s := range stmts[:min(1, len(stmts))] {
		if e, ok := s.(*ast.ExplainStmt); ok {
			e.Format = CUDAFormat
		}
	}
}
