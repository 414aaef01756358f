package parse

import "strings"

// Shown cuts a statement off before a password, which nobody else may see in a log, in the list
// of what runs, or in a history, and reports whether there is one. What may be a statement with a
// password within another one, such as the text of PREPARE, is taken to be one.
func Shown(text string) (shown string, secret bool) {
	const by, password = "IDENTIFIED", "PASSWORD"
	if !containsFold(text, by, 'F') && !containsFold(text, password, 'W') {
		return text, false
	}
	words := 0
	for i := 0; i < len(text); {
		end, kind := Lexeme(text, i)
		found := text[i:end]
		switch kind {
		case WordLexeme:
			words++
			switch {
			case strings.EqualFold(found, by):
				return text[:i] + by + " …", true
			case strings.EqualFold(found, password) && words == 2 && strings.EqualFold(firstWord(text), "SET"):
				return text[:i] + password + " …", true
			}
		case SignLexeme:
			words++ // a name behind @ is no keyword
		case SpaceLexeme:
		default:
			if containsFold(found, by, 'F') || containsFold(found, password, 'W') && containsFold(found, "SET", 'S') {
				return text[:i] + "…", true
			}
		}
		i = end
	}
	return text, false
}

// firstWord is the first name or keyword of a text.
func firstWord(text string) string {
	for i := 0; i < len(text); {
		end, kind := Lexeme(text, i)
		if kind == WordLexeme {
			return text[i:end]
		}
		i = end
	}
	return ""
}

// containsFold reports whether a text has a word of capital letters in it, in any case. It looks for
// the word where it finds a letter of it that few texts have, for which it reads many bytes at a time.
func containsFold(text, word string, rare byte) bool {
	at := strings.IndexByte(word, rare)
	for _, letter := range [...]byte{rare, rare | 0x20} {
		for i := 0; ; i++ {
			n := strings.IndexByte(text[i:], letter)
			if n < 0 {
				break
			}
			i += n
			if from := i - at; from >= 0 && from+len(word) <= len(text) && strings.EqualFold(text[from:from+len(word)], word) {
				return true
			}
		}
	}
	return false
}
