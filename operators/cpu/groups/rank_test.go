package groups

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"gsdms/operators/cpu/keys"
	"gsdms/operators/cpu/numbering"
)

// The buckets of groups are in the order of their keys, and are many where these are, also where the
// first word says only which keys are NULL.
func TestBucketsFollowTheKeys(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 8))
	one := func(_ context.Context, n int, do func(f *Folder, i int) error) error {
		for i := range n {
			if err := do(nil, i); err != nil {
				return err
			}
		}
		return nil
	}
	for _, c := range []struct {
		words int
		first func() uint64
	}{
		{1, r.Uint64},
		{1, func() uint64 { return 1000 + r.Uint64N(1<<40) }},
		{2, func() uint64 { return 0 }},
		{2, func() uint64 { return r.Uint64N(2) }},
		{2, func() uint64 { return 1<<63 + 5 + r.Uint64N(3) }},
		{2, r.Uint64},
		{3, func() uint64 { return r.Uint64N(9) }},
	} {
		g := &folded{gathered: &gathered{gathering: &gathering{packing: keys.Packing{Words: c.words}}, run: &Run{host: &Host{Spread: one}}}}
		var all [][]uint64
		for range 4 {
			part := &numbering.Table{Keys: make([][]uint64, c.words)}
			for range fewToBucket {
				key := []uint64{c.first(), r.Uint64() &^ (1 << 62), r.Uint64()}[:c.words]
				for w, word := range key {
					part.Keys[w] = append(part.Keys[w], word)
				}
				all = append(all, key)
			}
			g.parts = append(g.parts, foldedPart{table: part}, foldedPart{})
			g.len += fewToBucket
		}
		s := &sorter{of: g}
		if err := s.bounds(t.Context()); err != nil {
			t.Fatal(err)
		}
		slices.SortFunc(all, slices.Compare)
		last, used := uint64(0), 1
		for i, key := range all {
			b := s.bucket(s.prefix(key[0], key[min(1, c.words-1)]))
			if b < last || b >= uint64(s.buckets) {
				t.Fatalf("%d words: key %d of %d is in bucket %d of %d, behind one of %d", c.words, i, len(all), b, s.buckets, last)
			}
			if b > last {
				last = b
				used++
			}
		}
		if used < maxBuckets/8 {
			t.Errorf("%d words, the first as %d: %d buckets for %d groups", c.words, all[0][0], used, len(all))
		}
	}
}
