package dictionary

import (
	"context"
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/cespare/xxhash/v2"

	"gsdms/plan"
)

// sortedDictionary is a dictionary of some texts.
func sortedDictionary(texts ...string) *plan.Dictionary {
	slices.Sort(texts)
	offsets, all := []uint32{0}, []byte(nil)
	for _, t := range texts {
		all = append(all, t...)
		offsets = append(offsets, uint32(len(all)))
	}
	return plan.NewDictionary(offsets, all)
}

// Texts that come to a tail part by part are found there, one that only an older tail lacks not in
// that one; what a change has left that failed is of no one.
func TestTail(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	texts := slices.DeleteFunc(sentences(r, 3000), func(s string) bool { return len(s) > 1000 })
	slices.Sort(texts)
	texts = slices.Compact(texts)
	r.Shuffle(len(texts), func(i, j int) { texts[i], texts[j] = texts[j], texts[i] })
	var data []byte
	tail := NewTail(xxhash.New())
	for n := 0; n < len(texts); {
		more := min(1+r.IntN(50), len(texts)-n)
		if _, err := tail.Extend(appended(slices.Clone(data), []string{"lost", "too"}), n+2); err != nil {
			t.Fatal(err)
		}
		data = appended(data, texts[n:n+more])
		sum := tail.SumWith(data[len(tail.data):])
		next, err := tail.Extend(data, n+more)
		if err != nil || next.Sum() != sum || next.Len() != n+more || sum != xxhash.Sum64(data) {
			t.Fatalf("%d texts, sums %x and %x: %v", next.Len(), next.Sum(), sum, err)
		}
		if _, ok := tail.Find(texts[n]); ok {
			t.Fatalf("a tail of %d texts has one that came later", n)
		}
		tail, n = next, n+more
	}
	for i, text := range texts {
		if at, ok := tail.Find(text); !ok || at != i {
			t.Fatalf("text %d is found at %d, %v", i, at, ok)
		}
	}
	if _, ok := tail.Find("lost"); ok {
		t.Error("a text of a change that failed is found")
	}
}

// Texts whose hashes collide have each their own place.
func TestTailCollides(t *testing.T) {
	tail := NewTail(xxhash.New())
	tail.known[xxhash.Sum64String("b")] = 0 // as if "a" had this hash, too
	next, err := tail.Extend(appended(nil, []string{"a", "b", "c"}), 3)
	if err != nil {
		t.Fatal(err)
	}
	next.known[xxhash.Sum64String("b")] = 0
	next.known[xxhash.Sum64String("b")+1] = 1
	if at, ok := next.Find("b"); !ok || at != 1 {
		t.Errorf("b is at %d, %v", at, ok)
	}
}

// A dictionary and its tail become one: sorted, with a rank for each code.
func TestMerge(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	texts := slices.DeleteFunc(sentences(r, 500), func(s string) bool { return len(s) > 1000 })
	slices.Sort(texts)
	texts = slices.Compact(texts)
	for range 50 {
		var before, late []string
		for _, s := range texts {
			switch r.IntN(3) {
			case 0:
				before = append(before, s)
			case 1:
				late = append(late, s)
			}
		}
		r.Shuffle(len(late), func(i, j int) { late[i], late[j] = late[j], late[i] })
		tail, err := NewTail(xxhash.New()).Extend(appended(nil, late), len(late))
		if err != nil {
			t.Fatal(err)
		}
		offsets, text, rank, err := Merge(context.Background(), sortedDictionary(before...), tail)
		if err != nil {
			t.Fatal(err)
		}
		merged, all := plan.NewDictionary(offsets, text), append(before, late...)
		if merged.Len() != len(all) || len(rank) != len(all) {
			t.Fatalf("%d texts, want %d", merged.Len(), len(all))
		}
		for code, s := range all {
			if got := merged.At(int(rank[code])); got != s {
				t.Fatalf("code %d is %q, want %q", code, got, s)
			}
		}
		for i := 1; i < merged.Len(); i++ {
			if merged.At(i-1) >= merged.At(i) {
				t.Fatalf("%q stands before %q", merged.At(i-1), merged.At(i))
			}
		}
	}
}

// What is no tail is refused.
func TestHostileTails(t *testing.T) {
	good := appended(nil, []string{"abc", "", "de"})
	for name, c := range map[string]struct {
		data  []byte
		texts int
	}{
		"too few texts": {good, 2}, "too many": {good, 4}, "cut short": {good[:len(good)-1], 3},
		"a length past the end": {[]byte{9, 'a'}, 1}, "a length without end": {[]byte{0x80, 0x80}, 1}, "none": {good, 0},
	} {
		if _, err := NewTail(xxhash.New()).Extend(c.data, c.texts); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

// appended has texts behind the bytes of a tail, each behind its length.
func appended(out []byte, texts []string) []byte {
	for _, t := range texts {
		out = append(binary.AppendUvarint(out, uint64(len(t))), t...)
	}
	return out
}
