package function

import (
	"math/rand/v2"
	"regexp"
	"testing"
)

// A pattern that is a set of letters replaces what the same pattern in a group does, for which no
// runs of letters are looked for.
func TestRunsOfLettersAreReplacedAsTheirPatternDoes(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	letters := []string{"a", "b", "Z", "0", "7", " ", "\n", "é", "日", "\xff", "\xe6\x97", "-", "ſ"}
	plain := 0
	for _, pattern := range []string{"[ab]+", "[^0-9]", `\s+`, `\d`, "a", "a+", "(?i)[s-z]+", "(?i)s", "[^a]+?", ".", "é+", "日", `\pL+`, "[^\\x00-\\x{10FFFF}]", "ab", "(a)+"} {
		re, err := ReadRegexp(pattern, "")
		if err != nil {
			t.Fatal(err)
		}
		if re.runs != nil {
			plain++
		}
		whole := &Pattern{Regexp: regexp.MustCompile("(?:" + pattern + ")")}
		for range 3000 {
			s := ""
			for range r.IntN(12) {
				s += letters[r.IntN(len(letters))]
			}
			by, n := []string{"", "*", "<$0>", `\$x`, "$1"}[r.IntN(5)], int64(r.IntN(4))
			got, bad := replaceMatches(t.Context(), re, s, by, n)
			want, err := replaceMatches(t.Context(), whole, s, by, n)
			if got != want || (bad == nil) != (err == nil) {
				t.Fatalf("%q, match %d by %q in %q: %q (%v), want %q (%v)", pattern, n, by, s, got, bad, want, err)
			}
		}
	}
	if plain != 11 {
		t.Errorf("%d of the patterns are sets of letters", plain)
	}
}
