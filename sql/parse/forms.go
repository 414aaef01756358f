package parse

import (
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser"
	"github.com/pingcap/tidb/pkg/parser/ast"
)

// CUDAFormat is the FORMAT of an EXPLAIN that asks for the CUDA source.
const CUDAFormat = "cuda"

// explainWords begin an EXPLAIN; explainedWords begin what it can be asked to explain.
var (
	explainWords   = []string{"EXPLAIN", "DESCRIBE", "DESC"}
	explainedWords = []string{"SELECT", "WITH", "TABLE", "VALUES", "INSERT", "REPLACE", "UPDATE", "DELETE", "("}
)

// withoutForm gives EXPLAIN CUDA SELECT … and EXPLAIN [ANALYZE] FORMAT = name SELECT …, of
// which the parser knows only some names, with as many spaces in place of CUDA or FORMAT =
// name, so that every offset stays what it was. Any other text comes back as it is: EXPLAIN
// cuda describes the table cuda, EXPLAIN cuda a its column a.
func withoutForm(text string) (read, form string) {
	words := firstWords(text, 6)
	word := func(i int) string {
		if i >= len(words) {
			return ""
		}
		return strings.ToUpper(words[i].of(text))
	}
	if !slices.Contains(explainWords, word(0)) {
		return text, ""
	}
	if word(1) == "CUDA" && slices.Contains(explainedWords, word(2)) {
		return blank(text, words[1].start, words[1].end), CUDAFormat
	}
	at := 1
	if word(1) == "ANALYZE" {
		at = 2
	}
	if word(at) != "FORMAT" || word(at+1) != "=" || !slices.Contains(explainedWords, word(at+3)) {
		return text, ""
	}
	return blank(text, words[at].start, words[at+2].end), strings.ToLower(strings.Trim(words[at+2].of(text), "'\"`"))
}

// span is where a lexeme stands in a text.
type span struct{ start, end int }

func (s span) of(text string) string { return text[s.start:s.end] }

// firstWords gives the first lexemes of a text that are no spaces or comments.
func firstWords(text string, most int) []span {
	var out []span
	for i := 0; i < len(text) && len(out) < most; {
		end, kind := Lexeme(text, i)
		if kind != SpaceLexeme && kind != CommentLexeme {
			out = append(out, span{i, end})
		}
		i = end
	}
	return out
}

func blank(text string, start, end int) string {
	return text[:start] + strings.Repeat(" ", end-start) + text[end:]
}

// asForm gives an EXPLAIN that was read without its FORMAT the one that stands there.
func asForm(stmts []ast.StmtNode, form string) {
	for _, s := range stmts[:min(1, len(stmts))] {
		if e, ok := s.(*ast.ExplainStmt); ok && form != "" {
			e.Format = form
		}
	}
}

// withoutPattern gives DESCRIBE table 'pattern', of which the parser knows only DESCRIBE table
// column, with spaces in place of the pattern, as it stands there.
func withoutPattern(text string) (read, quoted string) {
	words := firstWords(text, 6)
	if len(words) < 3 || !slices.Contains(explainWords, strings.ToUpper(words[0].of(text))) || slices.Contains(explainedWords, strings.ToUpper(words[1].of(text))) {
		return text, ""
	}
	at := 2
	if words[2].of(text) == "." && len(words) >= 5 {
		at = 4
	}
	quoted = words[at].of(text)
	if q := quoted[0]; (q != '\'' && q != '"') || len(words) > at+1 && words[at+1].of(text) != ";" {
		return text, ""
	}
	return blank(text, words[at].start, words[at].end), quoted
}

// asPattern gives a DESCRIBE that was read without its pattern the one that stands there.
func asPattern(p *parser.Parser, stmts []ast.StmtNode, quoted string) {
	if quoted == "" {
		return
	}
	like, _, err := p.ParseSQL("SELECT 1 WHERE a LIKE " + quoted)
	if err != nil || len(stmts) == 0 || len(like) == 0 {
		return // the text is not what it seemed
	}
	explain, ok := stmts[0].(*ast.ExplainStmt)
	if !ok {
		return
	}
	if show, ok := explain.Stmt.(*ast.ShowStmt); ok {
		show.Pattern, _ = like[0].(*ast.SelectStmt).Where.(*ast.PatternLikeOrIlikeExpr)
	}
}
