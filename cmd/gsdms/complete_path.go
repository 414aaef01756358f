package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	prompt "github.com/c-bata/go-prompt"

	"gsdms/sql/parse"
)

// openPath is the path that is being written at the end of a text: the argument of a command
// that takes a file, or a text that FROM, JOIN, INFILE or OUTFILE stands before, which a quote ends.
func openPath(before string) (path, quote string, ok bool) {
	if isDot(before) {
		name, arg, behind := strings.Cut(strings.TrimLeft(before, " "), " ")
		if known, _ := findCommand(name); behind && known.files {
			return strings.TrimLeft(arg, ` '"`), "", !strings.HasPrefix(strings.TrimSpace(arg), "|")
		}
		return "", "", false
	}
	last := ""
	for i := 0; i < len(before); {
		end, kind := parse.Lexeme(before, i)
		text := before[i:end]
		if kind == parse.QuotedLexeme && end == len(before) && (len(text) == 1 || text[len(text)-1] != text[0]) {
			return text[1:], text[:1], slices.Contains([]string{"FROM", "JOIN", "INFILE", "OUTFILE", ","}, last)
		}
		if kind != parse.SpaceLexeme && kind != parse.CommentLexeme {
			last = strings.ToUpper(text)
		}
		i = end
	}
	return "", "", false
}

// pathSuggestions suggests the files and folders that a path may go on with, files with the quote
// behind them.
func pathSuggestions(path, quote string) []prompt.Suggest {
	dir, begin := filepath.Split(path)
	entries, err := os.ReadDir(filepath.Join(".", dir))
	if filepath.IsAbs(dir) {
		entries, err = os.ReadDir(dir)
	}
	if err != nil {
		return nil // nothing can be suggested in a folder that cannot be read
	}
	var out []prompt.Suggest
	for _, e := range entries {
		name := e.Name()
		if !strings.HasPrefix(name, begin) || name == begin || begin == "" && name[0] == '.' {
			continue
		}
		if s, err := os.Stat(dir + name); err == nil && s.IsDir() {
			name += "/"
		} else {
			name += quote
		}
		out = append(out, prompt.Suggest{Text: name})
	}
	return out
}
