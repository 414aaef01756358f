package radix

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSortAgreesWithComparing sorts keys that differ in some of their bytes.
func TestSortAgreesWithComparing(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 8))
	for _, n := range []int{0, 1, 2, few - 1, few, 5000} {
		for _, mask := range []uint64{0, 0xff, 0xff00, 1<<63 | 1, 0x00ff00ff00ff00ff, ^uint64(0)} {
			entries := make([]Entry, n)
			for i := range entries {
				entries[i] = Entry{Key: r.Uint64()&mask | 0x0100, Number: uint32(i), Row: uint32(n - i)}
			}
			want := slices.Clone(entries)
			slices.SortStableFunc(want, func(a, b Entry) int { return cmp.Compare(a.Key, b.Key) })
			Sort(entries)
			for i, e := range entries {
				if e.Key != want[i].Key || e.Row != uint32(n)-e.Number || n >= few && e != want[i] {
					t.Fatalf("%d entries, bits %x: %v at %d, want %v", n, mask, e, i, want[i])
				}
			}
		}
	}
}
