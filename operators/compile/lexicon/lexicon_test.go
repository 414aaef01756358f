package lexicon

import (
	"context"
	"math"
	"math/rand"
	"slices"
	"testing"

	"gsdms/operators/index"
	"gsdms/plan"
)

// some gives different texts in order, and the dictionary of them.
func some(r *rand.Rand, most int) ([]string, *plan.Dictionary) {
	var texts []string
	for range r.Intn(most) {
		text := make([]byte, r.Intn(4))
		for i := range text {
			text[i] = "ab\xff"[r.Intn(3)]
		}
		texts = append(texts, string(text))
	}
	slices.Sort(texts)
	texts = slices.Compact(texts)
	w := index.DictionaryWriter{Offsets: []uint32{0}}
	for _, text := range texts {
		w.Add([]byte(text))
	}
	return texts, plan.NewDictionary(w.Offsets, w.Text)
}

// A dictionary of two has the texts of both, once and in order, and each has its code there and in the other.
func TestTextsOfTwoDictionaries(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range 300 {
		a, of := some(r, 40)
		b, to := some(r, 40)
		all := slices.Concat(a, b)
		slices.Sort(all)
		all = slices.Compact(all)
		dict, left, right := Merge(of, to)
		if dict.Len() != len(all) {
			t.Fatalf("%q and %q: %d texts, want %q", a, b, dict.Len(), all)
		}
		for i, text := range a {
			if int(left[i]) != slices.Index(all, text) || dict.At(int(left[i])) != text {
				t.Fatalf("%q is %d of %q", text, left[i], all)
			}
		}
		for i, text := range b {
			if int(right[i]) != slices.Index(all, text) {
				t.Fatalf("%q is %d of %q", text, right[i], all)
			}
		}
		codes, err := Lexicon{Dict: of}.CodesIn(context.Background(), Lexicon{Dict: to}, index.NewCache(math.MaxInt64))
		if err != nil {
			t.Fatal(err)
		}
		for i, text := range a {
			if int(codes[i]) != slices.Index(b, text) {
				t.Fatalf("%q is %d of %q", text, codes[i], b)
			}
		}
	}
}
