package parse

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// Behind each line it is known what a look at all lines would tell.
func TestLinesAreTheText(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	pieces := []string{"'", "\"", "`", "\\", "\\'", "''", ";", ";", ";", `\G`, "/*", "*/", "/*!50000 ", "-- ", "#", " ", "a", "(1)", "'x;y'", "*", "/", "-", ""}
	ended, open := 0, 0
	for range 3000 {
		var l Lines
		text := ""
		for range 1 + r.IntN(6) {
			line := ""
			for range r.IntN(6) {
				line += pieces[r.IntN(len(pieces))]
			}
			l.Add(line)
			text += line + "\n"
			if got, want := l.Complete(), lookedAt(text); got != want {
				t.Fatalf("%q is complete: %v, want %v", text, got, want)
			}
			if got, want := l.Empty(), Empty(text); got != want {
				t.Fatalf("%q is empty: %v, want %v", text, got, want)
			}
			if l.Complete() {
				ended++
			} else {
				open++
			}
		}
		if l.Len() != len(text) || l.Take() != text || l.Len() != 0 || !l.Empty() {
			t.Fatalf("%q is taken as another text, or stays", text)
		}
	}
	if ended < 500 || open < 500 {
		t.Errorf("%d texts are complete, %d are not", ended, open)
	}
}

// lookedAt reports whether the last thing of a text is what ends a statement.
func lookedAt(text string) bool {
	complete := false
	for i := 0; i < len(text); {
		end, kind := Lexeme(text, i)
		if kind != SpaceLexeme && kind != CommentLexeme {
			complete = false
		}
		if n := EndLength(text, i); n > 0 && kind == SignLexeme {
			complete, end = true, i+n
		}
		i = end
	}
	return complete
}

// A statement of many lines is looked at once: a look at all of it behind each of 200,000 lines would be at 400 GB.
func TestLinesAreManyLines(t *testing.T) {
	var l Lines
	l.Add("INSERT INTO t VALUES")
	for range 200_000 {
		if l.Add(`('a;b\'', 12),`); l.Complete() {
			t.Fatal("a statement ends within its rows")
		}
	}
	if l.Add("('c', 1);"); !l.Complete() || !strings.HasSuffix(l.Take(), "1);\n") {
		t.Error("the statement does not end")
	}
}
