package dictionary

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"gsdms/pushscan/store/coding"
	"gsdms/pushscan/store/disk"
)

// take gives an interner texts, some at a time, and appends their codes.
func take(t *testing.T, in *Interner, texts []string, codes []uint32) []uint32 {
	t.Helper()
	for some := range slices.Chunk(texts, 1000) {
		got := make([]uint32, len(some))
		if err := in.Codes(some, got); err != nil {
			t.Fatal(err)
		}
		codes = append(codes, got...)
	}
	return codes
}

// checkLoose compares what Sorted makes of the texts with these codes with the different ones in the
// order of Go's strings.
func checkLoose(t *testing.T, in *Interner, texts []string, codes []uint32) {
	t.Helper()
	want := slices.Compact(slices.Sorted(slices.Values(texts)))
	file, rank, err := in.Sorted(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	head := 4 * (len(want) + 1)
	offsets, text := coding.Words[uint32](file[:head]), file[head:]
	if in.Len() != len(want) || len(file) != disk.FileSize(head+int(offsets[len(want)])) {
		t.Fatalf("%d texts in %d bytes, and %d differ in %d", in.Len(), len(file), len(want), offsets[len(want)])
	}
	for i, w := range want {
		if got := string(text[offsets[i]:offsets[i+1]]); got != w {
			t.Fatalf("text %d of %d is %q, want %q", i, len(want), got, w)
		}
	}
	for i, b := range text[offsets[len(want)]:] {
		if b != 0 {
			t.Fatalf("byte %d of the padding is %d", i, b)
		}
	}
	for i, code := range codes {
		if got := want[rank[code]]; got != texts[i] {
			t.Fatalf("text %d, %q, is %q in the dictionary", i, texts[i], got)
		}
	}
}

// numbered is some texts that differ, in any order.
func numbered(r *rand.Rand, n int) []string {
	texts := make([]string, n)
	for i, k := range r.Perm(n) {
		texts[i] = fmt.Sprintf("text %d", k)
	}
	return texts
}

// An interner that has met a million different texts stops looking for them, only if it may: texts
// that come again are one when they are sorted.
func TestLooseTexts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	texts := numbered(r, lookedUp+5000)
	texts = append(texts, texts[100:8000]...)
	for _, loose := range []bool{true, false} {
		in := New()
		in.Loose = loose
		codes := take(t, in, texts, nil)
		if repeats := in.Come() > lookedUp+5000; repeats != loose || in.looking.stopped != loose {
			t.Errorf("loose %v: %d texts have come, and it has stopped to look: %v", loose, in.Come(), in.looking.stopped)
		}
		checkLoose(t, in, texts, codes)
	}
}

// Where texts come again it goes on to look.
func TestLooseTextsThatRepeat(t *testing.T) {
	in := New()
	in.Loose = true
	texts := numbered(rand.New(rand.NewPCG(3, 4)), lookedUp/20*19)
	texts = append(texts, texts...)
	codes := take(t, in, texts, nil)
	if in.Come() != len(texts)/2 {
		t.Errorf("%d texts have come, and %d differ", in.Come(), len(texts)/2)
	}
	checkLoose(t, in, texts, codes)
}

// When too much has come without being looked for, all that has is found again.
func TestLooseTextsAreLearned(t *testing.T) {
	in := New()
	in.Loose, in.looking.stopped = true, true
	texts := numbered(rand.New(rand.NewPCG(5, 6)), 50_000)
	texts = append(texts, texts[:20_000]...)
	codes := take(t, in, texts, nil)
	come := in.Come()
	in.come.size += mostLoose
	codes = take(t, in, texts[10_000:60_000], codes)
	in.come.size -= mostLoose
	if come != len(texts) || in.Come() != come {
		t.Errorf("%d texts have come, then %d, of %d", come, in.Come(), len(texts))
	}
	checkLoose(t, in, append(texts, texts[10_000:60_000]...), codes)
}
