package dictionary_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"gsdms/operators/dictionary"
	"gsdms/plan"
)

// Each text that was gathered has one code, which gives it back.
func TestUnsorted(t *testing.T) {
	for _, n := range []int{0, 1, 70, 50000} {
		g, numbers, all := dictionary.NewGatherer(), []uint32{}, []string{}
		for part := range 3 {
			texts := make([]string, n)
			for i := range texts {
				texts[i] = fmt.Sprint("text ", i*(part+1)%max(n, 1)/2)
			}
			more, err := g.Add(t.Context(), texts)
			if err != nil {
				t.Fatal(err)
			}
			numbers, all = append(numbers, more...), append(all, texts...)
		}
		texts, code := g.Unsorted()
		codes, shown := make([]int64, len(all)), make([]string, len(all))
		of, different := map[int64]string{}, map[string]bool{}
		for i := range all {
			codes[i], different[all[i]] = code(numbers[i]), true
			of[codes[i]] = all[i]
		}
		texts.Texts(shown, codes, nil)
		for i := range all {
			if shown[i] != all[i] {
				t.Fatalf("%d texts: code %d gives %q, want %q", n, codes[i], shown[i], all[i])
			}
		}
		if !texts.Once() || texts.Len() != len(different) || len(of) != len(different) {
			t.Errorf("%d codes for %d different texts of %d, %d of which are in use", texts.Len(), len(different), n, len(of))
		}
	}
}

// Texts that are numbered have codes in the order in which they come first, each one; of others the
// places among them are those of a map.
func TestNumbered(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 4))
	for _, n := range sizes(0, 1, 70, 50_000, 1<<20) {
		for _, different := range []int{1, 1000, 1 << 21} {
			texts, nulls := make([]string, n), make([]bool, n)
			for i := range texts {
				texts[i] = []string{"", "ä", "text "}[min(2, r.IntN(40))] + fmt.Sprint(r.IntN(different))
				nulls[i] = r.IntN(9) == 0
			}
			codeOf, want := map[string]int64{}, []string{}
			for i, text := range texts {
				if _, known := codeOf[text]; !known && !nulls[i] {
					codeOf[text], want = int64(len(want)), append(want, text)
				}
			}
			all, codes, err := dictionary.Numbered(t.Context(), texts, nulls)
			if err != nil || all.Len() != len(want) || !all.Once() {
				t.Fatalf("%d codes for %d different texts of %d: %v", all.Len(), len(want), n, err)
			}
			for i, text := range texts {
				if code := codeOf[text]; codes[i] != code && !nulls[i] || nulls[i] && codes[i] != 0 {
					t.Fatalf("row %d of %d, %q, NULL %v, has code %d, not %d", i, n, text, nulls[i], codes[i], code)
				}
			}
			shown, places := make([]string, len(want)), make([]int64, len(want))
			for i := range places {
				places[i] = int64(i)
			}
			if all.Texts(shown, places, nil); !slices.Equal(shown, want) {
				t.Fatalf("%d different texts of %d are others", len(want), n)
			}
			match(t, want, r)
			find(t, &plan.Column{Unsorted: all}, codeOf, append(texts, "no text", "", fmt.Sprint(n, "x")), append(nulls, false, false, false))
		}
	}
}

// match looks for some of the texts and for others among all, and for all among these.
func match(t *testing.T, among []string, r *rand.Rand) {
	t.Helper()
	var texts []string
	for i, text := range among {
		if r.IntN(3) == 0 {
			texts = append(texts, text)
		}
		if i%5 == 0 {
			texts = append(texts, "no "+text)
		}
	}
	for range 2 {
		at := map[string]int64{}
		for i, text := range among {
			at[text] = int64(i)
		}
		got, err := dictionary.Matched(t.Context(), texts, among)
		if err != nil || len(got) != len(texts) {
			t.Fatalf("%d places of %d texts: %v", len(got), len(texts), err)
		}
		for i, text := range texts {
			want, known := at[text]
			if !known {
				want = -1
			}
			if got[i] != want {
				t.Fatalf("%q is at %d of %d, not %d", text, got[i], len(among), want)
			}
		}
		texts, among = among, texts
	}
}

// Texts are found among those of a dictionary.
func TestKnownTextsOfADictionary(t *testing.T) {
	texts := []string{"b", "", "a", "b", "ä", "ab", "c"}
	dict, codes, err := dictionary.Of(t.Context(), texts[:6], nil)
	if err != nil {
		t.Fatal(err)
	}
	codeOf := map[string]int64{}
	for i, code := range codes {
		codeOf[texts[i]] = code
	}
	find(t, &plan.Column{Dict: dict}, codeOf, texts, []bool{false, false, true, false, false, false, false})
}

// find looks for the texts of rows among all.
func find(t *testing.T, among *plan.Column, codeOf map[string]int64, texts []string, nulls []bool) {
	t.Helper()
	known, err := dictionary.NewKnown(t.Context(), among)
	if err != nil {
		t.Fatal(err)
	}
	codes, none, err := known.CodesOf(texts, nulls)
	if err != nil || len(codes) != len(texts) {
		t.Fatalf("%d codes of %d texts: %v", len(codes), len(texts), err)
	}
	for i, text := range texts {
		want, there := codeOf[text]
		if there = there && !nulls[i]; none[i] == there || there && codes[i] != want {
			t.Fatalf("%q, NULL %v, has code %d (none: %v), not %d (%v)", text, nulls[i], codes[i], none[i], want, there)
		}
	}
}
