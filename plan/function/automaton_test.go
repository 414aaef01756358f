package function

import (
	"context"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
)

// A pattern matches somewhere in a text, as package regexp says, whatever goroutine asks first.
func TestAutomatonMatchesAsRegexpDoes(t *testing.T) {
	letters70 := ""
	for c := range rune(70) {
		letters70 += string('一' + c)
	}
	patterns := []string{
		"a.*b", "special.*requests", "[0-9]+", "^(slyly|quickly) ", "(ab|cd).*ba?$", "^$", "$", "^", "", "a$^", "$a", "^a*$", "a|^b|c$", "(?i)straße|k", "(?i)ſ", "(?s)a.b", "a.b", "[^a-c]b",
		"é", "[à-ü]+x", "日.?本", ".{3}x", `\w+ \w+$`, `(a*)*b`, `(a|b)*abb`, `a{2,4}b{0,2}$`, `^(?:a|ab)(?:c|bcd)$`, "\\pL\\pN", "[^x]{5}$", `\x{fffd}`, "(?:^|b)a(?:$|c)",
		`\bab`, `(?m)^a`, "(?m)b$", `a\B`, `\b`, `\B`, `a\b.*\bb`, `(?m)^$`, `(?m)^a*$|c\Bd`, `[[:upper:]]\w\W|\d`, letters70, `^\b|x\z`, `\A1|9\b$`,
	}
	letters := []string{"a", "b", "c", "d", "ab", "abb", "slyly ", "quickly ", "special", "requests", "x", "1", "9", " ", "\n", "é", "ü", "日", "本", "ß", "ſ", "K", "S", "K", "\xff", "\xe6\x97"}
	r := rand.New(rand.NewPCG(1, 2))
	texts := []string{"", "\n", "a", "b"}
	for range 3000 {
		var b strings.Builder
		for range r.IntN(9) {
			b.WriteString(letters[r.IntN(len(letters))])
		}
		texts = append(texts, b.String())
	}
	for _, pattern := range patterns {
		p, err := ReadRegexp(pattern, "")
		if err != nil {
			t.Fatal(err)
		}
		if p.IsFast() != (pattern != letters70) {
			t.Errorf("%q is fast: %v", pattern, p.IsFast())
		}
		var all sync.WaitGroup
		for range 2 {
			all.Go(func() {
				for _, text := range texts {
					if got, err := p.Matches(context.Background(), text); err != nil || got != p.of(text).MatchString(text) {
						t.Errorf("%q in %q: %v, %v", pattern, text, got, err)
					}
				}
			})
		}
		all.Wait()
	}
}

// A pattern of more states than there may be is matched nevertheless.
func TestAutomatonOfTooManyStates(t *testing.T) {
	p, err := ReadRegexp("a[ab]{12}c", "")
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		text := make([]byte, 40)
		for i := range text {
			text[i] = "abab"[r.IntN(4)]
		}
		text[len(text)-1-r.IntN(20)] = 'c'
		if got, err := p.Matches(context.Background(), string(text)); err != nil || got != p.MatchString(string(text)) {
			t.Errorf("in %s: %v, %v", text, got, err)
		}
	}
	if !p.states.many.Load() {
		t.Errorf("there are only %d states", len(p.states.states))
	}
}
