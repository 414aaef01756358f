package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// wordRow is a row of the glossary: a word and the folder where it lives.
var wordRow = regexp.MustCompile("(?m)^\\| ([a-z]+) \\| `([a-z/]+)` \\|")

// Every word of the glossary is one of the code that it names: a type, a function or what a
// comment begins with.
func TestWordsAreThoseOfTheCode(t *testing.T) {
	text, err := os.ReadFile("../../docs/words.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := wordRow.FindAllStringSubmatch(string(text), -1)
	if len(rows) < 40 {
		t.Fatalf("the glossary has %d words", len(rows))
	}
	seen := map[string]bool{}
	for _, row := range rows {
		word, folder := row[1], row[2]
		if seen[word] {
			t.Errorf("%s has two meanings", word)
		}
		seen[word] = true
		if !defines(t, filepath.Join("../..", folder), word) {
			t.Errorf("the code in %s does not say what a %s is", folder, word)
		}
	}
}

// defines reports whether a package's comments or declarations begin with a word.
func defines(t *testing.T, folder, word string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: %d files, error %v", folder, len(files), err)
	}
	begins := regexp.MustCompile(`(?im)^(// |// Package |type |func )(an? |the |new)?` + word + `(e?s)?\b|^\s+` + word + `s?\s.*//`)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(file, "_test.go") && begins.Match(text) {
			return true
		}
	}
	return false
}
