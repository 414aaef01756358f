package main

import (
	"os"
	"strings"

	prompt "github.com/c-bata/go-prompt"

	"gsdms/cmd/edit"
	"gsdms/plan/typing"
	"gsdms/sql/parse"
)

// colorful reports whether what is written to a file may have colours: to a terminal that can
// show them, where NO_COLOR does not say otherwise.
func colorful(out *os.File) bool {
	return isTerminal(out) && os.Getenv("NO_COLOR") == "" && !dumb()
}

// dumb reports whether the terminal knows no escape sequences.
func dumb() bool { return os.Getenv("TERM") == "dumb" || os.Getenv("TERM") == "" }

// style gives the parts of SQL their colours.
func style(text string) []edit.Span {
	if _, _, ok := dotCommand(strings.TrimSpace(text)); ok {
		return []edit.Span{{Bytes: len(text), Color: prompt.Purple}}
	}
	var out []edit.Span
	for i := 0; i < len(text); {
		end, kind := parse.Lexeme(text, i)
		s := colorOf(text[i:end], kind)
		s.Bytes = end - i
		out = append(out, s)
		i = end
	}
	return out
}

func colorOf(lexeme string, kind int) edit.Span {
	switch {
	case kind == parse.CommentLexeme || kind == parse.HintLexeme:
		return edit.Span{Color: prompt.DarkGray}
	case kind == parse.QuotedLexeme && lexeme[0] != '`':
		return edit.Span{Color: prompt.DarkGreen}
	case kind != parse.WordLexeme:
		return edit.Span{}
	case lexeme[0] >= '0' && lexeme[0] <= '9':
		return edit.Span{Color: prompt.Brown}
	case isKeyword(lexeme):
		return edit.Span{Color: prompt.DarkBlue, Bold: true}
	case typing.IsFunction(lexeme):
		return edit.Span{Color: prompt.Cyan}
	}
	return edit.Span{}
}

// Escape sequences of what the shell writes beside results.
const (
	redText   = "\x1b[31m"
	faintText = "\x1b[2m"
	plainText = "\x1b[0m"
)

// tinted is a text in a colour, if there are colours.
func (r *runner) tinted(color, text string) string {
	if !r.color || color == "" || text == "" {
		return text
	}
	return color + text + plainText
}
