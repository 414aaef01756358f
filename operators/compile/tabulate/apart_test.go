package tabulate

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"gsdms/operators/dictionary"
)

// TestApart makes dictionaries of texts of which few differ, in runs and in no order, with NULLs: each text has the
// code that tells it, codes are in the order of texts, and where many differ there is no dictionary.
func TestApart(t *testing.T) {
	const n = 3*partTexts + 77
	for _, c := range []struct {
		name string
		of   func(i int) string
		ok   bool
	}{
		{"no order", func(i int) string { return fmt.Sprint("text ", i*7919%900) }, true},
		{"runs", func(i int) string { return fmt.Sprint("run ", i/50000) }, true},
		{"one, and empty ones", func(i int) string { return strings.Repeat("x", i%2) }, true},
		{"different", func(i int) string { return fmt.Sprint(i) }, false},
		{"different in the last part", func(i int) string { return fmt.Sprint(max(0, i-2*partTexts-partTexts/2)) }, false},
	} {
		texts, null := make([]string, n), make([]bool, n)
		for i := range n {
			if null[i] = i%10 == 3; !null[i] {
				texts[i] = c.of(i)
			}
		}
		dict, codes, ok, err := apart(context.Background(), texts, null)
		if err != nil || ok != c.ok {
			t.Fatalf("%s: %v, %v", c.name, ok, err)
		}
		for i := range codes {
			if ok && !null[i] && dict.At(int(codes[i])) != texts[i] {
				t.Fatalf("%s: %d is %q, want %q", c.name, i, dict.At(int(codes[i])), texts[i])
			}
		}
		for code := 1; ok && code < dict.Len(); code++ {
			if dict.At(code-1) >= dict.At(code) {
				t.Fatalf("%s: %q before %q", c.name, dict.At(code-1), dict.At(code))
			}
		}
	}
}

func BenchmarkApart(b *testing.B) {
	for _, different := range []int{20, 1000, 5000} {
		texts, null := make([]string, 1<<20), make([]bool, 1<<20)
		for i := range texts {
			texts[i] = fmt.Sprintf("w%d", i*7919%different)
		}
		b.Run(fmt.Sprint("apart of ", different), func(b *testing.B) {
			for b.Loop() {
				if _, _, ok, _ := apart(b.Context(), texts, null); !ok {
					b.Fatal("many differ")
				}
			}
		})
		b.Run(fmt.Sprint("by hashes of ", different), func(b *testing.B) {
			for b.Loop() {
				if _, _, err := dictionary.Of(b.Context(), texts, null); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
