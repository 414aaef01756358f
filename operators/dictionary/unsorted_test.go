package dictionary

import (
	"fmt"
	"testing"
)

// Each text that was gathered has one code, which gives it back.
func TestUnsorted(t *testing.T) {
	for _, n := range []int{0, 1, 70, 50000} {
		g, numbers, all := NewGatherer(), []uint32{}, []string{}
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
