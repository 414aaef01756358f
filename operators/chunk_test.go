package operators

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gsdms/plan"
)

// A set of segments has those that it was made of, however they are asked for.
func TestSegments(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		first, bits := r.IntN(200), 1+r.IntN(300)
		var want []int
		set := NewBitSet("", first+bits)
		for s := range first + bits {
			if r.IntN(3) > 0 == (r.IntN(50) > 0) {
				if set.Add(s); s >= first {
					want = append(want, s)
				}
			}
		}
		for how, got := range map[string]Segments{"of": SegmentsOf(want...), "in": SegmentsIn(set.Bits, first, first+bits)} {
			if got.Len() != len(want) || !slices.Equal(got.List(), want) {
				t.Fatalf("%s: %v, want %v", how, got.List(), want)
			}
			from := got.From(first, (bits+63)/64)
			for s := range first + bits + 70 {
				if got.Has(s) != slices.Contains(want, s) {
					t.Fatalf("%s: %d in %v: %t", how, s, want, got.Has(s))
				}
				if at := s - first; at >= 0 && at < 64*len(from) && from[at/64]>>(at%64)&1 != 0 != got.Has(s) {
					t.Fatalf("%s: bit %d from %d on of %v", how, at, first, want)
				}
			}
		}
	}
	if all := SegmentsIn(nil, 3, 130); all.Len() != 127 || all.Has(2) || !all.Has(3) || !all.Has(129) || all.Has(130) {
		t.Errorf("all from 3 to 130: %v", all.List())
	}
}

// The rows that are needed of a chunk are those that counting segment by segment finds, wherever the chunk begins
// and ends, and whichever segments it has.
func TestRowsNeededOfAChunk(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		ref := ChunkRef{Row: 64 * r.IntN(3*plan.SegmentRows/64), Rows: 1 + r.IntN(200*plan.SegmentRows)}
		end := ref.Row + ref.Rows
		var segments []int
		for seg := ref.Row / plan.SegmentRows; seg*plan.SegmentRows < end; seg++ {
			if r.IntN(4) > 0 {
				segments = append(segments, seg)
			}
		}
		ref.Segments = SegmentsOf(segments...)
		var in *BitSet
		if r.IntN(5) > 0 {
			in = NewBitSet("", end/plan.SegmentRows+1)
			for i := range in.Bits {
				in.Bits[i] = r.Uint64()
			}
		}
		want := 0
		for _, seg := range segments {
			if in == nil || in.Has(seg) {
				want += min(end, (seg+1)*plan.SegmentRows) - max(ref.Row, seg*plan.SegmentRows)
			}
		}
		if got := ref.Needed(in); got != want {
			t.Fatalf("%d rows from %d on, segments %v: %d needed, not %d", ref.Rows, ref.Row, segments, got, want)
		}
	}
}
