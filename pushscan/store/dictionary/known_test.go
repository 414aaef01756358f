package dictionary

import (
	"math/rand/v2"
	"testing"

	"gsdms/operators/textsort/sorttest"
)

// Codes are found by their hashes, also where many have the same one, or the last of all.
func TestKnown(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for _, hashes := range []uint32{1, 7, 1 << 31} {
		var k known
		texts := map[uint32]uint32{} // hash of each code
		for code := range uint32(3000) {
			hash := ^uint32(0) - r.Uint32N(hashes)
			if _, ok := k.find(hash, func(c uint32) bool { return c == code }); ok {
				t.Fatalf("code %d is there before it was added", code)
			}
			k.add(hash, code)
			texts[code] = hash
		}
		for code, hash := range texts {
			got, ok := k.find(hash, func(c uint32) bool {
				if texts[c] != hash {
					t.Fatalf("code %d of hash %x is asked for %x", c, texts[c], hash)
				}
				return c == code
			})
			if !ok || got != code {
				t.Fatalf("code %d is found as %d, %v", code, got, ok)
			}
		}
	}
}

// A text stays what it was, however many come behind it.
func TestTextsAreKept(t *testing.T) {
	in, texts := New(), sorttest.Awkward(rand.New(rand.NewPCG(11, 12)), 20_000)
	for i, text := range texts {
		code, err := in.Code(text)
		if err != nil || int(code) != i {
			t.Fatal(code, err)
		}
	}
	for i, text := range texts {
		if in.New(i) != text {
			t.Fatalf("text %d is %q, was %q", i, in.New(i), text)
		}
	}
}
