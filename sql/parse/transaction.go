package parse

import (
	"slices"
	"strings"
)

// transactionWords are what can be said of a transaction that begins.
var transactionWords = []string{"READ ONLY", "READ WRITE", "WITH CONSISTENT SNAPSHOT"}

// withoutWork gives BEGIN, COMMIT and ROLLBACK WORK without WORK, and START TRANSACTION with the
// first of what is said of it, of which the parser reads only one: none changes anything here.
func withoutWork(text string) string {
	words := firstWords(text, 12)
	word := func(i int) string {
		if i >= len(words) {
			return ""
		}
		return strings.ToUpper(words[i].of(text))
	}
	switch {
	case slices.Contains([]string{"BEGIN", "COMMIT", "ROLLBACK"}, word(0)) && word(1) == "WORK":
		return blank(text, words[1].start, words[1].end)
	case word(0) != "START" || word(1) != "TRANSACTION":
		return text
	}
	end := len(words)
	if word(end-1) == ";" {
		end--
	}
	said := strings.Split(joined(text, words[2:end]), " , ")
	if len(said) < 2 || slices.ContainsFunc(said, func(s string) bool { return !slices.Contains(transactionWords, s) }) {
		return text
	}
	comma := slices.IndexFunc(words, func(w span) bool { return w.of(text) == "," })
	return blank(text, words[comma].start, words[end-1].end)
}

// joined are words in capital letters with a space between two.
func joined(text string, words []span) string {
	var out []string
	for _, w := range words {
		out = append(out, strings.ToUpper(w.of(text)))
	}
	return strings.Join(out, " ")
}
