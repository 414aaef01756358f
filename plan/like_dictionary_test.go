package plan_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gsdms/plan"
)

// plainLike says by trying everything whether a text matches a pattern of one-byte characters,
// with | before those that are meant literally.
func plainLike(text, pattern string) bool {
	switch {
	case pattern == "":
		return text == ""
	case pattern[0] == '%':
		return plainLike(text, pattern[1:]) || text != "" && plainLike(text[1:], pattern)
	case text == "":
		return false
	case pattern[0] == '|' && len(pattern) > 1:
		return text[0] == pattern[1] && plainLike(text[1:], pattern[2:])
	}
	return (pattern[0] == '_' || pattern[0] == text[0]) && plainLike(text[1:], pattern[1:])
}

// The texts of a part of a dictionary that match are those that match one by one: a part of a
// pattern is not found across two texts, nor in one before or behind.
func TestLikeOfADictionary(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 9))
	word := func(letters string, most int) string {
		b := make([]byte, r.IntN(most+1))
		for i := range b {
			b[i] = letters[r.IntN(len(letters))]
		}
		return string(b)
	}
	for range 3000 {
		var texts []string
		for range r.IntN(20) {
			texts = append(texts, word("ab", 6))
		}
		slices.Sort(texts)
		texts = slices.Compact(texts)
		offsets, all := []uint32{0}, []byte{}
		for _, s := range texts {
			all = append(all, s...)
			offsets = append(offsets, uint32(len(all)))
		}
		lo := r.IntN(len(texts) + 1)
		hi := lo + r.IntN(len(texts)-lo+1)
		pattern := word("aabb%%_|", 6)
		var got, want []int
		plan.Like{Pattern: pattern, Escape: '|'}.Matches(plan.NewDictionary(offsets, all), lo, hi, func(code int) { got = append(got, code) })
		for code := lo; code < hi; code++ {
			if plainLike(texts[code], pattern) {
				want = append(want, code)
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%q of %q from %d before %d: %v, want %v", pattern, texts, lo, hi, got, want)
		}
	}
}
