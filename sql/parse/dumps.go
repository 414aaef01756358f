package parse

import (
	"slices"
	"strings"
)

// What dumps of MariaDB's client write, and the parser does not read.

// unwrapped gives a statement that is all of it in a comment for MySQL without the comment, at the
// same places.
func unwrapped(text string) string {
	if first := firstWords(text, 1); len(first) == 0 || !strings.HasPrefix(first[0].of(text), "/*!") {
		return text
	}
	words := firstWords(text, len(text))
	for len(words) > 1 && words[len(words)-1].of(text) == ";" {
		words = words[:len(words)-1]
	}
	if len(words) != 1 || !strings.HasPrefix(words[0].of(text), "/*!") || !strings.HasSuffix(words[0].of(text), "*/") {
		return text
	}
	whole := words[0]
	from, to := versioned(text, whole.start, whole.end)
	if to == whole.end {
		return text // it is for a later version
	}
	return blank(blank(text, whole.start, max(to, from+len("/*!"))), whole.end-len("*/"), whole.end)
}

// outfileCharsets are those that what is written to a file has anyway.
var outfileCharsets = []string{"UTF8", "UTF8MB3", "UTF8MB4", "BINARY"}

// withoutCharset gives INTO OUTFILE 'file' CHARACTER SET name without the character set, which may
// stand in a comment for MySQL.
func withoutCharset(text string) string {
	words := firstWords(text, len(text))
	for i := 0; i+2 < len(words); i++ {
		if !strings.EqualFold(words[i].of(text), "OUTFILE") {
			continue
		}
		at := words[i+2]
		if inside := strings.TrimLeft(strings.TrimPrefix(at.of(text), "/*!"), "0123456789"); len(inside) < at.end-at.start {
			if isCharset(strings.Fields(strings.ToUpper(strings.TrimSuffix(inside, "*/")))) {
				text = blank(text, at.start, at.end)
			}
			continue
		}
		var next []string
		for _, w := range words[i+2 : min(i+5, len(words))] {
			next = append(next, strings.ToUpper(w.of(text)))
		}
		if isCharset(next) {
			text = blank(text, at.start, words[i+4].end)
		}
	}
	return text
}

// outfileLast gives a SELECT whose INTO OUTFILE stands before its FROM with that behind all else,
// where the parser reads it; all else keeps its place.
func outfileLast(text string) string {
	words := firstWords(text, len(text))
	word := func(i int) string { return strings.ToUpper(words[i].of(text)) }
	into, from, depth := -1, -1, 0
	for i := range words {
		switch word(i) {
		case "(":
			depth++
		case ")":
			depth--
		case "INTO":
			if depth == 0 && i+1 < len(words) && word(i+1) == "OUTFILE" {
				into = i
			}
		case "FROM":
			if depth == 0 && into >= 0 && from < 0 {
				from = i
			}
		}
	}
	if from < 0 {
		return text
	}
	last := len(words) - 1
	for word(last) == ";" {
		last--
	}
	begins, ends := words[into].start, words[from].start
	return blank(text, begins, ends)[:words[last].end] + " " + text[begins:ends] + text[words[last].end:]
}

// isCharset reports whether words say one of the character sets.
func isCharset(words []string) bool {
	return len(words) == 3 && words[0] == "CHARACTER" && words[1] == "SET" && slices.Contains(outfileCharsets, words[2])
}
