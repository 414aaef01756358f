package dictionary

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"

	"gsdms/operators/textsort/sorttest"
	"gsdms/pushscan/store/coding"
)

// checkSorted compares what Sorted makes of texts, given in the order of their codes, with the
// texts in the order of Go's strings.
func checkSorted(t *testing.T, in *Interner, texts []string) {
	t.Helper()
	file, rank, err := in.Sorted(context.Background())
	if err != nil || len(rank) != len(texts) {
		t.Fatalf("%d ranks for %d texts: %v", len(rank), len(texts), err)
	}
	want := slices.Sorted(slices.Values(texts))
	head := 4 * (len(texts) + 1)
	offsets, text := coding.Words[uint32](file[:head]), file[head:]
	for i, w := range want {
		if got := string(text[offsets[i]:offsets[i+1]]); got != w {
			t.Fatalf("text %d of %d is %q, want %q", i, len(want), got, w)
		}
	}
	for code, w := range texts {
		if want[rank[code]] != w {
			t.Fatalf("code %d has rank %d, which is %q and not %q", code, rank[code], want[rank[code]], w)
		}
	}
}

// Texts come out in order, one by one and in many parts, alone and among those that the column
// had before and those of its tail.
func TestSortedTexts(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	r := rand.New(rand.NewPCG(7, 8))
	for _, n := range []int{0, 1, 2, 13, 300, partTexts + 1, 5 * partTexts} {
		texts := sorttest.Awkward(r, n)
		for _, had := range []int{0, n / 3, n} {
			for _, late := range []int{0, (n - had) / 2} {
				t.Run(fmt.Sprint(n, had, late), func(t *testing.T) { checkParted(t, texts, had, late) })
			}
		}
	}
}

// checkParted has the first texts be in the dictionary from before, the next ones in its tail and
// the others come.
func checkParted(t *testing.T, texts []string, had, late int) {
	texts = slices.Clone(texts)
	in := New()
	if had > 0 {
		in.Before = sortedDictionary(texts[:had]...)
	}
	if late > 0 && had > 0 {
		tail, err := NewTail(xxhash.New()).Extend(appended(nil, texts[had:had+late]), late)
		if err != nil {
			t.Fatal(err)
		}
		in.Later = tail
	}
	for i, text := range texts {
		for range 2 {
			if code, err := in.Code(text); err != nil || int(code) != i || in.Text(i) != text {
				t.Fatalf("text %d has code %d: %v", i, code, err)
			}
		}
	}
	if in.Len() != len(texts) {
		t.Fatalf("%d texts, want %d", in.Len(), len(texts))
	}
	checkSorted(t, in, texts)
}

// Texts that all share more than is looked at eight bytes at a time, and end one behind the other.
func TestSortedStairs(t *testing.T) {
	in, texts := New(), []string(nil)
	for i := range 3000 {
		texts = append(texts, strings.Repeat("\x00", (i*1009)%3000))
	}
	for _, text := range texts {
		if _, err := in.Code(text); err != nil {
			t.Fatal(err)
		}
	}
	checkSorted(t, in, texts)
}

// However many processors there are, a dictionary has the same bytes and the same ranks.
func TestSortedOnAnyProcessors(t *testing.T) {
	texts := sorttest.Awkward(rand.New(rand.NewPCG(13, 14)), 4*partTexts)
	var files [][]byte
	var ranks [][]uint32
	for _, processors := range []int{1, 16} {
		before := runtime.GOMAXPROCS(processors)
		in := New()
		in.Before = sortedDictionary(slices.Clone(texts[:partTexts])...)
		for _, text := range texts[partTexts:] {
			if _, err := in.Code(text); err != nil {
				t.Fatal(err)
			}
		}
		file, rank, err := in.Sorted(context.Background())
		runtime.GOMAXPROCS(before)
		if err != nil {
			t.Fatal(err)
		}
		files, ranks = append(files, file), append(ranks, rank)
	}
	if !bytes.Equal(files[0], files[1]) || !slices.Equal(ranks[0], ranks[1]) {
		t.Error("with 16 processors there is another dictionary than with one")
	}
}
