package parse

import (
	"strings"

	"gsdms/pushscan/load"
)

// Statement is one statement of a text.
type Statement struct {
	Text     string // without what ends it and the space around it
	Line     int    // of its first character in the whole text, from 1
	Offset   int    // of its first character in the whole text, in bytes
	Vertical bool   // \G ends it, which asks for one line for each column
}

// Split cuts a text at each ; and \G outside quotes and comments. Statements of nothing
// but space and comments are left out. A quote or comment that does not end
// makes the rest of the text one statement.
func Split(text string) []Statement {
	var out []Statement
	line, counted := 1, 0
	for start := 0; start < len(text); {
		end, code := statementEnd(text, start)
		if code >= 0 {
			line += strings.Count(text[counted:code], "\n")
			counted = code
			out = append(out, Statement{
				Text: strings.TrimRight(text[code:end], " \t\r\n\f\v"), Line: line, Offset: code, Vertical: strings.HasPrefix(text[end:], verticalEnd),
			})
		}
		start = end + EndLength(text, end)
	}
	return out
}

// verticalEnd ends a statement whose result is to be written vertically.
const verticalEnd = `\G`

// EndLength is how long what ends a statement at i is: 1 for a semicolon and at the end
// of the text, 2 for \G, 0 if nothing ends one there.
func EndLength(text string, i int) int {
	switch {
	case i >= len(text) || text[i] == ';':
		return 1
	case strings.HasPrefix(text[i:], verticalEnd):
		return len(verticalEnd)
	}
	return 0
}

// statementEnd finds the ; or \G that ends the statement at start (or the end of the
// text) and the offset of the first character that is code, -1 without any.
func statementEnd(text string, start int) (end, code int) {
	code = -1
	for i := start; i < len(text); {
		next, kind := Lexeme(text, i)
		switch {
		case kind == WordLexeme || kind == QuotedLexeme || kind == HintLexeme:
			if code < 0 {
				code = i
			}
		case kind == SignLexeme && EndLength(text, i) > 0:
			return i, code
		case kind == SignLexeme && code < 0:
			code = i
		}
		i = next
	}
	return len(text), code
}

// The lexemes that matter for finding statements and names in a text.
const (
	SpaceLexeme   = iota
	CommentLexeme // -- to the end of the line, #, /* */
	HintLexeme    // /*! */ and /*+ */, which the parser reads
	QuotedLexeme  // '...', "...", `...`
	WordLexeme    // letters, digits, _, $, and every byte past ASCII
	SignLexeme    // any other byte
)

// Lexeme gives the end and the kind of the lexeme at i.
func Lexeme(text string, i int) (end, kind int) {
	switch c := text[i]; {
	case wordByte(c):
		for i++; i < len(text) && wordByte(text[i]); i++ {
		}
		return i, WordLexeme
	case space(c):
		for i++; i < len(text) && space(text[i]); i++ {
		}
		return i, SpaceLexeme
	case c == '\'' || c == '"' || c == '`':
		return quotedEnd(text, i), QuotedLexeme
	case c == '#' || c == '-' && lineComment(text[i:]):
		return i + len(text[i:]) - len(afterLine(text[i:])), CommentLexeme
	case c == '/' && strings.HasPrefix(text[i:], "/*"):
		return blockEnd(text, i)
	}
	return i + 1, SignLexeme
}

func space(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

func wordByte(c byte) bool { return wordBytes[c] }

// wordBytes are the bytes of words.
var wordBytes = func() (of [256]bool) {
	for c := range of {
		c := byte(c)
		of[c] = c == '_' || c == '$' || c >= 0x80 || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
	}
	return of
}()

// lineComment reports whether "--" begins a comment: a space, a control character or
// the end must follow.
func lineComment(s string) bool {
	return strings.HasPrefix(s, "--") && (len(s) == 2 || s[2] <= ' ')
}

// afterLine gives what follows the first line, its end of line included.
func afterLine(s string) string {
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		return s[i:]
	}
	return ""
}

func blockEnd(text string, i int) (end, kind int) {
	if n := strings.Index(text[i+2:], "*/"); n >= 0 {
		return i + n + 4, kindOfBlock(text[i:])
	}
	return len(text), HintLexeme // not a comment: the parser says what is wrong with it
}

// kindOfBlock is the kind of what begins with a block comment that ends.
func kindOfBlock(text string) int {
	if strings.HasPrefix(text, "/*!") || strings.HasPrefix(text, "/*+") {
		return HintLexeme
	}
	return CommentLexeme
}

// quotedEnd finds the end of a quoted text; a doubled quote is the quote itself, and
// but for names a backslash takes the next character with it.
func quotedEnd(text string, i int) int { return quoteEnd(text, i+1, text[i]) }

// quoteEnd is quotedEnd from a place between the quotes.
func quoteEnd(text string, i int, quote byte) int {
	for ; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && quote != '`':
			i++
		case c != quote:
		case i+1 < len(text) && text[i+1] == quote:
			i++
		default:
			return i + 1
		}
	}
	return len(text)
}

// WithoutLastComment cuts a text after the last lexeme that is no space and no comment.
func WithoutLastComment(text string) string {
	last := 0
	for i := 0; i < len(text); {
		end, kind := Lexeme(text, i)
		if kind != SpaceLexeme && kind != CommentLexeme {
			last = end
		}
		i = end
	}
	return text[:last]
}

// FindWord gives the offset of a name, number or keyword in a text, outside comments
// and strings, in any case; -1 if it is not there.
func FindWord(text, word string) int {
	for i := 0; i < len(text); {
		end, kind := Lexeme(text, i)
		found := text[i:end]
		if kind == QuotedLexeme {
			found = strings.Trim(found, found[:1])
		}
		name := kind == WordLexeme || kind == QuotedLexeme && (text[i] == '`' || load.IsFileName(word))
		if name && strings.EqualFold(found, word) {
			return i
		}
		i = end
	}
	return -1
}

// PlaceOfTable gives the offset of a table's name, which may be without its database; -1 if it is
// not there.
func PlaceOfTable(text, name string) int {
	at := FindWord(text, name)
	if _, own, ok := strings.Cut(name, "."); ok && at < 0 {
		return FindWord(text, own)
	}
	return at
}
