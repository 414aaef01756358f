package traces

import (
	"strings"

	"gsdms/sql/parse"
)

// longest is how many bytes of a statement a span has.
const longest = 4096

// shape is a statement's text with ? in place of its numbers and texts, and without comments.
func shape(text string) string {
	text = parse.Fold(text)
	var b strings.Builder
	for i := 0; i < len(text) && b.Len() < longest; {
		end, kind := parse.Lexeme(text, i)
		switch first := text[i]; {
		case kind == parse.QuotedLexeme && first != '`', kind == parse.WordLexeme && first >= '0' && first <= '9':
			b.WriteByte('?')
		case kind == parse.HintLexeme:
		default:
			b.WriteString(text[i:end])
		}
		i = end
	}
	out := b.String()
	return strings.ToValidUTF8(out[:min(len(out), longest)], "?")
}
