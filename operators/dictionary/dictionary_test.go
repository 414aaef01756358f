package dictionary_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"gsdms/operators/dictionary"
)

// TestCodesArePlacesInOrder compares with sorting all texts.
func TestCodesArePlacesInOrder(t *testing.T) {
	for _, n := range sizes(0, 1, 3, 500, 20000, 200000) {
		for _, different := range []int{1, 40, 100000} {
			for _, withNulls := range []bool{false, true} {
				r := rand.New(rand.NewPCG(uint64(n), uint64(different)))
				texts, nulls := made(r, n, different, withNulls)
				want := []string{}
				for i, s := range texts {
					if nulls == nil || !nulls[i] {
						want = append(want, s)
					}
				}
				slices.Sort(want)
				want = slices.Compact(want)
				d, codes, err := dictionary.Of(t.Context(), texts, nulls)
				if err != nil {
					t.Fatal(err)
				}
				if d.Len() != len(want) {
					t.Fatalf("%d texts of %d, nulls %v: %d different ones, not %d", n, different, withNulls, d.Len(), len(want))
				}
				for i, s := range want {
					if d.At(i) != s {
						t.Fatalf("text %d is %q, not %q", i, d.At(i), s)
					}
				}
				for i, s := range texts {
					isNull := nulls != nil && nulls[i]
					if isNull && codes[i] != 0 || !isNull && d.At(int(codes[i])) != s {
						t.Fatalf("row %d, %q (NULL %v), has code %d", i, s, isNull, codes[i])
					}
				}
			}
		}
	}
}

// sizes are some in ascending order, without the last one where tests are short.
func sizes(all ...int) []int {
	if testing.Short() {
		return all[:len(all)-1]
	}
	return all
}

// TestCodesOfOrderedAndDifferentTexts compares with sorting texts that come in order, with
// repeats that blocks share, and those of which hardly any are equal.
func TestCodesOfOrderedAndDifferentTexts(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for name, text := range map[string]func(i int) string{
		"in order":               func(i int) string { return fmt.Sprintf("%07d", i) },
		"in order, with repeats": func(i int) string { return fmt.Sprintf("%04d", i/50_000) },
		"one out of order":       func(i int) string { return fmt.Sprintf("%07d", i-200_000*(i/150_001%2)) },
		"different":              func(i int) string { return fmt.Sprintf("%d of %d", r.Uint64(), i) },
		"hardly any equal":       func(int) string { return fmt.Sprint(r.IntN(2_000_000)) },
		"one, else empty":        func(i int) string { return strings.Repeat("x", i/199_999) },
	} {
		for _, every := range sizes(1, 0, 70_000, 3) { // which are NULL
			texts, nulls, want := make([]string, 200_000), make([]bool, 200_000), []string(nil)
			for i := range texts {
				if nulls[i] = every > 0 && i%every == 0; !nulls[i] {
					texts[i] = text(i)
					want = append(want, texts[i])
				}
			}
			slices.Sort(want)
			want = slices.Compact(want)
			d, codes, err := dictionary.Of(t.Context(), texts, nulls)
			if err != nil || d.Len() != len(want) {
				t.Fatalf("%s, NULL each %d: %d different texts, not %d; %v", name, every, d.Len(), len(want), err)
			}
			for i, s := range want {
				if d.At(i) != s {
					t.Fatalf("%s, NULL each %d: text %d is %q, not %q", name, every, i, d.At(i), s)
				}
			}
			for i, s := range texts {
				if nulls[i] && codes[i] != 0 || !nulls[i] && d.At(int(codes[i])) != s {
					t.Fatalf("%s, NULL each %d: row %d, %q (NULL %v), has code %d", name, every, i, s, nulls[i], codes[i])
				}
			}
		}
	}
}

// made gives texts, some shorter than 8 bytes, some that differ behind these only.
func made(r *rand.Rand, n, different int, withNulls bool) (texts []string, nulls []bool) {
	if withNulls {
		nulls = make([]bool, n)
	}
	for i := range n {
		k := r.IntN(different)
		texts = append(texts, []string{"", "a\x00", fmt.Sprint(k), fmt.Sprintf("Customer#%09d", k), fmt.Sprint(k, "日本")}[k%5])
		if withNulls {
			nulls[i] = r.IntN(4) == 0
		}
	}
	return texts, nulls
}

// TestManyAlike sorts many texts that differ far behind only, some of which end where others
// go on, with zeros or without.
func TestManyAlike(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 2))
	var texts []string
	for i := range 60_000 {
		texts = append(texts, []string{
			fmt.Sprintf("https://www.example.com/%d/%s", r.IntN(4), strings.Repeat("\x00", r.IntN(30))),
			fmt.Sprintf("https://www.example.com/items/of/a/long/list/%07d", i),
			fmt.Sprintf("https://www.example.com/items/of/a/long/list/%03d", r.IntN(1000)),
			"https://" + strings.Repeat("z", r.IntN(300)),
			strings.Repeat("\x00", r.IntN(50)),
		}[r.IntN(5)])
	}
	want := slices.Compact(slices.Sorted(slices.Values(texts)))
	d, codes, err := dictionary.Of(t.Context(), texts, nil)
	if err != nil || d.Len() != len(want) {
		t.Fatalf("%d different texts, not %d; %v", d.Len(), len(want), err)
	}
	for i, s := range want {
		if d.At(i) != s {
			t.Fatalf("text %d is %q, not %q", i, d.At(i), s)
		}
	}
	for i, s := range texts {
		if d.At(int(codes[i])) != s {
			t.Fatalf("row %d, %q, has code %d", i, s, codes[i])
		}
	}
}

func BenchmarkOf(b *testing.B) {
	for _, different := range []int{1000, 1 << 20} {
		texts := make([]string, 1<<20)
		r := rand.New(rand.NewPCG(1, 2))
		for i := range texts {
			texts[i] = fmt.Sprintf("Customer#%09d", r.IntN(different))
		}
		b.Run(fmt.Sprint(different), func(b *testing.B) {
			for b.Loop() {
				if _, _, err := dictionary.Of(b.Context(), texts, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestGathered gives texts in batches of which several come at once, and compares with sorting all.
func TestGathered(t *testing.T) {
	for _, n := range sizes(0, 1, 300, 20000, 60000) {
		for _, different := range []int{1, 50, 1 << 20} {
			r := rand.New(rand.NewPCG(uint64(n), uint64(different)))
			batches := make([][]string, 5)
			var want []string
			for i := range batches {
				batches[i], _ = made(r, n, different, false)
				want = append(want, batches[i]...)
			}
			slices.Sort(want)
			want = slices.Compact(want)
			g := dictionary.NewGatherer()
			numbers := make([][]uint32, len(batches))
			var all sync.WaitGroup
			for i := range batches {
				all.Go(func() {
					var err error
					if numbers[i], err = g.Add(t.Context(), slices.Clone(batches[i])); err != nil {
						t.Error(err)
					}
				})
			}
			all.Wait()
			seen := 0
			g.Each(func(number uint32, text string) {
				if seen++; int(number) >= g.Numbers() {
					t.Fatalf("%q has number %d of %d", text, number, g.Numbers())
				}
			})
			d, codes, err := g.Sorted(t.Context())
			if err != nil || d.Len() != len(want) || seen != len(want) {
				t.Fatalf("%d texts in 5 batches, %d different: %d and %d shown, not %d; %v", n, different, d.Len(), seen, len(want), err)
			}
			for i, s := range want {
				if d.At(i) != s {
					t.Fatalf("text %d is %q, not %q", i, d.At(i), s)
				}
			}
			for i, batch := range batches {
				for row, s := range batch {
					if got := d.At(int(codes[numbers[i][row]])); got != s {
						t.Fatalf("text %d of batch %d, %q, has the code of %q", row, i, s, got)
					}
				}
			}
		}
	}
}
