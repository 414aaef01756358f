package like

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// matches is LIKE without an escape, by its definition.
func matches(text, pattern []rune) bool {
	switch {
	case len(pattern) == 0:
		return len(text) == 0
	case pattern[0] == '%':
		return matches(text, pattern[1:]) || len(text) > 0 && matches(text[1:], pattern)
	}
	return len(text) > 0 && (pattern[0] == '_' || pattern[0] == text[0]) && matches(text[1:], pattern[1:])
}

// Patterns with _ between others match what their definition does, also where their letters come in many places
// of a text; and what matches has the longest text of the pattern.
func TestWildPatterns(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 4))
	some := func(n int, letters ...string) string {
		var b strings.Builder
		for range r.IntN(n) {
			b.WriteString(letters[r.IntN(len(letters))])
		}
		return b.String()
	}
	found := 0
	for range 100_000 {
		text, pattern := some(9, "a", "b", "ü"), "%"+some(6, "a", "b", "_", "ü")+"%"+some(4, "a", "_", "%")
		if r.IntN(9) == 0 {
			text = strings.Repeat("ab", 40) + text + strings.Repeat("a", r.IntN(40))
		}
		p := New(pattern, '\\')
		got := p.Match(text)
		if want := matches([]rune(text), []rune(pattern)); got != want {
			t.Fatalf("%q LIKE %q is %t", text, pattern, got)
		}
		if got {
			found++
		}
		if got && !strings.Contains(text, p.Longest()) {
			t.Fatalf("%q LIKE %q, whose longest text is %q", text, pattern, p.Longest())
		}
	}
	if found < 20_000 {
		t.Errorf("only %d texts match", found)
	}
	if got := New(`a_bcd_e%fg_`, '\\').Longest(); got != "bcd" {
		t.Errorf("the longest text is %q", got)
	}
}

// Where the letters of a part come often, it takes time in proportion to the text still.
func BenchmarkWildPattern(b *testing.B) {
	for name, text := range map[string]string{"seldom": strings.Repeat("x", 1000) + "ab", "often": strings.Repeat("a", 1000)} {
		p := New("%a_"+strings.Repeat("a", 20)+"_b%", '\\')
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				p.Match(text)
			}
		})
	}
}
