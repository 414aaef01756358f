package parse

import (
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
)

// FullJoin is the kind of FULL [OUTER] JOIN, which the parser does not know: it reads LEFT,
// and asFull says which joins were FULL.
const FullJoin ast.JoinType = 100

// joinWord is a LEFT or FULL before [OUTER] JOIN in a text.
type joinWord struct {
	offset int
	full   bool
}

// withoutFull gives a text, of the same length, with LEFT in the place of FULL before
// [OUTER] JOIN, and all joins that then are LEFT, in order; none where no FULL was there.
func withoutFull(text string) (read string, words []joinWord) {
	any := false
	before := ""
	for i := 0; i < len(text); {
		end, kind := Lexeme(text, i)
		if kind == SpaceLexeme || kind == CommentLexeme {
			i = end
			continue
		}
		word := strings.ToUpper(text[i:end])
		if kind == WordLexeme && before != "AS" && before != "." && (word == "FULL" || word == "LEFT") && joinFollows(text, end) {
			words = append(words, joinWord{i, word == "FULL"})
			any = any || word == "FULL"
		}
		before, i = word, end
	}
	if !any {
		return text, nil
	}
	out := []byte(text)
	for _, w := range words {
		copy(out[w.offset:], "LEFT")
	}
	return string(out), words
}

// joinFollows reports whether [OUTER] JOIN stands from i on.
func joinFollows(text string, i int) bool {
	for outer := false; i < len(text); {
		end, kind := Lexeme(text, i)
		if kind != SpaceLexeme && kind != CommentLexeme {
			word := strings.ToUpper(text[i:end])
			if outer || word != "OUTER" {
				return word == "JOIN"
			}
			outer = true
		}
		i = end
	}
	return false
}

// asFull makes the joins of statements that were FULL in the text FULL again. Their order
// among the LEFT ones tells which they are.
func asFull(text string, stmts []ast.StmtNode, words []joinWord) error {
	if len(words) == 0 {
		return nil
	}
	f := &leftJoins{behind: map[ast.Node]*ast.Join{}}
	for _, s := range stmts {
		s.Accept(f)
	}
	if len(f.found) != len(words) {
		return ErrorAt(text, words[0].offset, CodeNotSupported, "FULL JOIN is not supported beside joins in parentheses behind a comma or in comments that are code")
	}
	for i, w := range words {
		if w.full {
			f.found[i].Tp = FullJoin
		}
	}
	return nil
}

// leftJoins collects LEFT JOINs in the order of their words: each comes behind its left side.
type leftJoins struct {
	behind map[ast.Node]*ast.Join
	found  []*ast.Join
}

// Enter implements ast.Visitor.
func (f *leftJoins) Enter(n ast.Node) (ast.Node, bool) {
	if j, ok := n.(*ast.Join); ok && j.Right != nil && j.Tp == ast.LeftJoin {
		f.behind[j.Left] = j
	}
	return n, false
}

// Leave implements ast.Visitor.
func (f *leftJoins) Leave(n ast.Node) (ast.Node, bool) {
	if j := f.behind[n]; j != nil {
		f.found = append(f.found, j)
	}
	return n, true
}
