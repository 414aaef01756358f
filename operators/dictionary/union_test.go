package dictionary_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gsdms/operators/dictionary"
	"gsdms/operators/textsort/sorttest"
	"gsdms/plan"
)

// dictionaryOf is the dictionary of different texts, which are put in order.
func dictionaryOf(texts []string) (*plan.Dictionary, []string) {
	texts = slices.Compact(slices.Sorted(slices.Values(texts)))
	offsets := make([]uint32, 1, len(texts)+1)
	for _, text := range texts {
		offsets = append(offsets, offsets[len(offsets)-1]+uint32(len(text)))
	}
	return plan.NewDictionary(offsets, []byte(strings.Join(texts, ""))), texts
}

// Some texts of few and of many dictionaries, of which many are equal, get the codes of the order of
// Go's strings among all that are chosen, and each its own text.
func TestUnion(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	r := rand.New(rand.NewPCG(21, 22))
	pool := sorttest.Awkward(r, 60_000)
	for _, sides := range sizes(1, 2, 3, 8, 9, 20) {
		for _, most := range []int{0, 1, 300, 40_000} {
			t.Run(fmt.Sprint(sides, most), func(t *testing.T) {
				var of []*dictionary.Chosen
				var texts [][]string
				var codes [][]int64
				for range sides {
					some := make([]string, most)
					for i := range some {
						some[i] = pool[r.IntN(len(pool))]
					}
					dict, sorted := dictionaryOf(some)
					of, texts, codes = append(of, dictionary.NewChosen(dict)), append(texts, sorted), append(codes, chosen(r, len(sorted)))
				}
				checkUnion(t, of, texts, codes)
			})
		}
	}
}

// chosen is some of n codes, none, few or all of them, in any order.
func chosen(r *rand.Rand, n int) (codes []int64) {
	of := []float64{0, 0.01, 0.7, 1}[r.IntN(4)]
	for _, code := range r.Perm(n) {
		if r.Float64() < of {
			codes = append(codes, int64(code))
		}
	}
	return codes
}

func checkUnion(t *testing.T, of []*dictionary.Chosen, texts [][]string, codes [][]int64) {
	t.Helper()
	var want []string
	for i, c := range of {
		nulls := make([]bool, len(codes[i])+1)
		nulls[len(codes[i])] = true
		c.Add(append(slices.Clone(codes[i]), -1), nulls) // of a row that is NULL a code says nothing
		for _, code := range codes[i] {
			want = append(want, texts[i][code])
		}
	}
	want = slices.Compact(slices.Sorted(slices.Values(want)))
	dict, to, err := dictionary.Union(t.Context(), of)
	if err != nil || dict.Len() != len(want) {
		t.Fatalf("%d texts, want %d: %v", dict.Len(), len(want), err)
	}
	for code, text := range want {
		if dict.At(code) != text {
			t.Fatalf("text %d is %q, want %q", code, dict.At(code), text)
		}
	}
	for i, c := range of {
		for _, code := range codes[i] {
			if got := want[to[i][c.Place(code)]]; got != texts[i][code] {
				t.Fatalf("%q of dictionary %d has the code of %q", texts[i][code], i, got)
			}
		}
	}
}

// A dictionary that has all texts of the others is what they have together.
func TestUnionOfPartsOfOne(t *testing.T) {
	all, sorted := dictionaryOf(sorttest.Awkward(rand.New(rand.NewPCG(23, 24)), 50_000))
	some, _ := dictionaryOf(sorted[1000:3000])
	of := []*dictionary.Chosen{dictionary.NewChosen(some), dictionary.NewChosen(all)}
	for _, c := range of {
		for code := range c.Of.Len() {
			c.Add([]int64{int64(code)}, nil)
		}
	}
	if dict, codes, err := dictionary.Union(t.Context(), of); err != nil || dict != all || codes[0][0] != 1000 {
		t.Errorf("the dictionary with all texts is not taken as it is: %v", err)
	}
}
