package parse

import "strings"

// Qualified puts a database before the names of a text that stand where a table can be named, or
// before a parenthesis as those of functions, where named says so. Names that have a database stay.
func Qualified(text, database string, named func(name string) bool) string {
	var out strings.Builder
	at := tablePlaces{levels: []tablePlace{{selects: true}}}
	for i := 0; i < len(text); {
		end, kind := Lexeme(text, i)
		name, isName := writtenName(text[i:end], kind)
		next := text[end:]
		calls := strings.HasPrefix(next, "(") && at.last != "."
		if isName && (at.here() && !strings.HasPrefix(strings.TrimLeft(next, " \t\r\n"), ".") || calls) && named(name) {
			out.WriteString(QuoteName(database) + ".")
		}
		if kind != SpaceLexeme && kind != CommentLexeme {
			at.pass(text[i:end], kind)
		}
		out.WriteString(text[i:end])
		i = end
	}
	return out.String()
}

// writtenName gives the name that a lexeme is, false for one that is none.
func writtenName(lexeme string, kind int) (string, bool) {
	switch {
	case kind == WordLexeme:
		return lexeme, true
	case kind == QuotedLexeme && lexeme[0] == '`' && len(lexeme) > 2:
		return strings.ReplaceAll(lexeme[1:len(lexeme)-1], "``", "`"), true
	}
	return "", false
}
