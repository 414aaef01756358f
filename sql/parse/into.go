package parse

import (
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
)

// IntoVariables is a query whose one row goes into variables: SELECT … INTO @a, @b, which the
// parser does not know.
type IntoVariables struct {
	ast.StmtNode          // the query
	Names        []string // of the variables, without the @
}

// withoutVariables gives a query without its INTO @a, @b, in whose place there are spaces, and the
// names. INTO stands behind the list of SELECT, or at the end.
func withoutVariables(text string) (read string, names []string) {
	if !strings.Contains(text, "@") {
		return text, nil
	}
	words := firstWords(text, len(text))
	depth := 0
	for i := range words {
		switch w := words[i].of(text); {
		case w == "(":
			depth++
		case w == ")":
			depth--
		case depth == 0 && strings.EqualFold(w, "INTO"):
			if names, end := variables(text, words[i+1:]); names != nil {
				return blank(text, words[i].start, end), names
			}
		}
	}
	return text, nil
}

// variables reads @a, @b at the beginning of the words, and says where the last one ends.
func variables(text string, words []span) (names []string, end int) {
	for len(words) >= 2 && words[0].of(text) == "@" && words[0].end == words[1].start && words[1].of(text) != "@" {
		names = append(names, strings.Trim(words[1].of(text), "`'\""))
		end = words[1].end
		if words = words[2:]; len(words) == 0 || words[0].of(text) != "," {
			break
		}
		words = words[1:]
	}
	return names, end
}

// asInto has a query give its row to variables.
func asInto(text string, stmts []ast.StmtNode, names []string) error {
	if _, query := stmts[0].(ast.ResultSetNode); !query || len(stmts) > 1 {
		return ErrorAt(text, FindWord(text, "INTO"), codeSyntax, "syntax error near 'INTO': a query alone can give its row to variables")
	}
	stmts[0] = &IntoVariables{stmts[0], names}
	return nil
}
