package parse

import (
	"strings"
)

// Fold gives the text with each run of spaces and comments outside of quotes as one
// space, and none at the ends. Comments that MySQL reads (/*! and /*+) stay.
func Fold(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	gap := false
	for i := 0; i < len(text); {
		end, kind := Lexeme(text, i)
		if kind == SpaceLexeme || kind == CommentLexeme {
			gap = true
		} else {
			if gap && b.Len() > 0 {
				b.WriteByte(' ')
			}
			gap = false
			b.WriteString(text[i:end])
		}
		i = end
	}
	return b.String()
}

// Empty reports whether a text has nothing but spaces and comments.
func Empty(text string) bool { return len(firstWords(text, 1)) == 0 }

// FirstWord gives the first word of a text, behind parentheses; "" where something else stands.
func FirstWord(text string) string {
	for i := 0; i < len(text); {
		end, kind := Lexeme(text, i)
		switch {
		case kind == WordLexeme:
			return text[i:end]
		case kind != SpaceLexeme && kind != CommentLexeme && text[i] != '(':
			return ""
		}
		i = end
	}
	return ""
}

// Complete reports whether the text ends a statement, as Lines has it.
func Complete(text string) bool {
	var l Lines
	l.Add(text)
	return l.Complete()
}
