package like

import (
	"math/rand/v2"
	"testing"
)

// What matches without being read matches when it is read, of all short patterns and texts of a few
// letters, wildcards and the escape among them.
func TestSimplePatterns(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 7))
	letters := []string{"a", "b", "%", "_", "\\", "ü"}
	some := func() (s string) {
		for range r.IntN(6) {
			s += letters[r.IntN(len(letters))]
		}
		return s
	}
	simple := 0
	for range 200_000 {
		text, pattern, escape := some(), some(), []rune{'\\', 'a', '%', 'ü'}[r.IntN(4)]
		if r.IntN(2) == 0 {
			pattern = "%" + pattern + "%"
		}
		got, ok := Simple(text, pattern, escape)
		if want := New(pattern, escape).Match(text); ok && got != want {
			t.Fatalf("%q LIKE %q ESCAPE %q: %v, want %v", text, pattern, escape, got, want)
		}
		if ok {
			simple++
		}
	}
	if simple < 20_000 {
		t.Errorf("only %d patterns are simple", simple)
	}
}
