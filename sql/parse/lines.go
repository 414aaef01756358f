package parse

import "strings"

// Lines is a text that comes line by line, and knows behind each line whether that ends a statement. No line
// is looked at twice, however long a statement gets. The zero value is an empty text.
type Lines struct {
	text  strings.Builder
	at    int // up to which the text has been looked at
	open  string
	begun bool // it has more than spaces and comments
	ends  bool // a statement ends with what is before at
}

// Add puts a line behind the others.
func (l *Lines) Add(line string) {
	l.text.WriteString(line)
	l.text.WriteByte('\n')
}

// Len is how many bytes there are.
func (l *Lines) Len() int { return l.text.Len() }

// Take gives the text, and begins with an empty one.
func (l *Lines) Take() string {
	text := l.text.String()
	*l = Lines{}
	return text
}

// Empty reports whether the lines have nothing but spaces and comments.
func (l *Lines) Empty() bool {
	l.look()
	return !l.begun && l.open == ""
}

// Complete reports whether the last line ends a statement: the last thing in it outside of spaces and
// comments is ; or \G, and no quote or comment is open.
func (l *Lines) Complete() bool {
	l.look()
	return l.ends && l.open == ""
}

// look goes on to the end of the text. Nothing but a quote or a comment is in two lines.
func (l *Lines) look() {
	text := l.text.String()
	for l.at < len(text) {
		if l.open != "" {
			l.close(text)
			continue
		}
		end, kind := Lexeme(text, l.at)
		n := EndLength(text, l.at)
		ends := n > 0 && kind == SignLexeme
		switch {
		case ends:
			end = l.at + n
		case end < len(text):
		case kind == QuotedLexeme:
			l.open = text[l.at : l.at+1]
		case kind == HintLexeme:
			l.open, kind = "*/", kindOfBlock(text[l.at:])
		}
		if kind != SpaceLexeme && kind != CommentLexeme {
			l.begun, l.ends = true, ends
		}
		l.at = end
	}
}

// close looks for the end of a quote or a comment that is open.
func (l *Lines) close(text string) {
	if l.open != "*/" {
		if l.at = quoteEnd(text, l.at, l.open[0]); l.at < len(text) {
			l.open = ""
		}
		return
	}
	n := strings.Index(text[l.at:], l.open)
	if n < 0 {
		l.at = len(text)
		return
	}
	l.at, l.open = l.at+n+len(l.open), ""
}
